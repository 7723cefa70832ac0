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
from a008.store.replay import unreplayed
from a008.store.row import digest

#: Findings of one check that are named; more say nothing new.
MAX_FINDINGS = 20

_PAGES = "PRAGMA integrity_check(100)"
_REFERENCES = "PRAGMA foreign_key_check"
#: A rank of 1 compares the index with the texts it was made from, not only with itself.
_FULL_TEXT = "INSERT INTO search_index (search_index, rank) VALUES ('integrity-check', 1)"
_COLUMNS = "SELECT name FROM pragma_table_info(:table_name) WHERE name NOT IN ('number', 'rev_from', 'rev_to')"
#: Revisions that cannot be read are named by the check of the chain.
_CHANGES = """
SELECT r.number, c.value ->> 0, c.value ->> 3, c.value ->> 1 FROM revision AS r, json_each(r.changes) AS c
WHERE CASE WHEN c.type = 'array' THEN c.value ->> 2 END = 'write'
"""
_CLOSINGS = """
SELECT r.number, c.value ->> 0, c.value ->> 1, c.value ->> 3 FROM revision AS r, json_each(r.changes) AS c
WHERE CASE WHEN c.type = 'array' THEN c.value ->> 2 END = 'close'
"""
_BLOBS = "SELECT DISTINCT digest FROM artifact WHERE has_blob ORDER BY digest"
#: Tables whose rows hold exactly the values that the chain of revisions vouches for.
_SEALED = (
    *("artifact", "utterance", "sentence", "claim", "claim_status", "provenance", "entity", "claim_entity", "slot"),
    *("slot_definition", "binding", "transition", "label", "lifecycle", "association", "association_state"),
    "entity_merge",
    "search_text",
)
#: Tables whose rows are closed, with what names a row in the list of changes, and the columns that a closing fills.
_CLOSED = {"binding": "id", "claim_status": "claim_id", "lifecycle": "evidence_id", "slot_definition": "slot_id"}
_CLOSED |= {"entity_label": "entity_id || '/' || key", "entity_merge": "from_id"}
_CLOSED |= {"association_state": "association_id", "contest": "claim_id || '/' || against_claim_id"}
_FILLED = {"contest": ("resolution", "reason")}
#: Tables of which the chain is only asked whether each row is there, since a later version may add to what they say.
_NAMED = {"contest": "claim_id || '/' || against_claim_id", "entity_label": "entity_id || '/' || key"}
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
    SALIENCE = "salience"
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
    with translated(path):
        with closing(open_reader(path)) as conn:
            copy = copied(conn)
        with closing(copy):
            return checked_copy(copy, Blobs.beside(path))


def copied(conn: Connection) -> Connection:
    """A private copy of what a connection sees, to be closed by the caller."""
    copy = sqlite3.connect("", isolation_level=None)
    try:
        conn.backup(copy)
    except BaseException:
        copy.close()
        raise
    return copy


def checked_copy(copy: Connection, blobs: Blobs) -> tuple[Checked, ...]:
    """Every check on a private copy of a store, as `checked` makes them on a file."""
    pages = _checked(Check.PAGES, copy, _pages)
    if pages.findings:
        return (pages,)
    looks: dict[Check, Callable[[Connection], Iterable[str]]] = {
        Check.REFERENCES: _references,
        Check.FULL_TEXT: _full_text,
        Check.CHAIN: revisions.broken,
        Check.ROWS: _rows,
        Check.STATE: _state,
        Check.SALIENCE: unreplayed,
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
    yield from _named(conn)
    yield from _ends(conn)


def _named(conn: Connection) -> Iterator[str]:
    """Rows without a digest that are gone, or that no revision wrote."""
    told = {(int(row[0]), str(row[1]), str(row[3])) for row in conn.execute(_CHANGES) if row[1] in _NAMED}
    found = {
        (int(number), table, str(key))
        for table, name in _NAMED.items()
        for number, key in conn.execute(f"SELECT rev_from, {name} FROM {table}")
    }
    for number, table in sorted({(number, table) for number, table, _ in told - found}):
        yield f"revision {number} wrote rows of {table} that are gone"
    for number, table in sorted({(number, table) for number, table, _ in found - told}):
        yield f"{table} holds rows that revision {number} did not write"


def _ends(conn: Connection) -> Iterator[str]:
    """Rows whose end on the record axis is not the one that a revision gave them."""
    told = {(int(row[0]), str(row[1]), str(row[2]), row[3]) for row in conn.execute(_CLOSINGS) if row[1] in _CLOSED}
    found = set(_closed(conn))
    for number, table in sorted({(each[0], each[1]) for each in told - found}):
        yield f"revision {number} closed rows of {table} that are open, gone or were altered"
    for number, table in sorted({(each[0], each[1]) for each in found - told}):
        yield f"{table} holds rows that revision {number} did not close"


def _closed(conn: Connection) -> Iterator[tuple[int, str, str, str]]:
    for table, name in _CLOSED.items():
        names = _FILLED.get(table, ())
        columns = ", ".join(("rev_to", name, *names))
        for number, key, *values in conn.execute(f"SELECT {columns} FROM {table} WHERE rev_to IS NOT NULL"):
            filled = canon.digest(canon.encode(dict(zip(names, values, strict=True)))) if names else ""
            yield number, table, key, filled


def _sealed(conn: Connection) -> Iterator[tuple[int, str, str]]:
    for table in _SEALED:
        columns = [str(row[0]) for row in conn.execute(_COLUMNS, {"table_name": table})]
        number = _WRITTEN.get(table, "rev_from")
        for revision, *values in conn.execute(f"SELECT {number}, {', '.join(columns)} FROM {table}"):
            yield revision or 0, table, digest(table, dict(zip(columns, values, strict=True)))


def _state(conn: Connection) -> Iterator[str]:
    for invariant in INVARIANTS:
        yield from _broken(conn, invariant)


def _broken(conn: Connection, invariant: Invariant) -> Iterator[str]:
    for row in conn.execute(invariant.statement):
        yield f"{invariant.says}: {row[0]}"


def _blobs(conn: Connection, blobs: Blobs) -> Iterator[str]:
    for (name,) in conn.execute(_BLOBS):
        try:
            blobs.get(name)
        except NotFound as error:
            yield f"{error.what}: {name}"
