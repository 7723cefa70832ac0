"""The history lane: earlier values of the addresses that a message is about. Exact; only when it asks for them."""

from __future__ import annotations

from collections.abc import Iterable

from a008.clock import Instant
from a008.memory.envelope import ItemType, Lane
from a008.retrieval.find import Find, found
from a008.retrieval.query import Snapshot
from a008.store import heads
from a008.store.heads import Head

#: Rows of one address that are looked at, and addresses, those that the message is about first.
MAX_ROWS, MAX_SLOTS = 32, 8


def find(snapshot: Snapshot, slot_ids: Iterable[str]) -> tuple[Find, ...]:
    """Bindings still believed that had begun and hold no more, the latest first at each address."""
    slots = list(slot_ids)[:MAX_SLOTS]
    rows = heads.newest_of(snapshot.conn, slots, at_revision=snapshot.at_revision, limit=MAX_ROWS)
    ended = [row for row in rows if row.rev_to is None and is_over(row, snapshot.as_of)]
    ended.sort(key=lambda row: (slots.index(row.slot.id), *_latest_first(row)))
    return tuple(
        found(Lane.HISTORY, rank, f"earlier value of {row.address}", row, ItemType.HISTORY)
        for rank, row in enumerate(ended)
    )


def is_over(row: Head, as_of: Instant) -> bool:
    """Whether a binding has held and holds no more; one that is scheduled has not held yet."""
    start = row.binding.interval.start
    begun = not isinstance(start, Instant) or start <= as_of
    return begun and not row.binding.interval.holds_at(as_of)


def _latest_first(row: Head) -> tuple[int, int, str]:
    interval = row.binding.interval
    end = interval.end.milliseconds if isinstance(interval.end, Instant) else 0
    return (-end, -row.rev_from, row.binding.id)
