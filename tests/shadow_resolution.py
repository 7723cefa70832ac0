"""How a person ends a conflict, in the dictionary model of `tests.shadow`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from a008.memory.resolution import Resolution
from tests.shadow import DAYS, PAST, Claim, Contest, Slot


def resolve(slot: Slot, contest: Contest, way: Resolution, now: int, there: Slot) -> bool:
    """End a conflict in one of the four ways; false when this conflict cannot end like that.

    Shape: `there` is the address that a split puts the value at.
    """
    claim, head = contest.claim, _head(slot, contest, now)
    agrees = not contest.denies and claim.span.is_open and _agrees(slot, claim, head, now)
    if way in (Resolution.KEEP_BOTH, Resolution.SPLIT) and (contest.denies or agrees):
        return False
    kept = way is Resolution.KEEP_HEAD or (way is Resolution.TAKE_OTHER and agrees and not slot.is_set)
    if way is Resolution.KEEP_BOTH and head is None and claim.span.is_open:
        return False
    if way is Resolution.SPLIT and not _elsewhere(there, claim):
        return False
    if way is Resolution.TAKE_OTHER and not kept:
        _take(slot, contest, head, now)
        claim.vouched = True
    elif way is Resolution.KEEP_BOTH:
        _both(slot, claim, head, now)
        claim.vouched = True
    if head is not None and (kept or way in (Resolution.KEEP_BOTH, Resolution.SPLIT)):
        head.vouched = True
    slot.contests.remove(contest)
    return True


def _head(slot: Slot, contest: Contest, now: int) -> Claim | None:
    if not slot.is_set:
        return slot.at(now)
    against = contest.against
    return against if now in against.days else slot.at(now, against.value)


def _agrees(slot: Slot, claim: Claim, head: Claim | None, now: int) -> bool:
    if slot.is_set:
        return slot.at(now, claim.value) is not None
    return head is not None and head.value == claim.value


def _take(slot: Slot, contest: Contest, head: Claim | None, now: int) -> None:
    claim, span = contest.claim, contest.claim.span
    if contest.denies:
        if head is not None and (head is contest.against or head.value == contest.against.value):
            slot.end(head, now)
    elif not span.is_open:
        _carve(slot, claim, [head] if slot.is_set else slot.live())
    elif head is None and slot.is_set:
        _join(slot, claim, span.days)
    elif head is None or (not slot.is_set and slot.later(span, head, now)):
        slot.hold(claim, now, slot.live())
    else:
        _replace(slot, claim, head, now)


def _carve(slot: Slot, claim: Claim, ground: Iterable[Claim | None]) -> None:
    """A closed stretch holds whatever was believed over it; what has no known start stays under one that has."""
    hole = claim.span.days
    if claim.span.lapsed:
        claim.lapsed = PAST if claim.span.start is None else claim.span.start
        return
    for other in ground:
        if other is None:
            continue
        other.over -= hole
        if claim.span.start is None:
            other.over |= other.under - hole
            other.under = set()
    claim.spread(hole)


def _replace(slot: Slot, claim: Claim, head: Claim, now: int) -> None:
    """A value takes the head's place, and what nothing is known of between its own start and that of the head."""
    begun = min(head.stretch(now))
    rest = [c for c in slot.live(claim.value if slot.is_set else None) if c is not head]
    slot.instead(head, claim)
    if slot.is_set:
        _join(slot, claim, claim.days, but=claim)
    elif claim.span.start is not None:
        before = set(range(claim.span.start, begun))
        claim.over |= before.difference(*(c.over for c in rest))


def _both(slot: Slot, claim: Claim, head: Claim | None, now: int) -> None:
    """The address becomes a set: each value holds where it held, and the other one beside them."""
    if not slot.is_set:
        held = {day: c for day in range(PAST, DAYS) if (c := slot.at(day)) is not None}
        for each in slot.live():
            days = {day for day, c in held.items() if c is each}
            dated = each.over & days
            each.spread(days)
            each.under -= dated
            each.over |= dated
        slot.is_set = True
    days = claim.span.days
    if claim.span.is_open and claim.span.start is None and head is not None:
        days = set(range(min(head.stretch(now)), DAYS))
    _join(slot, claim, days)


def _join(slot: Slot, claim: Claim, days: set[int], but: Claim | None = None) -> None:
    """A member of a set holds where it does not hold already."""
    if claim.span.lapsed:
        claim.lapsed = PAST if claim.span.start is None else claim.span.start
        return
    known = [c.days for c in slot.live(claim.value) if c is not but]
    claim.spread(days.difference(*known))


def _elsewhere(there: Slot, claim: Claim) -> bool:
    """Put a value at an address of its own, where nothing may speak against it."""
    beside = [c for c in there.live() if c.may_share(claim.span.days)]
    if not there.is_set and any(c.value != claim.value for c in beside):
        return False
    same = [c for c in beside if c.value == claim.value]
    for each in same:
        each.vouched = True
    if not same:
        moved = replace(claim, over=set(), under=set(), lapsed=None, vouched=True)
        there.claims.append(moved)
        there.hold(moved, 0, [])
    return True
