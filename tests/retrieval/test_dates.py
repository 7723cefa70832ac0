"""The days that a message names, in English and Swedish. Source: our choice."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from a008.clock import Instant
from a008.errors import UsageError
from a008.retrieval.dates import YEARS, spans
from a008.retrieval.intents import spoken
from a008.retrieval.vocabulary import vocabulary

_NOW = Instant.parse("2026-11-30T10:00:00Z")


def named(message: str) -> list[tuple[str, str]]:
    found = spans(message, spoken(message), _NOW, vocabulary())
    return [(span.first.isoformat(), span.final.isoformat()) for span in found]


@pytest.mark.parametrize(
    ("message", "first", "final"),
    [
        ("What did Ann do in May 2023?", "2023-05-01", "2023-05-31"),
        ("What happened on 8 May, 2023?", "2023-05-08", "2023-05-08"),
        ("What happened on May 8th 2023?", "2023-05-08", "2023-05-08"),
        ("Where were we in 2022?", "2022-01-01", "2022-12-31"),
        ("What did we deploy on 2026-03-14?", "2026-03-14", "2026-03-14"),
        ("What did we deploy in 2026-03?", "2026-03-01", "2026-03-31"),
        ("What did I say yesterday?", "2026-11-29", "2026-11-29"),
        ("What did I say the day before yesterday?", "2026-11-28", "2026-11-28"),
        ("What was new last week?", "2026-11-16", "2026-11-29"),
        ("Vad gjorde jag den 3 mars 2024?", "2024-03-03", "2024-03-03"),
        ("Vad sa jag i förrgår?", "2026-11-28", "2026-11-28"),
        ("Vad hände förra veckan?", "2026-11-16", "2026-11-29"),
        ("Was it in December 2023?", "2023-12-01", "2023-12-31"),
        ("Was it on 29 February 2024?", "2024-02-29", "2024-02-29"),
        ("What happened between 2019 and 2021?", "2019-01-01", "2021-12-31"),
    ],
)
def test_a_date_is_read_as_people_write_it(message: str, first: str, final: str) -> None:
    assert named(message) == [(first, final)]


def test_a_month_without_a_year_is_that_month_of_each_of_the_last_years() -> None:
    found = named("What did we do in June?")
    assert len(found) == YEARS
    assert found[:2] == [("2026-06-01", "2026-06-30"), ("2025-06-01", "2025-06-30")]


@pytest.mark.parametrize(
    "message", ["May I go?", "They march on.", "What is the mar of it?", "Tell me about the house."]
)
def test_a_word_that_only_looks_like_a_month_is_none(message: str) -> None:
    assert named(message) == []


@pytest.mark.parametrize("message", ["30 February 2024", "2024-13-01", "2024-02-30", "0 May 2023"])
def test_a_day_that_no_calendar_has_is_none(message: str) -> None:
    assert named(message) == []


@given(st.text(max_size=80))
def test_any_text_can_be_read(message: str) -> None:
    assert all(first <= final for first, final in named(message))


@pytest.mark.parametrize(
    "table",
    [
        *(f'[spans]\n"{days}" = ["now and then"]' for days in ("soon", "1..", "1..x", "5..1", "99999999999", "-40000")),
        *(f'[months]\n{key} = ["maj"]' for key in ("13", "0", "may")),
        '[clues]\ntiem = ["now"]',
        '[clues]\ntime = ["*"]',
    ],
)
def test_a_language_table_of_another_shape_is_refused(table: str) -> None:
    with pytest.raises(UsageError):
        vocabulary(table)


def test_a_language_table_of_the_users_own_adds_its_words() -> None:
    known = vocabulary('[months]\n5 = ["Maggio"]\n[spans]\n"-1" = ["ieri"]\n')
    assert spans("ieri", ("ieri",), _NOW, known)[0].first.isoformat() == "2026-11-29"
    assert spans("maggio 2023", ("maggio", "2023"), _NOW, known)[0].final.isoformat() == "2023-05-31"
