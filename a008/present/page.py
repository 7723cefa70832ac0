"""A result as a page: a title, some lines, some tables. Every surface draws it its own way."""

from __future__ import annotations

from dataclasses import dataclass

from a008.present.table import Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A titled page; `lines` are one sentence or fact each, `warnings` those that must not be overlooked."""

    title: str
    lines: tuple[str, ...]
    warnings: tuple[str, ...]
    tables: tuple[Table, ...]
