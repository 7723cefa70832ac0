"""The items of an envelope, read in the language of a question, so that questions can be held against them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, NamedTuple

from a008.memory.envelope import Item, ItemType
from a008.providers.embedded.language import LEXICONS
from a008.providers.embedded.lexicon import Concept, Lexicon
from a008.providers.embedded.question import Term, stem_of, subjects_of, terms_of
from a008.providers.embedded.words import Word, words_of

#: How an interval is written before a proposition of the past. Source: `memory.time.describe`.
_DAY: Final = r"(\d{4})-\d\d-\d\d"
_DATES: Final = re.compile(
    rf"(?:From {_DAY} to (?:{_DAY}|an unknown date)|Until {_DAY}|Since (?:{_DAY}|an unknown date)|At an unknown time): "
)
_GRAMMAR: Final = (
    frozenset[str]()
    .union(
        *(lexicon.stop_words | lexicon.weak_words | lexicon.user_words | lexicon.project_words for lexicon in LEXICONS)
    )
    .difference(*(lexicon.quantifiers for lexicon in LEXICONS))
)
#: Types whose propositions quote a speaker, who is named in them though they may be about somebody else.
SPOKEN: Final = (ItemType.ATTRIBUTION, ItemType.UTTERANCE)


class Owner(NamedTuple):
    """Whose matter an item is: the stem of a word in each language, and the ideas behind it."""

    stems: frozenset[str]
    concepts: frozenset[Concept]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One item and what can be found in it.

    Shape: `order` is its place in the envelope; `stems` come from proposition and tags, in every language; `core` holds
    the words of the proposition that are more than grammar; `lead` is the stem of the name that it begins with, if it
    does; `owners` are those whose matter it is, beyond the user and the project.
    """

    item: Item
    order: int
    stems: frozenset[str]
    core: frozenset[Term]
    lead: str | None
    owners: tuple[Owner, ...]
    concepts: frozenset[Concept]
    subjects: frozenset[str]

    def holds(self, term: Term) -> bool:
        """Whether a term, or the idea behind it, is in the item."""
        return term.stem in self.stems or (term.concept is not None and term.concept in self.concepts)

    def covers(self, years: tuple[int, ...]) -> bool:
        """Whether its dates, where it has any, reach into one of the years."""
        dates = _DATES.match(self.item.proposition)
        if dates is None or not years:
            return True
        start, end, until, since = dates.groups()
        return any(int(start or since or 0) <= year <= int(end or until or 9999) for year in years)


def index(items: tuple[Item, ...], lexicon: Lexicon) -> tuple[Entry, ...]:
    """The items as entries, in their order."""
    return tuple(_entry(item, order, lexicon) for order, item in enumerate(items))


def _entry(item: Item, order: int, lexicon: Lexicon) -> Entry:
    own = words_of(item.proposition)
    tags = tuple(word for tag in item.tags for word in words_of(tag))
    terms = {each.language: terms_of(own, each) for each in LEXICONS}
    return Entry(
        item=item,
        order=order,
        stems=frozenset(stem_of(word, each) for word in (*own, *tags) for each in LEXICONS),
        core=frozenset(term for word, term in zip(own, terms[lexicon.language], strict=True) if _says(word)),
        lead=_lead(item.proposition, lexicon),
        owners=tuple(
            Owner(frozenset(term.stem for term in each), _ideas(term.concept for term in each))
            for word, *each in zip(own, *terms.values(), strict=True)
            if _says(word) and any(term.is_owner for term in each)
        ),
        concepts=_concepts((*own, *tags), item.tags),
        subjects=frozenset[str]().union(
            *(subjects_of((word.key for word in own), each, first_person=item.type in SPOKEN) for each in LEXICONS)
        ),
    )


def _says(word: Word) -> bool:
    return word.is_technical or word.key not in _GRAMMAR


def _lead(proposition: str, lexicon: Lexicon) -> str | None:
    text = _DATES.sub("", proposition)
    first = words_of(text)[:1]
    named = first and _says(first[0]) and (first[0].is_name or text.lstrip()[:1].isupper())
    return stem_of(first[0], lexicon) if named else None


def _concepts(words: tuple[Word, ...], tags: tuple[str, ...]) -> frozenset[Concept]:
    """Ideas in any language, since an item may be in another one than the question; names (Bo, Rob) stand for none."""
    plain = [word for word in words if not word.is_name]
    said = _ideas(lexicon.concepts.get(lexicon.stem(word.key)) for lexicon in LEXICONS for word in plain)
    return said | {Concept(tag) for tag in tags if tag in set(Concept)}


def _ideas(concepts: Iterable[Concept | None]) -> frozenset[Concept]:
    return frozenset(concept for concept in concepts if concept is not None)
