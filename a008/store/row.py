"""A row on its way into the store, and how values of ours look in columns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from a008 import canon
from a008.clock import Instant
from a008.memory.time import Edge, Interval, IntervalEnd, WorldTime
from a008.store.connection import Connection

#: What a column can hold.
Column = str | int | float | None


#: Columns that a migration added: the chain vouches for them where they hold something, so that older rows stay whole.
_LATER = frozenset({("lifecycle", "standing"), ("association_state", "reason")})


def digest(table: str, values: Mapping[str, Column]) -> str:
    """SHA-256 of a row's values: what the chain of revisions vouches for."""
    told = {
        name: value + 0.0 if isinstance(value, float) else value  # SQLite keeps no sign of a zero
        for name, value in values.items()
        if value is not None or (table, name) not in _LATER
    }
    return canon.digest(canon.encode(told))


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One insert: the statement, its named values, and the key that the revision's list of changes names it by."""

    table: str
    key: str
    statement: str
    values: dict[str, Column]

    @property
    def digest(self) -> str:
        """SHA-256 of the values: what the chain of revisions vouches for."""
        return digest(self.table, self.values)

    def write(self, conn: Connection, revision: int) -> None:
        """Insert the row as written by a revision."""
        conn.execute(self.statement, {**self.values, "rev": revision})


@dataclass(frozen=True, slots=True, kw_only=True)
class Closing:
    """One end on the record axis: the statement, the values that name the row, and those that its closing adds.

    Shape: `key` is what the revision's list of changes names the row by.
    """

    table: str
    key: str
    statement: str
    names: dict[str, Column]
    adds: dict[str, Column]

    @property
    def digest(self) -> str:
        """SHA-256 of what the closing adds; '' when it adds nothing."""
        return canon.digest(canon.encode(self.adds)) if self.adds else ""

    def write(self, conn: Connection, revision: int) -> bool:
        """Close the row by a revision; false when no such row was open."""
        return conn.execute(self.statement, {**self.names, **self.adds, "rev": revision}).rowcount > 0


def world(moment: WorldTime) -> str | None:
    """A world time as a column: NULL is unknown."""
    return str(moment) if isinstance(moment, Instant) else None


def edges(interval: Interval) -> dict[str, Column]:
    """An interval as the three columns `valid_from`, `valid_to` and `is_open`."""
    end = interval.end
    return {
        "valid_from": world(interval.start),
        "valid_to": str(end) if isinstance(end, Instant) else None,
        "is_open": int(end is Edge.OPEN),
    }


def interval_of(valid_from: str | None, valid_to: str | None, is_open: int) -> Interval:
    """The interval that three columns stand for."""
    end: IntervalEnd = Edge.UNKNOWN
    if is_open:
        end = Edge.OPEN
    elif valid_to is not None:
        end = Instant.parse(valid_to)
    return Interval(start=world_of(valid_from), end=end)


def world_of(column: str | None) -> WorldTime:
    """The world time that a column stands for."""
    return Edge.UNKNOWN if column is None else Instant.parse(column)
