"""Operational time: one clock, UTC, milliseconds, fixed-width ISO text that sorts.

This file alone reads the wall clock. World time, which may be unknown, is `memory/time.py`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import lru_cache

from a008.errors import UsageError

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_SHAPE = re.compile(r"(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?(Z|[+-]\d\d:?\d\d)?", re.ASCII)
#: Seconds of a day less the millisecond that belongs to the next one.
_TO_ITS_END = 86_399.999
_DATE = re.compile(r"\d{4}-\d\d-\d\d", re.ASCII)
#: Instants and texts of them that are remembered: one page, or one question, meets the same ones many times.
_REMEMBERED = 4_096
_MILLISECOND = timedelta(milliseconds=1)
#: The years 1 to 9999, in milliseconds: what fixed-width text can hold.
_FIRST, _LAST = -62_135_596_800_000, 253_402_300_799_999


@dataclass(frozen=True, slots=True, order=True)
class Instant:
    """A moment of operational time.

    Units: milliseconds since 1970-01-01 UTC. Its text is always 24 characters, `YYYY-MM-DDTHH:MM:SS.mmmZ`, so that
    text order is time order.

    Errors: `UsageError` outside the years 1 to 9999, which that text cannot hold.
    """

    milliseconds: int

    def __post_init__(self) -> None:
        if not _FIRST <= self.milliseconds <= _LAST:
            raise UsageError("no such instant", item=f"{self.milliseconds} ms", remedy="stay in the years 1 to 9999")

    def __str__(self) -> str:
        """Fixed-width ISO text."""
        return _text(self.milliseconds)

    @property
    def date(self) -> str:
        """The UTC calendar date, `YYYY-MM-DD`."""
        return str(self)[:10]

    def plus(self, *, seconds: float = 0, days: float = 0) -> Instant:
        """The instant that much later (or earlier, if negative)."""
        return Instant(self.milliseconds + round((seconds + days * 86_400) * 1000))

    def seconds_since(self, earlier: Instant) -> float:
        """Elapsed seconds since `earlier`; negative when it lies ahead."""
        return (self.milliseconds - earlier.milliseconds) / 1000

    @classmethod
    def through(cls, text: str) -> Instant:
        """Read ISO text that means a point to look back from: a date alone is the end of that day (UTC).

        Errors: those of `parse`.
        """
        moment = cls.parse(text)
        return moment.plus(seconds=_TO_ITS_END) if _DATE.fullmatch(text.strip()) else moment

    @classmethod
    def parse(cls, text: str) -> Instant:
        """Read ISO text: a date (midnight UTC) or a date and time, `Z` or an offset; no offset means UTC.

        Errors: `UsageError` for any other shape and for a date that no calendar has (30 February).
        """
        return _instant(text)


@lru_cache(maxsize=_REMEMBERED)
def _text(milliseconds: int) -> str:
    moment = _EPOCH + timedelta(milliseconds=milliseconds)
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{milliseconds % 1000:03d}Z".rjust(24, "0")


@lru_cache(maxsize=_REMEMBERED)
def _instant(text: str) -> Instant:
    match = _SHAPE.fullmatch(text.strip())
    if match is None:
        raise UsageError("not an instant", item=repr(text), remedy="write 2026-01-31 or 2026-01-31T12:00:00Z")
    day, hours, seconds, fraction, zone = match.groups()
    zone = "+00:00" if zone in (None, "Z") else zone
    try:
        moment = datetime.fromisoformat(f"{day}T{hours or '00:00'}:{seconds or '00'}{zone}").astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise UsageError("no such instant", item=repr(text), remedy=str(error)) from None
    extra = int((fraction or "0").ljust(3, "0")[:3])
    return Instant((moment - _EPOCH) // _MILLISECOND + extra)


#: A source of operational time; every operation that needs "now" receives one.
Clock = Callable[[], Instant]


def system_clock() -> Instant:
    """The wall clock of this machine."""
    return Instant((datetime.now(UTC) - _EPOCH) // _MILLISECOND)


class ManualClock:
    """A clock that moves only when told; the double for tests, demos and replays."""

    def __init__(self, start: Instant) -> None:
        self.now = start

    def __call__(self) -> Instant:
        """The instant it was last set to."""
        return self.now

    def advance(self, *, seconds: float = 0, days: float = 0) -> Instant:
        """Move on and return the new instant."""
        self.now = self.now.plus(seconds=seconds, days=days)
        return self.now
