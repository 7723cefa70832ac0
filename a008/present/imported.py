"""What became of an imported file, as a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from a008.present import text
from a008.present.page import Page
from a008.present.table import Table, columns

if TYPE_CHECKING:
    from a008.sources.report import ImportReport

#: Rows of each table that are shown; JSON has all of them.
_SHOWN = 20


def report(value: ImportReport) -> Page:
    """An import: its sum, what it made, what was refused, what was odd."""
    would = "would be " if value.dry_run else ""
    return Page(
        title=f"{text.counted(value.imported, 'row', 'rows')} {would}imported into {value.project}",
        lines=tuple(_lines(value)),
        warnings=(),
        tables=tuple(table for table in (_refused(value), _remarks(value)) if table.rows),
    )


def _lines(value: ImportReport) -> list[str]:
    lines = [
        f"{value.read:,} read = {value.imported:,} imported + {value.there_already:,} there already "
        f"+ {len(value.refused):,} refused"
    ]
    if value.imported:
        lines.append(f"{text.counted(value.entities, 'chain', 'chains')}, each an entity of its own")
    if value.kept_awake:
        lines.append(f"{text.counted(value.kept_awake, 'row', 'rows')} kept alive: never dormant, but not pinned")
    if value.revisions:
        first, last = value.revisions[0], value.revisions[-1]
        lines.append(f"revision {first:,}" if first == last else f"revisions {first:,} to {last:,}")
    return lines


def _refused(value: ImportReport) -> Table:
    shown = value.refused[:_SHOWN]
    return Table(
        title=_title("Refused", len(value.refused)),
        columns=columns("where", "item", "reason"),
        rows=tuple((row.where, row.item, row.reason) for row in shown),
        empty="Nothing was refused.",
    )


def _remarks(value: ImportReport) -> Table:
    shown = value.remarks[:_SHOWN]
    return Table(
        title=_title("Odd, but understood", len(value.remarks)),
        columns=columns("where", "item", "what was odd"),
        rows=tuple((row.where, row.item, row.says) for row in shown),
        empty="Nothing was odd.",
    )


def _title(what: str, number: int) -> str:
    return f"{what}: {number:,}" if number <= _SHOWN else f"{what}: {number:,}, of which {_SHOWN} (--json has all)"
