"""Where an id is, whatever project it belongs to, and the terms that an indexed text is found by."""

from __future__ import annotations

from dataclasses import dataclass

from a008.store.connection import Connection

_OF = """
SELECT project_id, rev_from FROM claim WHERE id = :id
UNION ALL
SELECT project_id, rev_from FROM utterance WHERE id = :id
ORDER BY 2
"""
_TERMS = "SELECT terms FROM search_text WHERE record_id = :id ORDER BY number"


@dataclass(frozen=True, slots=True, kw_only=True)
class Whereabouts:
    """The project that a claim or an utterance belongs to, and the revision that wrote it."""

    project_id: str
    revision: int


def whereabouts(conn: Connection, evidence_id: str) -> Whereabouts | None:
    """Where a claim or an utterance is; `None` for an id that is neither, in any project."""
    row = conn.execute(_OF, {"id": evidence_id}).fetchone()
    return None if row is None else Whereabouts(project_id=row[0], revision=row[1])


def indexed(conn: Connection, evidence_id: str) -> tuple[str, ...]:
    """The terms by which a claim or an utterance is found, none for one that is not indexed."""
    row = conn.execute(_TERMS, {"id": evidence_id}).fetchone()
    return () if row is None else tuple(row[0].split())
