"""The words that retrieval knows of each language: data, one table per language, extended by tables of the user's own.

Shape of a table (TOML): `stop`, `filler`, `user`, `listener`, `project`, `back` and `endings` are words divided by
blanks; `[small_talk]`, `[intents]` and `[questions]` hold lists of phrases, whose last word may end in `*` for any
ending; `[asks]` gives, for the shared name of an attribute, words that ask for it beyond its names. `[months]`,
`[weekdays]`, `[seasons]`, `[spans]`, `[units]`, `[numbers]` and `[clues]` read times: see `date_words.py`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

from a008.intake.rules import words as wordlists
from a008.memory import name, terms
from a008.memory.envelope import Intent
from a008.retrieval.date_words import DateWords
from a008.retrieval.query import Question
from a008.retrieval.table import Table, numbers, parsed

#: Languages that come with A008.
LANGUAGES = ("en", "sv")

#: Words that must follow one another, with the blanks around them; none behind a last word that may have any ending.
Phrase = str


@dataclass(frozen=True, slots=True, kw_only=True)
class Vocabulary:
    """The tables of all languages together; a message may mix them.

    Shape: `filler` may stand between greetings; `listener` is how an answer speaks to the user; `back` are words that
    refer to what was said before; `endings` may follow a name and leave it the same; `past` are phrases that ask for
    nothing but the past; `attributes` gives the terms that ask for an attribute, by the normal form of its name;
    `dates` reads days; `time`, `number` and `own` are clues that a text tells a time, a number, something of its
    speaker.
    """

    stop: frozenset[str]
    greetings: tuple[Phrase, ...]
    filler: frozenset[str]
    user: frozenset[str]
    listener: frozenset[str]
    project: frozenset[str]
    back: frozenset[str]
    endings: tuple[str, ...]
    intents: Mapping[Intent, tuple[Phrase, ...]]
    past: tuple[Phrase, ...]
    questions: Mapping[Question, tuple[Phrase, ...]]
    attributes: Mapping[str, frozenset[str]]
    dates: DateWords
    time: re.Pattern[str]
    number: re.Pattern[str]
    own: re.Pattern[str]


@cache
def vocabulary(*extra: str) -> Vocabulary:
    """The tables that come with A008, and the user's own behind them, as TOML texts.

    Errors: `UsageError` (`configuration`) for a table of another shape.
    """
    shipped = [resources.files(__package__).joinpath("data", f"{each}.toml").read_text("utf-8") for each in LANGUAGES]
    tables = [parsed(text, f"table {place}") for place, text in enumerate((*shipped, *extra), 1)]
    stop = frozenset(word.replace("'", "") for word in _words(tables, "stop"))
    return Vocabulary(
        stop=stop,
        greetings=tuple(_phrases(tables, "small_talk", "greetings")),
        filler=_words(tables, "filler"),
        user=_words(tables, "user"),
        listener=_words(tables, "listener"),
        project=_words(tables, "project"),
        back=_words(tables, "back"),
        endings=tuple(sorted(_words(tables, "endings"), key=lambda ending: (-len(ending), ending))),
        intents={intent: tuple(_phrases(tables, "intents", intent)) for intent in Intent},
        past=tuple(_phrases(tables, "intents", "past")),
        questions={question: tuple(_phrases(tables, "questions", question)) for question in Question},
        attributes=_attributes(tables, stop),
        dates=_dates(tables),
        time=_clue(tables, "time"),
        number=_clue(tables, "number"),
        own=_clue(tables, "own"),
    )


def says(spoken: Sequence[str], phrases: Iterable[Phrase]) -> bool:
    """Whether any of some phrases stands in a run of words, at word boundaries."""
    line = f" {' '.join(spoken)} "
    return any(phrase in line for phrase in phrases)


def _plain(text: str) -> str:
    """As a message is read: see `intents.spoken`."""
    return unicodedata.normalize("NFKC", text).casefold().replace("’", "'")


def _words(tables: Iterable[Table], key: str) -> frozenset[str]:
    return frozenset(word for table in tables for word in _plain(table.words.get(key, "")).split())


def _texts(tables: Iterable[Table], section: str, key: str) -> Iterator[str]:
    for table in tables:
        yield from (" ".join(_plain(text).split()) for text in table.lists.get(section, {}).get(key, ()))


def _phrases(tables: Iterable[Table], section: str, key: str) -> Iterator[Phrase]:
    for text in _texts(tables, section, key):
        yield f" {text[:-1]}" if text.endswith("*") else f" {text} "


def _keys(tables: Iterable[Table], section: str) -> Iterator[str]:
    yield from dict.fromkeys(key for table in tables for key in table.lists.get(section, {}))


def _clue(tables: Iterable[Table], key: str) -> re.Pattern[str]:
    """A pattern that finds any phrase of a clue at word boundaries, in small letters: several times faster that way."""
    texts = sorted(_texts(tables, "clues", key), key=len, reverse=True)
    ways = (re.escape(text[:-1]) + r"\w*" if text.endswith("*") else re.escape(text) for text in map(str.lower, texts))
    return re.compile(rf"(?<!\w)(?:{'|'.join(ways)})(?!\w)") if texts else re.compile(r"(?!)")


def _dates(tables: Sequence[Table]) -> DateWords:
    def numbered(section: str) -> Mapping[str, tuple[int, int]]:
        return {text: numbers(key) for key in _keys(tables, section) for text in _texts(tables, section, key)}

    def counted(section: str) -> Mapping[str, int]:
        return {text: number for text, (number, _) in numbered(section).items()}

    def words(clue: str) -> frozenset[str]:
        return frozenset(word for text in _texts(tables, "clues", clue) for word in text.split())

    return DateWords(
        months=counted("months"),
        weekdays=counted("weekdays"),
        seasons=numbered("seasons"),
        spans=numbered("spans"),
        units=counted("units"),
        numbers=counted("numbers"),
        dating=words("dating"),
        unsure=words("unsure"),
        article=words("article"),
        ago=words("ago"),
        last=words("last"),
        coming=words("coming"),
    )


def _attributes(tables: Sequence[Table], stop: frozenset[str]) -> Mapping[str, frozenset[str]]:
    """The names that intake knows for an attribute in any language, and the words that ask for it besides."""
    ways = [pair for each in LANGUAGES for pair in wordlists.of(each).attributes.items()]
    asked = [(way, shared) for shared in _keys(tables, "asks") for way in _texts(tables, "asks", shared)]
    found: dict[str, set[str]] = {}
    for way, shared in [*ways, *asked]:
        said = [form for word in terms.words(way) if word.text not in stop for form in word.forms]
        found.setdefault(name.key(shared), set()).update(said)
    return {key: frozenset(forms) for key, forms in found.items()}
