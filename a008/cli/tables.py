"""Tables on a terminal: drawn to its width, a row as a block of lines where columns do not fit beside each other."""

from __future__ import annotations

import io
import sys
from textwrap import dedent

import rich.box
import rich.table
from rich.console import Console
from rich.text import Text

from a008.cli.output import paints
from a008.present import plain, text
from a008.present.page import Page
from a008.present.table import Table
from a008.present.wrap import wrapped

#: Columns that a cell needs at least to be read when it is broken into lines, and that lie between two of them.
_READABLE, _GAP = 14, 2


def drawn(table: Table, width: int | None) -> str:
    """A table as text: with a line for each row for a program (`None`), fitted to a width for a person."""
    if not table.rows or width is None:
        return plain.table(table)
    if _least(table) > width:
        return "\n\n".join(_block(table, row, width) for row in range(len(table.rows)))
    return _grid(table, width)


def paged(page: Page, width: int | None) -> str:
    """A page as text, its tables drawn to a width."""
    return plain.page(page, lambda table: drawn(table, width))


def _least(table: Table) -> int:
    """Columns that the table needs at least: short cells whole, long ones broken."""
    widths = (max(text.width(plain.cell(row[at])) for row in table.rows) for at in range(len(table.columns)))
    named = zip(widths, table.columns, strict=True)
    return sum(max(text.width(column.name), min(width, _READABLE)) + _GAP for width, column in named) - _GAP


def _grid(table: Table, width: int) -> str:
    grid = rich.table.Table(box=rich.box.SIMPLE_HEAD, pad_edge=False, padding=(0, _GAP - 1, 0, 0), header_style="bold")
    for column in table.columns:
        grid.add_column(column.name, justify="right" if column.numeric else "left", overflow="fold")
    for row in table.rows:
        grid.add_row(*(Text(plain.cell(cell)) for cell in row))
    page = io.StringIO()
    console = Console(
        file=page, width=width, force_terminal=paints(sys.stdout), no_color=True, highlight=False, legacy_windows=False
    )
    console.print(grid)
    return dedent("\n".join(line for row in page.getvalue().splitlines() if (line := row.rstrip())))


def _block(table: Table, at: int, width: int) -> str:
    lines = (
        f"{column.name}: {shown}"
        for column, cell in zip(table.columns, table.rows[at], strict=True)
        if (shown := plain.cell(cell))
    )
    return "\n".join(wrapped(line, width) for line in lines)
