"""World time: when something is true, as far as anybody said. Unknown stays unknown and never becomes now.

Operational time (when we wrote it down) is `clock.Instant`. The two never mix.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Literal

from a008.clock import Instant


class Edge(Enum):
    """An edge of an interval that is not an instant."""

    UNKNOWN = "unknown"
    OPEN = "open"


#: A moment in the world, or that nobody said when.
WorldTime = Instant | Literal[Edge.UNKNOWN]
#: The end of an interval: an instant (exclusive), ended at an unknown time, or still open.
IntervalEnd = Instant | Literal[Edge.UNKNOWN, Edge.OPEN]


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """Valid time, half-open: `start` belongs to it, `end` does not.

    An unknown start counts as earlier than every instant; `Edge.OPEN` is a state of its own, not a missing end.
    """

    start: WorldTime
    end: IntervalEnd

    @property
    def is_open(self) -> bool:
        """Whether it still holds in the world."""
        return self.end is Edge.OPEN

    def holds_at(self, moment: Instant) -> bool:
        """Whether the moment lies inside; an interval that ended at an unknown time holds at none."""
        begun = self.start is Edge.UNKNOWN or self.start <= moment
        return begun and (self.end is Edge.OPEN or (isinstance(self.end, Instant) and moment < self.end))

    def overlaps(self, other: Interval) -> bool:
        """Whether two intervals may share a moment; what is unknown may."""
        return _begins_before_end(self, other) and _begins_before_end(other, self)

    def ending(self, moment: Instant) -> Interval:
        """The same interval, closed at a moment."""
        return Interval(start=self.start, end=moment)

    def is_empty(self) -> bool:
        """Whether no moment lies inside (start at or behind the end)."""
        return isinstance(self.start, Instant) and isinstance(self.end, Instant) and self.end <= self.start


def _begins_before_end(one: Interval, other: Interval) -> bool:
    if isinstance(one.start, Instant) and isinstance(other.end, Instant):
        return one.start < other.end
    return True


#: Holds now, since nobody said when.
ALWAYS = Interval(start=Edge.UNKNOWN, end=Edge.OPEN)


def describe(interval: Interval) -> str:
    """An interval in words, dates only: `From 2023-02-01 to 2024-01-05`, `Until 2024-01-05`, `Since 2023-02-01`."""
    start, end = interval.start, interval.end
    if isinstance(start, Instant):
        if isinstance(end, Instant):
            return f"From {start.date} to {end.date}"
        return f"Since {start.date}" if end is Edge.OPEN else f"From {start.date} to an unknown date"
    if isinstance(end, Instant):
        return f"Until {end.date}"
    return "Since an unknown date" if end is Edge.OPEN else "At an unknown time"
