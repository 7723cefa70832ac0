"""The store as a file: opened, shared, foreign, newer, damaged, forked."""

import multiprocessing
import os
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from a008.canon import digest
from a008.errors import Code, StoreError, UsageError
from a008.store import connection, projects, revisions, schema
from a008.store import store as store_file
from a008.store.connection import APPLICATION_ID
from a008.store.lock import WriteLock
from a008.store.store import Store
from tests.retrieval.asking import ask, shown
from tests.turns import Memory, document, fact


def test_a_new_store_says_what_it_is(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "memory.sqlite"
    with Store.open(path) as store:
        found = store.read(
            lambda conn: [conn.execute(f"PRAGMA {name}").fetchone()[0] for name in ("application_id", "user_version")]
        )
        assert found == [APPLICATION_ID, schema.NEWEST]
        assert store.read(lambda conn: conn.execute("PRAGMA journal_mode").fetchone()[0]) == "wal"


def test_a_reader_cannot_write(tmp_path: Path) -> None:
    with Store.open(tmp_path / "memory.sqlite") as store, pytest.raises(StoreError) as refused:
        store.read(lambda conn: conn.execute("DELETE FROM project"))
    assert refused.value.code is Code.STORAGE_IO


def test_a_reader_of_a_store_in_memory_cannot_write() -> None:
    with Store.open(None) as store, pytest.raises(StoreError):
        store.read(lambda conn: conn.execute("DELETE FROM project"))


def test_a_store_in_memory_writes_no_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    memory = Memory()
    memory.learn(document(new_knowledge=[fact("house", "colour", "white")]))
    memory.store.close()
    assert list(tmp_path.iterdir()) == []


def test_a_checkpoint_that_fails_costs_no_acknowledgement(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was committed holds, whatever keeps SQLite from moving it into the main file."""

    def no_checkpoint(action: int, name: str | None, *_: str | None) -> int:
        return sqlite3.SQLITE_DENY if (action, name) == (sqlite3.SQLITE_PRAGMA, "wal_checkpoint") else sqlite3.SQLITE_OK

    opened: list[sqlite3.Connection] = []

    def open_writer(path: Path | None) -> sqlite3.Connection:
        opened.append(connection.open_writer(path))
        opened[-1].set_authorizer(no_checkpoint)
        return opened[-1]

    monkeypatch.setattr(store_file, "open_writer", open_writer)
    monkeypatch.setattr(store_file, "LONG_WAL", 0)
    memory = Memory(tmp_path / "memory.sqlite")
    receipt = memory.learn(document(new_knowledge=[fact("house", "colour", "white")]))
    assert receipt.revision == memory.store.revision()
    opened[-1].set_authorizer(None)
    memory.store.close()


def test_a_file_of_another_program_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.sqlite"
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE notes (text TEXT)")
    other.close()
    before = digest(path.read_bytes())
    with pytest.raises(StoreError) as refused:
        Store.open(path)
    assert refused.value.code is Code.STORE_CORRUPT
    assert digest(path.read_bytes()) == before


def test_a_newer_schema_is_refused_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "memory.sqlite"
    Store.open(path).close()
    raw = sqlite3.connect(path)
    raw.execute("PRAGMA journal_mode = DELETE")
    raw.execute("PRAGMA user_version = 99")
    raw.close()
    before = digest(path.read_bytes())
    with pytest.raises(StoreError) as refused:
        Store.open(path)
    assert refused.value.code is Code.SCHEMA_TOO_NEW
    assert digest(path.read_bytes()) == before


@pytest.mark.parametrize("content", [b"this is no database, only text " * 40, b"SQLite format 3\x00" + b"junk" * 500])
def test_what_is_no_database_is_refused_and_left_alone(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "memory.sqlite"
    path.write_bytes(content)
    with pytest.raises(StoreError) as refused:
        Store.open(path)
    assert refused.value.code is Code.STORE_CORRUPT
    assert path.read_bytes() == content


def test_a_folder_in_the_place_of_the_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(StoreError) as refused:
        Store.open(tmp_path)
    assert refused.value.code is Code.STORAGE_IO
    assert str(tmp_path) in str(refused.value)


def test_a_closed_store_says_so(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "memory.sqlite")
    store.close()
    store.close()
    with pytest.raises(UsageError):
        store.revision()


def test_a_forked_process_cannot_use_its_parents_store(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "memory.sqlite")
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            store.revision()
            os.write(writer, b"worked")
        except UsageError:
            os.write(writer, b"refused")
        finally:
            os._exit(0)
    os.waitpid(child, 0)
    assert os.read(reader, 16) == b"refused"
    assert store.revision() == 0
    store.close()


def test_a_reader_sees_what_another_connection_committed(tmp_path: Path) -> None:
    """B073: a cache of the process hid what others wrote."""
    path = tmp_path / "memory.sqlite"
    one, other = Memory(path), Memory(path)
    before = ask(one, "Which colour has the house?")
    other.learn(document(new_knowledge=[fact("house", "colour", "white")]), occurrence="turn:other")
    after = ask(one, "Which colour has the house?")
    assert after.receipt.revision == before.receipt.revision + 2 == one.store.revision()
    assert (shown(before), shown(after)) == ([], ["The colour of house is white."])
    assert one.state() == {"house.colour": "white"}


def test_a_writer_waits_for_a_reader_and_the_reader_keeps_its_snapshot(tmp_path: Path) -> None:
    """B072: readers made writers fail at once."""
    memory = Memory(tmp_path / "memory.sqlite")
    inside, go_on = threading.Event(), threading.Event()
    seen: list[int] = []

    def look(conn: sqlite3.Connection) -> None:
        seen.append(revisions.newest(conn)[0])
        inside.set()
        assert go_on.wait(30)
        seen.append(revisions.newest(conn)[0])

    reader = threading.Thread(target=lambda: memory.store.read(look))
    reader.start()
    assert inside.wait(30)
    memory.learn(document(new_knowledge=[fact("house", "colour", "white")]))
    go_on.set()
    reader.join()
    assert seen[0] == seen[1] < memory.store.revision()


def test_a_process_that_keeps_the_lock_makes_others_say_busy(tmp_path: Path) -> None:
    path = tmp_path / "memory.sqlite"
    with WriteLock(path).held(), pytest.raises(StoreError) as refused, WriteLock(path, patience=0.05).held():
        pass
    assert refused.value.code is Code.BUSY


def _chat(path: str, name: str, turns: int) -> None:
    memory = Memory(Path(path))
    for number in range(turns):
        text = document(new_knowledge=[fact(f"{name} {number}", "made", number)])
        memory.learn(text, occurrence=f"turn:{name}:{number}")
    memory.store.close()


def test_two_processes_lose_nothing_and_make_one_chain(tmp_path: Path) -> None:
    path, turns = tmp_path / "memory.sqlite", 15
    Memory(path).store.close()
    spawn = multiprocessing.get_context("spawn")
    workers = [spawn.Process(target=_chat, args=(str(path), name, turns)) for name in ("ann", "bob")]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert [worker.exitcode for worker in workers] == [0, 0]
    memory = Memory(path)
    assert len(memory.state()) == 2 * turns
    assert memory.store.read(revisions.broken) == ()
    assert memory.store.revision() == 4 * turns


def test_a_project_is_made_once_whatever_its_spelling(tmp_path: Path) -> None:
    with Store.open(tmp_path / "memory.sqlite") as store:
        memory = Memory(project="Big Project")
        again = memory.store.read(lambda conn: projects.get(conn, "big  project"))
        assert again.id == memory.project.id
        assert store.read(projects.listed) == ()


@pytest.mark.parametrize("then", ["gone", "replaced"])
def test_a_store_whose_file_went_away_acknowledges_nothing(tmp_path: Path, then: str) -> None:
    """Fault A18: a turn was acknowledged into a file that nobody could find any more."""
    path = tmp_path / "memory.sqlite"
    memory = Memory(path)
    path.rename(tmp_path / "moved.sqlite")
    if then == "replaced":
        Store.open(path).close()
    with pytest.raises(StoreError) as refused:
        memory.learn(document(new_knowledge=[fact("house", "colour", "white")]))
    assert refused.value.code is Code.STORE_REPLACED


def test_a_new_store_is_whole_without_its_wal(tmp_path: Path) -> None:
    path = tmp_path / "memory.sqlite"
    with Store.open(path):
        assert path.stat().st_size > 4_096


def test_looking_at_a_store_opens_no_writing_connection_and_takes_no_lock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that keeps the lock once made every look at the store wait and fail."""
    path = tmp_path / "memory.sqlite"
    with_facts = Memory(path)
    with_facts.learn(document(new_knowledge=[fact("house", "colour", "white")]))
    with_facts.store.close()
    before = digest(path.read_bytes())

    def refuse(path: Path | None) -> sqlite3.Connection:
        raise AssertionError("a look opened a connection that can write")

    monkeypatch.setattr(store_file, "open_writer", refuse)
    with WriteLock(path).held(), Store.open(path) as store:
        assert store.revision() == 2
    assert digest(path.read_bytes()) == before


def test_a_foreign_file_gets_no_lock_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("a shopping list, and nothing that is a database\n" * 20)
    with pytest.raises(StoreError):
        Store.open(path)
    assert [found.name for found in tmp_path.iterdir()] == ["notes.txt"]


def test_a_store_whose_making_was_interrupted_is_put_right_at_the_next_start(tmp_path: Path) -> None:
    """A hot journal beside the file: a connection that cannot write cannot roll it back."""
    path = tmp_path / "memory.sqlite"
    script = (
        "import os, sqlite3, sys; conn = sqlite3.connect(sys.argv[1], isolation_level=None);"
        "conn.execute('PRAGMA user_version = 0'); conn.execute('BEGIN IMMEDIATE');"
        "conn.execute('PRAGMA cache_size = 1'); conn.execute('CREATE TABLE half (x)');"
        "conn.executemany('INSERT INTO half VALUES (?)', [('x' * 2000,)] * 200); os._exit(9)"
    )
    subprocess.run([sys.executable, "-c", script, str(path)], check=False)
    assert path.with_name("memory.sqlite-journal").exists()
    with Store.open(path) as store:
        assert store.revision() == 0
