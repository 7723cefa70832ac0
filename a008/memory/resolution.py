"""Resolution: how a person ends a conflict, and what that does to the address. Pure.

A conflict is about its address, not about one row: the decision is made on what holds there when it is made, whatever
held when the conflict began.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Literal

from a008.clock import Instant
from a008.errors import UsageError
from a008.memory.address import Cardinality, Slot
from a008.memory.binding import Binding
from a008.memory.claim import Status
from a008.memory.reconcile import Outcome, Verdict
from a008.memory.time import Edge, Interval, WorldTime
from a008.memory.timeline import NO_CHANGE, TimelineChange, amend, carve, end, fill, holding, insert, join, place, widen

#: The policy that moves a claim's status when a person resolves a conflict.
POLICY = "resolution-v1"


class Resolution(StrEnum):
    """The four ways in which a person ends a conflict."""

    KEEP_HEAD = "keep_head"
    TAKE_OTHER = "take_other"
    KEEP_BOTH = "keep_both"
    SPLIT = "split"


#: How a conflict ends that goes on elsewhere, because its address went to another entity.
Moved = Literal["moved"]
MOVED: Moved = "moved"


@dataclass(frozen=True, slots=True, kw_only=True)
class Dispute:
    """An open conflict on the ground on which it is decided.

    Shape: `live` are the bindings of the slot still believed; `other` carries the contesting value over the interval
    that its claim gave, `None` for a claim that only denies what it contests. `against` is the claim contested when the
    conflict began and `against_member` its value, which need not hold any more.
    """

    slot: Slot
    live: tuple[Binding, ...]
    claim_id: str
    other: Binding | None
    against: str
    against_member: str | None

    def head(self, now: Instant) -> Binding | None:
        """What the contesting claim competes with at an instant; of a set it is the member that it contests."""
        held = tuple(b for b in self.live if b.interval.holds_at(now))
        if self.slot.cardinality is Cardinality.SINGLE:
            return holding(held, now)
        ranked = (
            *(b for b in held if b.claim_id == self.against),
            *(b for b in held if b.member == self.against_member),
        )
        return next(iter(ranked), None)

    def agrees(self, now: Instant) -> bool:
        """Whether the contesting value has come to hold meanwhile, by another way."""
        other = self.other
        if other is None or not other.interval.is_open:
            return False
        if self.slot.cardinality is Cardinality.SINGLE:
            head = self.head(now)
            return head is not None and head.member == other.member
        return any(b.member == other.member and b.interval.holds_at(now) for b in self.live)


@dataclass(frozen=True, slots=True, kw_only=True)
class Settlement:
    """What a resolution does.

    Shape: `slot` is the slot as it is defined afterwards. `outcome` is `None` when the state of the address does not
    move. `vouched` are the claims that the person's decision bears out; `amended` is as in a transition.
    """

    slot: Slot
    change: TimelineChange
    statuses: tuple[tuple[str, Status], ...]
    outcome: Outcome | None
    verdict: Verdict
    from_claim: str | None
    to_claim: str | None
    amended: Interval | None
    vouched: tuple[str, ...]


def settle(dispute: Dispute, resolution: Resolution, now: Instant) -> Settlement:
    """Decide what a resolution does to the contested address; what a split does elsewhere is `settle_elsewhere`.

    Errors: `UsageError` for a resolution that this conflict cannot have.
    """
    if resolution in (Resolution.KEEP_BOTH, Resolution.SPLIT):
        _refuse_without_two_values(dispute, now)
    match resolution:
        case Resolution.KEEP_HEAD | Resolution.SPLIT:
            return _kept(dispute, now)
        case Resolution.TAKE_OTHER:
            is_single = dispute.slot.cardinality is Cardinality.SINGLE
            return _kept(dispute, now) if is_single and dispute.agrees(now) else _taken(dispute, now)
        case Resolution.KEEP_BOTH:
            return _both(dispute, now)


def settle_elsewhere(there: tuple[Binding, ...], new: Binding, shown: str) -> TimelineChange:
    """Let a value hold at an address of its own, where nothing may speak against it.

    Shape: `there` are the bindings of that address still believed, `shown` is the address as people read it.
    Errors: `UsageError` when another value is known there for the same time.
    """
    beside = [b for b in there if b.interval.overlaps(new.interval)]
    if new.cardinality is Cardinality.SINGLE and any(b.member != new.member for b in beside):
        raise UsageError("this address has another value already", item=shown, remedy="name another attribute")
    return NO_CHANGE if any(b.member == new.member for b in beside) else insert(new)


def _refuse_without_two_values(dispute: Dispute, now: Instant) -> None:
    if dispute.other is None:
        raise UsageError(
            "a claim that only denies has no value of its own", item=dispute.claim_id, remedy="keep the head or take it"
        )
    if dispute.agrees(now):
        raise UsageError(
            "the address says the same by now", item=dispute.slot.address, remedy="keep the head to close the conflict"
        )


def _kept(dispute: Dispute, now: Instant) -> Settlement:
    """The head stays; a claim that came to agree with it is accepted, any other rejected."""
    head = dispute.head(now)
    kept = () if head is None else (head.claim_id,)
    lost = Status.ACCEPTED if dispute.agrees(now) else Status.REJECTED
    return Settlement(
        slot=dispute.slot,
        change=NO_CHANGE,
        statuses=(*((claim_id, Status.ACCEPTED) for claim_id in kept), (dispute.claim_id, lost)),
        outcome=None,
        verdict=Verdict.CONFLICT,
        from_claim=None,
        to_claim=None,
        amended=None,
        vouched=kept,
    )


def _taken(dispute: Dispute, now: Instant) -> Settlement:
    """The other side holds instead; a claim that holds nothing any more is rejected, one that held before is not."""
    head, other = dispute.head(now), dispute.other
    if other is None:
        outcome, change = Outcome.RETRACTION, _denied(dispute, head, now)
    elif not other.interval.is_open:
        outcome, change = Outcome.CORRECTION, carve(_ground_of(dispute, head), other)
    elif head is None:
        outcome = Outcome.CHANGE
        is_set = other.cardinality is Cardinality.SET
        change = join(dispute.live, other) if is_set else place(dispute.live, other, now)
    elif other.cardinality is Cardinality.SINGLE and _starts_later(other, head):
        outcome, change = Outcome.CHANGE, place(dispute.live, other, now)
    else:
        outcome, change = Outcome.CORRECTION, _instead(dispute.live, head, other)
    moved = change != NO_CHANGE
    lost = [(claim_id, Status.REJECTED) for claim_id in _displaced(dispute.live, change)]
    if moved and outcome is Outcome.RETRACTION and head is not None:
        lost = [(head.claim_id, Status.RETRACTED)]
    return Settlement(
        slot=dispute.slot,
        change=change,
        statuses=((dispute.claim_id, Status.ACCEPTED), *lost),
        outcome=outcome if moved else None,
        verdict=Verdict.SUPERSEDE,
        from_claim=None if head is None else head.claim_id,
        to_claim=None if other is None else dispute.claim_id,
        amended=head.interval if moved and outcome is Outcome.CORRECTION and head is not None else None,
        vouched=(dispute.claim_id,),
    )


def _both(dispute: Dispute, now: Instant) -> Settlement:
    head, other = dispute.head(now), dispute.other
    assert other is not None
    if head is None and other.interval.is_open:
        raise UsageError(
            "nothing holds here that could stand beside it", item=dispute.slot.address, remedy="take the other"
        )
    wider = replace(dispute.slot, cardinality=Cardinality.SET)
    widened = widen(dispute.live, now) if dispute.slot.cardinality is Cardinality.SINGLE else NO_CHANGE
    member = replace(other, cardinality=Cardinality.SET)
    if other.interval.is_open and other.interval.start is Edge.UNKNOWN and head is not None:
        member = replace(member, interval=Interval(start=_since(head, widened, now), end=Edge.OPEN))
    joined = join(_after(dispute.live, widened), member)
    kept = () if head is None else (head.claim_id,)
    return Settlement(
        slot=wider,
        change=TimelineChange(closed=widened.closed, written=(*widened.written, *joined.written)),
        statuses=tuple((claim_id, Status.ACCEPTED) for claim_id in (*kept, dispute.claim_id)),
        outcome=Outcome.CHANGE,
        verdict=Verdict.EXTEND,
        from_claim=None,
        to_claim=dispute.claim_id,
        amended=None,
        vouched=(*kept, dispute.claim_id),
    )


def _after(live: tuple[Binding, ...], change: TimelineChange) -> tuple[Binding, ...]:
    return (*(b for b in live if b.id not in change.closed), *change.written)


def _denied(dispute: Dispute, head: Binding | None, now: Instant) -> TimelineChange:
    """End the value that was denied, if it is still the one that holds."""
    denied = head is not None and (head.claim_id == dispute.against or head.member == dispute.against_member)
    return end(dispute.live, head, now) if head is not None and denied else NO_CHANGE


def _ground_of(dispute: Dispute, head: Binding | None) -> tuple[Binding, ...]:
    """The bindings that the other side may displace: all of a single slot, of a set the member that it contests."""
    if dispute.slot.cardinality is Cardinality.SINGLE:
        return dispute.live
    return tuple(b for b in dispute.live if head is not None and b.claim_id == head.claim_id)


def _starts_later(other: Binding, head: Binding) -> bool:
    start, held = other.interval.start, head.interval.start
    return isinstance(start, Instant) and (held is Edge.UNKNOWN or held < start)


def _instead(live: tuple[Binding, ...], head: Binding, other: Binding) -> TimelineChange:
    """Put a value in the head's place; where it began earlier, it also fills what nothing is known of before."""
    change = amend(live, head, other)
    start, held = other.interval.start, head.interval.start
    rest = tuple(b for b in live if b.id not in change.closed)
    if other.cardinality is Cardinality.SET:
        written = tuple(piece for b in change.written for piece in join(rest, b).written)
        return TimelineChange(closed=change.closed, written=written)
    if not (isinstance(start, Instant) and isinstance(held, Instant) and start < held):
        return change
    before = fill(rest, replace(other, interval=Interval(start=start, end=held)))
    return TimelineChange(closed=change.closed, written=(*before.written, *change.written))


def _since(head: Binding, widened: TimelineChange, now: Instant) -> WorldTime:
    """Since when the head holds as a member, for a value that began nobody knows when and stands beside it."""
    pieces = (b for b in widened.written if b.claim_id == head.claim_id and b.interval.holds_at(now))
    return next(pieces, head).interval.start


def _displaced(live: tuple[Binding, ...], change: TimelineChange) -> list[str]:
    """Claims that held something before a change and nothing afterwards."""
    left = {b.claim_id for b in _after(live, change)}
    return list(dict.fromkeys(b.claim_id for b in live if b.claim_id not in left))
