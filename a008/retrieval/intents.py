"""What a message is after: intents, the sort of question, or nothing but small talk. Pure; the words are data."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from a008.memory.envelope import Intent
from a008.retrieval.query import Question
from a008.retrieval.vocabulary import Vocabulary, says

_SPOKEN = re.compile(r"[^\W_]+(?:'[^\W_]+)*")
#: Words of a message that is too long to be nothing but greetings.
_LONG = 64
#: The marks that make a question of a sentence, Greek and Arabic ones included.
QUESTION_MARKS = frozenset("?？؟;⁇")


def spoken(text: str) -> tuple[str, ...]:
    """The words of a text as phrases are made of: case-folded, apostrophes kept, every other mark a boundary."""
    plain = unicodedata.normalize("NFKC", text).casefold().replace("’", "'")
    return tuple(_SPOKEN.findall(plain))


def intents(said: Sequence[str], known: Vocabulary) -> tuple[Intent, ...]:
    """What applies, `current_state` first; that one always does, unless nothing but the past is asked for."""
    found = [intent for intent in Intent if intent is not Intent.CURRENT_STATE and says(said, known.intents[intent])]
    past_only = (
        Intent.HISTORY in found and says(said, known.past) and not says(said, known.intents[Intent.CURRENT_STATE])
    )
    return tuple(found) if past_only else (Intent.CURRENT_STATE, *found)


def question(message: str, said: Sequence[str], known: Vocabulary) -> Question | None:
    """The sort of question a message asks, by the phrase that stands first, of equals the longest; `None` for none."""
    line = f" {' '.join(said)} "
    found = [
        (place, -len(phrase), sort)
        for sort in Question
        for phrase in known.questions[sort]
        if (place := line.find(phrase)) >= 0
    ]
    if found:
        return min(found, key=lambda each: each[:2])[2]
    return Question.OTHER if any(mark in message for mark in QUESTION_MARKS) else None


def is_small_talk(said: Sequence[str], known: Vocabulary) -> bool:
    """Whether a message is made of greetings, thanks and what may stand between them."""
    if len(said) > _LONG:
        return False
    phrases = [tuple(phrase.split()) for phrase in known.greetings]
    at = greeted = 0
    while at < len(said):
        longest = max((len(each) for each in phrases if tuple(said[at : at + len(each)]) == each), default=0)
        if not longest and said[at] not in known.filler:
            return False
        greeted += longest
        at += max(1, longest)
    return greeted > 0
