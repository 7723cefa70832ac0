"""What can be wrong with a store: its file, its index, its chain, and what its rows say together.

Everything is looked for on a private copy of one snapshot: nothing is written to the store, and nobody waits.
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from enum import StrEnum
from itertools import islice
from pathlib import Path

from a008 import canon
from a008.errors import NotFound
from a008.store import revisions
from a008.store.blobs import Blobs
from a008.store.connection import Connection, open_reader, translated
from a008.store.invariants import INVARIANTS, Invariant

#: Findings of one check that are named; more say nothing new.
MAX_FINDINGS = 20

_PAGES = "PRAGMA integrity_check(100)"
_REFERENCES = "PRAGMA foreign_key_check"
#: A rank of 1 compares the index with the texts it was made from, not only with itself.
_FULL_TEXT = "INSERT INTO search_index (search_index, rank) VALUES ('integrity-check', 1)"
_COLUMNS = "SELECT name FROM pragma_table_info(:table_name) WHERE name NOT IN ('number', 'rev_from', 'rev_to')"
_CHANGES = """
SELECT r.number, c.value ->> 0, c.value ->> 3 FROM revision AS r, json_each(r.changes) AS c
WHERE c.value ->> 2 = 'write'
"""
_BLOBS = "SELECT DISTINCT digest FROM artifact WHERE has_blob ORDER BY digest"
#: Tables whose rows hold exactly the values that the chain of revisions vouches for.
_SEALED = (
    *("artifact", "utterance", "sentence", "claim", "claim_status", "provenance", "entity", "claim_entity", "slot"),
    *("slot_definition", "binding", "transition", "label", "lifecycle", "association", "association_state"),
    "search_text",
)
#: The revision that wrote a row, where it does not stand in the row itself.
_WRITTEN = {"sentence": "(SELECT u.rev_from FROM utterance AS u WHERE u.id = utterance_id)"}


class Check(StrEnum):
    """What is looked at, in the order in which it is."""

    PAGES = "pages"
    REFERENCES = "references"
    FULL_TEXT = "full text"
    CHAIN = "revisions"
    ROWS = "rows"
    STATE = "state"
    BLOBS = "files"


@dataclass(frozen=True, slots=True, kw_only=True)
class Checked:
    """One check; `findings` says what is wrong, a sentence each, and is empty when all is well."""

    check: Check
    findings: tuple[str, ...]


def checked(path: Path) -> tuple[Checked, ...]:
    """Every check on the file of a store, at most `MAX_FINDINGS` findings each.

    Shape: when the pages are damaged, nothing else is looked at, since it would mean nothing.
    Errors: `StoreError` for a file that cannot be read at all.
    """
    with translated(path), closing(sqlite3.connect("", isolation_level=None)) as copy:
        with closing(open_reader(path)) as conn:
            conn.backup(copy)
        pages = _checked(Check.PAGES, copy, _pages)
        if pages.findings:
            return (pages,)
        blobs = Blobs.beside(path)
        looks: dict[Check, Callable[[Connection], Iterable[str]]] = {
            Check.REFERENCES: _references,
            Check.FULL_TEXT: _full_text,
            Check.CHAIN: revisions.broken,
            Check.ROWS: _rows,
            Check.STATE: _state,
            Check.BLOBS: lambda conn: _blobs(conn, blobs),
        }
        return (pages, *(_checked(check, copy, look) for check, look in looks.items()))


def _checked(check: Check, conn: Connection, look: Callable[[Connection], Iterable[str]]) -> Checked:
    return Checked(check=check, findings=tuple(islice(look(conn), MAX_FINDINGS)))


def _pages(conn: Connection) -> Iterator[str]:
    try:
        said = [str(row[0]) for row in conn.execute(_PAGES)]
    except sqlite3.DatabaseError as error:
        said = [str(error)]
    return (line for line in said if line != "ok")


def _references(conn: Connection) -> Iterator[str]:
    for table, rowid, parent, _ in conn.execute(_REFERENCES):
        yield f"row {rowid} of {table} refers to a row of {parent} that is not there"


def _full_text(conn: Connection) -> Iterator[str]:
    try:
        conn.execute(_FULL_TEXT)
    except sqlite3.DatabaseError:
        yield "the index does not agree with the texts it was made from"


def _rows(conn: Connection) -> Iterator[str]:
    """Rows that no revision vouches for, and revisions whose rows are gone or were altered."""
    vouched = Counter((int(row[0]), str(row[1]), str(row[2])) for row in conn.execute(_CHANGES) if row[1] in _SEALED)
    found = Counter(_sealed(conn))
    for number, table in sorted({(number, table) for number, table, _ in vouched - found}):
        yield f"revision {number} wrote rows of {table} that are gone or were altered"
    for number, table in sorted({(number, table) for number, table, _ in found - vouched}):
        yield f"{table} holds rows that revision {number} did not write"


def _sealed(conn: Connection) -> Iterator[tuple[int, str, str]]:
    for table in _SEALED:
        columns = [str(row[0]) for row in conn.execute(_COLUMNS, {"table_name": table})]
        number = _WRITTEN.get(table, "rev_from")
        for revision, *values in conn.execute(f"SELECT {number}, {', '.join(columns)} FROM {table}"):
            yield revision or 0, table, canon.digest(canon.encode(dict(zip(columns, values, strict=True))))


def _state(conn: Connection) -> Iterator[str]:
    for invariant in INVARIANTS:
        yield from _broken(conn, invariant)


def _broken(conn: Connection, invariant: Invariant) -> Iterator[str]:
    for row in conn.execute(invariant.statement):
        yield f"{invariant.says}: {row[0]}"


def _blobs(conn: Connection, blobs: Blobs) -> Iterator[str]:
    for (digest,) in conn.execute(_BLOBS):
        try:
            blobs.get(digest)
        except NotFound as error:
            yield f"{error.what}: {digest}"
