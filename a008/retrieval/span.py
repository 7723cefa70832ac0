"""Days that a question names, and how well the day on which something was said fits them. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta

#: Days within which people still talk of a day, and of a longer time.
_SOON_DAY, _SOON = 14, 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """Days that a question names, both ends included; `is_day` for one single day."""

    first: date
    final: date
    is_day: bool

    def fit(self, day: date) -> float:
        """How likely it is that what was said on a day is about these: 1 on them, less after them, 0 before.

        Units: a share of 1.
        """
        late = (day - self.final).days
        if self.first <= day and late <= 1:
            return 1.0
        if self.is_day:
            return 1 - late / (_SOON_DAY + 2) if 0 < late <= _SOON_DAY else 0.0
        return 0.5 if 0 < late <= _SOON else 0.0

    @property
    def heard(self) -> tuple[str, str]:
        """The days, as ISO texts, on which it may have been talked of."""
        after = min(_SOON_DAY if self.is_day else _SOON, (date.max - self.final).days)
        return self.first.isoformat(), (self.final + timedelta(days=after)).isoformat()
