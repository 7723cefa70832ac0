"""Bringing a file to the schema that this version knows: new, older, newer, foreign, damaged."""

from __future__ import annotations

from pathlib import Path
from sqlite3 import complete_statement
from typing import NamedTuple

from a008.errors import Code, StoreError
from a008.store.connection import APPLICATION_ID, Connection, DatabaseError, fault, transaction
from a008.store.migrations import m001_initial, m002_identity_and_care, m003_talk, m004_envelopes, m005_vectors


class Migration(NamedTuple):
    """One step forward: the version it reaches and its statements."""

    version: int
    script: str


MIGRATIONS: tuple[Migration, ...] = (
    Migration(m001_initial.VERSION, m001_initial.SCRIPT),
    Migration(m002_identity_and_care.VERSION, m002_identity_and_care.SCRIPT),
    Migration(m003_talk.VERSION, m003_talk.SCRIPT),
    Migration(m004_envelopes.VERSION, m004_envelopes.SCRIPT),
    Migration(m005_vectors.VERSION, m005_vectors.SCRIPT),
)
#: Faults of the disk or of other programs, which say nothing about a migration.
_OF_THE_DISK = {Code.BUSY, Code.STORAGE_FULL, Code.STORAGE_IO}
#: The newest schema that this version writes.
NEWEST = MIGRATIONS[-1].version


def version_of(conn: Connection, path: Path | None) -> int:
    """The schema version of a file; 0 for one that is empty.

    Errors: `StoreError` for a file of another application (`store_corrupt`) and for one from a newer version
    (`schema_too_new`); neither is touched.
    """
    version = int(conn.execute("PRAGMA user_version").fetchone()[0])
    application = int(conn.execute("PRAGMA application_id").fetchone()[0])
    is_empty = conn.execute("SELECT count(*) FROM sqlite_master").fetchone()[0] == 0
    if application != APPLICATION_ID and not (is_empty and version == 0 and application == 0):
        raise StoreError(
            "this SQLite file belongs to another program; it was not touched",
            code=Code.STORE_CORRUPT,
            item=str(path),
            remedy="choose another path with --store or A008_STORE",
        )
    if version > NEWEST:
        raise StoreError(
            f"the store has schema {version}, this version of A008 knows {NEWEST}; it was not touched",
            code=Code.SCHEMA_TOO_NEW,
            item=str(path),
            remedy="install the newer A008",
        )
    return version


def migrate(conn: Connection, path: Path | None) -> int:
    """Bring a file up to date, each step with its record in one transaction, and return the version found.

    Shape: the caller holds the write lock.
    Errors: as `version_of`; `StoreError` (`migration_failed`) when a step fails, the file then being what it was.
    """
    found = version_of(conn, path)
    for migration in MIGRATIONS:
        if migration.version <= found:
            continue
        try:
            conn.execute("PRAGMA foreign_keys = OFF")  # a table that is made anew is gone for a moment
            with transaction(conn, "BEGIN IMMEDIATE"):
                for statement in _statements(migration.script):
                    conn.execute(statement)
                if conn.execute("PRAGMA foreign_key_check").fetchone() is not None:
                    raise DatabaseError("rows refer to rows that are not there")
                conn.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                conn.execute(f"PRAGMA user_version = {migration.version}")
        except DatabaseError as error:
            if fault(error, path).code in _OF_THE_DISK:
                raise
            raise StoreError(
                f"migration {migration.version} failed and left the store as it was: {error}",
                code=Code.MIGRATION_FAILED,
                item=str(path),
                remedy="run `a008 doctor` and report this",
            ) from error
        finally:
            conn.execute("PRAGMA foreign_keys = ON")
    return found


def _statements(script: str) -> list[str]:
    """The statements of a script; a trigger's body holds semicolons, so a statement ends where SQLite says so."""
    statements: list[str] = []
    current = ""
    for line in script.splitlines(keepends=True):
        current += line
        if complete_statement(current):
            statements.append(current)
            current = ""
    return statements
