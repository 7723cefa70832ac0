"""Halving, without a store. Source: our choice."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from a008.errors import NotFound, UsageError
from a008.runtime.bisect import first


def halving(numbers: list[int], low: int, high: int) -> int | None:
    """A number of the list between two others, near their middle."""
    middle = (low + high) // 2
    below = [n for n in numbers if low < n <= middle]
    above = [n for n in numbers if middle < n < high]
    return below[-1] if below else above[0] if above else None


@given(st.data())
def test_it_finds_the_first_and_looks_at_few(data: st.DataObject) -> None:
    numbers = sorted(data.draw(st.sets(st.integers(1, 5_000), min_size=1, max_size=200)))
    wanted = data.draw(st.sampled_from(numbers))
    looked: list[int] = []

    def holds(number: int) -> bool:
        looked.append(number)
        return number >= wanted

    assert first(lambda low, high: halving(numbers, low, high), holds, good=0, bad=numbers[-1]) == wanted
    assert len(looked) == len(set(looked)) <= 3 + math.ceil(math.log2(numbers[-1] + 1))


def test_the_ends_are_looked_at_first() -> None:
    looked: list[int] = []

    def never(number: int) -> bool:
        looked.append(number)
        return False

    with pytest.raises(NotFound):
        first(lambda low, high: (low + high) // 2, never, good=0, bad=1_000)
    assert looked == [0, 1_000]
    with pytest.raises(UsageError):
        first(lambda low, high: None, lambda number: True, good=0, bad=1)
    with pytest.raises(UsageError):
        first(lambda low, high: None, lambda number: True, good=1, bad=1)
