"""What a decision does to the bindings of one address: which rows it closes on the record axis, which it writes.

A binding is never edited. To shorten one, its row is closed at the new revision and a shorter copy is written; what was
believed before stays readable at older revisions.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from a008 import ids
from a008.clock import Instant
from a008.memory.binding import Binding
from a008.memory.time import Edge, Interval, IntervalEnd


@dataclass(frozen=True, slots=True, kw_only=True)
class TimelineChange:
    """Rows to close on the record axis, and rows to write."""

    closed: tuple[str, ...]
    written: tuple[Binding, ...]


NO_CHANGE = TimelineChange(closed=(), written=())


def insert(new: Binding) -> TimelineChange:
    """Write a binding beside the others: a member of a set, or the first value of an address."""
    return TimelineChange(closed=(), written=(new,))


def fill(live: tuple[Binding, ...], new: Binding) -> TimelineChange:
    """Write a closed interval where nothing is known, around the bindings whose start is known.

    What lies under it without a known start stays: of two that may hold, the one with the later start does.
    """
    start = new.interval.start
    if not isinstance(start, Instant):
        return insert(new)
    inside = tuple(b for b in live if isinstance(b.interval.start, Instant) and b.interval.overlaps(new.interval))
    begun = [b for b in inside if isinstance(b.interval.start, Instant) and b.interval.start <= start]
    after = max((b.interval.end for b in begun if isinstance(b.interval.end, Instant)), default=start)
    if any(not isinstance(b.interval.end, Instant) for b in begun):
        return NO_CHANGE
    pieces = _around(inside, after, new.interval.end)
    return TimelineChange(closed=(), written=tuple(_copy(new, interval) for interval in pieces))


def place(live: tuple[Binding, ...], new: Binding, now: Instant) -> TimelineChange:
    """Let a binding hold from its start: what holds there ends, and what is known to start later stays.

    One rule serves a change of the head, a scheduled change and a late arrival, which differ only in where the start
    falls. The new value holds until one that starts later and is still open, and around those that start later and end.
    An unknown start stays unknown for the first value of an address; a later value that comes without one holds from
    the commit, `now`.
    Shape: `live` are the bindings of a single slot still believed, without overlap of known intervals.
    """
    start = new.interval.start
    if not isinstance(start, Instant):
        if not live:
            return insert(new)
        start = now
    claimed = _claimed(live)
    ended = [b for b in live if claimed[b.claim_id] <= str(start) and _lasts_beyond(b, start)]
    shortened = [(b, b.interval.ending(start)) for b in ended if b.interval.holds_at(start)]
    pieces = _around(tuple(b for b in live if b not in ended), start, new.interval.end)
    return TimelineChange(
        closed=tuple(binding.id for binding in ended),
        written=(
            *(_copy(binding, interval) for binding, interval in shortened if not interval.is_empty()),
            *(_copy(new, interval) for interval in pieces),
        ),
    )


def amend(live: tuple[Binding, ...], wrong: Binding, right: Binding) -> TimelineChange:
    """Put another value in place over all that a claim has held; the wrong one stays on the record axis."""
    same = [binding for binding in live if binding.claim_id == wrong.claim_id]
    return TimelineChange(
        closed=tuple(binding.id for binding in same),
        written=tuple(_copy(right, binding.interval) for binding in same),
    )


def end(live: tuple[Binding, ...], binding: Binding, moment: Instant) -> TimelineChange:
    """Let a claim hold no longer, without successor; what had not begun by then leaves no trace on the valid axis."""
    ended = [b for b in live if b.claim_id == binding.claim_id and _lasts_beyond(b, moment)]
    shortened = [(b, b.interval.ending(moment)) for b in ended]
    return TimelineChange(
        closed=tuple(b.id for b in ended),
        written=tuple(_copy(b, i) for b, i in shortened if not i.is_empty()),
    )


def holding(live: tuple[Binding, ...], moment: Instant) -> Binding | None:
    """The binding that holds at a moment: of those that may, the one with the latest known start."""
    candidates = [binding for binding in live if binding.interval.holds_at(moment)]
    return max(candidates, key=_start_text, default=None)


def _around(live: tuple[Binding, ...], start: Instant, end: IntervalEnd) -> list[Interval]:
    """The stretch from a start to an end without what starts later: the gaps that are left for a value."""
    later = [(first, b.interval.end) for b in live if isinstance(first := b.interval.start, Instant) and first >= start]
    pieces: list[Interval] = []
    cursor = start
    for first, stop in sorted(later, key=lambda each: each[0]):
        if isinstance(end, Instant) and first >= end:
            break
        if cursor < first:
            pieces.append(Interval(start=cursor, end=first))
        if not isinstance(stop, Instant):
            return pieces
        cursor = max(cursor, stop)
    if not isinstance(end, Instant) or cursor < end:
        pieces.append(Interval(start=cursor, end=end))
    return pieces


def _claimed(live: tuple[Binding, ...]) -> dict[str, str]:
    """When each claim began to hold, '' if nobody said: a claim interrupted by another has several bindings."""
    begun: dict[str, str] = {}
    for binding in live:
        start = _start_text(binding)
        begun[binding.claim_id] = min(start, begun.get(binding.claim_id, start))
    return begun


def _lasts_beyond(binding: Binding, moment: Instant) -> bool:
    """Whether a binding holds at a moment or at any later one."""
    stop = binding.interval.end
    return binding.interval.is_open or (isinstance(stop, Instant) and stop > moment)


def _start_text(binding: Binding) -> str:
    start = binding.interval.start
    return "" if start is Edge.UNKNOWN else str(start)


def _copy(binding: Binding, interval: Interval) -> Binding:
    copied = replace(binding, interval=interval)
    edges = [str(interval.start), str(interval.end)]
    return replace(copied, id=ids.knowledge(ids.Knowledge.BINDING, binding.id, *edges))
