"""World time: unknown stays unknown, intervals are half-open."""

import pytest

from a008.clock import Instant
from a008.memory.time import ALWAYS, Edge, Interval, describe

MONDAY, TUESDAY, FRIDAY = (Instant.parse(f"2026-01-{day}") for day in ("05", "06", "09"))


def test_an_interval_holds_its_start_and_not_its_end() -> None:
    week = Interval(start=MONDAY, end=FRIDAY)
    assert week.holds_at(MONDAY)
    assert not week.holds_at(FRIDAY)


def test_what_ended_at_an_unknown_time_holds_at_none() -> None:
    assert not Interval(start=MONDAY, end=Edge.UNKNOWN).holds_at(TUESDAY)


def test_an_unknown_start_overlaps_whatever_may_have_been() -> None:
    assert ALWAYS.overlaps(Interval(start=MONDAY, end=TUESDAY))
    assert not Interval(start=MONDAY, end=TUESDAY).overlaps(Interval(start=TUESDAY, end=FRIDAY))


def test_an_interval_that_ends_where_it_begins_is_empty() -> None:
    assert Interval(start=MONDAY, end=MONDAY).is_empty()
    assert not Interval(start=Edge.UNKNOWN, end=MONDAY).is_empty()


@pytest.mark.parametrize(
    ("interval", "words"),
    [
        (Interval(start=MONDAY, end=FRIDAY), "From 2026-01-05 to 2026-01-09"),
        (Interval(start=MONDAY, end=Edge.OPEN), "Since 2026-01-05"),
        (Interval(start=MONDAY, end=Edge.UNKNOWN), "From 2026-01-05 to an unknown date"),
        (Interval(start=Edge.UNKNOWN, end=FRIDAY), "Until 2026-01-09"),
        (ALWAYS, "Since an unknown date"),
        (Interval(start=Edge.UNKNOWN, end=Edge.UNKNOWN), "At an unknown time"),
    ],
)
def test_an_interval_in_words(interval: Interval, words: str) -> None:
    assert describe(interval) == words
