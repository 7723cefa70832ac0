"""The examination of a store: what it finds, and that it changes nothing. Cases B046 and B077 of the bug reports."""

import hashlib
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from a008.errors import Code, StoreError
from a008.memory.resolution import Resolution
from a008.runtime import evidence
from a008.runtime.attachment import Attachment
from a008.runtime.conflicts import resolve
from a008.store import checks
from a008.store.checks import Check, checked
from tests.shelf import Fact, Shelf
from tests.turns import Memory, document, fact

LYON = Fact("user", "residence", "Lyon", "I live in Lyon.")
OSLO = Fact("user", "residence", "Oslo", "I live in Oslo now.", wording="change")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A store in which one thing was told and changed."""
    shelf = Shelf(tmp_path / "memory.sqlite")
    shelf.tell(LYON)
    shelf.tell(OSLO)
    shelf.close()
    return tmp_path / "memory.sqlite"


def tamper(path: Path, *statements: str) -> None:
    """Change a store as another program would: without its triggers, its references and its lock."""
    with closing(sqlite3.connect(path, isolation_level=None)) as conn:
        for (name,) in conn.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            if name not in {"search_text_insert", "search_text_delete"}:
                conn.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            conn.execute(statement)


def findings(path: Path) -> dict[Check, tuple[str, ...]]:
    """What is wrong, by check."""
    return {done.check: done.findings for done in checked(path) if done.findings}


def test_nothing_is_found_in_a_store_that_only_a008_wrote(path: Path) -> None:
    assert [done.check for done in checked(path)] == list(Check)
    assert findings(path) == {}


def test_looking_changes_no_byte_of_the_store(path: Path) -> None:
    before = hashlib.sha256(path.read_bytes()).hexdigest()
    checked(path)
    assert hashlib.sha256(path.read_bytes()).hexdigest() == before


def test_a_commit_that_is_only_in_the_wal_is_looked_at_too(path: Path) -> None:
    shelf = Shelf(path)
    shelf.tell(Fact("user", "name", "Ada", "My name is Ada."))
    assert path.with_name(path.name + "-wal").stat().st_size > 0
    assert findings(path) == {}
    shelf.close()


#: What another program may do, which check finds it, and in which words.
HARMS = {
    "a text was altered": (
        ["UPDATE claim SET proposition = 'I live in Rome.' WHERE proposition = 'I live in Lyon.'"],
        Check.ROWS,
        "rows of claim that are gone or were altered",
    ),
    "a row was added": (
        ["INSERT INTO label SELECT id, project_id, 'tag', 'planted', rev_from FROM claim LIMIT 1"],
        Check.ROWS,
        "label holds rows that revision 2 did not write",
    ),
    "a revision was altered": (
        ["UPDATE revision SET author = 'nobody' WHERE number = 2"],
        Check.CHAIN,
        "2 was altered",
    ),
    "a name was taken away": (
        ["DELETE FROM entity_label"],
        Check.ROWS,
        "revision 2 wrote rows of entity_label that are gone",
    ),
    "a closed row was opened again": (
        ["DROP INDEX binding_one_head", "UPDATE binding SET rev_to = NULL"],
        Check.ROWS,
        "revision 4 closed rows of binding that are open, gone or were altered",
    ),
    "a row was closed": (
        ["UPDATE claim_status SET rev_to = 4 WHERE rev_from = 2"],
        Check.ROWS,
        "claim_status holds rows that revision 4 did not close",
    ),
    "a revision cannot be read": (
        ["UPDATE revision SET changes = '[\"x\", [1]]' WHERE number = 2"],
        Check.CHAIN,
        "2 was altered",
    ),
    "the newest revision is gone": (
        ["PRAGMA foreign_keys = OFF", "DELETE FROM revision WHERE number = 4"],
        Check.CHAIN,
        "revision 4 is missing",
    ),
    "a revision is gone": (
        ["PRAGMA foreign_keys = OFF", "DELETE FROM revision WHERE number = 2"],
        Check.CHAIN,
        "revision 2 is missing",
    ),
    "a reference leads nowhere": (
        ["PRAGMA foreign_keys = OFF", "DELETE FROM utterance WHERE text = 'I live in Lyon.'"],
        Check.REFERENCES,
        "refers to a row of utterance",
    ),
    "the index is behind": (
        ["DROP TRIGGER search_text_insert", "INSERT INTO search_text VALUES (99, 'x', 'claim', 'p1', 'word', 1)"],
        Check.FULL_TEXT,
        "does not agree",
    ),
    "two heads": (
        [
            "DROP INDEX binding_one_head",
            """INSERT INTO binding SELECT 'binding_x', project_id, slot_id, cardinality, '"Rome"', object_id, claim_id,
               NULL, NULL, 1, rev_from, NULL FROM binding WHERE is_open AND rev_to IS NULL""",
        ],
        Check.STATE,
        "more than one head: user.residence",
    ),
    "two values at once": (
        [
            """INSERT INTO binding SELECT 'binding_x', project_id, slot_id, cardinality, '"Rome"', object_id, claim_id,
               '2024-06-01T00:00:00.000Z', '2024-07-01T00:00:00.000Z', 0, rev_from, NULL
               FROM binding WHERE is_open AND rev_to IS NULL AND valid_from IS NOT NULL"""
        ],
        Check.STATE,
        "hold at the same time: user.residence",
    ),
    "no provenance": (["DELETE FROM provenance"], Check.STATE, "rests on nothing that anybody said"),
    "no status": (["DELETE FROM claim_status"], Check.STATE, "has no status"),
    "no strength": (["DELETE FROM lifecycle"], Check.STATE, "has no strength"),
    "a pin on what no user vouches for": (
        ["UPDATE lifecycle SET pinned = 1 WHERE carrier = 'utterance'"],
        Check.STATE,
        "what no user vouches for is pinned",
    ),
    "a strength out of nowhere": (
        ["UPDATE lifecycle SET strength = 0.99 WHERE carrier = 'claim'"],
        Check.SALIENCE,
        "says strength 0.99, where 0.8 follows",
    ),
    "not found by words": (["DELETE FROM search_text"], Check.STATE, "cannot be found by its words"),
    "found elsewhere": (
        ["DROP TRIGGER search_text_insert", "UPDATE search_text SET scope = 'p2'"],
        Check.STATE,
        "found in a project that is not its own",
    ),
}


@pytest.mark.parametrize("harm", HARMS)
def test_what_another_program_did_is_found(path: Path, harm: str) -> None:
    statements, check, words = HARMS[harm]
    tamper(path, *statements)
    found = findings(path)
    assert any(words in finding for finding in found[check]), found


@pytest.mark.parametrize("change", ["resolution = 'take_other'", "reason = 'Because.'", "rev_to = NULL"])
def test_what_a_person_decided_cannot_be_altered_unseen(tmp_path: Path, change: str) -> None:
    path = tmp_path / "memory.sqlite"
    memory = Memory(path)
    memory.learn(document(new_knowledge=[fact("user", "residence", "Lyon")]))
    memory.learn(document(new_knowledge=[fact("user", "residence", "Oslo", wording="conflict")]))
    claim = memory.store.read(lambda conn: conn.execute("SELECT claim_id FROM contest").fetchone()[0])
    keep = Resolution.KEEP_HEAD
    resolve(memory.store, memory.project, claim, keep, by="Ada", reason="I asked.", clock=memory.clock)
    memory.store.close()
    assert findings(path) == {}
    tamper(path, f"UPDATE contest SET {change}")
    assert any("revision 5 closed rows of contest" in finding for finding in findings(path)[Check.ROWS])


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("INSERT INTO association VALUES ('a', :one, :e1, :e2, 'knows', :u1, 1)", "an association crosses projects: a"),
        ("INSERT INTO claim_entity SELECT id, :e2, 1 FROM claim WHERE project_id = :one", "a claim crosses projects"),
        ("UPDATE binding SET project_id = :two WHERE project_id = :one", "a binding crosses projects"),
        ("UPDATE slot SET project_id = :two WHERE project_id = :one", "an address crosses projects"),
    ],
)
def test_what_crosses_projects_is_found(tmp_path: Path, statement: str, words: str) -> None:
    """Case B046: an association planted by hand between two projects."""
    for name in ("one", "two"):
        shelf = Shelf(tmp_path / "memory.sqlite", name)
        shelf.tell(LYON if name == "one" else Fact("user", "name", "Ada", "My name is Ada."))
        shelf.close()
    path = tmp_path / "memory.sqlite"
    tamper(path)
    with closing(sqlite3.connect(path, isolation_level=None)) as conn:
        ids = dict(conn.execute("SELECT name, id FROM project").fetchall())
        values = {**ids, "e1": _entity(conn, ids["one"]), "e2": _entity(conn, ids["two"]), "u1": _utterance(conn)}
        conn.execute(statement, values)
    assert any(words in finding for finding in findings(path)[Check.STATE])


def _entity(conn: sqlite3.Connection, project: str) -> str:
    return str(conn.execute("SELECT id FROM entity WHERE project_id = ? LIMIT 1", (project,)).fetchone()[0])


def _utterance(conn: sqlite3.Connection) -> str:
    return str(conn.execute("SELECT id FROM utterance ORDER BY rev_from LIMIT 1").fetchone()[0])


def test_damaged_pages_are_found_and_nothing_else_is_concluded_from_them(path: Path) -> None:
    content = bytearray(path.read_bytes())
    content[8 * 4096 : 12 * 4096] = b"\xa5" * (4 * 4096)
    path.write_bytes(bytes(content))
    (pages,) = checked(path)
    assert pages.check is Check.PAGES
    assert 1 <= len(pages.findings) <= checks.MAX_FINDINGS


def test_a_file_that_is_no_database_is_an_error_and_stays_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("Not a database, but long enough to be taken for one. " * 100, encoding="utf-8")
    before = path.read_bytes()
    with pytest.raises(StoreError) as caught:
        checked(path)
    assert caught.value.code is Code.STORE_CORRUPT
    assert path.read_bytes() == before


@pytest.fixture
def blob(path: Path) -> Path:
    """The content of a file that was shown to the store, where it is kept."""
    shelf = Shelf(path)
    occasion = evidence.Occasion(shelf.project.id, "", "file", shelf.clock())
    said = evidence.file(occasion, Attachment(name="main.c", content=b"int main;", text="int main;"))
    said = evidence.Said(said.artifact, replace(said.utterance, turn_id=None))
    shelf.store.commit(evidence.plan(occasion, [said], shelf.store.revision()))
    shelf.close()
    digest = said.artifact.digest
    return path.with_name(path.name + ".blobs") / digest[:2] / digest


def test_the_content_of_a_file_is_missed_when_it_is_gone_or_was_changed(path: Path, blob: Path) -> None:
    assert findings(path) == {}
    blob.write_bytes(b"int main();")
    assert findings(path) == {Check.BLOBS: (f"the content of an artifact was changed: {blob.name}",)}
    blob.unlink()
    assert findings(path) == {Check.BLOBS: (f"the content of an artifact is missing: {blob.name}",)}
