"""The chain of revisions: each hash covers its parent's, so that what is missing or altered shows."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from a008 import canon
from a008.clock import Instant
from a008.errors import A008Error
from a008.store.connection import Connection

#: Parent of the first revision.
ROOT = "0" * 64

_NEWEST = "SELECT number, hash FROM revision ORDER BY number DESC LIMIT 1"
_INSERT = """
INSERT INTO revision (number, project_id, occurrence_id, author, cause, recorded_at, parent_hash, content_hash,
                      hash, changes)
VALUES (:number, :project_id, :occurrence_id, :author, :cause, :recorded_at, :parent_hash, :content_hash,
        :hash, :changes)
"""
#: Columns of a revision, in the order in which `revision_of` takes them.
COLUMNS = "number, project_id, occurrence_id, author, cause, recorded_at, parent_hash, content_hash, hash, changes"
_LOG = f"""
SELECT {COLUMNS} FROM revision WHERE project_id = :project_id AND number < :before ORDER BY number DESC LIMIT :limit
"""
_CHAIN = f"SELECT {COLUMNS} FROM revision ORDER BY number"
_LAST = f"SELECT {COLUMNS} FROM revision ORDER BY number DESC LIMIT 1"
#: Revisions that other rows tell of, and that stand behind the newest one.
_BEYOND = """
SELECT number FROM (
  SELECT recorded_rev AS number FROM turn UNION SELECT learnt_rev FROM turn
  UNION SELECT rev_from FROM lifecycle UNION SELECT rev_from FROM utterance UNION SELECT rev_from FROM claim
) WHERE number > :newest ORDER BY number LIMIT :limit
"""
#: Most missing revisions that are named.
_NAMED = 20
#: Above every revision number.
_END = 2**62


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One row that a revision wrote or closed; `digest` is the SHA-256 of what it wrote, '' if it only closed a row."""

    table: str
    row: str
    action: str
    digest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Revision:
    """One commit as it stands in the chain."""

    number: int
    project_id: str
    occurrence_id: str
    author: str
    cause: str
    recorded_at: Instant
    parent_hash: str
    content_hash: str
    hash: str
    changes: tuple[Change, ...]


def newest(conn: Connection) -> tuple[int, str]:
    """Number and hash of the newest revision; (0, `ROOT`) in a new store."""
    row = conn.execute(_NEWEST).fetchone()
    return (0, ROOT) if row is None else (int(row[0]), str(row[1]))


def newest_whole(conn: Connection) -> tuple[int, str] | None:
    """As `newest`, of a file whose pages may be of several moments: `None` when what stands there is no revision."""
    row = conn.execute(_LAST).fetchone()
    if row is None:
        return 0, ROOT
    return (int(row[0]), str(row[8])) if _is_sealed(row) else None


def sealed(
    *,
    number: int,
    project_id: str,
    occurrence_id: str,
    author: str,
    cause: str,
    at: Instant,
    parent_hash: str,
    changes: tuple[Change, ...],
) -> Revision:
    """A revision with its hashes derived from everything it says."""
    content_hash = canon.digest(changes_text(changes).encode())
    sealed_over: list[canon.Json] = [
        number,
        project_id,
        occurrence_id,
        author,
        cause,
        str(at),
        parent_hash,
        content_hash,
    ]
    return Revision(
        number=number,
        project_id=project_id,
        occurrence_id=occurrence_id,
        author=author,
        cause=cause,
        recorded_at=at,
        parent_hash=parent_hash,
        content_hash=content_hash,
        hash=canon.digest(canon.encode(sealed_over)),
        changes=changes,
    )


def insert(conn: Connection, revision: Revision) -> None:
    """Write a sealed revision; the schema refuses a gap in the numbers."""
    conn.execute(
        _INSERT,
        {
            "number": revision.number,
            "project_id": revision.project_id,
            "occurrence_id": revision.occurrence_id,
            "author": revision.author,
            "cause": revision.cause,
            "recorded_at": str(revision.recorded_at),
            "parent_hash": revision.parent_hash,
            "content_hash": revision.content_hash,
            "hash": revision.hash,
            "changes": changes_text(revision.changes),
        },
    )


def changes_text(changes: tuple[Change, ...]) -> str:
    """Changes as the canonical JSON that is stored and hashed."""
    return canon.text([[c.table, c.row, c.action, c.digest] for c in changes])


def log(conn: Connection, project_id: str, *, before: int | None, limit: int) -> tuple[Revision, ...]:
    """Revisions of a project, newest first, below a number."""
    rows = conn.execute(_LOG, {"project_id": project_id, "before": before or _END, "limit": limit})
    return tuple(revision_of(row) for row in rows)


def broken(conn: Connection) -> tuple[str, ...]:
    """Every way in which the chain does not add up, in words; empty when it is whole."""
    faults: list[str] = []
    parent, expected = ROOT, 1
    for row in conn.execute(_CHAIN):
        number, chain_hash = int(row[0]), str(row[8])
        if number != expected:
            faults.append(f"revision {expected} is missing")
        if row[6] != parent:
            faults.append(f"revision {number} does not continue revision {number - 1}")
        if not _is_sealed(row):
            faults.append(f"revision {number} was altered")
        parent, expected = chain_hash, number + 1
    told = conn.execute(_BEYOND, {"newest": expected - 1, "limit": _NAMED})
    faults.extend(f"revision {row[0]} is missing" for row in told)
    return tuple(faults)


def revision_of(row: tuple[Any, ...]) -> Revision:
    """A revision from its columns, in the order of `COLUMNS`."""
    number, project_id, occurrence_id, author, cause, at, parent_hash, content_hash, chain_hash, changes = row
    return Revision(
        number=number,
        project_id=project_id,
        occurrence_id=occurrence_id,
        author=author,
        cause=cause,
        recorded_at=Instant.parse(at),
        parent_hash=parent_hash,
        content_hash=content_hash,
        hash=chain_hash,
        changes=tuple(Change(table=c[0], row=c[1], action=c[2], digest=c[3]) for c in json.loads(changes)),
    )


def _is_sealed(row: tuple[Any, ...]) -> bool:
    """Whether a row says what its hashes were made from; one that cannot even be read does not."""
    try:
        found = revision_of(row)
        again = sealed(
            number=found.number,
            project_id=found.project_id,
            occurrence_id=found.occurrence_id,
            author=found.author,
            cause=found.cause,
            at=found.recorded_at,
            parent_hash=found.parent_hash,
            changes=found.changes,
        )
    except (A008Error, AttributeError, LookupError, TypeError, ValueError):
        return False
    return again == found
