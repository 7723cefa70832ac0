"""From the user's care for how readily something comes back to a plan. Pure; truth is never touched.

Care is one revision in the name of whoever asked for it. Its reason stands on each row that it writes and is no
evidence: what somebody says about finding a thing says nothing about the world.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from a008.clock import Instant
from a008.errors import UsageError
from a008.memory import association, lifecycle
from a008.memory.association import AssociationState
from a008.memory.lifecycle import Cause, Lifecycle
from a008.memory.plan import CarrierGuard, CommitPlan, blank
from a008.memory.plan import Cause as WhyCommitted


@dataclass(frozen=True, slots=True, kw_only=True)
class Carried:
    """A carrier that is cared for; `is_vouched_for`: it is a claim that a user said or confirmed."""

    state: Lifecycle
    is_vouched_for: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Deed:
    """One act of care: what is done, by whom, why, when.

    Shape: `standing` goes with `PINNED` alone. `occurrence_id` names the act: it counts once for each carrier.
    """

    project_id: str
    cause: Cause
    standing: bool
    by: str
    reason: str
    at: Instant
    occurrence_id: str
    base_revision: int


def tended(deed: Deed, carriers: Iterable[Carried]) -> CommitPlan:
    """The commit that does a deed to carriers.

    Errors: `UsageError` for a pin on what no user vouches for, one that is there already, and one that is not there.
    """
    chosen = tuple(carriers)
    for each in chosen:
        _check(deed, each)
    states = tuple(each.state for each in chosen)
    return replace(
        _plan(deed),
        carriers=tuple(CarrierGuard(carrier_id=s.evidence_id, occurrence_id=s.occurrence_id) for s in states),
        lifecycles=tuple(
            lifecycle.after(s, deed.cause, deed.occurrence_id, deed.at, deed.reason, standing=deed.standing)
            for s in states
        ),
    )


def repelled(deed: Deed, pulls: Iterable[AssociationState]) -> CommitPlan:
    """The commit that gives associations a negative signal; nothing but their attraction moves."""
    chosen = tuple(pulls)
    return replace(
        _plan(deed),
        carriers=tuple(CarrierGuard(carrier_id=p.association_id, occurrence_id=p.occurrence_id) for p in chosen),
        association_states=tuple(
            association.adjusted(p, deed.occurrence_id, deed.at, positive=False, reason=deed.reason) for p in chosen
        ),
    )


def _check(deed: Deed, each: Carried) -> None:
    state = each.state
    if deed.cause is Cause.UNPINNED and not state.pinned:
        raise UsageError("it is not pinned", item=state.evidence_id, remedy="nothing is to do")
    if deed.cause is not Cause.PINNED:
        return
    if not each.is_vouched_for:
        raise UsageError(
            "only a claim that you said or confirmed yourself can be pinned",
            item=state.evidence_id,
            remedy="say it in a chat, then pin that claim; `a008 memory why` tells who said this one",
        )
    if state.pinned and state.standing == deed.standing:
        how = "it is pinned already, and stands in every envelope" if state.standing else "it is pinned already"
        raise UsageError(how, item=state.evidence_id, remedy="`a008 memory unpin` takes the pin off")


def _plan(deed: Deed) -> CommitPlan:
    return blank(
        project_id=deed.project_id,
        occurrence_id=deed.occurrence_id,
        author=deed.by,
        cause=WhyCommitted.MAINTENANCE,
        at=deed.at,
        base_revision=deed.base_revision,
    )
