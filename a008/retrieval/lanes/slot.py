"""The slot lane: what holds at the addresses that a message asks for. Exact: never gated by lifecycle.

An address is asked for when it is named outright, or when its entity is named and its own words are: the name of the
slot, other ways to ask for that attribute, or the wording of what holds there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby, islice
from typing import NamedTuple

from a008.memory import terms
from a008.memory.address import Slot, slot_key
from a008.memory.envelope import Intent, ItemType, Lane
from a008.memory.terms import Word
from a008.retrieval.find import Find, found
from a008.retrieval.mentions import MAX_NAME
from a008.retrieval.query import Mentioned, Query, Snapshot
from a008.retrieval.relevance import overlap
from a008.retrieval.vocabulary import Vocabulary
from a008.store import heads
from a008.store.heads import Head

#: Slots of one entity that are looked at, besides those whose name stands in the message.
MAX_SLOTS = 64
#: An entity with no more slots than this is asked for as a whole; of one address no more members are required.
SMALL = 8
#: Unasked heads of the speaker or the project that a question about nothing else brings.
_ABOUT_ME = 24
#: A word of the slot's name tells more than a word of what holds there.
_BY_NAME, _BY_WORDING = 2, 1


class Exact(NamedTuple):
    """What the lane found, and the addresses that the message is about, with or without a head."""

    finds: tuple[Find, ...]
    focus: tuple[Slot, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Held:
    """A slot of an entity that the message names, what holds there, and how far the message asks for it.

    Shape: `weight` is 0 for a slot that no word asks for; `is_small` says it of the whole entity.
    """

    mentioned: Mentioned
    slot: Slot
    heads: tuple[Head, ...]
    weight: int
    is_small: bool


def find(snapshot: Snapshot, query: Query, known: Vocabulary) -> Exact:
    """Heads of the addresses named, then those asked for of the entities named, then the rest of these entities."""
    addressed = _slots_at(snapshot, query.addresses)
    asked: list[_Held] = []
    rest: list[_Held] = []
    for mentioned in query.entities:
        held = _held(snapshot, mentioned, query, known)
        best = max((each.weight for each in held), default=0)
        for each in held:
            (asked if each.weight > 0 and 2 * each.weight > best else rest).append(each)
    others = [each for each in rest if not each.mentioned.is_pronoun]
    about_me: list[_Held] = []
    if not (addressed or asked or others) and (query.question is not None or query.wants(Intent.ASSOCIATIVE)):
        about_me = [each for each in rest if each.mentioned.is_pronoun]
    finds = [
        *_of_addresses(snapshot, addressed, query),
        *(_found(each, head, query, place) for each in asked for place, head in _placed(each, query)),
        *(_found(each, head, query, place) for each in others for place, head in _placed(each, query)),
        *islice((_found(each, head, query, SMALL) for each in about_me for head in each.heads), _ABOUT_ME),
    ]
    finds.sort(key=lambda each: not each.required)
    focus = [*addressed, *(each.slot for each in asked)] or [each.slot for each in others]
    return Exact(
        finds=tuple(replace(each, rank=rank) for rank, each in enumerate(finds)),
        focus=tuple({slot.id: slot for slot in focus}.values()),
    )


def _held(snapshot: Snapshot, mentioned: Mentioned, query: Query, known: Vocabulary) -> list[_Held]:
    """The slots of an entity, those asked for first, then those that changed last."""
    entity = mentioned.entity
    asked = query.asked_of(mentioned)
    listed = heads.slots_of(snapshot.conn, entity.id, at_revision=snapshot.at_revision, limit=MAX_SLOTS)
    written = map(slot_key, _names(asked, known))
    named = heads.slots_named(snapshot.conn, entity.id, written, at_revision=snapshot.at_revision)
    slots = {slot.id: slot for slot in (*named, *listed)}
    grouped = groupby(_heads(snapshot, slots.values()), key=lambda head: head.slot.id)
    holding = {slot_id: tuple(group) for slot_id, group in grouped}
    own = set(terms.terms(entity.label))
    held = [
        _Held(
            mentioned=mentioned,
            slot=slot,
            heads=holding.get(slot.id, ()),
            weight=_weight(slot, holding.get(slot.id, ()), own, asked, known),
            is_small=len(slots) <= SMALL,
        )
        for slot in slots.values()
    ]
    held.sort(key=lambda each: (-each.weight, -max((head.rev_from for head in each.heads), default=0)))
    return held


def _names(asked: tuple[Word, ...], known: Vocabulary) -> Iterator[str]:
    """Names of slots that the words of a message may mean: any form of one, runs of them, what they ask for besides."""
    yield from (form for word in asked for form in word.forms)
    for length in range(2, MAX_NAME + 1):
        for first in range(len(asked) - length + 1):
            yield "_".join(word.text for word in asked[first : first + length])
    yield from (name for name, ways in known.attributes.items() if overlap(asked, ways))


def _weight(slot: Slot, holding: Iterable[Head], own: set[str], asked: tuple[Word, ...], known: Vocabulary) -> int:
    """How far the words of a message ask for an address; each word counts once, by the better of its two ways."""
    naming = set(terms.terms(slot.name.replace("_", " "))) | known.attributes.get(slot.name, frozenset())
    wording = {form for head in holding for form in terms.terms(f"{head.claim.proposition} {head.value}")} - own
    by_name = overlap(asked, naming)
    return _BY_NAME * by_name + _BY_WORDING * (overlap(asked, naming | wording) - by_name)


def _placed(each: _Held, query: Query) -> Iterator[tuple[int, Head]]:
    """Members of a set with their place: those whose wording is asked for first, then the last recorded."""

    def order(head: Head) -> tuple[int, int, str]:
        said = overlap(query.words, set(terms.terms(head.claim.proposition)))
        return (-said, -head.rev_from, head.binding.id)

    return enumerate(sorted(each.heads, key=order))


def _found(each: _Held, head: Head, query: Query, place: int) -> Find:
    """Required: what is asked for, and everything of a small entity that is named by its own name."""
    mentioned = each.mentioned
    exact = query.wants(Intent.CURRENT_STATE) and not mentioned.ambiguous and not mentioned.borrowed
    wanted = each.weight > 0 or (each.is_small and not mentioned.is_pronoun)
    return found(
        Lane.SLOT,
        0,
        f"asks for {head.address}" if each.weight > 0 else f"state of {mentioned.entity.label}",
        head,
        ItemType.STATE,
        required=exact and wanted and place < SMALL,
        strong=not mentioned.is_pronoun,
    )


def _of_addresses(snapshot: Snapshot, addressed: Iterable[Slot], query: Query) -> Iterator[Find]:
    for head in _heads(snapshot, addressed):
        required = query.wants(Intent.CURRENT_STATE)
        yield found(Lane.SLOT, 0, f"names {head.address}", head, ItemType.STATE, required=required, strong=True)


def _slots_at(snapshot: Snapshot, addresses: Iterable[str]) -> tuple[Slot, ...]:
    return heads.slots_at(snapshot.conn, snapshot.project_id, addresses, at_revision=snapshot.at_revision)


def _heads(snapshot: Snapshot, slots: Iterable[Slot]) -> tuple[Head, ...]:
    ids = [slot.id for slot in slots]
    return heads.heads_of(snapshot.conn, ids, as_of=snapshot.as_of, at_revision=snapshot.at_revision)
