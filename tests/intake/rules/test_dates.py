"""ISO dates around a statement (seed: an unknown time never becomes a date)."""

from __future__ import annotations

import pytest

from a008.clock import Instant
from a008.intake.rules import words
from a008.intake.rules.dates import dated

EN, SV = words.of("en"), words.of("sv")


@pytest.mark.parametrize(
    ("text", "rest", "since", "until"),
    [
        ("I live here", "I live here", None, None),
        ("I live here since 2024-03-01", "I live here", "2024-03-01", None),
        ("As of 2024-03-01, I live here", "I live here", "2024-03-01", None),
        ("I live here until 2024-03-01", "I live here", None, "2024-03-01"),
        ("From 2024-03-01 to 2025-03-01 I live here", "I live here", "2024-03-01", "2025-03-01"),
        ("the date is 2024-03-01", "the date is 2024-03-01", None, None),
        ("the deadline moved from 2024-03-01 to 2025-03-01", None, None, None),
        ("the deadline was postponed until 2025-03-01", None, None, None),
        ("I live here since 2024-02-30", None, None, None),
        ("I live here since 2024-03-01-7", None, None, None),
        ("I live here from 2025-03-01 to 2025-03-01", None, None, None),
    ],
)
def test_dates_are_taken_off_either_end(text: str, rest: str | None, since: str | None, until: str | None) -> None:
    found = dated(text, EN)
    assert found.text == (text if rest is None else rest)
    assert found.since == (None if since is None else Instant.parse(since))
    assert found.until == (None if until is None else Instant.parse(until))


@pytest.mark.parametrize("text", ["Sedan 2024-03-01 bor jag här", "bor jag här från och med 2024-03-01"])
def test_dates_in_swedish(text: str) -> None:
    assert dated(text, SV) == ("bor jag här", Instant.parse("2024-03-01"), None)
