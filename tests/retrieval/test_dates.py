"""The days that a message names, in English and Swedish. Source: issue 4 (date phrases); how they are read is ours."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from a008.clock import Instant
from a008.retrieval.dates import MAX_SPANS, YEARS, spans
from a008.retrieval.vocabulary import vocabulary

#: A Monday.
_NOW = Instant.parse("2026-11-30T10:00:00Z")


def named(message: str, now: Instant = _NOW) -> list[tuple[str, str]]:
    found = spans(message, now, vocabulary().dates)
    return [(span.first.isoformat(), span.final.isoformat()) for span in found]


@pytest.mark.parametrize(
    ("message", "first", "final"),
    [
        ("What did Ann do in May 2023?", "2023-05-01", "2023-05-31"),
        ("What happened on 8 May, 2023?", "2023-05-08", "2023-05-08"),
        ("What happened on May 8th 2023?", "2023-05-08", "2023-05-08"),
        ("What happened on the 8th of May 2023?", "2023-05-08", "2023-05-08"),
        ("Where were we in 2022?", "2022-01-01", "2022-12-31"),
        ("What did we deploy on 2026-03-14?", "2026-03-14", "2026-03-14"),
        ("What did we deploy at 2026-03-14T10:00?", "2026-03-14", "2026-03-14"),
        ("What did we deploy in 2026-03?", "2026-03-01", "2026-03-31"),
        ("What did we deploy on 14.3.2026?", "2026-03-14", "2026-03-14"),
        ("Vad gjorde jag den 3 mars 2024?", "2024-03-03", "2024-03-03"),
        ("Was it in December 2023?", "2023-12-01", "2023-12-31"),
        ("Was it on 29 February 2024?", "2024-02-29", "2024-02-29"),
        ("What happened between 2019 and 2021?", "2019-01-01", "2021-12-31"),
        ("What did we do in summer 2022?", "2022-06-01", "2022-08-31"),
        ("What did we do in the fall of 2022?", "2022-09-01", "2022-11-30"),
        ("Vad gjorde vi sommaren 2022?", "2022-06-01", "2022-08-31"),
        ("What did we do on Friday 8 May 2020?", "2020-05-08", "2020-05-08"),
    ],
)
def test_a_date_is_read_as_people_write_it(message: str, first: str, final: str) -> None:
    assert named(message) == [(first, final)]


@pytest.mark.parametrize(
    ("message", "first", "final"),
    [
        ("What did I say today?", "2026-11-30", "2026-11-30"),
        ("What did I say this morning?", "2026-11-30", "2026-11-30"),
        ("Vad sa jag i dag?", "2026-11-30", "2026-11-30"),
        ("What did I say yesterday?", "2026-11-29", "2026-11-29"),
        ("Vad sa jag igår?", "2026-11-29", "2026-11-29"),
        ("What did I say the day before yesterday?", "2026-11-28", "2026-11-28"),
        ("Vad sa jag i förrgår?", "2026-11-28", "2026-11-28"),
        ("What was it the other day?", "2026-11-23", "2026-11-29"),
        ("Vad var det häromdagen?", "2026-11-23", "2026-11-29"),
        ("What is new this week?", "2026-11-23", "2026-11-30"),
        ("Vad är nytt den här veckan?", "2026-11-23", "2026-11-30"),
        ("What was new last week?", "2026-11-16", "2026-11-29"),
        ("Vad hände förra veckan?", "2026-11-16", "2026-11-29"),
        ("What is new this month?", "2026-10-30", "2026-11-30"),
        ("Vad är nytt denna månad?", "2026-10-30", "2026-11-30"),
        ("What was new last month?", "2026-09-29", "2026-11-29"),
        ("Vad hände förra månaden?", "2026-09-29", "2026-11-29"),
        ("What is new this year?", "2025-11-30", "2026-11-30"),
        ("Vad är nytt i år?", "2025-11-30", "2026-11-30"),
        ("What was new last year?", "2024-11-30", "2026-11-29"),
        ("Vad hände i fjol?", "2024-11-30", "2026-11-29"),
        ("What did I say three days ago?", "2026-11-27", "2026-11-27"),
        ("What did I say 3 days ago?", "2026-11-27", "2026-11-27"),
        ("What did I say a few days ago?", "2026-11-27", "2026-11-27"),
        ("Vad sa jag för tre dagar sedan?", "2026-11-27", "2026-11-27"),
        ("What did I say a week ago?", "2026-11-16", "2026-11-29"),
        ("What did I say two weeks ago?", "2026-11-09", "2026-11-23"),
        ("What did I say a couple of weeks ago?", "2026-11-09", "2026-11-23"),
        ("Vad sa jag för två veckor sen?", "2026-11-09", "2026-11-23"),
        ("Vad sa jag för ett par veckor sedan?", "2026-11-09", "2026-11-23"),
        ("What did I say a month ago?", "2026-09-29", "2026-11-29"),
        ("Vad sa jag för en månad sedan?", "2026-09-29", "2026-11-29"),
        ("What did I say two years ago?", "2023-12-01", "2025-11-30"),
        ("What did I say in the last two weeks?", "2026-11-16", "2026-11-30"),
        ("Vad sa jag de senaste tre dagarna?", "2026-11-27", "2026-11-30"),
        ("What did we do on Friday?", "2026-11-27", "2026-11-27"),
        ("What did we do last Friday?", "2026-11-27", "2026-11-27"),
        ("What did we do on Monday?", "2026-11-23", "2026-11-23"),
        ("Vad gjorde vi i fredags?", "2026-11-27", "2026-11-27"),
        ("Vad gjorde vi förra fredagen?", "2026-11-27", "2026-11-27"),
        ("What did we do last March?", "2026-03-01", "2026-03-31"),
        ("What did we do last December?", "2025-12-01", "2025-12-31"),
        ("What did we do last summer?", "2026-06-01", "2026-08-31"),
        ("What did we do last winter?", "2025-12-01", "2026-02-28"),
        ("Vad gjorde vi i somras?", "2026-06-01", "2026-08-31"),
        ("Vad gjorde vi förra våren?", "2026-03-01", "2026-05-31"),
    ],
)
def test_a_relative_phrase_counts_from_the_instant_of_the_message(message: str, first: str, final: str) -> None:
    assert named(message) == [(first, final)]


def test_the_same_words_on_another_day_mean_other_days() -> None:
    assert named("yesterday", Instant.parse("2024-03-01T00:00:00Z")) == [("2024-02-29", "2024-02-29")]
    assert named("last Friday", Instant.parse("2024-03-01T00:00:00Z")) == [("2024-02-23", "2024-02-23")]
    assert named("two weeks ago", Instant.parse("0001-01-05T00:00:00Z")) == [("0001-01-01", "0001-01-01")]


def test_a_month_without_a_year_is_that_month_of_each_of_the_last_years() -> None:
    found = named("What did we do in June?")
    assert len(found) == YEARS
    assert found[:2] == [("2026-06-01", "2026-06-30"), ("2025-06-01", "2025-06-30")]


def test_a_season_without_a_year_is_that_season_of_each_of_the_last_years() -> None:
    assert named("What did we do in the summer?")[:2] == [("2026-06-01", "2026-08-31"), ("2025-06-01", "2025-08-31")]
    assert named("Vad gjorde vi under vintern?")[0] == ("2026-12-01", "2027-02-28")


def test_a_winter_of_a_year_may_be_either_of_two() -> None:
    assert named("in winter 2022") == [("2022-12-01", "2023-02-28"), ("2021-12-01", "2022-02-28")]


def test_where_day_and_month_cannot_be_told_apart_both_are_meant() -> None:
    assert named("on 3/4/2026") == [("2026-04-03", "2026-04-03"), ("2026-03-04", "2026-03-04")]
    assert named("on 3/14/2026") == [("2026-03-14", "2026-03-14")]


def test_several_dates_are_all_read_and_their_number_is_bounded() -> None:
    assert named("between 8 May 2023 and 2 June 2024") == [("2023-05-08", "2023-05-08"), ("2024-06-02", "2024-06-02")]
    assert named("in May 2019 or in 2021") == [("2019-05-01", "2019-05-31"), ("2021-01-01", "2021-12-31")]
    assert len(named("in June, in July, in August, in September")) == MAX_SPANS


@pytest.mark.parametrize(
    "message",
    [
        "May I go?",
        "They march on.",
        "What is the mar of it?",
        "Tell me about the house.",
        "The fall was hard.",
        "Which summer house is it?",
        "What about next Friday?",
        "What will we do next May?",
        "Vad gör vi nästa sommar?",
        "Vår bil.",
    ],
)
def test_what_only_looks_like_a_past_day_is_none(message: str) -> None:
    assert named(message) == []


@pytest.mark.parametrize("message", ["30 February 2024", "2024-13-01", "2024-02-30", "0 May 2023", "45/45/2023"])
def test_a_day_that_no_calendar_has_is_none(message: str) -> None:
    assert named(message) == []


_WORDS = st.sampled_from(
    [
        "last",
        "past",
        "two",
        "3",
        "99999",
        "weeks",
        "years",
        "days",
        "ago",
        "sedan",
        "för",
        "next",
        "in",
        "the",
        "of",
        "may",
        "March",
        "summer",
        "winter",
        "Friday",
        "2022",
        "2023",
        "8",
        "1.",
        "2026-02",
        "yesterday",
        "December",
    ]
)


@given(
    st.text(max_size=80) | st.lists(_WORDS, max_size=12).map(" ".join), st.sampled_from(["0001-01-01", "9999-12-31"])
)
def test_any_text_can_be_read_at_any_time(message: str, now: str) -> None:
    for at in (_NOW, Instant.parse(f"{now}T00:00:00Z")):
        found = spans(message, at, vocabulary().dates)
        assert all(span.first <= span.final for span in found)
        assert len(found) <= MAX_SPANS


def test_a_language_table_of_the_users_own_adds_its_words() -> None:
    italian = """
    [months]
    5 = ["Maggio"]
    [weekdays]
    5 = ["venerdì"]
    [seasons]
    "6..8" = ["estate"]
    [spans]
    "-1" = ["ieri"]
    [units]
    7 = ["settimane"]
    [numbers]
    2 = ["due"]
    [clues]
    ago = ["fa"]
    """
    words = vocabulary(italian).dates
    assert spans("ieri", _NOW, words)[0].first.isoformat() == "2026-11-29"
    assert spans("maggio 2023", _NOW, words)[0].final.isoformat() == "2023-05-31"
    assert spans("venerdì", _NOW, words)[0].first.isoformat() == "2026-11-27"
    assert spans("estate 2022", _NOW, words)[0].final.isoformat() == "2022-08-31"
    assert spans("due settimane fa", _NOW, words)[0].first.isoformat() == "2026-11-09"
