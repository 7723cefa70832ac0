"""A connection that can only look: for programs of others, such as Datasette, that open the file by themselves.

Opened with `mode=ro` and set to `query_only`, it cannot write already; the list of allowed actions is the third lock,
and keeps it from attaching other files, loading extensions and changing its own settings.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from functools import lru_cache
from typing import TypeVar

from a008.clock import Instant
from a008.errors import Code, StoreError
from a008.memory.lifecycle import decayed
from a008.store.connection import APPLICATION_ID, Connection

T = TypeVar("T")

#: What a statement may do. Source: sqlite.org, authorizer action codes.
_ACTIONS = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_RECURSIVE, sqlite3.SQLITE_TRANSACTION}
#: Pragmas that only describe; those of the second set change something when they are given a value.
_DESCRIBING = {"foreign_key_list", "index_info", "index_list", "index_xinfo", "table_info", "table_list", "table_xinfo"}
_VALUES = {"application_id", "data_version", "database_list", "freelist_count", "function_list", "journal_mode"}
_VALUES |= {"page_count", "page_size", "query_only", "schema_version", "user_version"}
#: Steps of SQLite's machine between two looks at the clock; 1,000 take less than a millisecond.
_STEPS = 1_000
#: Functions that reach outside of the query.
_REFUSED_FUNCTIONS = {"fts3_tokenizer", "load_extension"}


def is_store(conn: Connection) -> bool:
    """Whether a connection looks at a store, and not at a file of another program."""
    return int(conn.execute("PRAGMA application_id").fetchone()[0]) == APPLICATION_ID


def harden(conn: Connection) -> None:
    """Take from a connection every way to change something, and give it `a008_strength`.

    Shape: call it once, before the first query.
    """
    conn.execute("PRAGMA query_only = ON")
    conn.execute("PRAGMA trusted_schema = OFF")
    conn.execute("PRAGMA temp_store = MEMORY")
    conn.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    conn.create_function("a008_strength", 4, _strength, deterministic=True)
    conn.set_authorizer(_allow)


def snapshot(conn: Connection, fn: Callable[[Connection], T], *, seconds: float) -> T:
    """Run a function on one snapshot, so that all its figures are of one revision, and stop it when it takes too long.

    Errors: `StoreError` (`busy`) after that many seconds.
    """
    deadline = time.monotonic() + seconds
    conn.set_progress_handler(lambda: time.monotonic() > deadline, _STEPS)
    try:
        conn.execute("BEGIN")
        return fn(conn)
    except sqlite3.OperationalError as error:
        if error.sqlite_errorcode != sqlite3.SQLITE_INTERRUPT:
            raise
        raise StoreError(f"this took longer than {seconds:g} seconds", code=Code.BUSY, remedy="ask for less") from None
    finally:
        conn.set_progress_handler(None, _STEPS)
        if conn.in_transaction:
            conn.execute("ROLLBACK")


def _allow(action: int, first: str | None, second: str | None, database: str | None, trigger: str | None) -> int:
    if action in _ACTIONS:
        return sqlite3.SQLITE_OK
    if action == sqlite3.SQLITE_UPDATE and first == "sqlite_master":
        return sqlite3.SQLITE_OK  # asked for when a full-text table is opened; SQLite itself lets nobody write there
    if action == sqlite3.SQLITE_FUNCTION and (second or "").lower() not in _REFUSED_FUNCTIONS:
        return sqlite3.SQLITE_OK
    if action == sqlite3.SQLITE_PRAGMA:
        name = (first or "").lower()
        if name in _DESCRIBING or (name in _VALUES and second is None):
            return sqlite3.SQLITE_OK
    return sqlite3.SQLITE_DENY


def _strength(strength: float, half_life: float, updated_at: str, now: str) -> float:
    """`lifecycle.decayed` for SQL: `a008_strength(strength, half_life, updated_at, now)`, instants as stored text."""
    return decayed(strength, half_life, _instant(now).seconds_since(_instant(updated_at)))


@lru_cache(maxsize=4_096)
def _instant(text: str) -> Instant:
    return Instant.parse(text)
