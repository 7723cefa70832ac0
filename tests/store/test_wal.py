"""A write-ahead log beside a main file that it does not continue. Case B075."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from a008.canon import digest
from a008.config import Settings
from a008.errors import Code, StoreError
from a008.host.knowledge import made_ready
from a008.runtime.doctor import examine
from a008.store import revisions, wal
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


WRITER = """
import sys
from pathlib import Path
from tests.turns import Memory, document, fact
for number in range(int(sys.argv[2])):  # closing makes a checkpoint, and the main file is of no moment meanwhile
    memory = Memory(Path(sys.argv[1]))
    text = document(new_knowledge=[fact("house", f"part{number}", "x" * 300)])
    memory.learn(text, occurrence=f"turn:{number}")
    memory.store.close()
"""
#: Times that the other process opens, writes and closes.
TIMES = 1_000 if os.environ.get("A008_SLOW") else 60


@pytest.mark.timeout(600)
def test_no_store_is_refused_while_another_process_writes_and_makes_checkpoints(tmp_path: Path) -> None:
    path, opened = tmp_path / "memory.sqlite", 0
    learnt(path, "white").store.close()
    with subprocess.Popen([sys.executable, "-c", WRITER, str(path), str(TIMES)]) as writer:
        while writer.poll() is None:
            Store.open(path).close()
            opened += 1
    assert writer.returncode == 0
    assert opened > TIMES


def test_a_main_file_whose_newest_row_is_no_revision_is_compared_with_nothing(tmp_path: Path) -> None:
    """As a checkpoint leaves it that was cut short: pages of several moments, which only the log makes whole."""
    path = tmp_path / "memory.sqlite"
    learnt(path, "white").store.close()
    for spoilt in ("parent_hash = 'a'", "recorded_at = 'never'", "changes = 'no JSON'"):
        with closing(sqlite3.connect(path)) as conn:
            assert revisions.newest_whole(conn) == revisions.newest(conn)
            for (name,) in conn.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
                conn.execute(f"DROP TRIGGER {name}")
            conn.execute("PRAGMA ignore_check_constraints = ON")
            conn.execute(f"UPDATE revision SET {spoilt} WHERE number = (SELECT max(number) FROM revision)")
            assert revisions.newest_whole(conn) is None
            conn.rollback()


def memory_revision(path: Path) -> int:
    with Store.open(path) as store:
        return store.revision()
