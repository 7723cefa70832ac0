"""What stands around an utterance: its neighbours, a window of them, its session, the question that it answers. Pure.

A neighbour counts by the words that it holds, not by how often: that is known from the postings of the words alone, and
its text need not be read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from typing import NamedTuple

from a008.retrieval.relevance import K1, ORDINARY, B
from a008.retrieval.weights import Weights
from a008.store.talk import Session

#: Utterances to each side that are read as one text.
REACH = 3
#: Terms of a session of ordinary length.
_SESSION = 1_000
#: What makes a single find of a word worth its weight.
_SCALE = K1 + 1


class Held(NamedTuple):
    """A word of the question: its weight, and the texts that hold it."""

    weight: float
    numbers: frozenset[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What stands around one utterance, each part in units of BM25.

    Shape: `mass` is the weight of the words in the window, `beside` the numbers of the utterances before and after.
    """

    mass: float
    neighbour: float
    window: float
    session: float
    answer: float
    beside: tuple[int, ...]

    def worth(self, known: Weights) -> float:
        """What it adds to the text's own worth."""
        return (
            known.neighbour * self.neighbour
            + known.window * self.window
            + known.session * self.session
            + known.answer * self.answer
        )


def surroundings(sessions: Iterable[Session], words: Iterable[Held], wanted: Set[int]) -> Mapping[int, Surroundings]:
    """What stands around some utterances of some sessions, by their numbers."""
    every = tuple(words)
    found: dict[int, Surroundings] = {}
    for session in sessions:
        here = frozenset(session.numbers)
        present = [Held(word.weight, held) for word in every if (held := word.numbers & here)]
        near = _Near(session, present)
        whole = _bm25(((word.weight, len(word.numbers)) for word in present), sum(session.lengths), _SESSION)
        for place, number in enumerate(session.numbers):
            if number in wanted:
                found[number] = near.at(place, whole)
    return found


class _Near:
    """One session with the words that it holds."""

    def __init__(self, session: Session, words: list[Held]) -> None:
        self._session = session
        self._words = words
        self._alone: dict[int, float] = {}

    def at(self, place: int, whole: float) -> Surroundings:
        """What stands around the utterance at a place of a session that is worth so much as a whole."""
        session = self._session
        around = slice(max(0, place - REACH), place + REACH + 1)
        window = session.numbers[around]
        counts = [(word.weight, len(word.numbers.intersection(window))) for word in self._words]
        before = self._worth(place - 1) if place else 0.0
        behind = self._worth(place + 1) if place + 1 < len(session.numbers) else 0.0
        return Surroundings(
            mass=sum(weight for weight, count in counts if count),
            neighbour=before + behind,
            window=_bm25(counts, sum(session.lengths[around]), ORDINARY * (2 * REACH + 1)),
            session=whole,
            answer=before if place and session.asks[place - 1] else 0.0,
            beside=(*session.numbers[max(0, place - 1) : place], *session.numbers[place + 1 : place + 2]),
        )

    def _worth(self, place: int) -> float:
        """What the utterance at a place is worth by itself."""
        if place not in self._alone:
            number = self._session.numbers[place]
            held = ((word.weight, 1) for word in self._words if number in word.numbers)
            self._alone[place] = _bm25(held, self._session.lengths[place], ORDINARY)
        return self._alone[place]


def _bm25(counted: Iterable[tuple[float, int]], length: int, ordinary: int) -> float:
    stretch = K1 * (1 - B + B * length / ordinary)
    return sum(weight * _SCALE * count / (count + stretch) for weight, count in counted if count)
