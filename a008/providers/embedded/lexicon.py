"""What the engine knows of a language, as data; a new language is one file with one `Lexicon`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class Language(StrEnum):
    """Languages that the engine reads and writes."""

    ENGLISH = "en"
    SWEDISH = "sv"


class Concept(StrEnum):
    """Ideas that languages and wordings share; the values are canonical names of attributes, as they stand in tags."""

    AGE = "age"
    BIRTHDAY = "birthday"
    COLOUR = "colour"
    DATABASE = "database"
    DISLIKES = "dislikes"
    EDITOR = "editor"
    EMAIL = "email"
    EMPLOYER = "employer"
    FOOD = "food"
    LANGUAGE = "language"
    LIKES = "likes"
    NAME = "name"
    OCCUPATION = "occupation"
    PET = "pet"
    PHONE = "phone"
    RESIDENCE = "residence"


#: Ideas that say nothing without their owner: where *who* lives, what *whose* name is.
PERSONAL: Final = frozenset(Concept) - {Concept.COLOUR, Concept.DATABASE, Concept.EDITOR, Concept.FOOD, Concept.PET}
#: Ideas of which one owner has many, so that a second one changes nothing.
MANY: Final = frozenset({Concept.DISLIKES, Concept.LANGUAGE, Concept.LIKES, Concept.PET})


@dataclass(frozen=True, slots=True, kw_only=True)
class Phrases:
    """What the engine says in its own words: all of it, in one language."""

    nothing: str
    near: str
    no_history: str
    no_source: str
    not_asked: str
    so_far: str
    already: str
    more: str
    read: str
    greeting: str
    thanks: str
    about: str
    no_words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Lexicon:
    """Words of one language, case-folded.

    Shape: `markers` tell the language from others; `stop_words` ask or bind and mean nothing alone, though
    `quantifiers` among them change what a statement says; `weak_words` are too general to pick an item; `me` and `us`
    mean the user and the project in what the user says, `user_words` and `project_words` everywhere; what follows one
    of `possessives` is owned. `openers` begin a question that needs no mark, `inverted` do so before a pronoun;
    `joints` bind two questions. Cues are words or phrases between blanks. `stem` gives the common beginning of a word's
    forms.
    """

    language: Language
    markers: frozenset[str]
    stop_words: frozenset[str]
    quantifiers: frozenset[str]
    weak_words: frozenset[str]
    me: frozenset[str]
    us: frozenset[str]
    possessives: frozenset[str]
    user_words: frozenset[str]
    project_words: frozenset[str]
    openers: frozenset[str]
    inverted: frozenset[str]
    pronouns: frozenset[str]
    joints: frozenset[str]
    requests: tuple[str, ...]
    history_cues: tuple[str, ...]
    past_cues: tuple[str, ...]
    asked_cues: tuple[str, ...]
    attribution_cues: tuple[str, ...]
    overview_cues: tuple[str, ...]
    negation_cues: tuple[str, ...]
    greetings: frozenset[str]
    thanks: frozenset[str]
    about_cues: tuple[str, ...]
    concepts: Mapping[str, Concept]
    phrases: Phrases
    stem: Callable[[str], str]


def words(text: str) -> frozenset[str]:
    """Words of a table, written with blanks between them."""
    return frozenset(text.split())


def cues(*phrases: str) -> tuple[str, ...]:
    """Phrases of a table, as they are looked for: with a blank at each end."""
    return tuple(f" {phrase} " for phrase in phrases)


def concepts(stem: Callable[[str], str], table: Mapping[Concept, str]) -> dict[str, Concept]:
    """Stems of the words for each idea."""
    return {stem(word): concept for concept, listed in table.items() for word in listed.split()}
