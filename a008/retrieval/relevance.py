"""How well a text answers some words: pure, and dependent on nothing but the texts of one project that hold them.

The formula is BM25 (Robertson and Zaragoza, 2009) with two changes, for a cost and an order that other texts cannot
move: how rare a word is counts up to `COMMON` texts, and a text is long or short against a fixed length, no average.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Set
from dataclasses import dataclass

from a008.memory.terms import Word

#: Texts with a word from which on it is simply common; also the most that are looked at for one word.
COMMON = 1_000
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


def weight(holding: int) -> float:
    """Weight of a word that so many texts hold."""
    return math.log(1 + COMMON / max(1, holding))


def relevance(asked: tuple[Weighed, ...], text: tuple[str, ...]) -> Relevance:
    """How well a text of some terms answers the words that are asked."""
    counts = Counter(text)
    stretch = K1 * (1 - B + B * len(text) / ORDINARY)
    score = mass = 0.0
    for each in asked:
        exact, *related = each.word.forms
        held = counts[exact] or _RELATED * max((counts[form] for form in related), default=0)
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
