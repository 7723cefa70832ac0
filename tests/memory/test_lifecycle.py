"""Strength and dormancy: the exact figures of the specification (case 65), and what must hold at any value."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from a008.clock import Instant
from a008.memory.claim import Severity
from a008.memory.lifecycle import (
    POLICIES,
    Carrier,
    Lifecycle,
    created,
    effective_strength,
    is_active,
    reinforced,
)

D0 = Instant.parse("2026-01-01")


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
