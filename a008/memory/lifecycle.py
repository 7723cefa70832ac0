"""Strength, decay and dormancy of evidence carriers: how readily they come back, never what is true.

Evaluated lazily at an instant; a read never writes a strength back. The policy is copied onto each record, so that
later settings change later records only.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import StrEnum

from a008.clock import Instant
from a008.errors import UsageError
from a008.memory.claim import Severity

#: Seconds in the day that half-lives are counted in.
DAY = 86_400.0
VERSION = "exponential-v1"
#: What care takes from a strength, and gives back to it. Source: memory reference, manual maintenance.
WEAKENING, REACTIVATION = 0.2, 0.5


class Carrier(StrEnum):
    """What carries a lifecycle."""

    CLAIM = "claim"
    UTTERANCE = "utterance"


class Cause(StrEnum):
    """Why a lifecycle row was written."""

    CREATED = "created"
    REINFORCED = "reinforced"
    WEAKENED = "weakened"
    REACTIVATED = "reactivated"
    PINNED = "pinned"
    UNPINNED = "unpinned"


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """The numbers of one category.

    Units: `half_life` in seconds; the others are strengths in [0, 1].
    """

    strength: float
    half_life: float
    threshold: float
    boost: float
    cap: float


#: Source: rules, lifecycle table.
POLICIES: dict[Severity | None, Policy] = {
    Severity.CRITICAL: Policy(strength=1.0, half_life=365 * DAY, threshold=0.2, boost=0.2, cap=1.0),
    Severity.IMPORTANT: Policy(strength=0.8, half_life=90 * DAY, threshold=0.2, boost=0.2, cap=1.0),
    Severity.MINOR: Policy(strength=0.4, half_life=14 * DAY, threshold=0.2, boost=0.2, cap=1.0),
    None: Policy(strength=1.0, half_life=90 * DAY, threshold=0.5, boost=0.2, cap=1.0),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Lifecycle:
    """The state of one carrier since its last change.

    Shape: `severity` is `None` for raw evidence; `standing` puts a pinned claim into every envelope. `occurrence_id`
    names what wrote this row; one occurrence writes at most one row of a carrier, which is why the turn that created a
    claim cannot boost it.
    """

    evidence_id: str
    carrier: Carrier
    severity: Severity | None
    version: str
    policy: Policy
    strength: float
    updated_at: Instant
    pinned: bool
    standing: bool
    cause: Cause
    occurrence_id: str
    reason: str


def created(
    evidence_id: str, carrier: Carrier, severity: Severity | None, occurrence_id: str, now: Instant
) -> Lifecycle:
    """The first row of a carrier, with a copy of the policy in force."""
    policy = POLICIES[severity]
    return Lifecycle(
        evidence_id=evidence_id,
        carrier=carrier,
        severity=severity,
        version=VERSION,
        policy=policy,
        strength=policy.strength,
        updated_at=now,
        pinned=False,
        standing=False,
        cause=Cause.CREATED,
        occurrence_id=occurrence_id,
        reason="",
    )


def decayed(value: float, half_life: float, seconds: float) -> float:
    """A value after exponential decay.

    Units: seconds; a clock that runs backwards counts as no time passed. Source: rules, lifecycle formulae.
    """
    return value * math.exp(-math.log(2) / half_life * max(0.0, seconds))


def effective_strength(state: Lifecycle, now: Instant) -> float:
    """Strength of one evidence carrier at an instant, before any threshold.

    Shape: one carrier in, one number in [0, 1] out.
    Units: half-life in seconds; `now` and `state.updated_at` are UTC milliseconds.
    Errors: none; a clock that runs backwards counts as no time passed.
    Source: rules, lifecycle formulae; half-lives per severity in `POLICIES`.
    """
    return decayed(state.strength, state.policy.half_life, now.seconds_since(state.updated_at))


def is_active(state: Lifecycle, now: Instant) -> bool:
    """Whether a carrier is volunteered: pinned, or at least as strong as its threshold."""
    return state.pinned or effective_strength(state, now) >= state.policy.threshold


def dormant_from(state: Lifecycle, now: Instant) -> Instant | None:
    """The first millisecond at which a carrier will be dormant if nothing happens to it.

    Shape: `None` when it never will be (pinned, no threshold, beyond the year 9999) and when it is dormant already.
    """
    threshold = state.policy.threshold
    if state.pinned or threshold <= 0 or not is_active(state, now):
        return None
    seconds = state.policy.half_life * math.log2(state.strength / threshold)
    try:
        crossing = state.updated_at.milliseconds + math.floor(seconds * 1000)
        moment = Instant(crossing + 1)
    except (UsageError, OverflowError):
        return None
    return moment if not is_active(state, moment) else Instant(crossing + 2)  # rounding may be one off


def after(
    state: Lifecycle, cause: Cause, occurrence_id: str, now: Instant, reason: str, *, standing: bool = False
) -> Lifecycle:
    """The row after something was done to a carrier: it starts from what decay has left, at that instant.

    Shape: any cause but `CREATED`; `standing` is heeded by `PINNED` alone. The baseline time never moves back.
    """
    assert cause is not Cause.CREATED
    return replace(
        state,
        strength=_strength(state, cause, now),
        updated_at=max(now, state.updated_at),
        pinned=cause is Cause.PINNED or (state.pinned and cause is not Cause.UNPINNED),
        standing=standing if cause is Cause.PINNED else state.standing and cause is not Cause.UNPINNED,
        cause=cause,
        occurrence_id=occurrence_id,
        reason=reason,
    )


def reinforced(state: Lifecycle, occurrence_id: str, now: Instant, reason: str) -> Lifecycle:
    """The row after one boost; a dormant carrier is lifted to at least threshold plus half a boost, so that it is
    awake.
    """
    return after(state, Cause.REINFORCED, occurrence_id, now, reason)


def _strength(state: Lifecycle, cause: Cause, now: Instant) -> float:
    left, policy = effective_strength(state, now), state.policy
    match cause:
        case Cause.REINFORCED:
            awake = 0.0 if is_active(state, now) else policy.threshold + policy.boost / 2
            return min(policy.cap, max(left + policy.boost, awake))
        case Cause.WEAKENED:
            return max(0.0, left - WEAKENING)
        case Cause.REACTIVATED:
            return min(policy.cap, max(left + REACTIVATION, policy.threshold))
        case _:
            return left
