"""Bindings: which claim holds an address, over valid time and over revisions."""

from __future__ import annotations

import json
from dataclasses import dataclass

from a008 import canon, ids
from a008.clock import Instant
from a008.memory.address import Cardinality, Slot
from a008.memory.claim import Value
from a008.memory.time import Interval


@dataclass(frozen=True, slots=True, kw_only=True)
class Binding:
    """A claim holds an address over an interval.

    Shape: `member` is the canonical JSON of the value, or of the object's normal form for a relation; `object_id` is
    the object's entity for a relation.
    """

    id: str
    slot_id: str
    cardinality: Cardinality
    member: str
    object_id: str | None
    claim_id: str
    interval: Interval

    @property
    def value(self) -> Value:
        """The value of an attribute, or the normal form of a relation's object."""
        value: Value = json.loads(self.member)
        return value


def readable(value: Value) -> str:
    """A value as people read it: text as it is, anything else as JSON."""
    return value if isinstance(value, str) else canon.text(value)


def member_of(value: Value) -> str:
    """The canonical JSON of a value: what two bindings must share to say the same."""
    return canon.text(value)


def bind(slot: Slot, member: str, object_id: str | None, claim_id: str, interval: Interval, revision: int) -> Binding:
    """A new binding row; its id is derived from what it says and the revision that it was planned upon."""
    return Binding(
        id=ids.knowledge(ids.Knowledge.BINDING, slot.id, member, claim_id, edges(interval), revision),
        slot_id=slot.id,
        cardinality=slot.cardinality,
        member=member,
        object_id=object_id,
        claim_id=claim_id,
        interval=interval,
    )


def edges(interval: Interval) -> list[canon.Json]:
    """The two ends of an interval as they enter an id."""
    return [str(edge) if isinstance(edge, Instant) else edge.value for edge in (interval.start, interval.end)]
