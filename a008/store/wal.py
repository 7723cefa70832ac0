"""Whether the write-ahead log beside a store's main file continues that file.

SQLite cannot tell: it takes any whole log that lies there, of another store or of another day, and mixes its pages with
those of the main file. The chain of revisions can: what the log adds must follow the newest revision of the main file.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from urllib.parse import quote

from a008.errors import Code, StoreError
from a008.store import revisions
from a008.store.connection import Connection, DatabaseError, open_reader
from a008.store.lock import WriteLock

_HAS_CHAIN = "SELECT count(*) FROM sqlite_master WHERE type = 'table' AND name = 'revision'"
_HASH = "SELECT hash FROM revision WHERE number = :number"
_AFTER = "SELECT number, parent_hash, hash FROM revision WHERE number > :number ORDER BY number"
#: What a log of another store makes of a file: pages that do not fit, tables that are not there.
_DAMAGE = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR}


def of(path: Path) -> Path:
    """The log beside a main file."""
    return path.with_name(path.name + "-wal")


def check(path: Path) -> None:
    """Refuse a store whose log belongs to another file or to another time of this one; nothing is written.

    Shape: the main file is read as if it had no log, then both together. A checkpoint moves pages in no order that a
    reader could rely on: so only a revision that its own hash vouches for counts as read from the main file, and what
    differs is looked at again under the write lock.
    Errors: `StoreError` (`store_corrupt`) that names the log; `busy` when a writer keeps the lock.
    """
    log = of(path)
    if not path.exists() or not log.exists() or log.stat().st_size == 0 or _continues(path):
        return
    with WriteLock(path).held():
        if _continues(path):
            return
    raise StoreError(
        f"{log.name} does not belong to the file beside it; nothing was touched",
        code=Code.STORE_CORRUPT,
        item=str(log),
        remedy="close every program that uses the store, copy both files, and put back the log that belongs to it",
    )


def _continues(path: Path) -> bool:
    try:
        with closing(_main_alone(path)) as main:
            newest = _newest(main)
    except DatabaseError:
        newest = None
    if newest is None:
        return True  # nothing to compare with: what is wrong with the main file is told by those who read it
    try:
        with closing(open_reader(path)) as both:
            return _follows(both, *newest)
    except DatabaseError as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGE:
            return False
        raise


def _main_alone(path: Path) -> Connection:
    return sqlite3.connect(f"file:{quote(str(path))}?mode=ro&immutable=1", uri=True, isolation_level=None)


def _newest(conn: Connection) -> tuple[int, str] | None:
    """The newest revision of the main file alone; `None` where a checkpoint that was cut short left none to be read."""
    if not conn.execute(_HAS_CHAIN).fetchone()[0]:
        return 0, revisions.ROOT
    return revisions.newest_whole(conn)


def _follows(conn: Connection, number: int, chain_hash: str) -> bool:
    """Whether the chain holds a revision, and after it each the next one's parent.

    Errors: the database's own, for pages that do not fit together.
    """
    if not conn.execute(_HAS_CHAIN).fetchone()[0]:
        return number == 0
    if number and conn.execute(_HASH, {"number": number}).fetchone() != (chain_hash,):
        return False
    for found, parent, found_hash in conn.execute(_AFTER, {"number": number}):
        if (found, parent) != (number + 1, chain_hash):
            return False
        number, chain_hash = found, found_hash
    return True
