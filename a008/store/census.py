"""How much each project of a store holds, in a handful of numbers."""

from __future__ import annotations

from dataclasses import dataclass

from a008.store.connection import Connection

_COUNTS = """
SELECT p.id, p.name,
       (SELECT count(*) FROM conversation AS c WHERE c.project_id = p.id),
       (SELECT count(*) FROM turn AS t WHERE t.project_id = p.id),
       (SELECT count(*) FROM claim AS c WHERE c.project_id = p.id),
       (SELECT count(*) FROM slot AS s WHERE s.project_id = p.id),
       (SELECT coalesce(max(number), 0) FROM revision AS r WHERE r.project_id = p.id)
FROM project AS p ORDER BY p.number
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectCount:
    """What one project holds; `revision` is its newest, 0 when it has none."""

    id: str
    name: str
    conversations: int
    turns: int
    claims: int
    addresses: int
    revision: int


def counted(conn: Connection) -> tuple[ProjectCount, ...]:
    """Every project with its numbers, oldest first."""
    return tuple(
        ProjectCount(
            id=row[0],
            name=row[1],
            conversations=row[2],
            turns=row[3],
            claims=row[4],
            addresses=row[5],
            revision=row[6],
        )
        for row in conn.execute(_COUNTS)
    )
