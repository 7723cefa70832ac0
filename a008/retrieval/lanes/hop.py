"""The hop lane: what is one association away from an entity that the message names. Broad: dormant ones stay away.

An edge helps finding and proves nothing. It is walked in both directions, once; a dormant edge is not walked.
"""

from __future__ import annotations

from a008.memory import association
from a008.memory.address import Entity
from a008.memory.envelope import ItemType, Lane
from a008.retrieval.find import Find, Subject, claim_type, found
from a008.retrieval.query import Query, Snapshot
from a008.store import associations, claims, heads
from a008.store.associations import Edge

#: Edges that are looked at (of each direction) and walked; slots of the entity at the far end that are looked at, heads
#: and claims of it that come along.
MAX_EDGES, MAX_WALKED = 32, 8
MAX_SLOTS, MAX_HEADS, MAX_CLAIMS = 32, 4, 6


def find(snapshot: Snapshot, query: Query) -> tuple[Find, ...]:
    """What is known of the entities at the far ends, those that pull most first."""
    named = [each.entity for each in query.entities if not (each.is_pronoun or each.ambiguous)]
    near = {entity.id for entity in named}
    awake = [
        (edge, entity.label)
        for entity in named
        for edge in edges(snapshot, entity)
        if edge.other.id not in near and association.is_active(edge.state, snapshot.now)
    ]
    awake.sort(key=lambda each: _order(each[0], snapshot))
    finds: list[Find] = []
    for edge, label in awake[:MAX_WALKED]:
        finds.extend(_walk(snapshot, edge, label, len(finds)))
    return tuple(finds)


def edges(snapshot: Snapshot, entity: Entity) -> tuple[Edge, ...]:
    """The edges of an entity that are looked at, dormant ones included."""
    return associations.edges(
        snapshot.conn, snapshot.project_id, entity.id, at_revision=snapshot.at_revision, limit=MAX_EDGES
    )


def _order(edge: Edge, snapshot: Snapshot) -> tuple[float, float, str]:
    pull = association.attraction_at(edge.state, snapshot.now)
    return (-pull, -association.strength_at(edge.state, snapshot.now), edge.association.id)


def _walk(snapshot: Snapshot, edge: Edge, label: str, first: int) -> list[Find]:
    """Heads, then claims, of the entity at the far end of an edge, the newest of each."""
    reason = f"{label} {edge.association.relation} {edge.other.label}, one association away"
    pull = association.attraction_at(edge.state, snapshot.now)
    at = snapshot.at_revision
    slots = heads.slots_of(snapshot.conn, edge.other.id, at_revision=at, limit=MAX_SLOTS)
    held = heads.heads_of(snapshot.conn, [slot.id for slot in slots], as_of=snapshot.as_of, at_revision=at)
    newest = sorted(held, key=lambda head: (-head.rev_from, head.binding.id))[:MAX_HEADS]
    ids = claims.of_entity(snapshot.conn, edge.other.id, at_revision=at, limit=MAX_CLAIMS)
    rows = claims.claims(snapshot.conn, snapshot.project_id, ids, at_revision=at)
    subjects: list[tuple[Subject, ItemType]] = [
        *((head, ItemType.STATE) for head in newest),
        *((row, claim_type(row)) for row in rows),
    ]
    return [
        found(Lane.HOP, first + place, reason, subject, kind, pull=pull)
        for place, (subject, kind) in enumerate(subjects)
    ]
