"""Keep a model's reasoning out of its answer, however the text is cut into pieces.

Some models think inside their answer, between tags. Everything between an opening and a closing tag is thought; the
tags themselves belong to neither. A piece that may be the beginning of a tag is held back until the next piece decides.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from a008.messages import Delta, Thought

_OPENING: Final = ("<think>", "<thinking>", "<|begin_of_thinking|>", "<|begin_of_thought|>")
_CLOSING: Final = ("</think>", "</thinking>", "<|end_of_thinking|>", "<|end_of_thought|>")
_TAGS: Final = _OPENING + _CLOSING
_TAG: Final = re.compile("|".join(re.escape(tag) for tag in _TAGS), re.IGNORECASE | re.ASCII)
_LONGEST: Final = max(len(tag) for tag in _TAGS)


class ThoughtSplitter:
    """Sorts the text of one reply into answer and thought.

    A closing tag without an opening one is dropped. So are blanks between a thought and the first word of the answer,
    because they belong to the tags.
    """

    def __init__(self) -> None:
        self._held = ""
        self._thinking = False
        self._answer_begun = False
        self._trim = False

    def feed(self, text: str) -> Iterator[Delta | Thought]:
        """Take the next piece of text and give what is decided; the iterator must be used up."""
        pending = self._held + text
        while (tag := _TAG.search(pending)) is not None:
            yield from self._give(pending[: tag.start()])
            pending = pending[tag.end() :]
            self._thinking = tag.group().lower() in _OPENING
            self._trim = not self._answer_begun
        cut = len(pending) - _undecided(pending)
        self._held = pending[cut:]
        yield from self._give(pending[:cut])

    def finish(self) -> Iterator[Delta | Thought]:
        """Give what was held back: it was no tag."""
        held, self._held = self._held, ""
        yield from self._give(held)

    def _give(self, text: str) -> Iterator[Delta | Thought]:
        if self._thinking:
            if text:
                yield Thought(text=text)
            return
        if self._trim:
            text = text.lstrip()
        if text:
            self._trim = False
            self._answer_begun = self._answer_begun or not text.isspace()
            yield Delta(text=text)


def _undecided(text: str) -> int:
    """Length of the longest end of a text that may become a tag."""
    for length in range(min(_LONGEST - 1, len(text)), 0, -1):
        ending = text[-length:].lower()
        if any(tag.startswith(ending) for tag in _TAGS):
            return length
    return 0
