"""Blobs: named by content, written before their row, whole or absent."""

import os
from pathlib import Path

import pytest

from a008.errors import NotFound
from a008.store.blobs import Blobs


@pytest.mark.parametrize("in_memory", [True, False])
def test_what_is_put_comes_back_and_is_kept_once(tmp_path: Path, in_memory: bool) -> None:
    blobs = Blobs(None if in_memory else tmp_path / "blobs")
    name = blobs.put(b"content")
    assert blobs.put(b"content") == name
    assert blobs.get(name) == b"content"
    if not in_memory:
        assert len([path for path in tmp_path.rglob("*") if path.is_file()]) == 1


def test_a_missing_blob_is_not_found_and_nothing_else_suffers(tmp_path: Path) -> None:
    blobs = Blobs(tmp_path / "blobs")
    kept, lost = blobs.put(b"kept"), blobs.put(b"lost")
    next(path for path in tmp_path.rglob(lost)).unlink()
    with pytest.raises(NotFound, match="is missing"):
        blobs.get(lost)
    assert blobs.get(kept) == b"kept"


def test_a_changed_blob_is_noticed(tmp_path: Path) -> None:
    blobs = Blobs(tmp_path / "blobs")
    name = blobs.put(b"content")
    next(path for path in tmp_path.rglob(name)).write_bytes(b"other")
    with pytest.raises(NotFound, match="was changed"):
        blobs.get(name)


def test_every_folder_that_a_first_blob_makes_is_synced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that is new stands in its parent: without a sync of that, a crash could take all blobs away."""
    synced: list[int] = []
    sync = os.fsync

    def note(handle: int) -> None:
        synced.append(os.fstat(handle).st_ino)
        sync(handle)

    monkeypatch.setattr(os, "fsync", note)
    name = Blobs(tmp_path / "blobs").put(b"content")
    folders = (tmp_path / "blobs" / name[:2], tmp_path / "blobs", tmp_path)
    assert synced[1:] == [folder.stat().st_ino for folder in folders]


def test_a_write_that_fails_leaves_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blobs = Blobs(tmp_path / "blobs")

    def fail(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", fail)
    with pytest.raises(OSError, match="No space"):
        blobs.put(b"content")
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == []
