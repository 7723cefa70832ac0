"""What a sentence asks for: its terms, whom it is about, and which sort of items can answer it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from a008.memory.address import PROJECT, USER
from a008.providers.embedded.lexicon import Concept, Lexicon
from a008.providers.embedded.words import Word, spaced, words_of

_YEAR: Final = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """One word that a sentence turns on.

    Shape: `stem` is the beginning that its forms share; `concept` the idea it stands for, if it is a known one; an
    owner is whose matter it is: the dog in "my dog's name", and in "what is my dog called".
    """

    stem: str
    concept: Concept | None
    is_name: bool
    is_weak: bool
    is_owner: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """One sentence as the engine reads it.

    Shape: `quantifiers` are stems of words such as "only" and "every"; `subjects` holds `user` and `project` where the
    sentence means them; `borrowed` says that the terms were taken from earlier sentences, because this one names
    nothing itself.
    """

    terms: tuple[Term, ...]
    quantifiers: frozenset[str]
    subjects: frozenset[str]
    years: tuple[int, ...]
    history: bool
    past: bool
    asked: bool
    attribution: bool
    overview: bool
    negated: bool
    borrowed: bool

    @property
    def strong(self) -> tuple[Term, ...]:
        """The terms that can pick an item by themselves."""
        return tuple(term for term in self.terms if not term.is_weak)

    @property
    def names(self) -> tuple[Term, ...]:
        """The names in it."""
        return tuple(term for term in self.terms if term.is_name)

    @property
    def stems(self) -> frozenset[str]:
        """Stems of all terms."""
        return frozenset(term.stem for term in self.terms)

    @property
    def concepts(self) -> frozenset[Concept]:
        """Ideas behind its terms."""
        return frozenset(term.concept for term in self.terms if term.concept is not None)

    @property
    def owners(self) -> tuple[Term, ...]:
        """Whose matter it is, beyond the user's and the project's."""
        return tuple(term for term in self.strong if term.is_owner)

    @property
    def about_the_past(self) -> bool:
        """Whether it asks for more than what holds now."""
        return self.history or self.asked or self.attribution


def read(text: str, lexicon: Lexicon) -> Reading:
    """Read one sentence."""
    plain = spaced(text)
    found = words_of(text)
    years = tuple(int(year) for year in _YEAR.findall(text))
    terms = zip(found, terms_of(found, lexicon), strict=True)
    counting = {term.stem: term for word, term in terms if _counts(word, lexicon, years)}
    return Reading(
        terms=tuple(counting.values()),
        quantifiers=frozenset(lexicon.stem(word.key) for word in found if word.key in lexicon.quantifiers),
        subjects=subjects_of((word.key for word in found), lexicon, first_person=True),
        years=years,
        history=_hears(plain, lexicon.history_cues),
        past=_hears(plain, lexicon.past_cues) or bool(years),
        asked=_hears(plain, lexicon.asked_cues),
        attribution=_hears(plain, lexicon.attribution_cues),
        overview=_hears(plain, lexicon.overview_cues),
        negated=_hears(plain, lexicon.negation_cues),
        borrowed=False,
    )


def with_topic(reading: Reading, earlier: Iterable[Reading]) -> Reading:
    """A reading that names something: its own terms, or those of the first earlier sentence that has any.

    "What was it before?" asks for what was spoken of last.
    """
    if reading.strong or (reading.subjects and not reading.about_the_past):
        return reading
    for topic in earlier:
        if topic.strong:
            terms = {term.stem: term for term in (*topic.terms, *reading.terms)}
            return replace(
                reading, terms=tuple(terms.values()), subjects=reading.subjects | topic.subjects, borrowed=True
            )
    return reading


def subjects_of(keys: Iterable[str], lexicon: Lexicon, *, first_person: bool) -> frozenset[str]:
    """Which of the user and the project the words mean; the first person counts where the user speaks."""
    user = lexicon.user_words | (lexicon.me if first_person else frozenset())
    project = lexicon.project_words | (lexicon.us if first_person else frozenset())
    return frozenset((USER if key in user else PROJECT) for key in keys if key in user | project)


def stem_of(word: Word, lexicon: Lexicon) -> str:
    """What the forms of a word share; technical words have no forms."""
    return word.key if word.is_technical else lexicon.stem(word.key)


def terms_of(found: tuple[Word, ...], lexicon: Lexicon) -> tuple[Term, ...]:
    """All words of a sentence as terms, grammar included."""
    before = (None, *found)
    return tuple(_term(word, previous, lexicon) for word, previous in zip(found, before, strict=False))


def _term(word: Word, previous: Word | None, lexicon: Lexicon) -> Term:
    stem = stem_of(word, lexicon)
    follows_owner = previous is not None and (
        previous.key in lexicon.possessives
        or (previous.owns and previous.key in lexicon.user_words | lexicon.project_words)
    )
    return Term(
        stem=stem,
        concept=lexicon.concepts.get(stem),
        is_name=word.is_name,
        is_weak=word.key in lexicon.weak_words,
        is_owner=word.owns or (follows_owner and stem not in lexicon.concepts),
    )


def _counts(word: Word, lexicon: Lexicon, years: tuple[int, ...]) -> bool:
    grammar = lexicon.stop_words | lexicon.me | lexicon.us | lexicon.user_words | lexicon.project_words
    if word.key.isdigit() and int(word.key) in years:
        return False
    return word.is_technical or word.key not in grammar


def _hears(plain: str, cues: tuple[str, ...]) -> bool:
    return any(cue in plain for cue in cues)
