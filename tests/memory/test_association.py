"""Associations: strength, signed attraction and the figures of cases 73 and 76."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from a008.clock import Instant
from a008.memory.association import (
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
