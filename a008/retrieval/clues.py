"""What is seen of a text without understanding it: that it tells a time, a number, something of its speaker. Pure."""

from __future__ import annotations

import re

from a008.retrieval.intents import QUESTION_MARKS

#: Characters of a text that are looked at, half at each end.
_READ = 1_200


def tells(text: str, clue: re.Pattern[str]) -> bool:
    """Whether any phrase of a clue stands in a text, whatever its case; of a long one both ends are looked at."""
    part = text if len(text) <= _READ else f"{text[: _READ // 2]} {text[-_READ // 2 :]}"
    return clue.search(part.lower()) is not None


def asks(text: str) -> bool:
    """Whether a text ends in a question."""
    return text.rstrip()[-1:] in QUESTION_MARKS
