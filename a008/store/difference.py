"""Two revisions compared: which addresses moved in between, and what holds at them before and after.

The cost follows what changed in between, never the store.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from a008.clock import Instant
from a008.memory.address import Cardinality
from a008.store import heads, history
from a008.store.connection import Connection
from a008.store.heads import Head


class Kind(StrEnum):
    """How what holds differs: a value more, one less, another one; the same by another claim, or over other dates."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"
    RESTATED = "restated"
    REDATED = "redated"


@dataclass(frozen=True, slots=True, kw_only=True)
class Differing:
    """One value of an address that differs; `before` or `after` is `None` where nothing held."""

    address: str
    kind: Kind
    before: Head | None
    after: Head | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """What holds at an instant, as believed at two revisions.

    Shape: `revisions` are the numbers in between, the later end included; `touched` are all addresses they moved, also
    where only the past or the future did; `values` are those that differ at `as_of`, by address and value.
    """

    before: int
    after: int
    as_of: Instant
    revisions: tuple[int, ...]
    touched: tuple[str, ...]
    values: tuple[Differing, ...]


def difference(conn: Connection, project_id: str, before: int, after: int, *, as_of: Instant) -> Difference:
    """What a project believes at one revision against another; swapped revisions give the mirror image."""
    first, last = min(before, after), max(before, after)
    slots = history.moved(conn, project_id, after=first, until=last)
    old = _by_slot(heads.heads_of(conn, slots, as_of=as_of, at_revision=before))
    new = _by_slot(heads.heads_of(conn, slots, as_of=as_of, at_revision=after))
    values = [each for slot_id in slots for each in _of_slot(old.get(slot_id, []), new.get(slot_id, []))]
    return Difference(
        before=before,
        after=after,
        as_of=as_of,
        revisions=history.numbers(conn, project_id, after=first, until=last),
        touched=history.addresses(conn, slots),
        values=tuple(sorted(values, key=_order)),
    )


def _by_slot(holding: tuple[Head, ...]) -> dict[str, list[Head]]:
    found: dict[str, list[Head]] = {}
    for head in holding:
        found.setdefault(head.slot.id, []).append(head)
    return found


def _of_slot(old: list[Head], new: list[Head]) -> Iterator[Differing]:
    both = [*old, *new]
    if len(old) == len(new) == 1 and all(head.slot.cardinality is Cardinality.SINGLE for head in both):
        yield from _compared(old[0], new[0])
        return
    before = {head.binding.member: head for head in old}
    after = {head.binding.member: head for head in new}
    for member in sorted(before.keys() | after.keys()):
        yield from _compared(before.get(member), after.get(member))


def _compared(before: Head | None, after: Head | None) -> Iterator[Differing]:
    kind = _kind(before, after)
    head = before or after
    if kind is not None and head is not None:
        yield Differing(address=head.address, kind=kind, before=before, after=after)


def _kind(before: Head | None, after: Head | None) -> Kind | None:
    if before is None:
        return Kind.ADDED
    if after is None:
        return Kind.REMOVED
    if before.binding.member != after.binding.member:
        return Kind.CHANGED
    if before.claim.id != after.claim.id:
        return Kind.RESTATED
    return Kind.REDATED if before.binding.interval != after.binding.interval else None


def _order(each: Differing) -> tuple[str, str]:
    head = each.before or each.after
    return each.address, "" if head is None else head.binding.member
