"""The dates that a question names: `in May 2023`, `on 8 May`, `2026-03-14`, `last week`. Pure; month names are data.

A date helps to find and excludes nothing: what was said on the day, or soon after it, is more likely what is meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date, timedelta

from a008.clock import Instant
from a008.retrieval.span import Span
from a008.retrieval.vocabulary import Vocabulary, says

#: Years that a date without one is looked for in, the last.
YEARS = 10
_YEAR = re.compile(r"(?:19|20)\d\d")
_DAY = re.compile(r"(\d{1,2})(?:st|nd|rd|th|:a|:e)?")
_ISO = re.compile(r"\b((?:19|20)\d\d)-(\d\d)(?:-(\d\d))?\b")


def spans(message: str, said: Sequence[str], now: Instant, known: Vocabulary) -> tuple[Span, ...]:
    """The days that a message names, for a date without a year those of each of the last years; `()` for none."""
    today = date.fromisoformat(now.date)
    iso = _ISO.search(message)
    if iso is not None:
        return tuple(_of(int(iso[1]), int(iso[2]), None if iso[3] is None else int(iso[3])))
    for phrase, (first, final) in known.spans.items():
        if says(said, (phrase,)):
            start, end = today + timedelta(days=first), today + timedelta(days=final)
            return (Span(first=start, final=end, is_day=start == end),)
    return tuple(_named(said, today, known))


def _named(said: Sequence[str], today: date, known: Vocabulary) -> Iterator[Span]:
    """A month by its name with what stands around it, or years alone, with those between them."""
    for place, word in enumerate(said):
        month = known.months.get(word)
        if month is None:
            continue
        before, behind = said[max(0, place - 2) : place], said[place + 1 : place + 3]
        day = next((int(m[1]) for w in (*behind[:1], *reversed(before)) if (m := _DAY.fullmatch(w))), None)
        year = next((int(w) for w in (*behind, *before) if _YEAR.fullmatch(w)), None)
        if word in known.unsure and day is None and year is None and not known.dating & set(before[-1:]):
            continue
        for each in (year,) if year is not None else range(today.year, today.year - YEARS, -1):
            yield from _of(each, month, day)
        return
    years = [int(word) for word in said if _YEAR.fullmatch(word)]
    if years:
        yield Span(first=date(min(years), 1, 1), final=date(max(years), 12, 31), is_day=False)


def _of(year: int, month: int, day: int | None) -> Iterator[Span]:
    """A day or a month of a year; nothing for one that no calendar has."""
    try:
        first = date(year, month, 1 if day is None else day)
    except ValueError:
        return
    final = first if day is not None else date(year + month // 12, month % 12 + 1, 1) - timedelta(days=1)
    yield Span(first=first, final=final, is_day=day is not None)
