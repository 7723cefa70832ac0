"""What an import did, row by row, so that nobody has to guess what became of a file."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedRow:
    """A row that was not imported.

    Shape: `where` is its line or its path in the document; `item` is the id that it gives itself, `None` for a row
    that gives none.
    """

    where: str
    item: str | None
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """Something odd about a row that was taken all the same, and what was made of it."""

    where: str
    item: str
    says: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportReport:
    """What became of every row of a file: `read` is the sum of `imported`, `there_already` and those refused.

    Shape: `entities` counts the new ones, `kept_awake` the imported rows that never go dormant because their file says
    so; `revisions` are those that this import made. A dry run makes none, its other figures are what an import would
    do.
    """

    file: str
    project: str
    dry_run: bool
    read: int
    imported: int
    there_already: int
    refused: tuple[RefusedRow, ...]
    remarks: tuple[Remark, ...]
    entities: int
    kept_awake: int
    revisions: tuple[int, ...]

    @property
    def is_partial(self) -> bool:
        """Whether a row was refused."""
        return bool(self.refused)
