"""Reconciliation: what a claim about an address does to the state, decided by one table.

A verdict (the classifier's word) only reports; the outcome decides. The docs picture is drawn from `TABLE`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from a008.clock import Instant
from a008.memory.address import Cardinality
from a008.memory.binding import Binding
from a008.memory.time import Edge, Interval
from a008.memory.timeline import NO_CHANGE, TimelineChange, amend, carve, end, erase, fill, holding, join, place


class Verdict(StrEnum):
    """How a proposal relates to what is known."""

    NEW = "new"
    RESTATEMENT = "restatement"
    EXTEND = "extend"
    SUPERSEDE = "supersede"
    CONFLICT = "conflict"


class Wording(StrEnum):
    """How it was said."""

    PLAIN = "plain"
    CHANGE = "change"
    CORRECTION = "correction"
    RETRACTION = "retraction"
    CONFLICT = "conflict"


class Outcome(StrEnum):
    """What happens to the state."""

    RE_ASSERTION = "re_assertion"
    CHANGE = "change"
    CORRECTION = "correction"
    CONFLICT = "conflict"
    RETRACTION = "retraction"
    NO_OP = "no_op"


class Span(StrEnum):
    """The incoming interval: still open, or closed and so a matter of history alone."""

    OPEN = "open"
    CLOSED = "closed"


class Held(StrEnum):
    """What holds the address now, compared with the incoming value."""

    NOTHING = "nothing"
    SAME = "same"
    OTHER = "other"


class Order(StrEnum):
    """Where the incoming start lies against the head's; an unknown start of the head counts as earliest."""

    LATER = "later"
    EARLIER = "earlier"
    EQUAL = "equal"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """Everything that reconciliation looks at.

    Shape: `outranked` says that the incoming text comes from outside while a user supports the head, or takes back what
    somebody else vouches for; `overlaps` that the incoming interval takes time from another value, which it may not: a
    closed one from any value with known times, an open one as `Incoming.trespasses` says. `same_source`: head and
    incoming have one speaker.
    """

    cardinality: Cardinality
    span: Span
    held: Held
    order: Order
    wording: Wording
    outranked: bool
    overlaps: bool
    same_source: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One row of the table: the first whose every given field matches decides; `None` matches anything."""

    outcome: Outcome
    reason: str
    cardinality: Cardinality | None = None
    span: Span | None = None
    held: Held | None = None
    order: Order | None = None
    wording: Wording | None = None
    outranked: bool | None = None
    overlaps: bool | None = None
    same_source: bool | None = None

    def matches(self, situation: Situation) -> bool:
        """Whether every given field agrees."""
        wanted = ((field, getattr(self, field)) for field in FIELDS)
        return all(value is None or value == getattr(situation, field) for field, value in wanted)


FIELDS = ("cardinality", "span", "held", "order", "wording", "outranked", "overlaps", "same_source")
_SINGLE, _SET = Cardinality.SINGLE, Cardinality.SET

#: Source: rules 5 to 9. Read from the top; the last row of each cardinality matches everything left.
TABLE: tuple[Row, ...] = (
    Row(
        outcome=Outcome.CORRECTION,
        reason="it did not hold then",
        wording=Wording.RETRACTION,
        held=Held.SAME,
        span=Span.CLOSED,
        outranked=False,
    ),
    Row(
        outcome=Outcome.RETRACTION, reason="the value ends", wording=Wording.RETRACTION, held=Held.SAME, outranked=False
    ),
    Row(outcome=Outcome.CONFLICT, reason="others vouch for the value", wording=Wording.RETRACTION, held=Held.SAME),
    Row(outcome=Outcome.NO_OP, reason="the value does not hold", wording=Wording.RETRACTION),
    Row(outcome=Outcome.RE_ASSERTION, reason="the same value", held=Held.SAME),
    Row(outcome=Outcome.CONFLICT, reason="said to conflict", cardinality=_SET, wording=Wording.CONFLICT),
    Row(outcome=Outcome.CHANGE, reason="a member", cardinality=_SET),
    Row(outcome=Outcome.CONFLICT, reason="outside text against a user", held=Held.OTHER, outranked=True),
    Row(
        outcome=Outcome.CORRECTION,
        reason="the past was wrong",
        wording=Wording.CORRECTION,
        span=Span.CLOSED,
        held=Held.OTHER,
    ),
    Row(outcome=Outcome.CONFLICT, reason="overlaps another value", overlaps=True),
    Row(outcome=Outcome.CHANGE, reason="history alone", span=Span.CLOSED),
    Row(outcome=Outcome.CHANGE, reason="the first value", held=Held.NOTHING),
    Row(outcome=Outcome.CONFLICT, reason="said to conflict", wording=Wording.CONFLICT),
    Row(outcome=Outcome.CHANGE, reason="starts later", order=Order.LATER),
    Row(outcome=Outcome.CORRECTION, reason="the past was wrong", wording=Wording.CORRECTION),
    Row(outcome=Outcome.CHANGE, reason="started earlier", order=Order.EARLIER),
    Row(outcome=Outcome.CHANGE, reason="said again by the same source", order=Order.EQUAL, same_source=True),
    Row(outcome=Outcome.CONFLICT, reason="same start, another source", order=Order.EQUAL),
    Row(outcome=Outcome.CHANGE, reason="no start given: at commit time", order=Order.UNKNOWN),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Incoming:
    """A claim about an address, as reconciliation needs it.

    Shape: `trespasses` says that it begins within the past of another value (see `past_at_start`) which is not its to
    shorten: somebody told that value's end, or another source its start, or a user it and outside text this.
    """

    cardinality: Cardinality
    member: str
    interval: Interval
    wording: Wording
    outranked: bool
    same_source: bool
    trespasses: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """The outcome, its reason, and the binding it is about (`None` when nothing held the address)."""

    outcome: Outcome
    reason: str
    about: Binding | None


def reconcile(live: tuple[Binding, ...], incoming: Incoming, now: Instant) -> Decision:
    """Decide what a claim does to its address.

    Shape: `live` are the bindings of the address still believed, past and scheduled ones included.
    """
    about = subject(live, incoming.cardinality, incoming.member, incoming.interval, now)
    situation = Situation(
        cardinality=incoming.cardinality,
        span=_span(incoming),
        held=_held(about, incoming),
        order=_order(about, incoming),
        wording=incoming.wording,
        outranked=incoming.outranked,
        overlaps=_overlaps(live, incoming),
        same_source=incoming.same_source,
    )
    row = next(row for row in TABLE if row.matches(situation))
    return Decision(outcome=row.outcome, reason=row.reason, about=about)


def effect(live: tuple[Binding, ...], decision: Decision, new: Binding, now: Instant) -> TimelineChange:
    """The rows that an outcome closes and writes; `new` carries the incoming value over the incoming interval.

    A member of a set has no rival but itself: two of its bindings never hold at the same time.
    """
    about = decision.about
    rivals = live if new.cardinality is Cardinality.SINGLE else tuple(b for b in live if b.member == new.member)
    match decision.outcome:
        case Outcome.RETRACTION if about is not None:
            return end(live, about, _ended(new.interval, now))
        case Outcome.CORRECTION if about is not None and about.member == new.member:
            return erase(live, new)
        case Outcome.CORRECTION if not new.interval.is_open:
            return carve(rivals, new)
        case Outcome.CORRECTION if about is not None:
            return amend(live, about, new)
        case Outcome.CHANGE if not new.interval.is_open:
            return fill(live, new) if new.cardinality is Cardinality.SINGLE else join(live, new)
        case Outcome.CHANGE:
            return place(rivals, new, now)
        case _:
            return NO_CHANGE


def subject(
    live: tuple[Binding, ...], cardinality: Cardinality, member: str, interval: Interval, now: Instant
) -> Binding | None:
    """The binding that a claim is about: what holds where the claim begins, but not before now unless it has ended."""
    start, moment = interval.start, now
    if isinstance(start, Instant):
        moment = max(start, now) if interval.is_open else start
    if cardinality is Cardinality.SET:
        return next((b for b in live if b.member == member and b.interval.holds_at(moment)), None)
    return holding(live, moment)


def _ended(taken_back: Interval, now: Instant) -> Instant:
    """When a value ends that is taken back: to the end that was told, since the start that was told, or else now."""
    told = (edge for edge in (taken_back.end, taken_back.start) if isinstance(edge, Instant))
    return next(told, now)


def _span(incoming: Incoming) -> Span:
    """Whether a claim is about a stretch that is over; one that takes a value back must name both ends of it."""
    told = incoming.interval
    if incoming.wording is Wording.RETRACTION and Edge.UNKNOWN in (told.start, told.end):
        return Span.OPEN
    return Span.OPEN if told.is_open else Span.CLOSED


def _held(about: Binding | None, incoming: Incoming) -> Held:
    if about is None:
        return Held.NOTHING
    if about.member != incoming.member:
        return Held.OTHER
    return Held.SAME if incoming.interval.is_open or _covers(about, incoming) else Held.NOTHING


def _covers(about: Binding, incoming: Incoming) -> bool:
    """Whether a binding that holds at the start of a closed interval holds to its end."""
    ends, wanted = about.interval.end, incoming.interval.end
    return about.interval.is_open or (isinstance(ends, Instant) and isinstance(wanted, Instant) and wanted <= ends)


def _order(about: Binding | None, incoming: Incoming) -> Order:
    start = incoming.interval.start
    if not isinstance(start, Instant):
        return Order.UNKNOWN
    if about is None or about.interval.start is Edge.UNKNOWN or about.interval.start < start:
        return Order.LATER
    return Order.EQUAL if about.interval.start == start else Order.EARLIER


def past_at_start(live: tuple[Binding, ...], member: str, interval: Interval, now: Instant) -> Binding | None:
    """Another value of a single slot that holds where an open claim begins, and is over by now."""
    if not (interval.is_open and isinstance(interval.start, Instant)):
        return None
    there = holding(live, interval.start)
    is_over = there is not None and isinstance(there.interval.end, Instant) and there.interval.end <= now
    return there if there is not None and is_over and there.member != member else None


def _overlaps(live: tuple[Binding, ...], incoming: Incoming) -> bool:
    if incoming.interval.is_open:
        return incoming.trespasses and incoming.wording is not Wording.CORRECTION
    return any(
        b.member != incoming.member and isinstance(b.interval.start, Instant) and b.interval.overlaps(incoming.interval)
        for b in live
    )
