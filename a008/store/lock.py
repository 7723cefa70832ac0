"""The one writer: a lock that threads and processes share.

SQLite up to 3.51.2 can corrupt a WAL file when two connections write or checkpoint at the same moment. So every write,
checkpoint and close of a writing connection holds this lock.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from a008.errors import Code, StoreError

#: Seconds to wait for another process before saying so.
PATIENCE = 30.0


class WriteLock:
    """Holds threads of this process back, then other processes through a lock file beside the store."""

    def __init__(self, path: Path | None, patience: float = PATIENCE) -> None:
        self._threads = threading.RLock()
        self._path = path
        self._patience = patience
        self._file = None if path is None else FileLock(f"{path}.lock", thread_local=False)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Hold the lock for a block.

        Errors: `StoreError` (`busy`) when another process keeps it longer than the patience.
        """
        with self._threads:
            if self._file is None:
                yield
                return
            try:
                self._file.acquire(timeout=self._patience)
            except Timeout:
                raise StoreError(
                    f"another process has been writing for {self._patience:.0f} seconds",
                    code=Code.BUSY,
                    item=str(self._path),
                    remedy="try again, or end the other process",
                ) from None
            try:
                yield
            finally:
                self._file.release()
