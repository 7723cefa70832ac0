"""The SQLite library of this process: its version, what it was built with, and its known fault."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass

#: Versions with the race that can corrupt a WAL file when two connections write or checkpoint at the same moment, and
#: the corrected ones among them, by their line. Source: sqlite.org, release notes of 3.51.3.
_RACE_FROM, _RACE_TO = (3, 7, 0), (3, 51, 2)
_RACE_CORRECTED = {(3, 44): 6, (3, 50): 7}


@dataclass(frozen=True, slots=True, kw_only=True)
class Build:
    """One build of SQLite; `threads` is its own word for how it was made safe for threads."""

    version: str
    has_full_text: bool
    has_wal_race: bool
    threads: str
    options: tuple[str, ...]


def build() -> Build:
    """The library that the standard library's `sqlite3` is linked to."""
    with closing(sqlite3.connect(":memory:")) as conn:
        options = tuple(str(row[0]) for row in conn.execute("PRAGMA compile_options"))
    threads = next((o.removeprefix("THREADSAFE=") for o in options if o.startswith("THREADSAFE=")), "unknown")
    return Build(
        version=sqlite3.sqlite_version,
        has_full_text="ENABLE_FTS5" in options,
        has_wal_race=has_wal_race(sqlite3.sqlite_version_info),
        threads={"0": "not safe", "1": "serialized", "2": "multi-thread"}.get(threads, threads),
        options=options,
    )


def has_wal_race(version: tuple[int, ...]) -> bool:
    """Whether a version of SQLite has the WAL-reset race, which the write lock keeps from happening."""
    corrected = _RACE_CORRECTED.get((version[0], version[1]))
    return _RACE_FROM <= version <= _RACE_TO and (corrected is None or version[2] < corrected)
