"""Which items answer a question, best first.

An item must hold something that the question turns on, be about the same person or thing, and account for at least half
of what is asked. Better an honest "nothing" than an item that shares a word.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from a008.memory.address import USER
from a008.memory.envelope import ItemType
from a008.providers.embedded.index import SPOKEN, Entry
from a008.providers.embedded.lexicon import MANY, PERSONAL
from a008.providers.embedded.question import Reading, Term

#: Share of a question's weight that an item must hold; and share of the best item's score that the others must reach.
_ENOUGH: Final = 0.5
_NEAR_BEST: Final = 0.8
#: Weight of a weak term, and of meaning the same person.
_SLIGHT: Final = 0.25


class _Find(NamedTuple):
    """An entry that answers, and how much of the question it holds."""

    entry: Entry
    score: float


def rank(reading: Reading, entries: tuple[Entry, ...], types: tuple[ItemType, ...]) -> tuple[Entry, ...]:
    """The entries of some types that answer, best first; equals in the order of the types, then of the envelope."""
    wanted = [entry for entry in entries if entry.item.type in types and entry.covers(reading.years)]
    weights = {term: _weight(term, entries) for term in reading.terms}
    finds = [find for entry in wanted if (find := _find(reading, entry, weights)) is not None]
    best = max((find.score for find in finds), default=0.0)
    good = [find for find in finds if find.score >= best * _NEAR_BEST]
    good.sort(key=lambda find: (-find.score, types.index(find.entry.item.type), find.entry.order))
    return tuple(find.entry for find in good)


def near(reading: Reading, entries: tuple[Entry, ...], types: tuple[ItemType, ...]) -> tuple[Entry, ...]:
    """The entries of some types that are about somebody or something that the question names, whatever they say."""
    wanted = (entry for entry in entries if entry.item.type in types)
    return tuple(
        entry for entry in wanted if entry.lead in reading.stems or any(entry.holds(owner) for owner in reading.owners)
    )


def spoken_of(reading: Reading, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """The states that a statement touches: same subject, same attribute."""
    return tuple(entry for entry in entries if entry.item.type is ItemType.STATE and _touches(reading, entry))


def repeats(reading: Reading, entry: Entry) -> bool:
    """Whether a statement says all that an item says, and neither denies nor limits it."""
    meant = {term.concept for term in reading.terms} - {None}
    said = reading.stems | reading.quantifiers
    complete = all(term.stem in said or term.concept in meant for term in entry.core)
    return complete and not reading.negated and reading.quantifiers <= entry.stems


def contests(conflict: Entry, state: Entry) -> bool:
    """Whether a conflict speaks of the same matter as a state: it holds at least half of the state's words."""
    words = {term.stem for term in state.core}
    return 2 * len(words & conflict.stems) >= len(words) > 0


def _find(reading: Reading, entry: Entry, weights: Mapping[Term, float]) -> _Find | None:
    shared = reading.subjects & entry.subjects
    held = [term for term in reading.terms if entry.holds(term)]
    score = sum(weights[term] for term in held) + _SLIGHT * len(shared)
    asked = sum(weights.values()) + _SLIGHT * len(reading.subjects)
    if reading.strong:
        fits = any(not term.is_weak for term in held) and _same_matter(reading, entry, held)
        enough = reading.borrowed or score >= asked * _ENOUGH
    else:
        fits = score == asked
        enough = True
    return _Find(entry, score) if fits and enough else None


def _same_matter(reading: Reading, entry: Entry, held: list[Term]) -> bool:
    """Whether an item is about whom the question is about, and about what it asks of them."""
    shared = reading.subjects & entry.subjects
    named = any(term.is_name for term in held)
    personal = any(term.concept in PERSONAL for term in held)
    if reading.names and not reading.subjects and not named:
        return False
    if personal and (reading.subjects or reading.names) and not (shared or named):
        return False
    if reading.borrowed:
        return True
    if reading.owners and not any(term.is_owner for term in held):
        return False
    if personal and (reading.subjects or reading.names) and not _owned(reading, entry):
        return False
    ideas = reading.concepts & PERSONAL
    if ideas and not ideas & entry.concepts:
        return False
    asked = [term for term in reading.strong if not (term.is_name or _leads(entry, term))]
    if asked and not reading.overview and not any(term in held for term in asked):
        return False
    return not _foreign(reading, entry, personal) or all(term in held for term in reading.strong)


def _owned(reading: Reading, entry: Entry) -> bool:
    """Whether a question means those whose matter an item is: the user's dog's name is not the user's."""
    known = (owner.stems & reading.stems or owner.concepts & reading.concepts for owner in entry.owners)
    return entry.item.type in SPOKEN or all(known)


def _leads(entry: Entry, term: Term) -> bool:
    return entry.lead == term.stem


def _foreign(reading: Reading, entry: Entry, personal: bool) -> bool:
    """Whether an item is about somebody whom the question does not name."""
    if entry.item.type in SPOKEN:
        return False
    elsewhere = personal and entry.lead is not None and entry.lead not in reading.stems
    return USER in entry.subjects - reading.subjects or (elsewhere and not reading.subjects & entry.subjects)


def _touches(reading: Reading, entry: Entry) -> bool:
    held = [term for term in reading.strong if entry.holds(term)]
    if not any(not term.is_name and (term.concept not in MANY or term.stem in _values(entry)) for term in held):
        return False
    if entry.lead is not None:
        return entry.lead in reading.stems
    if entry.subjects or reading.subjects:
        return bool(entry.subjects & reading.subjects) and _same_matter(reading, entry, held)
    return 2 * len(held) >= len(entry.core)


def _values(entry: Entry) -> set[str]:
    """Stems of an item's words that name no attribute of which there may be many."""
    return {term.stem for term in entry.core if term.concept not in MANY}


def _weight(term: Term, entries: tuple[Entry, ...]) -> float:
    """How much a term tells: a weak one little, one that few items hold a little more.

    Units: 0.25 for a weak term, else from 1 (in all items, or in none) towards 1.5.
    """
    if term.is_weak:
        return _SLIGHT
    holding = sum(entry.holds(term) for entry in entries)
    return 1.0 if not holding else 1.0 + 0.5 * (len(entries) - holding) / len(entries)
