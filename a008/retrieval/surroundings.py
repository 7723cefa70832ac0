"""What stands around an utterance: its neighbours, a window of them, its session, the question that it answers. Pure.

A neighbour counts by the words that it holds, not by how often: that is known from the postings of the words alone, and
its text need not be read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import NamedTuple

from a008.retrieval.relevance import K1, ORDINARY, B
from a008.retrieval.weights import Weights
from a008.store.talk import Spoken

#: Utterances to each side that are read as one text.
REACH = 3
#: Terms of a session of ordinary length.
_SESSION = 1_000
#: What makes a single find of a word worth its weight.
_SCALE = K1 + 1


class Held(NamedTuple):
    """A word of the question: its weight, and the texts that hold it."""

    weight: float
    numbers: Set[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What stands around one utterance, each part in units of BM25; `mass` is the weight of the words in the window."""

    mass: float
    neighbour: float
    window: float
    session: float
    answer: float

    def worth(self, known: Weights) -> float:
        """What it adds to the text's own worth."""
        return (
            known.neighbour * self.neighbour
            + known.window * self.window
            + known.session * self.session
            + known.answer * self.answer
        )


def surroundings(sessions: Iterable[Sequence[Spoken]], words: Sequence[Held]) -> Mapping[int, Surroundings]:
    """What stands around each utterance of some sessions, by its number.

    Shape: each session is in the order in which it was spoken.
    """
    found: dict[int, Surroundings] = {}
    for session in sessions:
        present = [[spoken.number in word.numbers for word in words] for spoken in session]
        counts = [sum(row[place] for row in present) for place in range(len(words))]
        whole = _bm25(words, counts, sum(spoken.length for spoken in session), _SESSION)
        alone = [_bm25(words, row, spoken.length, ORDINARY) for row, spoken in zip(present, session, strict=True)]
        for place, spoken in enumerate(session):
            around = range(max(0, place - REACH), min(len(session), place + REACH + 1))
            near = [sum(present[other][word] for other in around) for word in range(len(words))]
            length = sum(session[other].length for other in around)
            before = alone[place - 1] if place else 0.0
            behind = alone[place + 1] if place + 1 < len(session) else 0.0
            found[spoken.number] = Surroundings(
                mass=sum(word.weight for word, count in zip(words, near, strict=True) if count),
                neighbour=before + behind,
                window=_bm25(words, near, length, ORDINARY * (2 * REACH + 1)),
                session=whole,
                answer=before if place and session[place - 1].asks else 0.0,
            )
    return found


def _bm25(words: Sequence[Held], counts: Sequence[int], length: int, ordinary: int) -> float:
    stretch = K1 * (1 - B + B * length / ordinary)
    return sum(
        word.weight * _SCALE * count / (count + stretch) for word, count in zip(words, counts, strict=True) if count
    )
