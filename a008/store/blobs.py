"""The blob folder: bytes named by their SHA-256, written before the row that mentions them.

Order: temporary file, fsync, rename, fsync of the folder, then the row. A crash leaves at most a file that no row
mentions.
"""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from a008 import canon
from a008.errors import NotFound


class Blobs:
    """A content-addressed folder beside the store; `None` keeps the bytes in memory."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._memory: dict[str, bytes] = {}

    @classmethod
    def beside(cls, store: Path | None) -> Blobs:
        """The blob folder of a store's file."""
        return cls(None if store is None else store.with_name(store.name + ".blobs"))

    def put(self, content: bytes) -> str:
        """Keep bytes and return their digest; the same bytes are kept once."""
        name = canon.digest(content)
        if self._folder is None:
            self._memory[name] = content
            return name
        target = self._path(self._folder, name)
        if target.exists():
            return name
        target.parent.mkdir(parents=True, exist_ok=True)
        handle, temporary = tempfile.mkstemp(dir=target.parent, prefix="incoming-")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            Path(temporary).replace(target)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
        for folder in (target.parent, self._folder, self._folder.parent):
            _sync_folder(folder)
        return name

    def get(self, digest: str) -> bytes:
        """The bytes of a digest.

        Errors: `NotFound` when they are missing or are no longer what they were.
        """
        content = self._memory.get(digest) if self._folder is None else self._read(self._folder, digest)
        if content is None or canon.digest(content) != digest:
            state = "is missing" if content is None else "was changed"
            raise NotFound(f"the content of an artifact {state}", item=digest, remedy="restore it from a backup")
        return content

    @staticmethod
    def _path(folder: Path, digest: str) -> Path:
        return folder / digest[:2] / digest

    def _read(self, folder: Path, digest: str) -> bytes | None:
        path = self._path(folder, digest)
        return path.read_bytes() if path.is_file() else None


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
