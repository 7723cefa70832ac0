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
    """Write a binding beside the others: a member of a set, or a closed interval that touches no known other."""
    return TimelineChange(closed=(), written=(new,))


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
    ended = [binding for binding in live if binding.interval.holds_at(start)]
    shortened = [(binding, binding.interval.ending(start)) for binding in ended]
    pieces = _around(live, start, new.interval.end)
    return TimelineChange(
        closed=tuple(binding.id for binding in ended),
        written=(
            *(_copy(binding, interval) for binding, interval in shortened if not interval.is_empty()),
            *(_copy(new, interval) for interval in pieces),
        ),
    )


def amend(wrong: Binding, right: Binding) -> TimelineChange:
    """Put another value in place over the whole interval of a binding; the wrong one stays on the record axis."""
    return TimelineChange(closed=(wrong.id,), written=(_copy(right, wrong.interval),))


def end(binding: Binding, moment: Instant) -> TimelineChange:
    """Let a binding end without successor; one that had not begun by then leaves no trace on the valid axis."""
    shorter = binding.interval.ending(moment)
    written = () if shorter.is_empty() else (_copy(binding, shorter),)
    return TimelineChange(closed=(binding.id,), written=written)


def holding(live: tuple[Binding, ...], moment: Instant) -> Binding | None:
    """The binding that holds at a moment: of those that may, the one with the latest known start."""
    candidates = [binding for binding in live if binding.interval.holds_at(moment)]
    return max(candidates, key=_start_text, default=None)


def _around(live: tuple[Binding, ...], start: Instant, end: IntervalEnd) -> list[Interval]:
    """The stretch from a start to an end without what starts later: the gaps that are left for a value."""
    later = [(first, b.interval.end) for b in live if isinstance(first := b.interval.start, Instant) and first > start]
    pieces: list[Interval] = []
    cursor = start
    for first, stop in sorted(later, key=lambda each: each[0]):
        if isinstance(end, Instant) and first >= end:
            break
        if cursor < first:
            pieces.append(Interval(start=cursor, end=first))
        if not isinstance(stop, Instant):
            return pieces
        cursor = stop
    if not isinstance(end, Instant) or cursor < end:
        pieces.append(Interval(start=cursor, end=end))
    return pieces


def _start_text(binding: Binding) -> str:
    start = binding.interval.start
    return "" if start is Edge.UNKNOWN else str(start)


def _copy(binding: Binding, interval: Interval) -> Binding:
    copied = replace(binding, interval=interval)
    edges = [str(interval.start), str(interval.end)]
    return replace(copied, id=ids.knowledge(ids.Knowledge.BINDING, binding.id, *edges))
