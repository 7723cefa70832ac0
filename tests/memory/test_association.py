"""Associations: strength, signed attraction and the figures of cases 73 and 76."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from a008.clock import Instant
from a008.memory.association import (
    POLICY,
    adjusted,
    attraction_at,
    created,
    edge,
    is_active,
    strength_at,
)

D0 = Instant.parse("2026-01-01")


def test_an_edge_begins_with_the_policys_strength_and_no_attraction() -> None:
    state = created("edge", "turn:0", D0)
    assert (state.strength, state.attraction) == (0.4, 0.0)
    assert is_active(state, D0.plus(days=45))
    assert not is_active(state, D0.plus(days=45, seconds=1))


def test_a_second_use_adds_one_boost_to_what_is_left() -> None:
    state = adjusted(created("edge", "turn:0", D0), "turn:1", D0.plus(days=90), positive=True)
    assert state.strength == pytest.approx(0.3)
    assert state.attraction == pytest.approx(0.2)


def test_a_negative_signal_lowers_attraction_alone() -> None:
    state = adjusted(created("edge", "turn:0", D0), "turn:1", D0, positive=False)
    assert (state.strength, state.attraction) == (0.4, -0.2)


def test_direction_and_relation_make_another_edge() -> None:
    ids = {
        edge("a", "b", "feeds", "u").id,
        edge("b", "a", "feeds", "u").id,
        edge("a", "b", "reads", "u").id,
    }
    assert len(ids) == 3


@given(signals=st.lists(st.tuples(st.booleans(), st.floats(min_value=-10, max_value=1_000)), max_size=40))
def test_attraction_stays_within_bounds_and_never_crosses_zero_by_itself(signals: list[tuple[bool, float]]) -> None:
    state = created("edge", "turn:0", D0)
    now = D0
    for number, (positive, days) in enumerate(signals):
        now = now.plus(days=days)
        before, after = state.attraction, attraction_at(state, now)
        assert before * after >= 0
        assert abs(after) <= abs(before)
        state = adjusted(state, f"turn:{number}", now, positive=positive)
        assert -1.0 <= state.attraction <= 1.0
        assert 0.0 <= strength_at(state, now) <= 1.0


def test_an_edge_of_day_0_that_is_used_on_day_90_stands_at_three_tenths() -> None:
    """Case 73."""
    old = created("edge", "turn:0", D0)
    assert strength_at(old, D0.plus(days=90)) == pytest.approx(0.1)
    assert strength_at(adjusted(old, "turn:1", D0.plus(days=90), positive=True), D0.plus(days=90)) == pytest.approx(0.3)


def test_at_the_cap_another_use_only_refreshes_the_baseline() -> None:
    """Case 73."""
    state = created("edge", "turn:0", D0)
    for number in range(1, 9):
        state = adjusted(state, f"turn:{number}", D0.plus(seconds=number), positive=True)
    assert (state.strength, state.attraction) == (1.0, 1.0)
    assert state.updated_at == D0.plus(seconds=8)


def test_a_signal_from_the_past_moves_no_baseline_back() -> None:
    state = adjusted(created("edge", "turn:0", D0), "turn:1", D0.plus(days=-9), positive=False)
    assert state.updated_at == D0
    assert state.strength == 0.4


def test_attraction_moves_by_one_boost_for_each_signal_within_its_bounds() -> None:
    """Case 76."""
    state = created("edge", "turn:0", D0)
    pulls = []
    for number, positive in enumerate([True, True, False, False, False]):
        state = adjusted(state, f"turn:{number}", D0, positive=positive)
        pulls.append(state.attraction)
    assert pulls == pytest.approx([0.2, 0.4, 0.2, 0.0, -0.2])
    for number in range(9):
        state = adjusted(state, f"more:{number}", D0, positive=False)
    assert state.attraction == -1.0


def test_attraction_halves_towards_neutral_and_ends_there() -> None:
    """Case 76: it decays to 0, and what cannot be told from 0 is 0."""
    state = adjusted(created("edge", "turn:0", D0), "turn:1", D0, positive=False)
    assert attraction_at(state, D0.plus(seconds=POLICY.half_life)) == pytest.approx(-0.1)
    assert attraction_at(state, D0.plus(days=45 * 49)) < 0.0
    assert attraction_at(state, D0.plus(days=45 * 51)) == 0.0


def test_signals_that_cancel_out_leave_an_edge_neutral() -> None:
    pulled = replace(created("edge", "turn:0", D0), attraction=math.nextafter(POLICY.boost, 0.0))
    assert pulled.attraction - POLICY.boost != 0.0
    assert adjusted(pulled, "turn:1", D0, positive=False).attraction == 0.0
