"""A dictionary model of addresses over days: the same rules, written again in the simplest way that can be.

Time is whole days from `FIRST`; a day maps to the value that holds and the day it began. For comparison with the store.
"""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass, field

#: Days that the model looks at; nothing begins later.
DAYS = 60


@dataclass
class Single:
    """One single slot: a value of unknown start below, values with known starts above."""

    base: str | None = None
    base_end: int = DAYS
    day: dict[int, tuple[int, str]] = field(default_factory=dict)
    contested: set[tuple[str, str]] = field(default_factory=set)

    def at(self, day: int) -> str | None:
        """What holds on a day."""
        if day in self.day:
            return self.day[day][1]
        return self.base if day < self.base_end else None

    @property
    def is_new(self) -> bool:
        """Whether nothing was ever believed here."""
        return self.base is None and not self.day

    def paint(self, value: str, start: int, end: int = DAYS) -> None:
        """Let a value hold from a day on, around what starts later."""
        self.base_end = min(self.base_end, start)
        for day in range(start, DAYS):
            if day in self.day and self.day[day][0] > start:
                continue
            self.day.pop(day, None)
            if day < end:
                self.day[day] = (start, value)

    def say(self, value: str, now: int, start: int | None, wording: str) -> None:
        """An open statement by a speaker who has said everything before it too."""
        held = self.at(max(now, start) if start is not None else now)
        if wording == "retraction":
            if held == value:
                self.stop(now if start is None else max(now, start))
        elif held == value:
            return
        elif held is not None and wording == "conflict":
            self.contested.add((value, held))
        elif held is not None and wording == "correction":
            self.correct(value, now if start is None else max(now, start))
        elif self.is_new and start is None:
            self.base, self.base_end = value, DAYS
        else:
            self.paint(value, now if start is None else start)

    def tell(self, value: str, start: int, end: int) -> None:
        """A closed interval: history alone, or a conflict where another known value overlaps."""
        covered = [self.at(day) == value for day in range(start, end)]
        others = {self.day[day][1] for day in range(start, end) if day in self.day}
        if all(covered):
            return
        if others - {value}:
            self.contested.add((value, ""))
            return
        for day in range(start, end):
            self.day.setdefault(day, (start, value))

    def stop(self, day: int) -> None:
        """End the value that holds on a day."""
        if day not in self.day:
            self.base_end = min(self.base_end, day)
            return
        begun = self.day[day][0]
        for other in range(day, DAYS):
            if other in self.day and self.day[other][0] == begun:
                del self.day[other]

    def correct(self, value: str, day: int) -> None:
        """Put another value over the whole stretch that holds on a day."""
        if day not in self.day:
            self.base = value
            return
        begun = self.day[day][0]
        for other, (start, _) in list(self.day.items()):
            if start == begun:
                self.day[other] = (begun, value)


@dataclass
class Shadow:
    """Every address, and how it was believed at each revision."""

    singles: dict[str, Single] = field(default_factory=dict)
    past: dict[int, dict[str, Single]] = field(default_factory=dict)

    def slot(self, address: str) -> Single:
        """An address, new or known."""
        return self.singles.setdefault(address, Single())

    def believed(self, revision: int) -> None:
        """Remember everything as of a revision."""
        self.past[revision] = deepcopy(self.singles)

    def state(self, day: int, revision: int | None = None) -> dict[str, str]:
        """What holds on a day, as believed at a revision."""
        singles = self.singles if revision is None else self.past[revision]
        return {address: value for address, single in singles.items() if (value := single.at(day)) is not None}
