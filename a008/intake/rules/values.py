"""What a statement says of a thing: values, cleaned and checked. What is an opinion or a clause is no value."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from enum import StrEnum
from typing import NamedTuple

from a008.intake.rules import words as wordlists
from a008.intake.rules.names import bare, is_identifier
from a008.intake.rules.words import Words

#: Longest value, in characters and words.
MAX_LENGTH = 120
_MAX_WORDS = 12


class Kind(StrEnum):
    """What sort of value a rule expects; each has one check."""

    TEXT = "text"
    FREE = "free"
    ONLY = "only"
    NAME = "name"
    PROPER = "proper"
    PLACE = "place"
    ORGANISATION = "organisation"
    LOCATION = "location"
    OBJECT = "object"
    ROLE = "role"
    ALLERGEN = "allergen"
    THING = "thing"
    STATUS = "status"
    NUMBER = "number"
    DATE = "date"


#: Kinds behind which a time without a date ("since last year") is no part of the value.
TIMELESS = frozenset(
    {Kind.PLACE, Kind.ORGANISATION, Kind.LOCATION, Kind.OBJECT, Kind.ALLERGEN, Kind.THING, Kind.PROPER, Kind.STATUS}
)


class Value(NamedTuple):
    """A value and how it was said, with its article and preposition."""

    value: str | int
    said: str


_FINAL = " ,;:.!?…"
_ISO = re.compile(r"\d{4}-\d\d-\d\d")
_DOTTED = re.compile(r"(?:^|\W)[A-Z]\.[A-Z]$")
_WORD = re.compile(r"[^\W_][\w.+#&/'@-]*+,?")


def value(surface: str, kind: Kind, words: Words) -> Value | None:
    """Read a value of a kind; `None` when the words are no such value."""
    said = _closed(surface.strip(" ,;:"))
    marked = bare(said)
    if not marked or len(marked) > MAX_LENGTH or len(marked.split()) > _MAX_WORDS:
        return None
    if marked != said and kind is not Kind.NUMBER:
        return Value(marked, said)
    return _CHECKS[kind](said, words)


def is_strong(text: str, words: Words) -> bool:
    """Whether a value looks like a name, a number, a date or a path whatever it is said of."""
    marked = any(letter.isdigit() or letter == "@" for letter in text)
    return not text[:1].islower() or is_identifier(text) or marked or words.values["numerals"].start(text.split()) > 0


def _closed(text: str) -> str:
    """Text without stops at its end, but for the dots of an abbreviation such as `U.S.`."""
    stripped = text.rstrip(_FINAL)
    dotted = _DOTTED.search(stripped) is not None and text[len(stripped) :].startswith(".")
    return f"{stripped}." if dotted else stripped


def _naked(said: str, words: Words) -> str:
    """A value without a preposition and an article in front."""
    parts = said.split()
    for table in ("prepositions", "articles"):
        held = words.values[table] if table == "prepositions" else words.names[table]
        if len(parts) > 1 and held.holds(parts[0]):
            parts = parts[1:]
    return " ".join(parts)


def _is_clause(said: str, words: Words) -> bool:
    """Whether the words are an opinion, a comparison or a clause of their own."""
    found = wordlists.found(said)
    naked = wordlists.found(_naked(said, words))
    return (
        not naked
        or any(words.values["starts"].start(some) for some in (found, naked))
        or words.values["anywhere"].anywhere(found)
    )


def _cut(said: str, words: Words) -> str:
    """A place or a name up to where something else begins."""
    parts = said.split()
    at = next((at for at, part in enumerate(parts) if at and part.casefold() in words.cuts), len(parts))
    return " ".join(parts[:at]).rstrip(_FINAL)


def _text(said: str, words: Words) -> Value | None:
    return None if _is_clause(said, words) else Value(_naked(said, words), said)


def _free(said: str, words: Words) -> Value | None:
    """Whatever a file does: `only` may stand in front, a clause may not."""
    if words.values["anywhere"].anywhere(wordlists.found(said)):
        return None
    parts = said.split()
    kept = parts[1:] if len(parts) > 1 and words.names["articles"].holds(parts[0]) else parts
    return Value(" ".join(kept), said)


def _only(said: str, words: Words) -> Value | None:
    """All that there is: what starts with a word like "only" or "every"."""
    return _free(said, words) if words.values["only"].start(wordlists.found(said)) else None


def _named(said: str, words: Words, *, most: int, lower: int) -> bool:
    """Whether the words are capitalised, or few enough to be a name typed in lower case (0: never)."""
    parts = said.split()
    if not 1 <= len(parts) <= most or not all(_WORD.fullmatch(part) for part in parts):
        return False
    if any(words.names["blocked"].holds(part) and not words.names["particles"].holds(part) for part in parts):
        return False
    capitals = [part[:1].isupper() or words.names["particles"].holds(part) for part in parts]
    if capitals[0] and not words.names["particles"].holds(parts[0]):
        return all(capitals)
    return len(parts) <= lower and not any(capitals) and all(part.isalpha() for part in parts)


def _name(said: str, words: Words) -> Value | None:
    fits = _named(said, words, most=4, lower=2) and not _is_clause(said, words) and "," not in said
    return Value(said, said) if fits else None


def _proper(said: str, words: Words) -> Value | None:
    said = _cut(said, words)
    naked = _naked(said, words)
    return Value(naked, said) if _named(naked, words, most=4, lower=0) and "," not in said else None


def _place(said: str, words: Words) -> Value | None:
    said = _cut(said, words)
    naked = _naked(said, words)
    if naked != said and not naked[:1].isupper():
        return None
    fits = _named(naked, words, most=5, lower=1) and not words.values["vague"].holds(said)
    return Value(naked, said) if fits and not _is_clause(said, words) else None


def _organisation(said: str, words: Words) -> Value | None:
    said = _cut(said, words)
    naked = _naked(said, words)
    definite = naked != said and words.names["definite"].holds(said.split()[0])
    if naked != said and not definite:
        return None
    if any(words.values["vague"].holds(one) for one in (said, naked)):
        return None
    fits = _named(naked, words, most=5, lower=3 if definite else 1) and not _is_clause(said, words)
    return Value(naked, said) if fits else None


def _location(said: str, words: Words) -> Value | None:
    if is_identifier(said):
        return Value(said, said)
    naked = _naked(said, words)
    definite = naked != said and words.names["definite"].holds(said.split()[0])
    if (naked != said and not definite) or any(words.values["vague"].holds(one) for one in (said, naked)):
        return None
    fits = _named(naked, words, most=5, lower=4 if definite else 1) and len(naked) > 1 and not _is_clause(said, words)
    return Value(naked, said) if fits else None


def _object(said: str, words: Words) -> Value | None:
    """Something that can be liked: "the idea" points at what only the speaker sees, "the Beatles" does not."""
    said = _cut(said, words)
    naked = _naked(said, words)
    pointing = words.names["definite"].holds(said.split(" ", 1)[0]) and not naked[:1].isupper()
    short = len(naked) > 1 and len(naked.split()) <= 5 and "," not in said
    fits = short and not pointing and not words.names["blocked"].holds(naked)
    return Value(naked, said) if fits and not _is_clause(said, words) else None


def _role(said: str, words: Words) -> Value | None:
    """An occupation, without where it is practised."""
    parts = said.split()
    at = next((at for at, part in enumerate(parts) if at and words.values["prepositions"].holds(part)), len(parts))
    return _object(" ".join(parts[: max(at, 1)]), words)


def _allergen(said: str, words: Words) -> Value | None:
    found = _object(said, words)
    return None if found is None or words.values["figures"].holds(str(found.value)) else found


def _thing(said: str, words: Words) -> Value | None:
    naked = _naked(said, words)
    fits = 0 < len(naked.split()) <= 4 and not _is_clause(said, words)
    return Value(naked, said) if fits and not words.names["blocked"].holds(naked.split()[0]) else None


def _status(said: str, words: Words) -> Value | None:
    """A state in at most three words; here `broken` and `ready` are what is asked for."""
    parts = said.split()
    found = wordlists.found(said)
    clause = words.values["anywhere"].anywhere(found) or words.values["status_starts"].start(found)
    return None if len(parts) > 3 or clause or not found else Value(_naked(said, words), said)


def _number(said: str, _words: Words) -> Value | None:
    return Value(int(said), said) if re.fullmatch(r"[1-9]\d{0,2}", said, re.ASCII) else None


def _date(said: str, words: Words) -> Value | None:
    if _ISO.fullmatch(said):
        try:
            return Value(date.fromisoformat(said).isoformat(), said)
        except ValueError:
            return None
    return _text(said, words) if any(letter.isdigit() for letter in said) else None


_CHECKS: dict[Kind, Callable[[str, Words], Value | None]] = {
    Kind.TEXT: _text,
    Kind.FREE: _free,
    Kind.ONLY: _only,
    Kind.NAME: _name,
    Kind.PROPER: _proper,
    Kind.PLACE: _place,
    Kind.ORGANISATION: _organisation,
    Kind.LOCATION: _location,
    Kind.OBJECT: _object,
    Kind.ROLE: _role,
    Kind.ALLERGEN: _allergen,
    Kind.THING: _thing,
    Kind.STATUS: _status,
    Kind.NUMBER: _number,
    Kind.DATE: _date,
}
