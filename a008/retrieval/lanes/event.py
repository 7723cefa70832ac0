"""The event lane: what happened to, or by, an entity that the message names. Exact; only when it asks for it."""

from __future__ import annotations

from a008.memory.claim import Event
from a008.memory.envelope import ItemType, Lane
from a008.retrieval.find import Find, found
from a008.retrieval.query import Query, Snapshot
from a008.store import claims

#: Claims of one entity that are looked at, the newest.
MAX_CLAIMS = 48


def find(snapshot: Snapshot, query: Query) -> tuple[Find, ...]:
    """The newest events of each entity named, the speaker and the project included."""
    finds: list[Find] = []
    for mentioned in query.entities:
        ids = claims.of_entity(snapshot.conn, mentioned.entity.id, at_revision=snapshot.at_revision, limit=MAX_CLAIMS)
        rows = claims.claims(snapshot.conn, snapshot.project_id, ids, at_revision=snapshot.at_revision)
        events = [row for row in rows if isinstance(row.claim.form, Event)]
        reason = f"{mentioned.entity.label} took part"
        finds.extend(
            found(Lane.EVENT, len(finds) + place, reason, row, ItemType.EVENT) for place, row in enumerate(events)
        )
    return tuple(finds)
