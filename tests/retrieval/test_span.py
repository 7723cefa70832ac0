"""How well a day fits days that were named: people talk of a day on it, or soon after it."""

from datetime import date, timedelta

import pytest

from a008.retrieval.span import Span

_DAY = Span(first=date(2023, 5, 8), final=date(2023, 5, 8), is_day=True)
_MONTH = Span(first=date(2023, 5, 1), final=date(2023, 5, 31), is_day=False)


@pytest.mark.parametrize(("late", "fit"), [(-1, 0.0), (0, 1.0), (1, 1.0), (2, 0.875), (8, 0.5), (14, 0.125), (15, 0.0)])
def test_a_day_fades_over_two_weeks(late: int, fit: float) -> None:
    assert _DAY.fit(_DAY.final + timedelta(days=late)) == pytest.approx(fit)


@pytest.mark.parametrize(("day", "fit"), [((4, 30), 0.0), ((5, 1), 1.0), ((6, 1), 1.0), ((6, 20), 0.5), ((6, 21), 0.0)])
def test_a_month_is_talked_of_until_the_twentieth_day_after_it(day: tuple[int, int], fit: float) -> None:
    assert _MONTH.fit(date(2023, *day)) == fit


@pytest.mark.parametrize("span", [_DAY, _MONTH])
def test_whatever_fits_was_heard_on_the_days_that_are_looked_at(span: Span) -> None:
    first, final = map(date.fromisoformat, span.heard)
    near = [date(2023, 4, 1) + timedelta(days=number) for number in range(120)]
    assert all(first <= day <= final for day in near if span.fit(day) > 0)


def test_the_last_days_of_all_can_be_asked_for_and_fit() -> None:
    last = Span(first=date.max, final=date.max, is_day=True)
    assert last.heard == ("9999-12-31", "9999-12-31")
    assert last.fit(date.max) == 1.0
    assert last.fit(date(2026, 1, 1)) == 0.0
