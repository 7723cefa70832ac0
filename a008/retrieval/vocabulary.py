"""The words that retrieval knows of each language: data, one table per language, extended by tables of the user's own.

Shape of a table (TOML): `stop`, `filler`, `user`, `listener`, `project` and `back` are words divided by blanks;
`[small_talk]`, `[intents]` and `[questions]` hold lists of phrases, whose last word may end in `*` for any ending;
`[asks]` gives, for the shared name of an attribute, words that ask for it beyond its names. `[months]` gives the names
of each month by its number, `[spans]` phrases by the days from now that they mean (`"-7..-1"`), `[clues]` the words
that tell of a time (`time`), of a number (`number`) or of the speaker (`own`), that stand before a date (`dating`), and
month names that are other words as well (`unsure`).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources

from a008.errors import Code, UsageError
from a008.intake.rules import words as wordlists
from a008.memory import name, terms
from a008.memory.envelope import Intent
from a008.retrieval.query import Question

#: Languages that come with A008.
LANGUAGES = ("en", "sv")

#: What `[clues]` can hold; days from now, and how far they may lie.
_CLUES = ("time", "number", "own", "dating", "unsure")
_DAYS = re.compile(r"([+-]?\d{1,6})(?:\.\.([+-]?\d{1,6}))?")
_FAR = 36_500

#: Words that must follow one another, with the blanks around them; none behind a last word that may have any ending.
Phrase = str


@dataclass(frozen=True, slots=True, kw_only=True)
class Vocabulary:
    """The tables of all languages together; a message may mix them.

    Shape: `filler` may stand between greetings; `listener` is how an answer speaks to the user; `back` are words that
    refer to what was said before; `past` are phrases that ask for nothing but the past; `attributes` gives the terms
    that ask for an attribute, by the normal form of its name. `months`, `spans`, `dating` and `unsure` read dates;
    `time`, `number` and `own` are clues that a text tells a time, a number, something of its speaker.
    """

    stop: frozenset[str]
    greetings: tuple[Phrase, ...]
    filler: frozenset[str]
    user: frozenset[str]
    listener: frozenset[str]
    project: frozenset[str]
    back: frozenset[str]
    intents: Mapping[Intent, tuple[Phrase, ...]]
    past: tuple[Phrase, ...]
    questions: Mapping[Question, tuple[Phrase, ...]]
    attributes: Mapping[str, frozenset[str]]
    months: Mapping[str, int]
    spans: Mapping[Phrase, tuple[int, int]]
    dating: frozenset[str]
    unsure: frozenset[str]
    time: re.Pattern[str]
    number: re.Pattern[str]
    own: re.Pattern[str]


@cache
def vocabulary(*extra: str) -> Vocabulary:
    """The tables that come with A008, and the user's own behind them, as TOML texts.

    Errors: `UsageError` (`configuration`) for a table of another shape.
    """
    shipped = [resources.files(__package__).joinpath("data", f"{each}.toml").read_text("utf-8") for each in LANGUAGES]
    tables = [_parsed(text) for text in (*shipped, *extra)]
    stop = frozenset(word.replace("'", "") for word in _words(tables, "stop"))
    return Vocabulary(
        stop=stop,
        greetings=_phrases(tables, "small_talk", "greetings"),
        filler=_words(tables, "filler"),
        user=_words(tables, "user"),
        listener=_words(tables, "listener"),
        project=_words(tables, "project"),
        back=_words(tables, "back"),
        intents={intent: _phrases(tables, "intents", intent) for intent in Intent},
        past=_phrases(tables, "intents", "past"),
        questions={question: _phrases(tables, "questions", question) for question in Question},
        attributes=_attributes(tables, stop),
        months=_months(tables),
        spans=_spans(tables),
        dating=frozenset(_flat(tables, "clues", "dating")),
        unsure=frozenset(_flat(tables, "clues", "unsure")),
        time=_clue(tables, "time"),
        number=_clue(tables, "number"),
        own=_clue(tables, "own"),
    )


def says(spoken: Sequence[str], phrases: Iterable[Phrase]) -> bool:
    """Whether any of some phrases stands in a run of words, at word boundaries."""
    line = f" {' '.join(spoken)} "
    return any(phrase in line for phrase in phrases)


def _parsed(text: str) -> Mapping[str, object]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UsageError("a language table is no TOML", code=Code.CONFIGURATION, remedy=str(error)) from None


def _words(tables: Iterable[Mapping[str, object]], key: str) -> frozenset[str]:
    found: set[str] = set()
    for table in tables:
        value = table.get(key, "")
        if not isinstance(value, str):
            raise UsageError("a language table holds no text here", code=Code.CONFIGURATION, item=key)
        found.update(value.split())
    return frozenset(found)


def _lists(tables: Iterable[Mapping[str, object]], section: str) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for table in tables:
        rows = table.get(section, {})
        if not isinstance(rows, dict):
            raise UsageError("a language table holds no section here", code=Code.CONFIGURATION, item=section)
        for key, values in rows.items():
            if not isinstance(values, list) or not all(isinstance(value, str) and value.split() for value in values):
                raise UsageError(
                    "a language table holds no list here", code=Code.CONFIGURATION, item=f"{section}.{key}"
                )
            found.setdefault(key, []).extend(values)
    return found


def _phrases(tables: Iterable[Mapping[str, object]], section: str, key: str) -> tuple[Phrase, ...]:
    texts = (" ".join(text.split()) for text in _lists(tables, section).get(key, []))
    return tuple(f" {text[:-1]}" if text.endswith("*") else f" {text} " for text in texts)


def _flat(tables: Iterable[Mapping[str, object]], section: str, key: str) -> tuple[str, ...]:
    return tuple(word.casefold() for text in _lists(tables, section).get(key, []) for word in text.split())


def _clue(tables: Iterable[Mapping[str, object]], key: str) -> re.Pattern[str]:
    """A pattern that finds any phrase of a clue at word boundaries, in any case."""
    told = _lists(tables, "clues")
    unknown = next((each for each in told if each not in _CLUES), None)
    if unknown is not None or "*" in told.get(key, []):
        raise UsageError("a language table holds no clue here", code=Code.CONFIGURATION, item=unknown or f"{key} *")
    texts = sorted((" ".join(text.split()) for text in told.get(key, [])), key=len, reverse=True)
    ways = (re.escape(text[:-1]) + r"\w*" if text.endswith("*") else re.escape(text) for text in texts)
    return re.compile(rf"(?<!\w)(?:{'|'.join(ways)})(?!\w)", re.IGNORECASE) if texts else re.compile(r"(?!)")


def _months(tables: Iterable[Mapping[str, object]]) -> Mapping[str, int]:
    """The number of each month by its names, in small letters; what is no number of a month is refused."""
    numbers = {str(number): number for number in range(1, 13)}
    for key in _lists(tables, "months"):
        if key not in numbers:
            raise UsageError("a language table holds a month from 1 to 12 here", code=Code.CONFIGURATION, item=key)
    return {word: number for key, number in numbers.items() for word in _flat(tables, "months", key)}


def _spans(tables: Iterable[Mapping[str, object]]) -> Mapping[Phrase, tuple[int, int]]:
    """Phrases that mean some days from now; what is no pair of numbers is refused."""
    found: dict[Phrase, tuple[int, int]] = {}
    for days in _lists(tables, "spans"):
        numbers = _DAYS.fullmatch(days)
        span = (0, -1) if numbers is None else (int(numbers[1]), int(numbers[2] or numbers[1]))
        if not -_FAR <= span[0] <= span[1] <= _FAR:
            raise UsageError(
                f"a language table holds no days here, as `-7..-1`, within {_FAR:,}", code=Code.CONFIGURATION, item=days
            )
        found |= dict.fromkeys(_phrases(tables, "spans", days), span)
    return dict(sorted(found.items(), key=lambda each: -len(each[0])))


def _attributes(tables: Iterable[Mapping[str, object]], stop: frozenset[str]) -> Mapping[str, frozenset[str]]:
    """The names that intake knows for an attribute in any language, and the words that ask for it besides."""
    ways = [pair for each in LANGUAGES for pair in wordlists.of(each).attributes.items()]
    asked = [(way, shared) for shared, texts in _lists(tables, "asks").items() for way in texts]
    found: dict[str, set[str]] = {}
    for way, shared in [*ways, *asked]:
        said = [form for word in terms.words(way) if word.text not in stop for form in word.forms]
        found.setdefault(name.key(shared), set()).update(said)
    return {key: frozenset(forms) for key, forms in found.items()}
