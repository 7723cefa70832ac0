"""The store: one file, one writer at a time, readers in parallel. Callers pass functions that take a connection."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import TypeVar

from a008.errors import Code, StoreError, UsageError
from a008.memory.plan import CommitPlan
from a008.memory.receipt import Receipt
from a008.memory.utterance import Artifact
from a008.store import commit, revisions, schema, wal
from a008.store.blobs import Blobs
from a008.store.connection import (
    LONG_WAL,
    Connection,
    DatabaseError,
    fault,
    open_reader,
    open_writer,
    transaction,
    translated,
)
from a008.store.lock import WriteLock

T = TypeVar("T")

_CHECKPOINT = "PRAGMA wal_checkpoint(PASSIVE)"


class Store:
    """An open store.

    One connection writes, from the first write on and under a lock that all processes share; each thread reads on a
    connection of its own that cannot write. A store in memory (`path` is `None`) has one connection for both.
    """

    def __init__(self, path: Path | None, writer: Connection | None, lock: WriteLock) -> None:
        self.path = path
        self.blobs = Blobs.beside(path)
        self._writer = writer
        self._lock = lock
        self._process = os.getpid()
        self._place = None if path is None else _place(path)
        self._local = threading.local()
        self._readers: list[Connection] = []
        self._guard = threading.Lock()
        self._closed = False

    @classmethod
    def open(cls, path: Path | None) -> Store:
        """Open a store, made if it is new and brought to this version's schema if it is older.

        Errors: `StoreError` for a file that is foreign, newer, damaged or out of reach; such a file is left as it is.
        """
        lock = WriteLock(path)
        with translated(path):
            if path is None:
                return cls(path, _migrated(path), lock)
            if not _is_current(path):
                path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
                with lock.held():
                    _migrated(path).close()
            return cls(path, None, lock)

    def read(self, fn: Callable[[Connection], T]) -> T:
        """Run a function on one snapshot, on a connection that cannot write."""
        self._check()
        with translated(self.path):
            if self.path is None:
                return self._read_in_memory(fn)
            self._check_place()
            conn = self._reader()
            conn.execute("BEGIN")
            try:
                return fn(conn)
            finally:
                if conn.in_transaction:
                    conn.execute("ROLLBACK")

    def write(self, fn: Callable[[Connection], T]) -> T:
        """Run a function in one write transaction: all of it holds afterwards, or nothing.

        Errors: `StoreError` (`busy`) when another process keeps the lock too long; whatever the function raises.
        """
        self._check()
        with translated(self.path), self._lock.held():
            self._check_place()
            writer = self._writing()
            with transaction(writer, "BEGIN IMMEDIATE"):
                result = fn(writer)
            self._checkpoint_if_long(writer)
            return result

    def commit(self, plan: CommitPlan) -> Receipt:
        """Apply a plan as one revision.

        Errors: `StaleState` when a guarded address moved since the plan was made.
        """
        self.keep(plan.artifacts)
        return self.write(lambda conn: commit.apply(conn, plan))

    def keep(self, artifacts: tuple[Artifact, ...]) -> None:
        """Put the bytes of artifacts into the blob folder; their rows must follow."""
        with translated(self.path):
            for artifact in artifacts:
                if artifact.content is not None:
                    self.blobs.put(artifact.content)

    def revision(self) -> int:
        """The number of the newest revision; 0 in a new store."""
        return self.read(revisions.newest)[0]

    def close(self) -> None:
        """Close every connection, one that wrote under the write lock. Closing twice does nothing."""
        with self._guard:
            if self._closed or os.getpid() != self._process:
                return
            self._closed = True
            readers, self._readers = self._readers, []
        for reader in readers:
            reader.close()
        if self._writer is None:
            return
        with translated(self.path), self._lock.held():
            try:
                self._writer.execute(_CHECKPOINT)
            finally:
                self._writer.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _check(self) -> None:
        if self._closed:
            raise UsageError("the store is closed", item=str(self.path), remedy="open it again")
        if os.getpid() != self._process:
            raise UsageError("a forked process uses its parent's store", item=str(self.path), remedy="open it again")

    def _check_place(self) -> None:
        """Refuse a file that nobody finds under its path any more: what it holds is not what the path promises.

        Errors: `StoreError` (`store_replaced`).
        """
        if self.path is None:
            return
        try:
            found = self.path.stat()
        except FileNotFoundError:
            found = None
        if found is None or (found.st_dev, found.st_ino) != self._place:
            state = "is gone" if found is None else "was replaced by another file"
            raise StoreError(
                f"the store's file {state} while it was open",
                code=Code.STORE_REPLACED,
                item=str(self.path),
                remedy="put it back or start again",
            )

    def _writing(self) -> Connection:
        """The connection that writes; the caller holds the lock."""
        if self._writer is None:
            self._writer = open_writer(self.path)
        return self._writer

    def _reader(self) -> Connection:
        conn: Connection | None = getattr(self._local, "reader", None)
        if conn is None:
            assert self.path is not None
            conn = open_reader(self.path)
            self._local.reader = conn
            with self._guard:
                self._readers.append(conn)
        return conn

    def _read_in_memory(self, fn: Callable[[Connection], T]) -> T:
        with self._lock.held():
            conn = self._writing()
            conn.execute("PRAGMA query_only = ON")
            try:
                return fn(conn)
            finally:
                conn.execute("PRAGMA query_only = OFF")

    def _checkpoint_if_long(self, writer: Connection) -> None:
        if self.path is None:
            return
        with suppress(DatabaseError, OSError):  # what was written holds already; the next write tries again
            if wal.of(self.path).stat().st_size > LONG_WAL:
                writer.execute(_CHECKPOINT)


def _is_current(path: Path) -> bool:
    """Whether a file is a store of this version, so that nothing has to be written to read it.

    Errors: `StoreError` for a file that is foreign, newer or beside a foreign log; it is not touched.
    """
    if not path.exists() or path.stat().st_size == 0:
        return False
    try:
        wal.check(path)
        with closing(open_reader(path)) as conn:
            return schema.version_of(conn, path) == schema.NEWEST
    except DatabaseError as error:
        if fault(error, path).code is Code.STORAGE_IO:  # what a crash left behind takes a writer to put right
            return False
        raise


def _migrated(path: Path | None) -> Connection:
    """A writing connection to a file that is brought to this version's schema; the caller holds the lock."""
    writer = open_writer(path)
    try:
        schema.version_of(writer, path)  # refuses a file that is not ours before anything touches it
        writer.execute("PRAGMA journal_mode = WAL")
        schema.migrate(writer, path)
        with suppress(DatabaseError):  # so that a new store is not an empty file beside a WAL
            writer.execute(_CHECKPOINT)
    except BaseException:
        writer.close()
        raise
    return writer


def _place(path: Path) -> tuple[int, int]:
    """What a file is, whatever its name: device and inode."""
    found = path.stat()
    return found.st_dev, found.st_ino
