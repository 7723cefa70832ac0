"""Operational time: fixed-width text that sorts, and a reader that never guesses."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from a008.clock import Instant, ManualClock, system_clock
from a008.errors import UsageError

_FIRST = Instant.parse("0001-01-01")
_LAST = Instant.parse("9999-12-31T23:59:59.999Z")
_INSTANTS = st.integers(_FIRST.milliseconds, _LAST.milliseconds).map(Instant)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("2026-01-31", "2026-01-31T00:00:00.000Z"),
        ("2026-01-31Z", "2026-01-31T00:00:00.000Z"),
        ("2026-01-31T12:00", "2026-01-31T12:00:00.000Z"),
        ("2026-01-31T12:00Z", "2026-01-31T12:00:00.000Z"),
        ("2026-01-31 12:00:05", "2026-01-31T12:00:05.000Z"),
        ("  2026-01-31T12:00:05Z\n", "2026-01-31T12:00:05.000Z"),
        ("2026-01-31T12:00:05.1Z", "2026-01-31T12:00:05.100Z"),
        ("2026-01-31T12:00:05,25Z", "2026-01-31T12:00:05.250Z"),
        ("2026-01-31T12:00:05.123999999Z", "2026-01-31T12:00:05.123Z"),
        ("2026-01-31T12:00:00+02:00", "2026-01-31T10:00:00.000Z"),
        ("2026-01-31T12:00:00+0530", "2026-01-31T06:30:00.000Z"),
        ("2026-01-31T20:00-08:00", "2026-02-01T04:00:00.000Z"),
        ("2024-02-29", "2024-02-29T00:00:00.000Z"),
        ("0001-01-01", "0001-01-01T00:00:00.000Z"),
        ("0999-06-01T00:00:00.001Z", "0999-06-01T00:00:00.001Z"),
        ("1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.999Z"),
        ("9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"),
    ],
)
def test_every_accepted_spelling_has_one_canonical_text(text: str, canonical: str) -> None:
    assert str(Instant.parse(text)) == canonical
    assert Instant.parse(text).date == canonical[:10]


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        (" 2024-02-29 ", "2024-02-29T23:59:59.999Z"),
        ("9999-12-31", "9999-12-31T23:59:59.999Z"),
        ("2024-02-29T00:00", "2024-02-29T00:00:00.000Z"),
    ],
)
def test_to_look_back_from_a_date_alone_is_the_end_of_that_day(text: str, canonical: str) -> None:
    assert str(Instant.through(text)) == canonical


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("", id="nothing"),
        pytest.param("now", id="a word"),
        pytest.param("2026", id="only a year"),
        pytest.param("2026-01", id="only a month"),
        pytest.param("31.01.2026", id="another order"),
        pytest.param("2026-1-31", id="one digit"),
        pytest.param("20260131", id="no hyphens"),
        pytest.param("2026-02-30", id="30 February"),
        pytest.param("2025-02-29", id="29 February of a common year"),
        pytest.param("2026-13-01", id="month 13"),
        pytest.param("0000-01-01", id="year 0"),
        pytest.param("10000-01-01", id="five digits"),
        pytest.param("2026-01-31T25:00", id="hour 25"),
        pytest.param("2026-01-31T12:60", id="minute 60"),
        pytest.param("2026-01-31T23:59:60Z", id="leap second"),
        pytest.param("2026-01-31T12", id="hour alone"),
        pytest.param("2026-01-31T12:00:00.Z", id="no digit behind the point"),
        pytest.param("2026-01-31T12:00:00+24:00", id="a whole day of offset"),
        pytest.param("2026-01-31T12:00:00 CET", id="a zone by name"),
        pytest.param("2026-01-31T12:00:00Z and more", id="more behind it"),
        pytest.param("２０２６-01-31", id="digits of another script"),
        pytest.param("2026-01-31T12:00:00.５Z", id="a fraction in digits of another script"),
        pytest.param("0001-01-01T00:00+01:00", id="before year 1 in UTC"),
        pytest.param("9999-12-31T23:59:59-01:00", id="behind year 9999 in UTC"),
    ],
)
def test_what_no_calendar_has_is_refused_with_the_text_in_the_error(text: str) -> None:
    with pytest.raises(UsageError) as caught:
        Instant.parse(text)
    assert caught.value.item == repr(text)


@pytest.mark.parametrize("beyond", [_FIRST.milliseconds - 1, _LAST.milliseconds + 1])
def test_an_instant_that_its_text_cannot_hold_does_not_exist(beyond: int) -> None:
    with pytest.raises(UsageError):
        Instant(beyond)


def test_moving_past_the_last_year_is_refused_when_it_happens_and_not_when_it_is_printed() -> None:
    with pytest.raises(UsageError):
        _LAST.plus(days=1)


@given(_INSTANTS)
def test_text_is_always_24_characters_and_reads_back_as_the_same_instant(instant: Instant) -> None:
    assert len(str(instant)) == 24
    assert Instant.parse(str(instant)) == instant


@given(_INSTANTS, _INSTANTS)
def test_the_order_of_texts_is_the_order_of_time(one: Instant, other: Instant) -> None:
    assert (str(one) < str(other)) == (one < other)


@given(
    st.datetimes(datetime(1, 1, 2), datetime(9999, 12, 30), timezones=st.just(UTC)),
    st.integers(-1439, 1439),
)
def test_an_offset_names_the_same_moment_as_utc(moment: datetime, minutes: int) -> None:
    moment = moment.replace(microsecond=0)
    offset = timedelta(minutes=abs(minutes))
    hours, rest = divmod(int(offset.total_seconds()) // 60, 60)
    local = moment + (offset if minutes >= 0 else -offset)
    written = f"{local.replace(tzinfo=None).isoformat()}{'+' if minutes >= 0 else '-'}{hours:02d}:{rest:02d}"
    assert Instant.parse(written) == Instant.parse(moment.replace(tzinfo=None).isoformat())


@given(_INSTANTS, st.integers(-1_000_000_000, 1_000_000_000))
def test_moving_on_and_measuring_back_agree(instant: Instant, milliseconds: int) -> None:
    try:
        later = instant.plus(seconds=milliseconds / 1000)
    except UsageError:
        assert not _FIRST.milliseconds <= instant.milliseconds + milliseconds <= _LAST.milliseconds
        return
    assert later.milliseconds - instant.milliseconds == milliseconds
    assert later.seconds_since(instant) == milliseconds / 1000


def test_a_day_is_86400_seconds() -> None:
    assert Instant(0).plus(days=1) == Instant(0).plus(seconds=86_400)
    assert Instant(0).plus(days=-0.5).seconds_since(Instant(0)) == -43_200


def test_the_system_clock_is_the_wall_clock_in_utc() -> None:
    before = datetime.now(UTC)
    read = datetime.fromisoformat(str(system_clock()))
    assert before - timedelta(milliseconds=1) < read <= datetime.now(UTC)


def test_a_manual_clock_stands_still_until_it_is_told() -> None:
    clock = ManualClock(Instant.parse("2026-01-31"))
    assert clock() == clock()
    assert clock.advance(days=1, seconds=1) == clock() == Instant.parse("2026-02-01T00:00:01Z")
