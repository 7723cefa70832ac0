"""The pattern tables of the languages: rules, the rows that say them, and the search for the first row that fits.

Every group is bounded and divided at blanks, so that a row looks at a statement of the longest allowed length a bounded
number of times.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from a008.intake.rules import words as wordlists
from a008.intake.rules.values import Kind
from a008.intake.rules.words import Words
from a008.memory.address import SlotKind
from a008.memory.claim import Severity
from a008.memory.reconcile import Wording

#: Longest statement that is read. Longer sentences are seldom plain.
MAX_STATEMENT = 400


class Needs(StrEnum):
    """What a row demands beside its words."""

    NOTHING = "nothing"
    SINCE = "since"
    UNTIL = "until"
    OVER = "over"


class Example(NamedTuple):
    """A sentence and what it says: an address, a value or object, a wording, a proposition."""

    said: str
    address: str
    value: str | int
    wording: Wording
    proposition: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One way to say what a rule learns."""

    pattern: re.Pattern[str]
    needs: Needs
    wording: Wording
    proposition: str
    examples: tuple[Example, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """What is learnt from some ways to say it.

    Shape: `entity` and `slot` are names, or groups of the pattern in braces. `many` lets "tea and coffee" be two
    objects. `carry` is what a second clause may leave out at its front; `opposite` is empty when no slot says the
    contrary.
    """

    name: str
    form: SlotKind
    entity: str
    slot: str
    kind: Kind
    severity: Severity
    domains: tuple[str, ...]
    carry: tuple[str, ...]
    opposite: str
    many: bool
    rows: tuple[Row, ...]


class Swap(NamedTuple):
    """A way to say one value for another without saying of what, and its examples as they stand in the table."""

    pattern: re.Pattern[str]
    wording: Wording
    examples: tuple[list[object], ...]


class Found(NamedTuple):
    """A row that fits a whole statement, and what its groups hold; a numbered group goes by its plain name."""

    rule: Rule
    row: Row
    groups: Mapping[str, str]


_WORD = r"[^\s,;:!?\"“”«»()\[\]{}]{1,60}"
_NAME = rf"{_WORD}(?: {_WORD}){{0,5}}?"
_NOUN = r"[^\W\d_][\w'-]{0,40}(?: [^\W\d_][\w'-]{0,40}){0,3}"
_PATH = r"`[^`\s]{1,120}`|[\w~./\\-]{0,100}(?:\.[a-z]\w{0,7}|[/\\][\w~-]{1,100}|\w\(\))"
_GROUPS = {
    "entity": _NAME,
    "subject": _NAME,
    "person": _NAME,
    "attribute": _NOUN,
    "purpose": _NOUN,
    "value": ".{1,200}",
    "old": ".{1,80}?",
}
_SHAPE = re.compile(r"\{([a-z][a-z_]*?)(_of|_own|_\d)?\}")
_NUMBER = re.compile(r"_\d$")


def find(statement: str, words: Words, allows: Callable[[Found], bool]) -> Found | None:
    """The first allowed row that fits a whole statement."""
    if len(statement) > MAX_STATEMENT:
        return None
    for rule in rules(words):
        for row in rule.rows:
            match = row.pattern.fullmatch(statement)
            if match is not None and allows(found := Found(rule, row, dict(_groups(match)))):
                return found
    return None


@cache
def rules(words: Words) -> tuple[Rule, ...]:
    """The rules of a language in the order in which they are asked."""
    return tuple(
        _rule(table, words)
        for name in wordlists.PATTERN_FILES
        for table in wordlists.tables(wordlists.load(words.language, name), "rule")
    )


@cache
def swaps(words: Words) -> tuple[Swap, ...]:
    """The swaps of a language in the order in which they are asked."""
    return tuple(
        Swap(
            re.compile(_expand(wordlists.text_of(table, "pattern"), words), re.IGNORECASE),
            Wording(wordlists.text_of(table, "wording")),
            wordlists.rows_of(table, "examples"),
        )
        for table in wordlists.tables(wordlists.load(words.language, "things"), "swap")
    )


def _groups(match: re.Match[str]) -> Iterator[tuple[str, str]]:
    for name, held in match.groupdict().items():
        if held is not None:
            yield _NUMBER.sub("", name), held


def _rule(table: Mapping[str, object], words: Words) -> Rule:
    text = wordlists.text_of
    return Rule(
        name=text(table, "name"),
        form=SlotKind(text(table, "form")),
        entity=text(table, "entity"),
        slot=text(table, "slot"),
        kind=Kind(text(table, "kind")),
        severity=Severity(text(table, "severity")),
        domains=wordlists.list_of(table, "domains"),
        carry=wordlists.list_of(table, "carry") if "carry" in table else (),
        opposite=text(table, "opposite") if "opposite" in table else "",
        many=table.get("many") is True,
        rows=tuple(_row(row, words) for row in wordlists.tables(table, "row")),
    )


def _row(table: Mapping[str, object], words: Words) -> Row:
    text = wordlists.text_of
    return Row(
        pattern=re.compile(_expand(text(table, "pattern"), words), re.IGNORECASE),
        needs=Needs(text(table, "needs")) if "needs" in table else Needs.NOTHING,
        wording=Wording(text(table, "wording")),
        proposition=text(table, "proposition"),
        examples=tuple(_example(row) for row in wordlists.rows_of(table, "examples")),
    )


def _example(row: list[object]) -> Example:
    said, address, value, wording, proposition = row
    held = value if isinstance(value, int) else str(value)
    return Example(str(said), str(address), held, Wording(str(wording)), str(proposition))


def _expand(pattern: str, words: Words) -> str:
    """A row's regular expression: every `{shape}` replaced, those inside shapes too."""

    def replace(match: re.Match[str]) -> str:
        name, suffix = match.group(1), match.group(2) or ""
        if name in words.shapes:
            return _expand(words.shapes[name], words)
        return _shape(name, suffix, words)

    return _SHAPE.sub(replace, pattern)


def _shape(name: str, suffix: str, words: Words) -> str:
    match name:
        case "adv":
            return _adverbs(suffix, words)
        case "verb" | "adds" | "trait":
            held = {"adds": wordlists.kind("additive"), "trait": wordlists.kind("traits")}.get(name)
            body = _any(way for way, shared in words.verbs.items() if held is None or shared in held)
            name = "verb"
        case "kin" | "here":
            held = wordlists.kind("kin" if name == "kin" else "project")
            body = _any(way for way, shared in words.attributes.items() if shared in held)
        case "project":
            return f"(?:{_any(words.project_names)})"
        case "file":
            return rf"(?:{words.shapes['file_kind']})?(?P<file{suffix}>{_PATH})"
        case _:
            body = _GROUPS[name]
    return f"(?P<{name}{suffix}>{body})"


def _adverbs(suffix: str, words: Words) -> str:
    """At most two adverbs, those that tell of a change or a correction in groups of their own."""
    by_wording = {wording: _any(held) for wording, held in words.adverbs.items()}
    return (
        rf"(?: (?:(?P<change{suffix}>{by_wording[Wording.CHANGE]})|(?P<fix{suffix}>{by_wording[Wording.CORRECTION]})"
        rf"|{by_wording[Wording.PLAIN]})){{0,2}}"
    )


def _any(phrases: Iterator[str] | Mapping[str, str] | tuple[str, ...]) -> str:
    return "|".join(re.escape(phrase) for phrase in sorted(phrases, key=lambda phrase: (-len(phrase), phrase)))
