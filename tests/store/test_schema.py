"""Bringing older files to the schema of this version, with the rows that they hold."""

import hashlib
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from a008.errors import StoreError
from a008.ids import CountedIds
from a008.store import schema
from a008.store.checks import checked
from a008.store.connection import APPLICATION_ID, open_writer
from a008.store.migrations import m001_initial, m002_identity_and_care
from a008.store.store import Store
from a008.workbench import open_workbench
from tests.turns import Memory, document, fact, relation

#: SHA-256 of each shipped script. A shipped migration is never edited: change nothing here but by adding a line.
_SHIPPED = {
    1: "ae4f38b24af2ac68ade68e58102ccee5be02fd22539254e9f382efb1924c7f3d",
    2: "ca116c84493e854f8201249907df53eea424aaf8dcdef472419ea47e32efa5ae",
    3: "6457d3397288099be3665117c593c5b822f91f5a8fba37f51892d8de2784c947",
    4: "de990efcce78164c2f6a9e3b8e51f17bb6dd2010654622831bc0c949c325c62f",
    5: "81fa997bfbaf68aa98ae73cd12fecb77b7b6e34949a25ee326a36c53a81526fd",
}
_TABLES = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name"


def _first_version(path: Path) -> None:
    """A file as version 1 wrote it, with a few turns in it: today's rows, in the columns of then."""
    memory = Memory(path.with_name("today.sqlite"))
    memory.learn(document(new_knowledge=[fact("house", "colour", "white")]))
    memory.learn(document(new_knowledge=[fact("house", "colour", "red", wording="change")]), at="2026-02-01T00:00:00Z")
    memory.learn(document(relation_updates=[relation("Ada", "owns", "house")]), at="2026-03-01T00:00:00Z")
    memory.store.close()
    with closing(open_writer(path)) as old:
        old.execute("PRAGMA journal_mode = WAL")
        for statement in schema._statements(m001_initial.SCRIPT):
            old.execute(statement)
        old.execute("PRAGMA user_version = 1")
        old.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        old.execute("ATTACH ? AS today", (str(path.with_name("today.sqlite")),))
        old.execute("PRAGMA foreign_keys = OFF")
        for (table,) in old.execute(_TABLES).fetchall():
            if table.startswith("search_index"):
                continue
            columns = ", ".join(row[1] for row in old.execute(f"PRAGMA table_info({table})"))
            old.execute(f"INSERT INTO main.{table} ({columns}) SELECT {columns} FROM today.{table}")


def _third_version(path: Path) -> None:
    """A file as version 3 wrote it after three turns: today's rows, with each payload written out."""
    today = path.with_name("today.sqlite")
    with open_workbench(store=today, project="test", mint=CountedIds("third")) as workbench:
        session = workbench.session()
        sent = [session.ask(said) for said in ("I live in Lyon.", "I prefer tea.", "Where do I live?")]
    with closing(open_writer(path)) as old:
        old.execute("PRAGMA journal_mode = WAL")
        for migration in schema.MIGRATIONS[:3]:
            for statement in schema._statements(migration.script):
                old.execute(statement)
        old.execute("DROP TRIGGER talk_follows_search_text")
        old.execute("PRAGMA user_version = 3")
        old.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        old.execute("ATTACH ? AS today", (str(today),))
        old.execute("PRAGMA foreign_keys = OFF")
        for (table,) in old.execute(_TABLES).fetchall():
            if table.startswith("search_index"):
                continue
            columns = ", ".join(row[1] for row in old.execute(f"PRAGMA table_info({table})"))
            old.execute(f"INSERT INTO main.{table} ({columns}) SELECT {columns} FROM today.{table}")
        for turn in sent:
            old.execute("UPDATE turn SET envelope = ? WHERE id = ?", (turn.envelope.payload, turn.turn_id))
        trigger = next(each for each in schema._statements(schema.MIGRATIONS[2].script) if "CREATE TRIGGER" in each)
        old.execute(trigger)


@pytest.mark.parametrize(("version", "digest"), _SHIPPED.items())
def test_a_shipped_migration_is_never_edited(version: int, digest: str) -> None:
    script = next(migration.script for migration in schema.MIGRATIONS if migration.version == version)
    assert hashlib.sha256(script.encode()).hexdigest() == digest


def test_a_store_of_version_1_keeps_its_rows_its_chain_and_its_rules(tmp_path: Path) -> None:
    path = tmp_path / "memory.sqlite"
    _first_version(path)
    before = Memory(tmp_path / "today.sqlite")
    after = Memory(path)
    assert after.store.read(lambda conn: conn.execute("PRAGMA user_version").fetchone()[0]) == schema.NEWEST
    assert after.state("2026-04-01T00:00:00Z") == before.state("2026-04-01T00:00:00Z")
    assert after.state("2026-01-15T00:00:00Z", 2) == before.state("2026-01-15T00:00:00Z", 2)
    assert all(not check.findings for check in checked(path))
    green = document(new_knowledge=[fact("house", "colour", "green", wording="change")])
    after.learn(green, at="2026-05-01T00:00:00Z", occurrence="later")
    assert after.state()["house.colour"] == "green"


def test_a_turn_of_version_3_keeps_its_envelope_as_it_was_written(tmp_path: Path) -> None:
    """Version 3 wrote the payload out; what it did not keep stays unknown, and later turns keep it."""
    path = tmp_path / "memory.sqlite"
    _third_version(path)
    with closing(sqlite3.connect(path)) as old:
        before = old.execute("SELECT id, envelope, envelope_sha256 FROM turn ORDER BY position").fetchall()
    assert all(hashlib.sha256(envelope.encode()).hexdigest() == digest for _, envelope, digest in before)
    with open_workbench(store=path, project="test") as workbench:
        columns = "id, envelope, envelope_sha256, required_ids, recent, as_of, degraded, rules, tokenizer, dense"
        after = workbench.store.read(
            lambda conn: conn.execute(f"SELECT {columns} FROM turn ORDER BY position").fetchall()
        )
        assert after == [(*row, *[None] * 7) for row in before]
        found = workbench.envelopes().verify()
        assert [str(each.held) for each in found.turns] == ["same"] * len(before)
        workbench.session(conversation="last").ask("Where do I live?")
        assert workbench.envelopes().verify().is_sound
        kept = workbench.store.read(
            lambda conn: conn.execute("SELECT envelope, rules FROM turn ORDER BY position DESC LIMIT 1").fetchone()
        )
        assert kept[0].startswith('{"a008_context":1,"items":[1')
        assert len(kept[1]) == 64
    assert all(not check.findings for check in checked(path))


@pytest.mark.parametrize("table", ["artifact", "lifecycle", "association_state"])
def test_tables_that_were_made_anew_still_refuse_edits_and_removals(tmp_path: Path, table: str) -> None:
    _first_version(tmp_path / "memory.sqlite")
    Store.open(tmp_path / "memory.sqlite").close()
    Memory(tmp_path / "memory.sqlite").store.close()
    with closing(open_writer(tmp_path / "memory.sqlite")) as conn:
        for statement in (f"DELETE FROM {table}", f"UPDATE {table} SET rev_from = 1"):
            with pytest.raises(sqlite3.IntegrityError, match="never"):
                conn.execute(statement)


def test_a_migration_that_leaves_a_reference_hanging_is_undone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "memory.sqlite"
    _first_version(path)
    broken = schema.Migration(2, m002_identity_and_care.SCRIPT + "\nDROP TABLE utterance;\n")
    monkeypatch.setattr(schema, "MIGRATIONS", (schema.MIGRATIONS[0], broken))
    with closing(open_writer(path)) as conn, pytest.raises(StoreError, match="left the store as it was"):
        schema.migrate(conn, path)
    with closing(sqlite3.connect(path)) as conn:
        assert conn.execute("PRAGMA user_version").fetchone()[0] == 1
        assert conn.execute("SELECT count(*) FROM utterance").fetchone()[0] > 0
        assert conn.execute("SELECT count(*) FROM sqlite_master WHERE name = 'entity_merge'").fetchone()[0] == 0
