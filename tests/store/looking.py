"""A connection as Datasette has it, and what SQLite plans to do with a statement."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

from a008.store import readonly
from a008.store.connection import Connection, open_reader


@contextmanager
def looking(path: Path) -> Iterator[Connection]:
    """A hardened connection to a store."""
    conn = open_reader(path)
    readonly.harden(conn)
    try:
        yield conn
    finally:
        conn.close()


def statements(module: ModuleType) -> dict[str, str]:
    """Every whole SELECT among a module's constants."""
    texts = {name: value for name, value in vars(module).items() if isinstance(value, str) and name.isupper()}
    return {
        name: text for name, text in texts.items() if re.match(r"\s*SELECT\b", text) and re.search(r"\bFROM\b", text)
    }


def plan(conn: Connection, statement: str) -> list[str]:
    """The steps of the query plan."""
    values = dict.fromkeys(re.findall(r":([a-z_]+)", statement), "[]")
    return [row[3] for row in conn.execute(f"EXPLAIN QUERY PLAN {statement}", values)]
