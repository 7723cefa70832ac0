"""Claims of a project, a page at a time, newest first; and the conflicts that are open.

Every function takes a connection that went through `readonly.harden`, on one snapshot. Paging is by key.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from a008.clock import Instant
from a008.memory.claim import Severity, Status
from a008.memory.origin import Origin
from a008.store.connection import Connection

_COLUMNS = """
SELECT c.id, c.proposition, c.severity, c.attributed_to, c.origin, c.rev_from, s.status, l.pinned,
       a008_strength(l.strength, l.half_life, l.updated_at, :now) AS strength, l.threshold,
       (SELECT b.slot_id FROM binding AS b WHERE b.claim_id = c.id LIMIT 1)
"""
_STATES = """
CROSS JOIN claim_status AS s ON s.claim_id = c.id AND s.rev_to IS NULL
CROSS JOIN lifecycle AS l ON l.evidence_id = c.id AND l.rev_to IS NULL
"""
_ACTIVATED = """
  AND (:activation = '' OR (:activation = 'active') =
       (l.pinned OR a008_strength(l.strength, l.half_life, l.updated_at, :now) >= l.threshold))
"""
_NEWEST = f"""{_COLUMNS}
FROM claim AS c {_STATES}
WHERE c.project_id = :project AND (c.rev_from, c.id) < (:revision, :id) {_ACTIVATED}
ORDER BY c.rev_from DESC, c.id DESC LIMIT :limit
"""
_OF_DOMAIN = f"""{_COLUMNS}
FROM label AS d CROSS JOIN claim AS c ON c.id = d.claim_id {_STATES}
WHERE d.project_id = :project AND d.axis = 'domain' AND d.value = :domain AND d.claim_id > :id {_ACTIVATED}
ORDER BY d.claim_id LIMIT :limit
"""
_CONFLICTS = """
SELECT s.id, s.address, head.id, head.proposition,
       other.id, other.proposition, other.attributed_to, other.origin, x.rev_from
FROM contest AS x
CROSS JOIN slot AS s ON s.id = x.slot_id
JOIN claim AS head ON head.id = x.against_claim_id
JOIN claim AS other ON other.id = x.claim_id
WHERE x.rev_to IS NULL AND s.project_id = :project
ORDER BY x.slot_id, x.rev_from, x.claim_id LIMIT :limit
"""
#: Above every revision and every id.
_NEWEST_FIRST = (2**62, "")
#: Open conflicts that one page lists.
LISTED_CONFLICTS = 200


class Activation(StrEnum):
    """Which claims to list: all, those that are volunteered, or those that sleep."""

    ANY = ""
    ACTIVE = "active"
    DORMANT = "dormant"


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimKey:
    """The last row of a page: the next page begins behind it."""

    revision: int
    id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimRow:
    """One claim as a list shows it.

    Shape: `slot_id` is the address that it was bound to, `None` for plain evidence. Units: `strength` in [0, 1], now.
    """

    id: str
    proposition: str
    severity: Severity
    attributed_to: str
    origin: Origin
    revision: int
    status: Status
    strength: float
    active: bool
    pinned: bool
    slot_id: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimPage:
    """Claims in order; `next` is `None` on the last page."""

    rows: tuple[ClaimRow, ...]
    next: ClaimKey | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """An open conflict: what holds, and what competes with it."""

    slot_id: str
    address: str
    head_id: str
    head: str
    claim_id: str
    proposition: str
    attributed_to: str
    origin: Origin
    revision: int


def claim_page(
    conn: Connection,
    project_id: str,
    now: Instant,
    *,
    activation: Activation,
    domain: str | None,
    after: ClaimKey | None,
    limit: int,
) -> ClaimPage:
    """Claims behind a key: of a domain in the order of their ids, otherwise newest first."""
    revision, first_id = _NEWEST_FIRST if after is None else (after.revision, after.id)
    values = {
        "project": project_id,
        "now": str(now),
        "activation": str(activation),
        "domain": domain,
        "revision": revision,
        "id": first_id,
        "limit": limit + 1,
    }
    statement = _NEWEST if domain is None else _OF_DOMAIN
    rows = tuple(_claim(tuple(row)) for row in conn.execute(statement, values))
    if len(rows) <= limit:
        return ClaimPage(rows=rows, next=None)
    last = rows[limit - 1]
    return ClaimPage(rows=rows[:limit], next=ClaimKey(revision=last.revision, id=last.id))


def conflicts(conn: Connection, project_id: str) -> tuple[Conflict, ...]:
    """Open conflicts of a project, at most `LISTED_CONFLICTS`."""
    return tuple(
        Conflict(
            slot_id=row[0],
            address=row[1],
            head_id=row[2],
            head=row[3],
            claim_id=row[4],
            proposition=row[5],
            attributed_to=row[6],
            origin=Origin(row[7]),
            revision=row[8],
        )
        for row in conn.execute(_CONFLICTS, {"project": project_id, "limit": LISTED_CONFLICTS})
    )


def _claim(row: tuple[Any, ...]) -> ClaimRow:
    strength, pinned = float(row[8]), bool(row[7])
    return ClaimRow(
        id=row[0],
        proposition=row[1],
        severity=Severity(row[2]),
        attributed_to=row[3],
        origin=Origin(row[4]),
        revision=row[5],
        status=Status(row[6]),
        strength=strength,
        active=pinned or strength >= row[9],
        pinned=pinned,
        slot_id=row[10],
    )
