"""Windows into long utterances: whole sentences around the one that answers best, with their place kept. Pure.

One long turn must not push out ten short facts, and wording that holds no more must not come along with what was asked.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from a008.memory.terms import Word
from a008.memory.utterance import Sentence

#: Characters of an utterance that are shown at most: about five sentences.
MAX_CHARACTERS = 600
#: Sentences to each side of the best one that are looked at in a long utterance: more than a window can hold.
_AROUND = 20


class Passage(NamedTuple):
    """One sentence in place. Units: `start` and `end` in characters of the utterance, `first` and `last` in bytes."""

    start: int
    end: int
    first: int
    last: int

    def touches(self, start: int, end: int) -> bool:
        """Whether it shares a byte with a span, which is given in bytes, end exclusive."""
        return self.first < end and start < self.last


class Excerpt(NamedTuple):
    """What is shown of an utterance. Units: `start` and `end` in characters; `total` those of the whole."""

    text: str
    start: int
    end: int
    total: int

    @property
    def is_whole(self) -> bool:
        """Whether nothing was left out."""
        return self.end - self.start == self.total


def passages(text: str, sentences: Sequence[Sentence]) -> tuple[Passage, ...]:
    """The sentences of a text; a text without known sentences is one.

    Shape: `sentences` are in bytes of its UTF-8, in order.
    """
    if text.isascii():
        places = [(each.start, each.end) for each in sentences] or [(0, len(text))]
        return tuple(Passage(start, end, start, end) for start, end in places)
    raw = text.encode()
    found: list[Passage] = []
    read = characters = 0
    for each in sentences:
        start = characters + len(raw[read : each.start].decode(errors="ignore"))
        end = start + len(raw[each.start : each.end].decode(errors="ignore"))
        found.append(Passage(start, end, each.start, each.end))
        read, characters = each.end, end
    return tuple(found) or (Passage(0, len(text), 0, len(raw)),)


def region(text: str, every: tuple[Passage, ...], words: Collection[Word]) -> tuple[Passage, ...]:
    """The sentences that are looked at: all of a short text, of a long one those around the one that answers best."""
    if len(text) <= MAX_CHARACTERS or len(every) <= 2 * _AROUND:
        return every
    best = _best(text, every, words)
    return every[max(0, best - _AROUND) : best + _AROUND]


def excerpt(text: str, shown: Sequence[Passage], all_of_it: Sequence[Passage], words: Collection[Word]) -> Excerpt:
    """A window of neighbouring sentences that may be shown, around the one that holds most of some words.

    Shape: `shown` is a part of `all_of_it`, not empty. A text that may be shown as a whole and is short enough is.
    """
    if len(shown) == len(all_of_it) and len(text) <= MAX_CHARACTERS:
        return Excerpt(text, 0, len(text), len(text))
    first = last = _best(text, shown, words)
    allowed = {passage: place for place, passage in enumerate(all_of_it)}

    def adjoins(one: Passage, other: Passage) -> bool:
        return allowed[other] - allowed[one] == 1

    while True:
        behind = last + 1 < len(shown) and adjoins(shown[last], shown[last + 1])
        if behind and shown[last + 1].end - shown[first].start <= MAX_CHARACTERS:
            last += 1
            continue
        before = first > 0 and adjoins(shown[first - 1], shown[first])
        if before and shown[last].end - shown[first - 1].start <= MAX_CHARACTERS:
            first -= 1
            continue
        break
    start, end = shown[first].start, shown[last].end
    if end - start > MAX_CHARACTERS:
        start, end = _window(text, start, end, words)
    return Excerpt(text[start:end], start, end, len(text))


def _best(text: str, shown: Sequence[Passage], words: Collection[Word]) -> int:
    """The place of the sentence that holds most of some words in any form, the first of equals."""

    def held(place: int) -> int:
        said = text[shown[place].start : shown[place].end].casefold()
        return sum(any(form in said for form in word.forms) for word in words)

    return max(range(len(shown)), key=lambda place: (held(place), -place))


def _window(text: str, start: int, end: int, words: Collection[Word]) -> tuple[int, int]:
    """A part of one very long sentence: from a little before its first asked word, divided at blanks where it can."""
    folded = _folded(text[start:end])
    places = [place for word in words if (place := folded.find(word.text)) >= 0]
    middle = start + min(places, default=0)
    begin = max(start, middle - MAX_CHARACTERS // 4)
    if begin > start:
        blank = text.find(" ", begin, middle)
        begin = blank + 1 if blank >= 0 else begin
    stop = min(end, begin + MAX_CHARACTERS)
    if stop < end:
        blank = text.rfind(" ", begin + MAX_CHARACTERS // 2, stop)
        stop = blank if blank >= 0 else stop
    return begin, stop


def _folded(text: str) -> str:
    """A text case-folded without moving a letter: one that folds into several (`ß`) is left as it is."""
    return "".join(folded if len(folded := letter.casefold()) == 1 else letter for letter in text)
