"""Tables: rows that a terminal prints and a notebook draws, both from one value."""

from __future__ import annotations

from dataclasses import dataclass

#: What stands in one place of a table; `None` is shown as nothing.
Cell = str | int | float | bool | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """One column; numbers are set flush right."""

    name: str
    numeric: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A titled table.

    Shape: each row has a cell per column; `empty` is the sentence that stands in place of a table without rows.
    """

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    empty: str

    def records(self) -> list[dict[str, Cell]]:
        """The rows as objects, keyed by the names of the columns with `_` for blanks."""
        keys = [column.name.lower().replace(" ", "_") for column in self.columns]
        return [dict(zip(keys, row, strict=True)) for row in self.rows]


def columns(*names: str, numeric: tuple[str, ...] = ()) -> tuple[Column, ...]:
    """Columns of these names, those named in `numeric` set flush right."""
    return tuple(Column(name=name, numeric=name in numeric) for name in names)
