"""Reading associations: the edges of an entity, one hop, with their state. Both ends must lie in the project."""

from __future__ import annotations

from dataclasses import dataclass

from a008.memory.address import Entity
from a008.memory.association import Association, AssociationState
from a008.store.connection import Connection
from a008.store.known import association_state_of

_COLUMNS = """a.id, a.from_id, a.to_id, a.relation, a.utterance_id,
       x.association_id, x.version, x.half_life, x.threshold, x.boost, x.cap, x.initial, x.strength, x.attraction,
       x.updated_at, x.cause, x.occurrence_id, x.reason, e.id, e.key, e.label"""
_STATE = """CROSS JOIN association_state AS x
  ON x.association_id = a.id AND x.rev_from <= :rev AND (x.rev_to IS NULL OR x.rev_to > :rev)"""
_OUTGOING = f"""
SELECT {_COLUMNS} FROM association AS a {_STATE}
CROSS JOIN entity AS e ON e.id = a.to_id AND e.project_id = :project
WHERE a.from_id = :entity AND a.project_id = :project AND a.rev_from <= :rev
ORDER BY a.rev_from DESC, a.id DESC LIMIT :limit
"""
_INCOMING = f"""
SELECT {_COLUMNS} FROM association AS a {_STATE}
CROSS JOIN entity AS e ON e.id = a.from_id AND e.project_id = :project
WHERE a.to_id = :entity AND a.project_id = :project AND a.rev_from <= :rev
ORDER BY a.rev_from DESC, a.id DESC LIMIT :limit
"""
_STATE_AT, _OTHER_AT = 5, 18


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """An association seen from one of its ends; `other` is the entity at the far end."""

    association: Association
    state: AssociationState
    other: Entity


def edges(conn: Connection, project_id: str, entity_id: str, *, at_revision: int, limit: int) -> tuple[Edge, ...]:
    """The edges of an entity, outgoing ones first, newest first, at most `limit` of each direction."""
    values = {"project": project_id, "entity": entity_id, "rev": at_revision, "limit": limit}
    rows = [*conn.execute(_OUTGOING, values), *conn.execute(_INCOMING, values)]
    return tuple(
        Edge(
            association=Association(id=row[0], from_id=row[1], to_id=row[2], relation=row[3], utterance_id=row[4]),
            state=association_state_of(row[_STATE_AT:_OTHER_AT]),
            other=Entity(id=row[_OTHER_AT], key=row[_OTHER_AT + 1], label=row[_OTHER_AT + 2]),
        )
        for row in rows
    )
