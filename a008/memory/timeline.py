"""What a decision does to the bindings of one address: which rows it closes on the record axis, which it writes.

A binding is never edited. To shorten one, its row is closed at the new revision and a shorter copy is written; what was
believed before stays readable at older revisions.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from a008 import ids
from a008.clock import Instant
from a008.memory.address import Cardinality
from a008.memory.binding import Binding, edges
from a008.memory.time import Edge, Interval, IntervalEnd, WorldTime


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

    What lies under it without a known start stays: of two that may hold, the one with the later start does. What ended
    at an unknown time holds at no moment, whatever lies around it.
    """
    start = new.interval.start
    if not isinstance(start, Instant) or new.interval.end is Edge.UNKNOWN:
        return insert(new)
    lasting = (b for b in live if b.interval.end is not Edge.UNKNOWN)
    inside = tuple(b for b in lasting if isinstance(b.interval.start, Instant) and b.interval.overlaps(new.interval))
    begun = [b for b in inside if isinstance(b.interval.start, Instant) and b.interval.start <= start]
    after = max((b.interval.end for b in begun if isinstance(b.interval.end, Instant)), default=start)
    if any(b.interval.is_open for b in begun):
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


def carve(live: tuple[Binding, ...], new: Binding) -> TimelineChange:
    """Let a closed interval hold whatever was believed over it; what lies under it is left on both sides of it.

    What has no known start stays under one that has: of two that may hold, the one with the later start does.
    """
    hole = new.interval
    if not isinstance(hole.end, Instant):
        return insert(new)
    cut = [
        b
        for b in live
        if b.interval.end is not Edge.UNKNOWN
        and (isinstance(b.interval.start, Instant) or hole.start is Edge.UNKNOWN)
        and b.interval.overlaps(hole)
    ]
    held = _held(live)
    kept = [(b, piece) for b in cut for piece in _left(b, hole, held)]
    return TimelineChange(
        closed=tuple(b.id for b in cut), written=(*(_copy(b, piece) for b, piece in kept), _copy(new, hole))
    )


def erase(live: tuple[Binding, ...], wrong: Binding) -> TimelineChange:
    """Let a value not hold over a closed interval, whoever said it; what lies on both sides of it is left."""
    hole = wrong.interval
    lasting = (b for b in live if b.interval.end is not Edge.UNKNOWN)
    cut = [b for b in lasting if b.member == wrong.member and b.interval.overlaps(hole)]
    held = {b.id: [b.interval] for b in live} if wrong.cardinality is Cardinality.SET else _held(live)
    kept = [(b, piece) for b in cut for piece in _left(b, hole, held)]
    return TimelineChange(closed=tuple(b.id for b in cut), written=tuple(_copy(b, piece) for b, piece in kept))


def join(live: tuple[Binding, ...], new: Binding) -> TimelineChange:
    """Let a member of a set hold where it does not hold already."""
    if new.interval.end is Edge.UNKNOWN:
        return insert(new)
    pieces = [new.interval]
    for known in (b.interval for b in live if b.member == new.member and b.interval.end is not Edge.UNKNOWN):
        pieces = [left for piece in pieces for left in _outside(piece, known)]
    return TimelineChange(closed=(), written=tuple(_copy(new, piece) for piece in pieces))


def widen(live: tuple[Binding, ...], now: Instant) -> TimelineChange:
    """Make members of a set of what holds at an instant or later; what is over stays as it was.

    Of two values of a single slot that might hold, one gave way; as members of a set both would hold. So what gave way
    is written in the pieces in which it held. What ended at an unknown time holds at no moment either way.
    """
    held = _held(live)
    dated = (b for b in live if b.interval.end is not Edge.UNKNOWN)
    moved = [b for b in dated if _lasts_beyond(b, now) or held.get(b.id, []) != [b.interval]]
    return TimelineChange(
        closed=tuple(b.id for b in moved),
        written=tuple(
            _copy(replace(b, cardinality=Cardinality.SET), piece) for b in moved for piece in held.get(b.id, [])
        ),
    )


def end(live: tuple[Binding, ...], binding: Binding, moment: Instant) -> TimelineChange:
    """Let a value hold no longer, without successor; what had not begun by then leaves no trace on the valid axis.

    The claim that held it ends in all its pieces, and so does any other that says the same of that moment.
    """
    same = [b for b in live if b.member == binding.member and b.interval.holds_at(moment)]
    ended = [b for b in live if (b.claim_id == binding.claim_id or b in same) and _lasts_beyond(b, moment)]
    shortened = [(b, b.interval.ending(moment)) for b in ended]
    return TimelineChange(
        closed=tuple(b.id for b in ended),
        written=tuple(_copy(b, i) for b, i in shortened if not i.is_empty()),
    )


def holding(live: tuple[Binding, ...], moment: Instant) -> Binding | None:
    """The binding that holds at a moment: of those that may, the one with the latest known start, the last of equals.

    Shape: of `live`, what was said later stands behind what was said before it.
    """
    candidates = [binding for binding in live if binding.interval.holds_at(moment)]
    return max(reversed(candidates), key=_start_text, default=None)


def _around(live: tuple[Binding, ...], start: Instant, end: IntervalEnd) -> list[Interval]:
    """The stretch from a start to an end without what starts later: the gaps that are left for a value.

    What ended at an unknown time holds at no moment, and so takes no room.
    """
    lasting = (b.interval for b in live if b.interval.end is not Edge.UNKNOWN)
    later = [(i.start, i.end) for i in lasting if isinstance(i.start, Instant) and i.start >= start]
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


def _held(live: tuple[Binding, ...]) -> dict[str, list[Interval]]:
    """The pieces in which each binding of a single slot is the head, by its id; one that never is has none."""
    moments = sorted({e for b in live for e in (b.interval.start, b.interval.end) if isinstance(e, Instant)})
    starts: list[WorldTime] = [Edge.UNKNOWN, *moments]
    ends: list[IntervalEnd] = [*moments, Edge.OPEN]
    held: dict[str, list[Interval]] = {}
    for start, stop in zip(starts, ends, strict=True):
        head = holding(live, start) if isinstance(start, Instant) else _first(live)
        if head is not None:
            pieces = held.setdefault(head.id, [])
            begun = pieces.pop().start if pieces and pieces[-1].end == start else start
            pieces.append(Interval(start=begun, end=stop))
    return held


def _first(live: tuple[Binding, ...]) -> Binding | None:
    """What holds before anything is known to begin or end."""
    return next((b for b in reversed(live) if b.interval.start is Edge.UNKNOWN is not b.interval.end), None)


def _outside(interval: Interval, hole: Interval) -> list[Interval]:
    """What is left of an interval before and behind another one; nothing is before an unknown start."""
    if not interval.overlaps(hole):
        return [interval]
    pieces: list[Interval] = []
    if isinstance(hole.start, Instant):
        pieces.append(interval.ending(hole.start))
    if isinstance(hole.end, Instant) and _ends_behind(interval, hole.end):
        pieces.append(Interval(start=_later(interval.start, hole.end), end=interval.end))
    return [piece for piece in pieces if not piece.is_empty()]


def _left(binding: Binding, hole: Interval, held: Mapping[str, list[Interval]]) -> list[Interval]:
    """What is left of a binding around a hole.

    One that began nobody knows when gave way to others without an end of its own. Behind the hole it has a start, and
    so stands only where it was the head.
    """
    if isinstance(binding.interval.start, Instant):
        return _outside(binding.interval, hole)
    before = [binding.interval.ending(hole.start)] if isinstance(hole.start, Instant) else []
    behind = Interval(start=Edge.UNKNOWN, end=hole.end)
    return [*before, *(piece for each in held.get(binding.id, []) for piece in _outside(each, behind))]


def _later(start: WorldTime, moment: Instant) -> Instant:
    return max(start, moment) if isinstance(start, Instant) else moment


def _claimed(live: tuple[Binding, ...]) -> dict[str, str]:
    """When each claim began to hold, '' if nobody said: a claim interrupted by another has several bindings."""
    begun: dict[str, str] = {}
    for binding in live:
        start = _start_text(binding)
        begun[binding.claim_id] = min(start, begun.get(binding.claim_id, start))
    return begun


def _lasts_beyond(binding: Binding, moment: Instant) -> bool:
    """Whether a binding holds at a moment or at any later one."""
    return _ends_behind(binding.interval, moment)


def _ends_behind(interval: Interval, moment: Instant) -> bool:
    return interval.is_open or (isinstance(interval.end, Instant) and interval.end > moment)


def _start_text(binding: Binding) -> str:
    start = binding.interval.start
    return "" if start is Edge.UNKNOWN else str(start)


def _copy(binding: Binding, interval: Interval) -> Binding:
    copied = replace(binding, interval=interval)
    return replace(copied, id=ids.knowledge(ids.Knowledge.BINDING, binding.id, edges(interval)))
