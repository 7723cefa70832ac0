"""The third lock. Source: fault S04; the first two are `mode=ro` and `query_only`."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from a008.clock import Instant
from a008.errors import Code, StoreError
from a008.memory import lifecycle
from a008.memory.claim import Severity
from a008.memory.lifecycle import Carrier
from a008.store import readonly
from a008.store.connection import Connection
from tests.shelf import Fact, Shelf
from tests.store.looking import looking

_NOW = Instant.parse("2024-06-01")
_CHANGING = [
    "INSERT INTO project VALUES (9, 'x', 'x', 'x', '2024-01-01T00:00:00.000Z')",
    "UPDATE project SET name = 'y'",
    "DELETE FROM label",
    "CREATE TABLE t (a)",
    "CREATE TEMP TABLE t (a)",
    "CREATE VIEW v AS SELECT 1",
    "DROP TABLE label",
    "ALTER TABLE label ADD COLUMN x",
    "REINDEX",
    "ANALYZE",
    "VACUUM",
    "VACUUM INTO '{folder}/copy.sqlite'",
    "ATTACH '{folder}/other.sqlite' AS other",
    "INSERT INTO search_index (search_index) VALUES ('rebuild')",
    "UPDATE sqlite_master SET sql = ''",
    "PRAGMA query_only = OFF",
    "PRAGMA writable_schema = ON",
    "PRAGMA journal_mode = DELETE",
    "PRAGMA user_version = 9",
    "PRAGMA wal_checkpoint(TRUNCATE)",
    "SELECT load_extension('x')",
    "SAVEPOINT s",
]


@pytest.fixture
def store(tmp_path: Path) -> Path:
    path = tmp_path / "store.sqlite"
    shelf = Shelf(path)
    shelf.tell(Fact("user", "residence", "Oslo", "I live in Oslo."))
    shelf.close()
    return path


@pytest.mark.parametrize("statement", _CHANGING)
def test_nothing_that_changes_something_is_carried_out(store: Path, tmp_path: Path, statement: str) -> None:
    before = _hash_by_another_process(store)
    with looking(store) as conn, pytest.raises(sqlite3.DatabaseError):
        conn.execute(statement.format(folder=tmp_path)).fetchall()
    assert _hash_by_another_process(store) == before
    assert {path.name for path in tmp_path.iterdir()} & {"copy.sqlite", "other.sqlite"} == set()


def _hash_by_another_process(path: Path) -> str:
    """Hashing in this process would drop SQLite's file locks."""
    program = "import hashlib, sys; print(hashlib.sha256(open(sys.argv[1], 'rb').read()).hexdigest())"
    return subprocess.run([sys.executable, "-c", program, path], capture_output=True, check=True, text=True).stdout


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT * FROM claim",
        "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 3) SELECT i FROM n",
        "SELECT rowid FROM search_index WHERE search_index MATCH 'terms : oslo'",
        "SELECT value FROM json_each('[1]')",
        "PRAGMA table_info('claim')",
        "PRAGMA foreign_key_list('claim')",
        "PRAGMA schema_version",
        "EXPLAIN QUERY PLAN SELECT * FROM claim",
    ],
)
def test_what_only_looks_is_carried_out(store: Path, statement: str) -> None:
    with looking(store) as conn:
        assert conn.execute(statement).fetchall()


def test_a_store_is_told_from_a_file_of_another_program(store: Path, tmp_path: Path) -> None:
    with looking(store) as conn:
        assert readonly.is_store(conn)
    other = sqlite3.connect(tmp_path / "other.sqlite")
    assert not readonly.is_store(other)
    other.close()


def test_strength_in_sql_is_the_strength_of_the_lifecycle(store: Path) -> None:
    state = lifecycle.created("claim_x", Carrier.CLAIM, Severity.MINOR, "o", Instant.parse("2024-05-01"))
    values = (state.strength, state.policy.half_life, str(state.updated_at), str(_NOW))
    with looking(store) as conn:
        found = conn.execute("SELECT a008_strength(?, ?, ?, ?)", values).fetchone()[0]
    assert found == lifecycle.effective_strength(state, _NOW)


def test_a_snapshot_does_not_see_what_is_committed_meanwhile(store: Path) -> None:
    count = "SELECT count(*) FROM claim"

    def read(conn: Connection) -> tuple[int, int]:
        before = conn.execute(count).fetchone()[0]
        shelf = Shelf(store)
        shelf.clock.advance(days=9)
        shelf.tell(Fact("user", "name", "Åsa", "My name is Åsa."))
        shelf.close()
        return before, conn.execute(count).fetchone()[0]

    with looking(store) as conn:
        assert readonly.snapshot(conn, read, seconds=60) == (1, 1)
        assert conn.execute(count).fetchone()[0] == 2
        assert not conn.in_transaction


def test_a_read_that_takes_too_long_is_stopped_and_the_connection_stays_good(store: Path) -> None:
    endless = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n"
    with looking(store) as conn:
        with pytest.raises(StoreError) as caught:
            readonly.snapshot(conn, lambda c: c.execute(endless).fetchone(), seconds=0.05)
        assert caught.value.code is Code.BUSY
        assert readonly.snapshot(conn, lambda c: c.execute("SELECT 1").fetchone()[0], seconds=1) == 1


def test_an_error_inside_a_snapshot_is_passed_on_and_ends_it(store: Path) -> None:
    with looking(store) as conn:
        with pytest.raises(sqlite3.OperationalError, match="no such table"):
            readonly.snapshot(conn, lambda c: c.execute("SELECT * FROM no_table"), seconds=1)
        assert not conn.in_transaction
