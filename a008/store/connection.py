"""Connections to the one SQLite file: how they are opened, set and asked for their faults.

Only the standard library's SQLite is used: a second SQLite in the process would drop the POSIX locks of the first.
"""

from __future__ import annotations

import errno
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from a008.errors import Code, StoreError

#: The connection that every other room hands around without looking inside.
Connection = sqlite3.Connection
#: What SQLite raises; translated by `translated`.
DatabaseError = sqlite3.Error

#: "A008" as SQLite's application id, so that a foreign file is told from ours.
APPLICATION_ID = 0x41303038
#: Milliseconds that a statement waits for a lock that another program holds without our lock file.
_BUSY_TIMEOUT = 5_000

#: Kibibytes of pages that a writer keeps: keys are hashes, so that each row touches pages all over its indexes.
_WRITER_CACHE = 65_536
#: Bytes of the WAL from which a write moves it into the main file; once moved, the file is cut back to this.
LONG_WAL = 4_096_000

#: Result codes (low byte) of SQLite and what they mean to a user. Source: sqlite.org, result codes.
_CODES: dict[int, tuple[Code, str]] = {
    sqlite3.SQLITE_BUSY: (Code.BUSY, "another program holds the store; try again"),
    sqlite3.SQLITE_LOCKED: (Code.BUSY, "another program holds the store; try again"),
    sqlite3.SQLITE_FULL: (Code.STORAGE_FULL, "free some disk space and try again; nothing was lost"),
    sqlite3.SQLITE_IOERR: (Code.STORAGE_IO, "check the disk; nothing that was acknowledged is lost"),
    sqlite3.SQLITE_READONLY: (Code.STORAGE_IO, "the file or its folder cannot be written"),
    sqlite3.SQLITE_CANTOPEN: (Code.STORAGE_IO, "the file or its folder cannot be opened"),
    sqlite3.SQLITE_PERM: (Code.STORAGE_IO, "the file or its folder cannot be opened"),
    sqlite3.SQLITE_CORRUPT: (Code.STORE_CORRUPT, "run `a008 doctor`; do not write to this file"),
    sqlite3.SQLITE_NOTADB: (Code.STORE_CORRUPT, "this file is not a store; nothing in it was touched"),
}


def open_writer(path: Path | None) -> Connection:
    """A connection that may write; `None` opens a store in memory.

    Writes wait for the disk (`synchronous=FULL`), checkpoints happen only when asked for. The schema is trusted here:
    SQLite before 3.41 does not count `json_valid` in a CHECK as harmless.
    """
    target = ":memory:" if path is None else str(path)
    conn = sqlite3.connect(target, isolation_level=None, check_same_thread=False)
    conn.execute(f"PRAGMA busy_timeout = {_BUSY_TIMEOUT}")
    conn.execute("PRAGMA foreign_keys = ON")
    conn.execute("PRAGMA temp_store = MEMORY")
    conn.execute("PRAGMA synchronous = FULL")
    conn.execute("PRAGMA wal_autocheckpoint = 0")
    conn.execute(f"PRAGMA journal_size_limit = {LONG_WAL}")
    conn.execute(f"PRAGMA cache_size = {-_WRITER_CACHE}")
    return conn


def open_reader(path: Path) -> Connection:
    """A connection that cannot write, twice over: the file is opened read-only, and `query_only` is set."""
    uri = f"file:{quote(str(path))}?mode=ro"
    conn = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)
    conn.execute(f"PRAGMA busy_timeout = {_BUSY_TIMEOUT}")
    conn.execute("PRAGMA trusted_schema = OFF")
    conn.execute("PRAGMA temp_store = MEMORY")
    conn.execute("PRAGMA query_only = ON")
    return conn


@contextmanager
def transaction(conn: Connection, begin: str) -> Iterator[None]:
    """A transaction that commits at the end of the block and rolls back on any exception.

    SQLite has already rolled back after some faults; a second rollback would hide the first error.
    """
    conn.execute(begin)
    try:
        yield
        conn.execute("COMMIT")
    except BaseException:
        if conn.in_transaction:
            conn.execute("ROLLBACK")
        raise


@contextmanager
def translated(path: Path | None) -> Iterator[None]:
    """Turn what SQLite raises inside the block into a `StoreError` that names the file and what to do."""
    try:
        yield
    except sqlite3.Error as error:
        raise fault(error, path) from error
    except OSError as error:
        raise StoreError(
            f"the store cannot be reached: {error.strerror or error}",
            code=Code.STORAGE_FULL if error.errno == errno.ENOSPC else Code.STORAGE_IO,
            item=str(path),
            remedy="check the disk and the folder's rights",
        ) from error


def fault(error: DatabaseError, path: Path | None) -> StoreError:
    """The error of ours that an error of SQLite stands for; a breach of a constraint is a bug and says so."""
    number = getattr(error, "sqlite_errorcode", None)
    code, remedy = _CODES.get((number or 0) & 0xFF, (Code.STORE_CORRUPT, "run `a008 doctor` and report this"))
    return StoreError(f"the store failed: {error}", code=code, item=str(path or ":memory:"), remedy=remedy)


def data_version(conn: Connection) -> int:
    """SQLite's count of commits that other connections made; equal before and after means nobody wrote."""
    return int(conn.execute("PRAGMA data_version").fetchone()[0])
