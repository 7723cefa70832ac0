"""The days that a question names: `in May 2023`, `last Friday`, `two weeks ago`, `summer 2022`, `2026-03-14`. Pure.

A relative phrase counts from the instant of the message. A date helps to find and excludes nothing: what was said on
the day, or soon after it, is more likely what is meant. The words are data; how they go together is here.
"""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable, Iterable, Iterator
from datetime import date, timedelta
from typing import NamedTuple

from a008.clock import Instant
from a008.retrieval.date_words import DateWords
from a008.retrieval.intents import spoken
from a008.retrieval.mentions import MAX_WORDS
from a008.retrieval.span import Span
from a008.retrieval.table import FAR

#: Years that a date without one is looked for in, the last; spans of one message, two such dates.
YEARS = 10
MAX_SPANS = 2 * YEARS
#: Words of the longest phrase for some days, and for a number.
_LONGEST, _NUMBER = 6, 3

_YEAR = re.compile(r"(?:19|20)\d\d")
_DAY = re.compile(r"(\d{1,2})(?:st|nd|rd|th|:a|:e)?")
_COUNT = re.compile(r"\d{1,5}")
_FIGURES = re.compile(
    r"(?<![\w.-])(?:(?P<y>(?:19|20)\d\d)-(?P<m>\d\d)(?:-(?P<d>\d\d))?(?!\d)"
    r"|(?P<one>\d{1,2})[./](?P<other>\d{1,2})[./](?P<year>(?:19|20)\d\d)(?!\.?\d))"
)


def spans(message: str, now: Instant, words: DateWords) -> tuple[Span, ...]:
    """The days that a message names, in its order; without a year, those of each of the last years; `()` for none.

    Shape: a day of the week counts only where no date stands. Of a long message as many words are read as for names.
    """
    today = date.fromisoformat(now.date)
    said = spoken(_FIGURES.sub(" ", message))
    read = said if len(said) <= MAX_WORDS else (*said[: MAX_WORDS // 2], *said[-MAX_WORDS // 2 :])
    reader = _Reader(read, today, words)
    dates = [*_in_figures(message), *reader.dates()]
    return tuple(dict.fromkeys(dates or reader.weekdays))[:MAX_SPANS]


class _Read(NamedTuple):
    """What was read at one place: how many words it took, and the days that they mean."""

    length: int
    spans: tuple[Span, ...]


class _Reader:
    """Goes once over the words of a message."""

    def __init__(self, said: tuple[str, ...], today: date, words: DateWords) -> None:
        self.weekdays: list[Span] = []
        self._said = said
        self._today = today
        self._words = words
        self._years = {place: int(word) for place, word in enumerate(said) if _YEAR.fullmatch(word)}

    def dates(self) -> Iterator[Span]:
        """Every date but days of the week, which are kept aside; last, the years that belong to none, as one span."""
        ways: tuple[Callable[[int], _Read | None], ...] = (self._phrase, self._ago, self._lately, self._month)
        place = 0
        while place < len(self._said):
            read = next((found for way in (*ways, self._season) if (found := way(place)) is not None), None)
            yield from () if read is None else read.spans
            self._weekday(place)
            place += 1 if read is None else read.length
        if self._years:
            first, last = min(self._years.values()), max(self._years.values())
            yield Span(first=date(first, 1, 1), final=date(last, 12, 31), is_day=False)

    def _phrase(self, at: int) -> _Read | None:
        for length in range(min(_LONGEST, len(self._said) - at), 0, -1):
            days = self._words.spans.get(" ".join(self._said[at : at + length]))
            if days is not None:
                return _Read(length, (self._days(*days),))
        return None

    def _number(self, at: int) -> _Count | None:
        """A number that stands somewhere: in figures, or as the longest of the phrases for one."""
        for length in range(_NUMBER, 0, -1):
            number = self._words.numbers.get(" ".join(self._said[at : at + length]))
            if number is not None:
                return _Count(length, number)
        figures = self._said[at : at + 1]
        return _Count(1, int(figures[0])) if figures and _COUNT.fullmatch(figures[0]) else None

    def _time(self, at: int) -> _Count | None:
        """`two weeks`: a number and what it counts, and how many days each of them has."""
        count = self._number(at)
        unit = None if count is None else self._words.units.get(self._word(at + count.length))
        if count is None or unit is None or count.number * unit > FAR:
            return None
        return _Count(count.length + 1, count.number, unit)

    def _ago(self, at: int) -> _Read | None:
        """`two weeks ago`: nobody counts exactly, so that one more and one less are meant as well, but for days."""
        time = self._time(at)
        if time is None or self._word(at + time.length) not in self._words.ago:
            return None
        exactly = self._days(-time.number, -time.number)
        about = self._days(-(time.number + 1) * time.unit, min(-1, -(time.number - 1) * time.unit))
        return _Read(time.length + 1, (exactly if time.unit == 1 else about,))

    def _lately(self, at: int) -> _Read | None:
        """`the last two weeks`."""
        time = self._time(at + 1) if self._word(at) in self._words.last else None
        return None if time is None else _Read(time.length + 1, (self._days(-time.number * time.unit, 0),))

    def _month(self, at: int) -> _Read | None:
        month = self._words.months.get(self._said[at])
        before, behind = self._said[max(0, at - 2) : at], self._said[at + 1 : at + 3]
        if month is None or self._is_coming(before):
            return None
        day = next((int(m[1]) for w in (*behind[:1], *reversed(before)) if (m := _DAY.fullmatch(w))), None)
        year = self._year_near(at)
        is_last = bool(self._words.last & {*before[-1:]})
        is_sure = is_last or self._said[at] not in self._words.unsure or bool(self._words.dating & {*before[-1:]})
        if not is_sure and day is None and year is None:
            return None
        return _Read(1, self._recurring(year, is_last, lambda each: _of(each, month, day)))

    def _season(self, at: int) -> _Read | None:
        """`summer 2022`, `in the spring`; without any such word before it, a season is no date."""
        word = self._said[at]
        months = self._words.seasons.get(word)
        before = [each for each in self._said[max(0, at - 2) : at] if each not in self._words.article]
        if months is None or self._is_coming(before):
            return None
        year = self._year_near(at)
        is_last = bool(self._words.last & {word, *before[-1:]})
        if year is None and not is_last and not self._words.dating & {*before[-1:]}:
            return None
        return _Read(1, self._recurring(year, is_last, lambda each: _season(each, *months)))

    def _recurring(self, year: int | None, is_last: bool, of: Callable[[int], Iterable[Span]]) -> tuple[Span, ...]:
        """What comes every year: that of one year, the last one that is over, or those of the last years."""
        if year is not None:
            return tuple(of(year))
        every = [span for each in range(self._today.year, self._today.year - YEARS, -1) for span in of(each)]
        if is_last:
            over = [span for span in every if span.final < self._today]
            return (max(over, key=lambda span: span.final),) if over else ()
        return tuple(dict.fromkeys(every))

    def _weekday(self, at: int) -> None:
        number = self._words.weekdays.get(self._said[at])
        if number is not None and not self._is_coming(self._said[max(0, at - 1) : at]):
            past = (self._today.isoweekday() - number - 1) % 7 + 1
            self.weekdays.append(self._days(-past, -past))

    def _year_near(self, at: int) -> int | None:
        """A year up to two words away, behind first; it is spoken for then."""
        place = next((each for each in (at + 1, at + 2, at - 2, at - 1) if each in self._years), None)
        return None if place is None else self._years.pop(place)

    def _is_coming(self, before: Iterable[str]) -> bool:
        return not self._words.coming.isdisjoint([*before][-1:])

    def _word(self, at: int) -> str:
        return self._said[at] if at < len(self._said) else ""

    def _days(self, first: int, final: int) -> Span:
        return Span(first=_shifted(self._today, first), final=_shifted(self._today, final), is_day=first == final)


class _Count(NamedTuple):
    """A number with the words that it took; `unit` is how many days each has."""

    length: int
    number: int
    unit: int = 1


def _in_figures(message: str) -> Iterator[Span]:
    """`2026-03-14`, `2026-03`; of `3/4/2026` nobody knows which is the month, so it is both."""
    for found in _FIGURES.finditer(message):
        if found["y"] is not None:
            yield from _of(int(found["y"]), int(found["m"]), None if found["d"] is None else int(found["d"]))
        else:
            one, other, year = int(found["one"]), int(found["other"]), int(found["year"])
            yield from (*_of(year, other, one), *_of(year, one, other))


def _of(year: int, month: int, day: int | None) -> Iterator[Span]:
    """A day or a month of a year; nothing for one that no calendar has."""
    try:
        first = date(year, month, 1 if day is None else day)
    except ValueError:
        return
    yield Span(first=first, final=first if day is not None else _end(year, month), is_day=day is not None)


def _season(year: int, first: int, last: int) -> Iterator[Span]:
    """The months of a season; one that ends in the next year has two that a year may mean."""
    for start in (year,) if first <= last else (year, year - 1):
        if date.min.year <= start < date.max.year:
            yield Span(first=date(start, first, 1), final=_end(start + (first > last), last), is_day=False)


def _end(year: int, month: int) -> date:
    return date(year, month, monthrange(year, month)[1])


def _shifted(day: date, days: int) -> date:
    try:
        return day + timedelta(days=days)
    except OverflowError:
        return date.min if days < 0 else date.max
