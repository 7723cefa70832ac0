"""Reading associations: the edges of an entity, one hop, with their state. Both ends must lie in the project."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from a008 import canon
from a008.clock import Instant
from a008.memory.address import Entity
from a008.memory.association import Association, AssociationState
from a008.memory.lifecycle import Cause, Policy
from a008.store import entities
from a008.store.connection import Connection

#: Columns of the state `x`, in the order in which `state_of` takes them.
COLUMNS = """x.association_id, x.version, x.half_life, x.threshold, x.boost, x.cap, x.initial, x.strength, x.attraction,
       x.updated_at, x.cause, x.occurrence_id, x.reason"""
_EDGE = f"a.id, a.from_id, a.to_id, a.relation, a.utterance_id, {COLUMNS}, e.id, a.rev_from"
_BY_ID = f"""
SELECT {COLUMNS} FROM json_each(:ids) AS wanted
CROSS JOIN association_state AS x
  ON x.association_id = wanted.value AND x.rev_from <= :rev AND (x.rev_to IS NULL OR x.rev_to > :rev)
ORDER BY wanted.key
"""
_STATE = """CROSS JOIN association_state AS x
  ON x.association_id = a.id AND x.rev_from <= :rev AND (x.rev_to IS NULL OR x.rev_to > :rev)"""
_OUTGOING = f"""
SELECT {_EDGE} FROM association AS a {_STATE}
CROSS JOIN entity AS e ON e.id = a.to_id AND e.project_id = :project
WHERE a.from_id = :entity AND a.project_id = :project AND a.rev_from <= :rev
ORDER BY a.rev_from DESC, a.id DESC LIMIT :limit
"""
_INCOMING = f"""
SELECT {_EDGE} FROM association AS a {_STATE}
CROSS JOIN entity AS e ON e.id = a.from_id AND e.project_id = :project
WHERE a.to_id = :entity AND a.project_id = :project AND a.rev_from <= :rev
ORDER BY a.rev_from DESC, a.id DESC LIMIT :limit
"""
_BETWEEN = f"""
SELECT {_EDGE} FROM association AS a {_STATE}
CROSS JOIN entity AS e ON e.id = a.to_id AND e.project_id = :project
WHERE a.from_id = :source AND a.to_id = :target AND a.project_id = :project AND a.rev_from <= :rev
ORDER BY a.relation
"""
_STATE_AT, _OTHER_AT, _SINCE_AT = 5, 18, 19


@dataclass(frozen=True, slots=True, kw_only=True)
class Edge:
    """An association seen from one of its ends; `other` is the entity at the far end."""

    association: Association
    state: AssociationState
    other: Entity


def states(conn: Connection, association_ids: Iterable[str], *, at_revision: int) -> dict[str, AssociationState]:
    """The state of associations by id; unknown ids are absent."""
    rows = conn.execute(_BY_ID, {"ids": canon.text(list(association_ids)), "rev": at_revision})
    return {row[0]: state_of(row) for row in rows}


def edges(conn: Connection, project_id: str, entity_id: str, *, at_revision: int, limit: int) -> tuple[Edge, ...]:
    """The edges of an entity, outgoing ones first, newest first, at most `limit` of each direction.

    Those of entities that were merged into it are its own, and one that was merged stands for what it is part of.
    """
    ends = entities.members(conn, entity_id, at_revision=at_revision)
    rows: list[tuple[Any, ...]] = []
    for statement in (_OUTGOING, _INCOMING):
        found = [
            row
            for end in ends
            for row in conn.execute(
                statement, {"project": project_id, "entity": end, "rev": at_revision, "limit": limit}
            )
        ]
        rows.extend(sorted(found, key=lambda row: (row[_SINCE_AT], row[0]), reverse=True)[:limit])
    seen = ((row, entities.survivor(conn, project_id, row[_OTHER_AT], at_revision=at_revision)) for row in rows)
    return tuple(_edge(row, other) for row, other in seen if other is not None and other.id != entity_id)


def between(conn: Connection, project_id: str, source_id: str, target: Entity, *, at_revision: int) -> tuple[Edge, ...]:
    """The edges from one entity to another, by relation; what was merged into either counts as part of it."""
    sources = entities.members(conn, source_id, at_revision=at_revision)
    targets = entities.members(conn, target.id, at_revision=at_revision)
    return tuple(
        _edge(row, target)
        for one in sources
        for other in targets
        for row in conn.execute(_BETWEEN, {"project": project_id, "source": one, "target": other, "rev": at_revision})
    )


def _edge(row: tuple[Any, ...], other: Entity) -> Edge:
    return Edge(
        association=Association(id=row[0], from_id=row[1], to_id=row[2], relation=row[3], utterance_id=row[4]),
        state=state_of(row[_STATE_AT:_OTHER_AT]),
        other=other,
    )


def state_of(row: tuple[Any, ...]) -> AssociationState:
    """An edge's state from its columns, in the order of `COLUMNS`."""
    return AssociationState(
        association_id=row[0],
        version=row[1],
        policy=Policy(half_life=row[2], threshold=row[3], boost=row[4], cap=row[5], strength=row[6]),
        strength=row[7],
        attraction=row[8],
        updated_at=Instant.parse(row[9]),
        cause=Cause(row[10]),
        occurrence_id=row[11],
        reason=row[12] or "",
    )
