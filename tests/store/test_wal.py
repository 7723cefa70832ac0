"""A write-ahead log beside a main file that it does not continue. Case B075."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from a008.canon import digest
from a008.config import Settings
from a008.errors import Code, StoreError
from a008.host.knowledge import made_ready
from a008.runtime.doctor import examine
from a008.store import wal
from a008.store.store import Store
from tests.turns import Memory, document, fact


def learnt(path: Path, *colours: str, start: str = "2026-01-01T00:00:00Z") -> Memory:
    """An open store that learnt colours, all of it still in its log but the schema."""
    memory = Memory(path, at=start)
    for colour in colours:
        memory.learn(document(new_knowledge=[fact("house", colour, colour)]), occurrence=f"turn:{colour}")
    return memory


def copied(path: Path, to: Path) -> None:
    """The main file without its log, as it lies on the disk at this moment."""
    to.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(path, to)


def of_another_store(folder: Path) -> Path:
    """A store that was closed, and beside it the whole log of a store that tells of other things."""
    kept = folder / "kept" / "memory.sqlite"
    learnt(kept, "white").store.close()
    other = learnt(folder / "other.sqlite", *(f"colour{number}" for number in range(40)), start="2026-02-01T00:00:00Z")
    shutil.copyfile(wal.of(folder / "other.sqlite"), wal.of(kept))
    other.store.close()
    return kept


def of_a_day_before(folder: Path) -> Path:
    """A store of today beside the log of its yesterday."""
    path, kept = folder / "memory.sqlite", folder / "kept" / "memory.sqlite"
    memory = learnt(path, "white", "red")
    yesterday = wal.of(path).read_bytes()
    memory.learn(document(new_knowledge=[fact("house", "green", "green")]), occurrence="turn:green")
    memory.store.close()
    copied(path, kept)
    wal.of(kept).write_bytes(yesterday)
    return kept


def of_a_day_later(folder: Path) -> Path:
    """A copy from the day before yesterday beside the log of today, with what was checkpointed between them gone."""
    path, kept = folder / "memory.sqlite", folder / "kept" / "memory.sqlite"
    learnt(path, "white").store.close()
    copied(path, kept)
    learnt(path, "red", start="2026-01-02T00:00:00Z").store.close()
    memory = learnt(path, "green", start="2026-01-03T00:00:00Z")
    shutil.copyfile(wal.of(path), wal.of(kept))
    memory.store.close()
    return kept


FOREIGN = [of_another_store, of_a_day_before, of_a_day_later]


@pytest.mark.parametrize("made", FOREIGN)
def test_a_log_that_does_not_continue_its_file_is_refused_and_nothing_is_touched(
    tmp_path: Path, made: Callable[[Path], Path]
) -> None:
    kept = made(tmp_path)
    before = {name: digest(name.read_bytes()) for name in (kept, wal.of(kept))}
    for look in (Store.open, made_ready):
        with pytest.raises(StoreError) as refused:
            look(kept)
        assert refused.value.code is Code.STORE_CORRUPT
        assert "does not belong to the file beside it" in refused.value.what
        assert refused.value.item == str(wal.of(kept))
    report = examine(Settings(home=kept.parent, store=kept))
    assert report.failure is not None
    assert "does not belong" in str([finding.says for finding in report.findings])
    assert {name: digest(name.read_bytes()) for name in before} == before


@pytest.mark.parametrize("made", FOREIGN)
def test_without_that_log_the_store_is_whole(tmp_path: Path, made: Callable[[Path], Path]) -> None:
    kept = made(tmp_path)
    wal.of(kept).unlink()
    kept.with_name(kept.name + "-shm").unlink(missing_ok=True)
    with Store.open(kept) as store:
        assert store.revision() > 0
    assert examine(Settings(home=kept.parent, store=kept)).failure is None


def test_a_log_left_by_a_crash_is_read(tmp_path: Path) -> None:
    path, kept = tmp_path / "memory.sqlite", tmp_path / "kept" / "memory.sqlite"
    memory = learnt(path, "white", "red")
    copied(path, kept)
    shutil.copyfile(wal.of(path), wal.of(kept))
    memory.store.close()
    with Store.open(kept) as store:
        assert store.revision() == memory_revision(path)


def test_a_log_over_a_main_file_that_holds_nothing_yet_is_read(tmp_path: Path) -> None:
    """A program that ends before its first checkpoint leaves all that it wrote in the log."""
    path, kept = tmp_path / "memory.sqlite", tmp_path / "kept" / "memory.sqlite"
    memory = learnt(path, "white")
    wal.check(path)
    copied(path, kept)
    wal.check(kept)
    memory.store.close()
    wal.check(kept)


def memory_revision(path: Path) -> int:
    with Store.open(path) as store:
        return store.revision()
