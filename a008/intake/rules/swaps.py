"""One value for another, said without its address: "it is Lyon, not Paris", "we switched from MySQL to PostgreSQL".

The address comes from the baseline: the one current state whose value is the old one. None or several leave it
unsaid. All that is learnt is the new value, which the user said; the item only says of what.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import NamedTuple

from a008.intake.rules import cues, values
from a008.intake.rules import words as wordlists
from a008.intake.rules.patterns import MAX_STATEMENT, Rule, rules, swaps
from a008.intake.rules.reading import Fact, plain_fact, read
from a008.intake.rules.values import Kind, Value
from a008.intake.rules.words import Words
from a008.memory.address import USER, SlotKind
from a008.memory.reconcile import Wording


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """A current state of the baseline: its item and what it says."""

    item_id: str
    proposition: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Swapped:
    """A state that takes another value: the cited item and the fact that takes its place."""

    item_id: str
    fact: Fact


class _Exchange(NamedTuple):
    old: Value
    new: Value
    wording: Wording


def swap(sentence: str, held: Iterable[Held], words: Words) -> Swapped | None:
    """The state that an asserted sentence gives another value, when exactly one holds the old one."""
    exchange = _exchange(sentence, words)
    if exchange is None:
        return None
    found = [
        Swapped(item_id=state.item_id, fact=changed)
        for state in held
        for fact in _facts(state.proposition)
        if (changed := _changed(fact, exchange)) is not None
    ]
    return found[0] if len({(one.fact.entity.casefold(), one.fact.slot) for one in found}) == 1 else None


def _exchange(sentence: str, words: Words) -> _Exchange | None:
    if len(sentence) > MAX_STATEMENT:
        return None
    statement = cues.core(cues.plain(sentence), words)
    for row in swaps(words):
        match = row.pattern.fullmatch(statement.text)
        if match is not None:
            old = values.value(match.group("old"), Kind.TEXT, words)
            new = values.value(match.group("value"), Kind.TEXT, words)
            return None if old is None or new is None else _Exchange(old, new, row.wording)
    return None


def _facts(proposition: str) -> tuple[Fact, ...]:
    """What a stored proposition says, if it is one of the shapes that the tables write."""
    for words in wordlists.languages_of(proposition):
        facts = tuple(_of_user(proposition, words)) or read(_first_person(proposition, words), words)
        if facts:
            return facts
    return ()


def _first_person(proposition: str, words: Words) -> str:
    """ "The user's editor is Vim." as the user says it; what is about others stays as it is."""
    for told, said in words.first_person.items():
        if proposition.casefold().startswith(told):
            return f"{said}{proposition[len(told) :]}"
    return proposition


def _of_user(proposition: str, words: Words) -> Iterator[Fact]:
    for pattern, rule in _told(words):
        match = pattern.fullmatch(proposition)
        held = None if match is None else values.value(match.group("value"), rule.kind, words)
        if held is not None:
            yield plain_fact(rule, held, proposition, words)
            return


@cache
def _told(words: Words) -> tuple[tuple[re.Pattern[str], Rule], ...]:
    """How the tables tell the attributes of the user that have a fixed name."""
    return tuple(
        (re.compile(re.escape(row.proposition).replace(r"\{value\}", r"(?P<value>.{1,200})")), rule)
        for rule in rules(words)
        if rule.entity == USER and rule.form is SlotKind.ATTRIBUTE and not rule.slot.startswith("{")
        for row in rule.rows
        if row.wording is Wording.PLAIN
    )


def _changed(fact: Fact, exchange: _Exchange) -> Fact | None:
    """The fact with the new value, when it holds the old one and tells it once."""
    old = str(exchange.old.value)
    place = re.compile(rf"(?<!\w){re.escape(old)}(?!\w)", re.IGNORECASE)
    told = place.findall(fact.proposition)
    if fact.form is not SlotKind.ATTRIBUTE or str(fact.value).casefold() != old.casefold() or len(told) != 1:
        return None
    return replace(
        fact,
        value=exchange.new.value,
        wording=exchange.wording,
        proposition=place.sub(lambda _: str(exchange.new.value), fact.proposition),
        since=None,
        until=None,
    )
