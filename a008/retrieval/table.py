"""One language table: from TOML to words and lists of a checked shape. What is refused is named with its line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from typing import NamedTuple, NoReturn

from a008.errors import Code, UsageError
from a008.memory.envelope import Intent
from a008.retrieval.query import Question

#: Keys that hold words divided by blanks.
WORDS = ("stop", "filler", "user", "listener", "project", "back", "endings")
#: What `[clues]` can hold.
CLUES = ("time", "number", "own", "dating", "unsure", "article", "ago", "last", "coming")
#: Days that a phrase of `[spans]` or a unit of time may be away from now.
FAR = 36_500

_RANGE = re.compile(r"([+-]?\d{1,6})(?:\.\.([+-]?\d{1,6}))?")
#: Sections whose keys are a closed set; `None` for those with keys of another kind.
_SECTIONS: Mapping[str, frozenset[str] | None] = {
    "small_talk": frozenset({"greetings"}),
    "intents": frozenset({*Intent, "past"}),
    "questions": frozenset(Question),
    "asks": None,
    "months": frozenset(map(str, range(1, 13))),
    "weekdays": frozenset(map(str, range(1, 8))),
    "seasons": None,
    "spans": None,
    "units": None,
    "numbers": frozenset(map(str, range(1, 100))),
    "clues": frozenset(CLUES),
}
#: Least and most of a number that is the key of a section.
_KEYS = {"seasons": (1, 12), "spans": (-FAR, FAR), "units": (1, 366)}
#: A clue that any ending would make of every text.
_ANYTHING = "*"

Lists = Mapping[str, tuple[str, ...]]


class Table(NamedTuple):
    """A table as it was written: words by key, and phrases by section and key."""

    words: Mapping[str, str]
    lists: Mapping[str, Lists]


def parsed(text: str, where: str) -> Table:
    """A table, read and checked; `where` names it in errors.

    Errors: `UsageError` (`configuration`) for what is no TOML, for a name that no table has, and for another shape.
    """
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        why = str(error).replace("at end of document", f"at line {text.count(chr(10)) + 1}, the last")
        raise UsageError("a language table is not TOML", code=Code.CONFIGURATION, item=where, remedy=why) from None
    source = _Source(text, where)
    words: dict[str, str] = {}
    lists: dict[str, Lists] = {}
    for name, value in document.items():
        if name in WORDS:
            words[name] = source.words(name, value)
        elif name in _SECTIONS:
            lists[name] = source.section(name, value)
        else:
            source.refuse("no such name", name, remedy=f"there are: {', '.join((*WORDS, *_SECTIONS))}")
    return Table(words, lists)


def numbers(key: str) -> tuple[int, int]:
    """The two numbers of a key like `-7..-1`; of one number alone, twice that one."""
    found = _RANGE.fullmatch(key)
    if found is None:
        raise ValueError(key)
    return int(found[1]), int(found[2] or found[1])


class _Source(NamedTuple):
    """The text of a table, in which a refusal finds its line."""

    text: str
    where: str

    def words(self, name: str, value: object) -> str:
        if not isinstance(value, str):
            self.refuse("words divided by blanks stand here", name)
        return value

    def section(self, name: str, value: object) -> Lists:
        if not isinstance(value, dict):
            self.refuse("a section stands here", name)
        return {key: self._list(name, key, phrases) for key, phrases in value.items()}

    def _list(self, section: str, key: str, phrases: object) -> tuple[str, ...]:
        self._key(section, key)
        if not isinstance(phrases, list) or not all(isinstance(each, str) and each.split() for each in phrases):
            self.refuse("a list of phrases stands here", section, key)
        if section == "clues" and _ANYTHING in phrases:
            self.refuse("a clue is more than `*`", section, key)
        return tuple(phrases)

    def _key(self, section: str, key: str) -> None:
        allowed = _SECTIONS[section]
        if allowed is not None and key not in allowed:
            self.refuse("no such key", section, key, remedy=f"there are: {', '.join(sorted(allowed))}")
        if section in _KEYS:
            least, most = _KEYS[section]
            try:
                first, last = numbers(key)
            except ValueError:
                first, last = most + 1, least
            in_order = first <= last or section == "seasons"  # a winter begins in one year and ends in the next
            if not (least <= first <= most and least <= last <= most and in_order):
                self.refuse(f"numbers from {least} to {most} stand here, as `3` or `3..5`", section, key)

    def refuse(self, what: str, section: str, key: str | None = None, *, remedy: str | None = None) -> NoReturn:
        name = section if key is None else f"{section}.{key}"
        raise UsageError(
            f"a language table cannot be read: {what}",
            code=Code.CONFIGURATION,
            item=f"{name}, line {self._line(section, key)} of {self.where}",
            remedy=remedy,
        )

    def _line(self, section: str, key: str | None) -> int:
        """The first line of a key of a section, or else of the section; 1 where it is written in another way."""
        here, found = "", 1
        for number, line in enumerate(self.text.splitlines(), 1):
            heading = re.match(r"\s*\[\s*[\"']?([^\]\"']*?)[\"']?\s*\]", line)
            here = here if heading is None else heading[1]
            named = re.match(r"\s*[\"']?([^\"'=]*?)[\"']?\s*=", line)
            if named is not None and (here, named[1]) == (("", section) if key is None else (section, key)):
                return number
            found = number if heading is not None and here == section else found
        return found
