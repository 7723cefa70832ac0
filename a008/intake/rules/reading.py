"""From one asserted sentence to the facts it states: clauses, times, topics and values put together."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import NamedTuple

from a008.clock import Instant
from a008.intake.rules import cues, names, values
from a008.intake.rules.dates import dated
from a008.intake.rules.names import Thing, Topic
from a008.intake.rules.patterns import MAX_STATEMENT, Found, Needs, Rule, find
from a008.intake.rules.values import Kind, Value
from a008.intake.rules.words import Words, kind
from a008.memory.address import SlotKind
from a008.memory.claim import Severity
from a008.memory.reconcile import Wording

#: Longest sentence that is read, with what stands around its statement.
_MAX_SENTENCE = MAX_STATEMENT + 100
#: Places at which one sentence is divided, and objects of one list.
_MOST_CLAUSES = 6
_MOST_OBJECTS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """One statement with an address.

    Shape: `slot` is an attribute with a `value`, or a relation whose object is the `value`. `opposite` names the
    relation that the same words deny, or is empty.
    """

    form: SlotKind
    entity: str
    slot: str
    value: str | int
    wording: Wording
    proposition: str
    severity: Severity
    domains: tuple[str, ...]
    opposite: str
    since: Instant | None
    until: Instant | None
    language: str


class _Reading(NamedTuple):
    """A match whose groups were understood: what the template of the proposition is filled with."""

    entity: str
    slot: str
    value: Value
    fresh: bool
    filling: Mapping[str, str]


class _Variant(NamedTuple):
    """A statement with the times around it taken off."""

    text: str
    since: Instant | None
    until: Instant | None
    timeless: bool


def read(sentence: str, words: Words) -> tuple[Fact, ...]:
    """The facts that one asserted sentence states in a language, in the order in which it states them."""
    if len(sentence) > _MAX_SENTENCE:
        return ()
    statement = cues.core(cues.plain(sentence), words)
    if not 0 < len(statement.text) <= MAX_STATEMENT:
        return ()
    return tuple(_facts(statement.text, statement, words, {}))


def plain_fact(rule: Rule, held: Value, proposition: str, words: Words) -> Fact:
    """A fact of a rule with a fixed address, as a stored proposition tells it."""
    return Fact(
        form=rule.form,
        entity=rule.entity,
        slot=rule.slot,
        value=held.value,
        wording=Wording.PLAIN,
        proposition=proposition,
        severity=rule.severity,
        domains=rule.domains,
        opposite=rule.opposite,
        since=None,
        until=None,
        language=words.language,
    )


def _facts(text: str, statement: cues.Core, words: Words, seen: dict[str, list[Fact]]) -> list[Fact]:
    """Facts of a statement, divided at a conjunction where both halves stand, whole, or one half of it alone.

    Shape: `seen` holds what came of the second halves so far; without it a chain of clauses would take exponential
    time.
    """
    cuts = list(islice(_joints(words).finditer(text), _MOST_CLAUSES))
    heads: list[tuple[re.Match[str], list[Fact]]] = []
    for cut in cuts:
        head, carries = _single(text[: cut.start()], statement, words)
        if not head:
            continue
        heads.append((cut, head))
        for carry in ("", *carries):
            second = f"{carry}{text[cut.end() :]}"
            if second not in seen:
                rest = cues.core(second, words)
                seen[second] = _facts(rest.text, rest, words, seen)
            if seen[second]:
                return head + seen[second]
    whole, _ = _single(text, statement, words)
    if whole:
        return whole
    first = next((head for cut, head in heads if _stands_alone(cut, text[cut.end() :], words)), [])
    return first or next((tail for cut in cuts if (tail := _last_clause(text[cut.end() :], words))), [])


def _last_clause(text: str, words: Words) -> list[Fact]:
    """A clause in the first person says what it says, whatever stood before the conjunction."""
    core = cues.core(text, words)
    if not words.values["own"].holds(core.text.split(" ", 1)[0]):
        return []
    return _single(core.text, core, words)[0]


def _stands_alone(cut: re.Match[str], rest: str, words: Words) -> bool:
    """Whether what follows a conjunction is a clause of its own, which leaves the first half as it is."""
    first = rest.split(" ", 1)[0].casefold()
    return cut.group("but") is not None or words.values["independent"].holds(first)


@cache
def _joints(words: Words) -> re.Pattern[str]:
    joining, contrasting = words.conjunctions
    return re.compile(rf",? (?:{joining}|(?P<but>{contrasting})) |; |, ", re.IGNORECASE)


def _single(text: str, statement: cues.Core, words: Words) -> tuple[list[Fact], tuple[str, ...]]:
    """Facts of one clause, and what a second clause may have left out."""
    for variant in _variants(text, words):

        def allows(found: Found, variant: _Variant = variant) -> bool:
            return _allows(found, variant, statement, words)

        found = find(variant.text, words, allows)
        if found is not None:
            facts = list(_stated(found, variant, statement, words))
            if facts:
                return facts, _carries(found)
    return [], ()


def _variants(text: str, words: Words) -> Iterator[_Variant]:
    """A statement as it stands, without its dates, and without a time that is no date."""
    times = dated(text, words)
    yield _Variant(times.text, times.since, times.until, False)
    vague = _vague(words).sub("", times.text)
    if vague != times.text:
        yield _Variant(vague, times.since, times.until, True)


@cache
def _vague(words: Words) -> re.Pattern[str]:
    return re.compile(rf",?\ (?:{words.vague_time})$", re.IGNORECASE | re.VERBOSE)


def _allows(found: Found, variant: _Variant, statement: cues.Core, words: Words) -> bool:
    """Whether a row may decide: it is of no use for who is no person, or without the time that it needs."""
    if variant.timeless and found.rule.kind not in values.TIMELESS:
        return False
    if "person" in found.groups and _person(found.groups["person"], words) is None:
        return False
    if found.rule.kind is Kind.ONLY and values.value(found.groups["value"], Kind.ONLY, words) is None:
        return False
    match found.row.needs:
        case Needs.SINCE:
            return variant.since is not None or variant.timeless
        case Needs.UNTIL:
            return variant.until is not None
        case Needs.OVER:
            return statement.over
        case Needs.NOTHING:
            return True


def _stated(found: Found, variant: _Variant, statement: cues.Core, words: Words) -> Iterator[Fact]:
    rule = found.rule
    for part in _objects(found, words):
        reading = _reading(found, part, words)
        if reading is None:
            return
        wording = _wording(found, reading, statement)
        since, until = variant.since, variant.until
        if wording is Wording.RETRACTION:  # "since May I no longer ..." tells when it ended, not when it began
            since, until = None, since or until
        yield Fact(
            form=rule.form,
            entity=reading.entity,
            slot=reading.slot,
            value=reading.value.value,
            wording=wording,
            proposition=_sentence(found.row.proposition.format_map(reading.filling), words),
            severity=_severity(rule, reading.slot),
            domains=rule.domains,
            opposite=rule.opposite,
            since=since,
            until=until,
            language=words.language,
        )


def _objects(found: Found, words: Words) -> list[str]:
    """The objects of a relation that may have many, each for itself, when they are single words or names.

    "Action and scary films" stays one: the halves of longer lists lean on each other.
    """
    whole = found.groups.get("value", "")
    joining = words.conjunctions[0]
    if not found.rule.many or f" {joining} " not in f" {whole.casefold()} " or words.values["pairs"].holds(whole):
        return [whole]
    parts = re.split(rf",? {joining} |, ", whole, maxsplit=_MOST_OBJECTS)
    if all(_is_whole(part) and values.value(part, found.rule.kind, words) is not None for part in parts):
        return parts
    return [whole]


def _is_whole(part: str) -> bool:
    return len(part.split()) == 1 or all(word[:1].isupper() for word in part.split())


def _reading(found: Found, surface: str, words: Words) -> _Reading | None:
    """Understand the groups of a match; `None` as soon as one of them has no address or no value."""
    groups, rule = found.groups, found.rule
    held = values.value(surface, rule.kind, words)
    if held is None:
        return None
    filling = {**groups, "value": held.said, "shared": words.verbs.get(groups.get("verb", "").casefold(), "")}
    if rule.entity == "{topic}":
        topic = names.topic(groups, words)
        if topic is None or not _fits(topic, held, groups, words):
            return None
        return _Reading(topic.entity, topic.slot, held, topic.fresh, {**filling, "topic": topic.spoken})
    owner = _owner(rule, groups, words)
    slot = _slot(rule, filling, words)
    if owner is None or slot is None:
        return None
    group = rule.entity.strip("{}")
    return _Reading(owner.entity, names.slot_of(owner, slot), held, False, {**filling, group: owner.spoken})


def _owner(rule: Rule, groups: Mapping[str, str], words: Words) -> Thing | None:
    """The thing that a rule is about: fixed, or named by a group."""
    if not rule.entity.startswith("{"):
        return Thing(rule.entity, "", "", True)
    group = rule.entity.strip("{}")
    return _person(groups[group], words) if group == "person" else names.thing(groups[group], words)


def _person(surface: str, words: Words) -> Thing | None:
    """Somebody with a name, or told by the speaker's kin."""
    found = names.thing(surface, words)
    return found if found is not None and (found.proper or found.owned in kind("kin")) else None


def _slot(rule: Rule, filling: Mapping[str, str], words: Words) -> str | None:
    match rule.slot:
        case "{verb}":
            return filling["shared"]
        case "{kin}" | "{purpose}":
            found = names.prop(filling[rule.slot.strip("{}")], words)
            return None if found is None else found.name
        case fixed:
            return fixed


def _fits(topic: Topic, held: Value, groups: Mapping[str, str], words: Words) -> bool:
    """Whether a value may be said of a property.

    People and pets have names; what the speaker calls "my" something is often a remark, so it must be known or look
    like a value.
    """
    if topic.slot in kind("kin"):
        return values.value(held.said, Kind.PROPER, words) is not None
    if values.is_strong(str(held.value), words):
        return True
    return topic.slot not in kind("things") and (topic.known or "entity" in groups)


def _wording(found: Found, reading: _Reading, statement: cues.Core) -> Wording:
    """How it was said: by the row, else by what stood at the verb or around the statement."""
    if found.row.wording is not Wording.PLAIN:
        return found.row.wording
    marks = {statement.wording}
    if "change" in found.groups or reading.fresh:
        marks.add(Wording.CHANGE)
    if "fix" in found.groups:
        marks.add(Wording.CORRECTION)
    return cues.strongest(marks)


def _severity(rule: Rule, slot: str) -> Severity:
    minor = rule.entity == "{topic}" and any(mark in slot for mark in kind("minor"))
    return Severity.MINOR if minor else rule.severity


def _sentence(text: str, words: Words) -> str:
    """A proposition with a capital where it starts with a common word; names keep their spelling."""
    first = text.split(" ", 1)[0]
    owners = (words.spoken_user, words.spoken_project)
    common = {part for owner in owners for part in (owner, names.genitive(owner, words), owner.split(" ", 1)[0])}
    if first in common or words.names["articles"].holds(first) or names.is_definite(first, words):
        return text[:1].upper() + text[1:]
    return text


def _carries(found: Found) -> tuple[str, ...]:
    """What a second clause may have left out at its front, as it was said in the first."""
    return tuple(f"{carry.format_map(found.groups)} " for carry in found.rule.carry)
