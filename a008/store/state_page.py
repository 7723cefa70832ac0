"""What holds now in a project, a page at a time: every address with its head, or its members.

Paging is by key, not by offset: a page costs the same anywhere in the list, and a commit in between shifts nothing.
"""

from __future__ import annotations

from dataclasses import dataclass

from a008.clock import Instant
from a008.memory.address import Cardinality
from a008.memory.origin import Origin
from a008.memory.time import WorldTime
from a008.store.connection import Connection
from a008.store.row import world_of

#: Of the bindings of a single slot that may hold, the one with the latest known start is the head; an unknown start
#: counts as the earliest, and of two the one that was said later wins.
_PAGE = """
SELECT s.id, s.address, b.cardinality, b.member, o.label, c.id, c.proposition, c.attributed_to, c.origin,
       b.valid_from, b.rev_from,
       EXISTS (SELECT 1 FROM contest AS x WHERE x.slot_id = s.id AND x.rev_to IS NULL)
FROM slot AS s
JOIN binding AS b ON b.slot_id = s.id AND b.rev_to IS NULL
JOIN claim AS c ON c.id = b.claim_id
LEFT JOIN entity AS o ON o.id = b.object_id
WHERE s.project_id = :project AND s.address >= :address AND (s.address > :address OR b.member > :member)
  AND (b.valid_from IS NULL OR b.valid_from <= :now) AND (b.is_open OR b.valid_to > :now)
  AND (b.cardinality = 'set' OR NOT EXISTS (
    SELECT 1 FROM binding AS later JOIN claim AS said ON said.id = later.claim_id
    WHERE later.slot_id = b.slot_id AND later.rev_to IS NULL
      AND (later.valid_from IS NULL OR later.valid_from <= :now) AND (later.is_open OR later.valid_to > :now)
      AND (coalesce(later.valid_from, ''), said.rev_from, later.rev_from, later.id)
        > (coalesce(b.valid_from, ''), c.rev_from, b.rev_from, b.id)))
ORDER BY s.address, b.member
LIMIT :limit
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a page ends: the key of its last row. The next page begins behind it."""

    address: str
    member: str


#: The place before the first row.
START = Place(address="", member="")


@dataclass(frozen=True, slots=True, kw_only=True)
class StateRow:
    """One head, or one member of a set.

    Shape: `member` is the canonical JSON of the value; `object_label` names the object of a relation, `None` for an
    attribute. `contested` says that an open conflict stands beside it.
    """

    slot_id: str
    address: str
    cardinality: Cardinality
    member: str
    object_label: str | None
    claim_id: str
    proposition: str
    attributed_to: str
    origin: Origin
    since: WorldTime
    revision: int
    contested: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class StatePage:
    """Rows in the order of their addresses; `next` is `None` on the last page."""

    rows: tuple[StateRow, ...]
    next: Place | None


def state_page(conn: Connection, project_id: str, now: Instant, *, after: Place, limit: int) -> StatePage:
    """What holds at an instant, behind a place."""
    values = {
        "project": project_id,
        "now": str(now),
        "address": after.address,
        "member": after.member,
        "limit": limit + 1,
    }
    rows = tuple(
        StateRow(
            slot_id=row[0],
            address=row[1],
            cardinality=Cardinality(row[2]),
            member=row[3],
            object_label=row[4],
            claim_id=row[5],
            proposition=row[6],
            attributed_to=row[7],
            origin=Origin(row[8]),
            since=world_of(row[9]),
            revision=row[10],
            contested=bool(row[11]),
        )
        for row in conn.execute(_PAGE, values)
    )
    if len(rows) <= limit:
        return StatePage(rows=rows, next=None)
    last = rows[limit - 1]
    return StatePage(rows=rows[:limit], next=Place(address=last.address, member=last.member))
