"""Moving what holds from one slot to another, when entities are merged or split. Pure.

A value that has room at its new address moves there as it stands. Where both addresses have a value, the rules that
decide between two claims decide here too; where they would have to guess, the head keeps its place and the value that
came is contested.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from a008.clock import Instant
from a008.memory.address import Cardinality, Entity, Slot
from a008.memory.binding import Binding, bind, member_of
from a008.memory.known import KnownSlot
from a008.memory.reconcile import Incoming, Outcome, Wording, effect, past_at_start, reconcile, subject
from a008.memory.time import Edge, Interval
from a008.memory.timeline import NO_CHANGE, TimelineChange, fill, insert, widen


@dataclass(frozen=True, slots=True, kw_only=True)
class Collision:
    """A value that cannot simply move: what holds at its new address says something else."""

    moved: Binding
    held: Binding


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """What moving one slot does.

    Shape: `target` is the slot as it is defined afterwards; `closed` and `written` are rows of either slot; `carried`
    are the claims behind what moved.
    """

    source: Slot
    target: Slot
    closed: tuple[str, ...]
    written: tuple[Binding, ...]
    carried: tuple[str, ...]
    collisions: tuple[Collision, ...]


def move(
    source: KnownSlot, target: KnownSlot | Slot, objects: Mapping[str, Entity], now: Instant, revision: int
) -> Move:
    """Move everything believed at one slot to another one.

    Shape: `target` is a `Slot` when nothing has ever held there; `objects` are entities that stand in for others as the
    object of a relation, by the id of the other.
    """
    slot, there = (target, ()) if isinstance(target, Slot) else (target.slot, target.live)
    is_set = Cardinality.SET in (slot.cardinality, source.slot.cardinality)
    slot = replace(slot, cardinality=Cardinality.SET if is_set else Cardinality.SINGLE)
    here = _Rows(source.live)
    beside = _Rows(there)
    if is_set:
        here.apply(_widened(source.live, now))
        beside.apply(_widened(there, now))
    beside.redirect(slot, objects, now, revision)
    collisions: list[Collision] = []
    coming = sorted(here.live, key=lambda b: (b.interval.start is not Edge.UNKNOWN, str(b.interval.start), b.id))
    for binding in coming:
        new = _moved(binding, slot, objects, revision)
        if not there and not is_set:
            beside.apply(insert(new))
        elif (collision := beside.receive(new, now)) is not None:
            collisions.append(collision)
    return Move(
        source=source.slot,
        target=slot,
        closed=(*(b.id for b in source.live), *beside.closed),
        written=tuple(beside.written.values()),
        carried=tuple(dict.fromkeys(b.claim_id for b in coming)),
        collisions=tuple(collisions),
    )


def redirect(slot: KnownSlot, objects: Mapping[str, Entity], now: Instant, revision: int) -> Move:
    """Let the relations of one slot point to the entities that stand in for their objects."""
    rows = _Rows(slot.live)
    pointing = rows.redirect(slot.slot, objects, now, revision)
    return Move(
        source=slot.slot,
        target=slot.slot,
        closed=tuple(rows.closed),
        written=tuple(rows.written.values()),
        carried=tuple(dict.fromkeys(b.claim_id for b in pointing)),
        collisions=(),
    )


class _Rows:
    """The bindings of a slot while rows come and go; a row that was written and closed again leaves no trace."""

    def __init__(self, live: Iterable[Binding]) -> None:
        self.live: tuple[Binding, ...] = tuple(live)
        self.closed: list[str] = []
        self.written: dict[str, Binding] = {}

    def apply(self, change: TimelineChange) -> None:
        """Take a change of the timeline in."""
        for closed in change.closed:
            if self.written.pop(closed, None) is None:
                self.closed.append(closed)
        self.written |= {b.id: b for b in change.written}
        self.live = (*(b for b in self.live if b.id not in change.closed), *change.written)

    def redirect(self, slot: Slot, objects: Mapping[str, Entity], now: Instant, revision: int) -> tuple[Binding, ...]:
        """Let relations point to what stands in for their objects; those that did not."""
        pointing = tuple(b for b in self.live if b.object_id in objects)
        for binding in pointing:
            self.apply(TimelineChange(closed=(binding.id,), written=()))
        for binding in pointing:
            self.receive(_moved(binding, slot, objects, revision), now)
        return pointing

    def receive(self, new: Binding, now: Instant) -> Collision | None:
        """Take a value in that moves here; what it collides with, if the rules cannot place it."""
        about = subject(self.live, new.cardinality, new.member, new.interval, now)
        undated = about is not None and Edge.UNKNOWN in (about.interval.start, new.interval.start)
        is_member = new.cardinality is Cardinality.SET
        incoming = Incoming(
            cardinality=new.cardinality,
            member=new.member,
            interval=new.interval,
            wording=Wording.CONFLICT if undated and not is_member else Wording.PLAIN,
            outranked=False,
            same_source=False,
            trespasses=not is_member and past_at_start(self.live, new.member, new.interval, now) is not None,
        )
        decision = reconcile(self.live, incoming, now)
        if decision.outcome is Outcome.CONFLICT:
            return Collision(moved=new, held=self._rival(new, decision.about))
        if decision.outcome is Outcome.RE_ASSERTION and decision.about is not None:
            self.apply(_earlier(self.live, new, decision.about))
        elif about is None and new.interval.start is Edge.UNKNOWN:
            self.apply(insert(self._until_the_next(new)))
        else:
            self.apply(effect(self.live, decision, new, now))
        return None

    def _until_the_next(self, new: Binding) -> Binding:
        """A value that began nobody knows when holds until the one begins that is to hold for good."""
        rivals = [b for b in self.live if new.cardinality is Cardinality.SINGLE or b.member == new.member]
        start = next((b.interval.start for b in rivals if b.interval.is_open), Edge.UNKNOWN)
        until = new.interval.end
        if not isinstance(start, Instant) or until is Edge.UNKNOWN or (isinstance(until, Instant) and until <= start):
            return new
        return replace(new, interval=new.interval.ending(start))

    def _rival(self, new: Binding, about: Binding | None) -> Binding:
        others = [b for b in self.live if b.member != new.member]
        overlapping = [b for b in others if b.interval.overlaps(new.interval)]
        return about if about is not None and about.member != new.member else (overlapping or others)[0]


def _earlier(live: tuple[Binding, ...], new: Binding, held: Binding) -> TimelineChange:
    """The same value has held for longer than was known here: what lies before is filled."""
    start, known = new.interval.start, held.interval.start
    if isinstance(start, Instant) and isinstance(known, Instant) and start < known:
        same = tuple(b for b in live if b.member == new.member) if new.cardinality is Cardinality.SET else live
        return fill(same, replace(new, interval=Interval(start=start, end=known)))
    return NO_CHANGE


def _widened(live: tuple[Binding, ...], now: Instant) -> TimelineChange:
    return widen(live, now) if any(b.cardinality is Cardinality.SINGLE for b in live) else NO_CHANGE


def _moved(binding: Binding, slot: Slot, objects: Mapping[str, Entity], revision: int) -> Binding:
    other = None if binding.object_id is None else objects.get(binding.object_id)
    member = binding.member if other is None else member_of(other.key)
    target = binding.object_id if other is None else other.id
    return bind(slot, member, target, binding.claim_id, binding.interval, revision)
