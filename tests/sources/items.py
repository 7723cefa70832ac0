"""v0 rows for tests, and a file of them."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

from a008.clock import Instant
from a008.ids import CountedIds
from a008.sources.report import ImportReport
from a008.sources.v0 import Progress, Target, import_v0
from a008.store.store import Store

NOW = Instant.parse("2026-05-01T12:00:00Z")
Row = dict[str, Any]


def current(item: str, **more: Any) -> Row:
    """A row that holds."""
    return {"id": item, "proposition": f"The proposition of {item}.", **more}


def superseded(item: str, by: str | None, **more: Any) -> Row:
    """A row that another one replaced."""
    return current(item, canonicalStatus="superseded", supersededBy=by, **more)


def chain(*items: str, **more: Any) -> list[Row]:
    """Rows of which each replaces the one before; the last one holds."""
    replaced = [superseded(item, by, **more) for item, by in pairwise(items)]
    return [*replaced, current(items[-1], **more)]


def written(path: Path, rows: list[Any]) -> Path:
    """A file of JSON Lines."""
    path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")
    return path


def import_rows(
    store: Store, path: Path, *, project: str = "old", dry_run: bool = False, progress: Progress = lambda done, of: None
) -> ImportReport:
    """Import a file at a fixed instant."""
    target = Target(store=store, project=project, at=NOW, mint=CountedIds(project), dry_run=dry_run)
    return import_v0(target, path, progress)
