"""The words of a language, read once from its data file, and phrases as runs of words.

A phrase is found by looking up runs of words in a set, so the time does not depend on how many phrases a table holds.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import NamedTuple

from a008.memory.reconcile import Wording
from a008.memory.utterance import SpeechAct

#: Languages that have data files; the first is taken when nothing tells them apart.
LANGUAGES = ("en", "sv")
#: Pattern files of every language, in the order in which their rules are asked.
PATTERN_FILES = ("speaker", "tastes", "people", "things")

_WORD = re.compile(r"[^\W_]++(?:['.:&/+-][^\W_]++){0,8}+[+#]{0,2}+|/s\b|&")


class Phrases:
    """A set of phrases that can be looked for in a run of words."""

    def __init__(self, phrases: Sequence[str]) -> None:
        self._phrases = frozenset(tuple(phrase.split()) for phrase in phrases)
        self._lengths = sorted({len(phrase) for phrase in self._phrases}, reverse=True)
        self._first = frozenset(phrase[0] for phrase in self._phrases)

    def start(self, found: Sequence[str]) -> int:
        """How many words the longest phrase at the front has; 0 when none stands there."""
        if not found or found[0] not in self._first:
            return 0
        return next((n for n in self._lengths if tuple(found[:n]) in self._phrases), 0)

    def end(self, found: Sequence[str]) -> int:
        """How many words the longest phrase at the back has; 0 when none stands there."""
        return next((n for n in self._lengths if tuple(found[-n:]) in self._phrases), 0)

    def anywhere(self, found: Sequence[str]) -> bool:
        """Whether any phrase stands anywhere."""
        if self._first.isdisjoint(found):
            return False
        starts = (at for at, word in enumerate(found) if word in self._first)
        return any(tuple(found[at : at + n]) in self._phrases for at in starts for n in self._lengths)

    def holds(self, phrase: str) -> bool:
        """Whether the whole text is one of the phrases."""
        return tuple(phrase.casefold().split()) in self._phrases


class Cue(NamedTuple):
    """How a phrase around a statement marks what is said; `comma` demands punctuation behind it."""

    wording: Wording
    comma: bool


class Stance(NamedTuple):
    """How a held stance of the user is told, and its end; `{object}` is what it is about."""

    holds: str
    over: str


class ActWords(NamedTuple):
    """What marks a speech act, at the front of a sentence or anywhere in it."""

    starts: Phrases
    anywhere: Phrases


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Words:
    """The tables of one language; there is one such value per language, so it compares by identity.

    Shape: `attributes` and `verbs` lead from a way to say a property to its shared name; `alternations` hold what the
    patterns of the language need as lists; everything is lower case. What each table is for stands in the data file.
    """

    language: str
    common: frozenset[str]
    inner_abbreviations: frozenset[str]
    final_abbreviations: frozenset[str]
    openings: Mapping[tuple[str, ...], Cue]
    endings: Mapping[tuple[str, ...], Cue]
    adverbs: Mapping[Wording, tuple[str, ...]]
    acts: Mapping[SpeechAct, ActWords]
    context: Mapping[str, Phrases]
    names: Mapping[str, Phrases]
    project_names: tuple[str, ...]
    spoken_user: str
    spoken_project: str
    genitive: str
    definite_noun: str
    first_person: Mapping[str, str]
    of_form: str
    our_form: str
    attributes: Mapping[str, str]
    favourite: tuple[str, ...]
    values: Mapping[str, Phrases]
    conjunctions: tuple[str, ...]
    cuts: tuple[str, ...]
    verbs: Mapping[str, str]
    stances: Mapping[str, Stance]
    domains: Mapping[str, Phrases]
    dates: Mapping[str, tuple[str, ...]]
    vague_time: str
    shapes: Mapping[str, str]


def found(text: str) -> list[str]:
    """The words of a text, case-folded, punctuation between them left out."""
    return _WORD.findall(text.replace("’", "'").casefold())


@cache
def of(language: str) -> Words:
    """The tables of a language."""
    data = {**load(language, "words"), **load(language, "names")}
    names, values = _table(data, "names"), _table(data, "values")
    abbreviations, adverbs = _table(data, "abbreviations"), _table(data, "adverbs")
    acts = _table(data, "acts")
    return Words(
        language=language,
        common=frozenset(list_of(data, "common")),
        inner_abbreviations=frozenset(list_of(abbreviations, "inner")),
        final_abbreviations=frozenset(list_of(abbreviations, "final")),
        openings=_cues(_table(data, "openings")),
        endings=_cues(_table(data, "endings")),
        adverbs={wording: list_of(adverbs, key) for key, wording in _MARKS.items() if key in adverbs},
        acts={SpeechAct(act): _act(_table(acts, act)) for act in acts},
        context={key: Phrases(list_of(_table(data, "context"), key)) for key in _table(data, "context")},
        names={key: Phrases(list_of(names, key)) for key, value in names.items() if isinstance(value, list)},
        project_names=list_of(names, "project"),
        spoken_user=text_of(names, "spoken_user"),
        spoken_project=text_of(names, "spoken_project"),
        genitive=text_of(names, "genitive"),
        definite_noun=text_of(names, "definite_noun"),
        first_person={key: text_of(_table(names, "first_person"), key) for key in _table(names, "first_person")},
        of_form=text_of(names, "of_form"),
        our_form=text_of(names, "our_form"),
        attributes=_inverted(_table(data, "attributes")),
        favourite=list_of(names, "favourite"),
        values={key: Phrases(list_of(values, key)) for key in values},
        conjunctions=list_of(values, "conjunctions"),
        cuts=list_of(values, "cuts"),
        verbs=_inverted(_table(data, "verbs")),
        stances={key: Stance(*list_of(_table(data, "stances"), key)) for key in _table(data, "stances")},
        domains={key: Phrases(list_of(_table(data, "domains"), key)) for key in _table(data, "domains")},
        dates={key: list_of(_table(data, "dates"), key) for key in ("since", "until", "range", "moved")},
        vague_time=text_of(_table(data, "dates"), "vague"),
        shapes={key: text_of(_table(data, "shapes"), key) for key in _table(data, "shapes")},
    )


@cache
def inner_abbreviations() -> frozenset[str]:
    """Abbreviations of every language that never end a sentence."""
    return frozenset().union(*(of(language).inner_abbreviations for language in LANGUAGES))


@cache
def final_abbreviations() -> frozenset[str]:
    """Abbreviations of every language that end a sentence when a capital follows."""
    return frozenset().union(*(of(language).final_abbreviations for language in LANGUAGES))


def languages_of(text: str) -> tuple[Words, ...]:
    """The languages a text may be in: the one with most of its common words, or all that tie."""
    seen = found(text)
    scores = {language: sum(word in of(language).common for word in seen) for language in LANGUAGES}
    best = max(scores.values())
    return tuple(of(language) for language in LANGUAGES if scores[language] == best)


@cache
def kind(name: str) -> frozenset[str]:
    """Properties or verbs of a kind, one list of `kinds.toml`, by their shared names."""
    return frozenset(list_of(_read("kinds.toml"), name))


def load(language: str, name: str) -> Mapping[str, object]:
    """A data file of a language as it stands."""
    return _read(language, f"{name}.toml")


def _read(*path: str) -> Mapping[str, object]:
    return tomllib.loads(resources.files(__package__).joinpath("data", *path).read_text("utf-8"))


def text_of(table: Mapping[str, object], key: str) -> str:
    """A text of a table. Errors: `TypeError` for anything else, which is a slip in a data file."""
    value = table[key]
    if not isinstance(value, str):
        raise TypeError(f"{key} is not a text")
    return value


def _table(table: Mapping[str, object], key: str) -> Mapping[str, object]:
    value = table[key]
    if not isinstance(value, dict):
        raise TypeError(f"{key} is not a table")
    return value


def list_of(table: Mapping[str, object], key: str) -> tuple[str, ...]:
    """A list of texts of a table. Errors: `TypeError`."""
    value = table[key]
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise TypeError(f"{key} is not a list of texts")
    return tuple(value)


def rows_of(table: Mapping[str, object], key: str) -> tuple[list[object], ...]:
    """A list of lists of a table. Errors: `TypeError`."""
    value = table[key]
    if not isinstance(value, list) or not all(isinstance(one, list) for one in value):
        raise TypeError(f"{key} is not a list of lists")
    return tuple(value)


def tables(table: Mapping[str, object], key: str) -> tuple[Mapping[str, object], ...]:
    """A list of tables of a table. Errors: `TypeError`."""
    value = table[key]
    if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
        raise TypeError(f"{key} is not a list of tables")
    return tuple(value)


_MARKS = {
    "neutral": Wording.PLAIN,
    "correction": Wording.CORRECTION,
    "change": Wording.CHANGE,
    "over": Wording.RETRACTION,
}


def _cues(table: Mapping[str, object]) -> dict[tuple[str, ...], Cue]:
    """Cues by their words."""
    return {
        tuple(phrase.rstrip(",").split()): Cue(wording, phrase.endswith(","))
        for key, wording in _MARKS.items()
        if key in table
        for phrase in list_of(table, key)
    }


def _act(table: Mapping[str, object]) -> ActWords:
    return ActWords(
        Phrases(list_of(table, "starts") if "starts" in table else ()),
        Phrases(list_of(table, "anywhere") if "anywhere" in table else ()),
    )


def _inverted(table: Mapping[str, object]) -> dict[str, str]:
    """From every way to say a name to the name."""
    return {way: name for name in table for way in list_of(table, name)}
