"""How well a text answers some words: pure, and dependent on nothing but the texts of one project.

The formula is BM25 (Robertson and Zaragoza, 2009) with two changes, for a cost that does not grow with the project:
texts are counted up to `COMMON`, those of the project as those that hold a word, and a text is long or short against a
fixed length, no average.
"""

from __future__ import annotations

import math
from collections.abc import Set
from dataclasses import dataclass

from a008.memory.terms import Word

#: Texts with a word from which on it is simply common; also the most that are looked at for one word.
COMMON = 1_000
#: Weight of a word that stands in one text.
_RAREST = math.log(1 + COMMON)
#: Saturation and length correction, the usual values. Source: Robertson and Zaragoza, section 3.
K1, B = 1.2, 0.75
#: Terms of a text of ordinary length: a sentence or two with their stems.
ORDINARY = 24
#: What a word counts when only a stem or a folded form of it is there.
_RELATED = 0.8
#: Share of a question that a text must answer, and the most it can be asked to share, in words of average weight.
_FLOOR, _ENOUGH = 0.25, 2.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighed:
    """A word of a question and its weight: the rarer, the heavier. Units: natural logarithm, from 0.7 to 6.9."""

    word: Word
    weight: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Relevance:
    """How well a text answers: `score` for ranking; `mass`, the weight of the words that it holds."""

    score: float
    mass: float


#: How well a text answers that holds none of the words.
NOTHING = Relevance(score=0.0, mass=0.0)


def weight(holding: int, texts: int) -> float:
    """Weight of a word that so many of so many texts hold, both counted up to `COMMON`.

    Shape: a word of one text weighs the same in any project, so that other clues keep their worth in a small one.
    """
    return _RAREST * math.log(1 + texts / max(1, holding)) / math.log(1 + max(1, texts))


def relevance(asked: tuple[Weighed, ...], text: tuple[str, ...]) -> Relevance:
    """How well a text of some terms answers the words that are asked."""
    stretch = K1 * (1 - B + B * len(text) / ORDINARY)
    score = mass = 0.0
    for each in asked:
        exact, *related = each.word.forms
        held = text.count(exact) or _RELATED * max(map(text.count, related), default=0)
        if held:
            score += each.weight * held / (held + stretch)
            mass += each.weight
    return Relevance(score=score, mass=mass)


def floor(asked: tuple[Weighed, ...]) -> float:
    """The mass below which a text shares words with a question by chance: a quarter of it, at most two words' worth."""
    total = sum(each.weight for each in asked)
    return min(_FLOOR * total, _ENOUGH * total / len(asked)) if asked else 0.0


def overlap(words: tuple[Word, ...], forms: Set[str]) -> int:
    """How many of some words are among some terms, in any form."""
    return sum(not forms.isdisjoint(word.forms) for word in words)
