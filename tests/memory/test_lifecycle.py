"""Strength and dormancy: the exact figures of the specification (cases 65, 69, 72), and what holds at any value."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from a008.clock import Instant
from a008.memory.claim import Severity
from a008.memory.lifecycle import (
    DAY,
    POLICIES,
    Carrier,
    Cause,
    Lifecycle,
    Policy,
    after,
    created,
    dormant_from,
    effective_strength,
    is_active,
    reinforced,
)

D0 = Instant.parse("2026-01-01")
#: Everything that can be done to a carrier.
MANUAL = [cause for cause in Cause if cause is not Cause.CREATED]


def carrier(severity: Severity | None) -> Lifecycle:
    return created("claim", Carrier.CLAIM, severity, "turn:0", D0)


@pytest.mark.parametrize(
    ("severity", "day", "strength"),
    [
        (Severity.MINOR, 14, 0.2),
        (Severity.IMPORTANT, 90, 0.4),
        (Severity.IMPORTANT, 180, 0.2),
        (Severity.CRITICAL, 365, 0.5),
        (None, 90, 0.5),
    ],
)
def test_strength_halves_with_each_half_life(severity: Severity | None, day: int, strength: float) -> None:
    assert effective_strength(carrier(severity), D0.plus(days=day)) == pytest.approx(strength, abs=1e-12)


def test_a_minor_claim_is_active_on_its_threshold_and_dormant_just_after() -> None:
    state = carrier(Severity.MINOR)
    assert is_active(state, D0.plus(days=14))
    assert not is_active(state, D0.plus(days=14, seconds=1))


def test_a_boost_of_a_dormant_minor_claim_lasts_as_long_as_the_specification_says() -> None:
    boosted = reinforced(carrier(Severity.MINOR), "turn:1", D0.plus(days=28), "used again")
    assert boosted.strength == pytest.approx(0.3)
    assert is_active(boosted, D0.plus(days=28 + 8.18947))
    assert not is_active(boosted, D0.plus(days=28 + 8.18948))


def test_a_carrier_asleep_for_years_is_really_awake_after_one_boost() -> None:
    boosted = reinforced(carrier(Severity.IMPORTANT), "turn:1", D0.plus(days=3_000), "used again")
    assert boosted.strength == pytest.approx(0.3)
    assert is_active(boosted, D0.plus(days=3_010))


def test_a_boost_stops_at_the_cap_and_still_refreshes_the_baseline() -> None:
    later = D0.plus(seconds=1)
    boosted = reinforced(carrier(Severity.CRITICAL), "turn:1", later, "used again")
    assert boosted.strength == 1.0
    assert boosted.updated_at == later


def test_a_clock_that_runs_backwards_neither_strengthens_nor_moves_the_baseline() -> None:
    state = carrier(Severity.MINOR)
    assert effective_strength(state, D0.plus(days=-100)) == state.strength
    assert reinforced(state, "turn:1", D0.plus(days=-100), "used again").updated_at == D0


def test_a_pinned_carrier_never_sleeps() -> None:
    state = replace(carrier(Severity.MINOR), pinned=True, strength=0.0)
    assert is_active(state, D0.plus(days=100_000))


@given(
    severity=st.sampled_from([*Severity, None]),
    days=st.lists(st.floats(min_value=-1e4, max_value=1e5), max_size=12),
)
def test_strength_stays_between_zero_and_the_cap(severity: Severity | None, days: list[float]) -> None:
    state = carrier(severity)
    for number, day in enumerate(days):
        moment = D0.plus(days=day)
        assert 0.0 <= effective_strength(state, moment) <= POLICIES[severity].cap
        state = reinforced(state, f"turn:{number}", moment, "used again")
        assert is_active(state, state.updated_at)


@given(first=st.floats(min_value=0, max_value=1e5), second=st.floats(min_value=0, max_value=1e5))
def test_strength_only_falls_while_nothing_happens(first: float, second: float) -> None:
    state = carrier(Severity.IMPORTANT)
    early, late = sorted((D0.plus(days=first), D0.plus(days=second)))
    assert effective_strength(state, early) >= effective_strength(state, late)


# --- care


def test_care_starts_from_what_decay_has_left_and_rebases() -> None:
    later = D0.plus(days=90)
    state = carrier(Severity.IMPORTANT)
    strengths = {cause: after(state, cause, "care:1", later, "because").strength for cause in MANUAL}
    assert strengths == pytest.approx(
        {
            Cause.REINFORCED: 0.6,
            Cause.WEAKENED: 0.2,
            Cause.REACTIVATED: 0.9,
            Cause.PINNED: 0.4,
            Cause.UNPINNED: 0.4,
        }
    )
    assert {after(state, cause, "care:1", later, "because").updated_at for cause in MANUAL} == {later}


def test_a_reactivated_carrier_is_active_whatever_was_left_of_it() -> None:
    high = replace(carrier(None), policy=replace(POLICIES[None], threshold=0.9), strength=0.0)
    woken = after(high, Cause.REACTIVATED, "care:1", D0, "because")
    assert woken.strength == 0.9
    assert is_active(woken, D0)


def test_weakening_stops_at_nothing_and_reactivation_at_the_cap() -> None:
    faint = replace(carrier(Severity.MINOR), strength=0.1)
    assert after(faint, Cause.WEAKENED, "care:1", D0, "because").strength == 0.0
    assert after(carrier(Severity.CRITICAL), Cause.REACTIVATED, "care:1", D0, "because").strength == 1.0


def test_a_strength_of_nothing_stays_nothing_and_is_active_only_while_pinned() -> None:
    """Case 69."""
    spent = replace(carrier(Severity.MINOR), strength=0.0)
    assert effective_strength(spent, D0.plus(days=9)) == 0.0
    pinned = after(spent, Cause.PINNED, "care:1", D0.plus(days=9), "because")
    assert is_active(pinned, D0.plus(days=9_999))
    assert not is_active(after(pinned, Cause.UNPINNED, "care:2", D0.plus(days=10), "because"), D0.plus(days=10))


def test_a_pin_lasts_through_everything_but_its_removal_and_standing_goes_with_it() -> None:
    state = after(carrier(Severity.MINOR), Cause.PINNED, "care:1", D0, "because", standing=True)
    for cause in (Cause.REINFORCED, Cause.WEAKENED, Cause.REACTIVATED):
        state = after(state, cause, f"care:{cause}", D0.plus(days=1), "because")
        assert (state.pinned, state.standing) == (True, True)
    plain = after(state, Cause.PINNED, "care:5", D0.plus(days=2), "because")
    assert (plain.pinned, plain.standing) == (True, False)
    off = after(state, Cause.UNPINNED, "care:6", D0.plus(days=3), "because")
    assert (off.pinned, off.standing) == (False, False)


@pytest.mark.parametrize("cause", MANUAL)
def test_no_care_moves_the_baseline_back_or_gains_from_a_clock_that_does(cause: Cause) -> None:
    """Case 69."""
    state = carrier(Severity.IMPORTANT)
    early, same = (after(state, cause, "care:1", moment, "because") for moment in (D0.plus(days=-400), D0))
    assert early == same
    assert early.updated_at == D0


# --- when it will sleep


@pytest.mark.parametrize(
    ("severity", "days"),
    [
        (Severity.MINOR, 14),
        (Severity.IMPORTANT, 180),
        (Severity.CRITICAL, 365 * math.log2(5)),
        (None, 90),
    ],
)
def test_the_time_of_falling_asleep_is_known_beforehand(severity: Severity | None, days: float) -> None:
    """Case 65: strength meets the threshold there, and is below it a millisecond later."""
    falls = dormant_from(carrier(severity), D0)
    assert falls is not None
    assert falls.seconds_since(D0) == pytest.approx(days * DAY, abs=0.002)


def test_a_boosted_minor_claim_sleeps_when_the_specification_says() -> None:
    """Case 65: 0.3 at day 28, then 8.189475 days to the threshold."""
    at = D0.plus(days=28)
    falls = dormant_from(reinforced(carrier(Severity.MINOR), "turn:1", at, "used again"), at)
    assert falls is not None
    assert falls.seconds_since(at) / DAY == pytest.approx(8.189475, abs=1e-6)


def test_what_never_falls_asleep_and_what_sleeps_already_has_no_such_time() -> None:
    state = carrier(Severity.MINOR)
    assert dormant_from(state, D0.plus(days=15)) is None
    assert dormant_from(after(state, Cause.PINNED, "care:1", D0, "because"), D0) is None
    assert dormant_from(replace(state, policy=replace(state.policy, threshold=0.0)), D0) is None
    assert dormant_from(replace(state, policy=replace(state.policy, half_life=1e12)), D0) is None
    assert dormant_from(replace(state, policy=replace(state.policy, threshold=5e-324)), D0) is None


@given(
    severity=st.sampled_from([*Severity, None]),
    strength=st.floats(min_value=0.5, max_value=1.0),
    threshold=st.floats(min_value=1e-6, max_value=0.5),
)
def test_a_carrier_is_active_until_just_before_it_falls_asleep(
    severity: Severity | None, strength: float, threshold: float
) -> None:
    state = replace(carrier(severity), strength=strength, policy=replace(POLICIES[severity], threshold=threshold))
    falls = dormant_from(state, D0)
    assert falls is not None
    assert not is_active(state, falls)
    assert is_active(state, falls.plus(seconds=-0.002))


def test_a_later_policy_moves_later_carriers_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """Case 72: the policy is copied onto each record, and a boost goes by the copy."""
    before = carrier(Severity.MINOR)
    changed = Policy(strength=1.0, half_life=DAY, threshold=0.3, boost=0.5, cap=1.0)
    monkeypatch.setitem(POLICIES, Severity.MINOR, changed)
    assert carrier(Severity.MINOR).policy == changed
    assert effective_strength(before, D0.plus(days=14)) == pytest.approx(0.2)
    assert reinforced(before, "turn:1", D0.plus(days=28), "used again").strength == pytest.approx(0.3)
