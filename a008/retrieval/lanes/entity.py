"""The entity lane: claims that mention an entity which the message names by name. Exact: never gated by lifecycle.

The speaker and the project are named by nearly every message; their claims come by address and by words instead.
"""

from __future__ import annotations

from a008.memory.envelope import Lane
from a008.retrieval.find import Find, claim_type, found
from a008.retrieval.query import Query, Snapshot
from a008.store import claims

#: Claims of one entity that are looked at, the newest.
MAX_CLAIMS = 48


def find(snapshot: Snapshot, query: Query) -> tuple[Find, ...]:
    """The newest claims of each entity named, the entities in the order of the message."""
    finds: list[Find] = []
    for mentioned in query.entities:
        if mentioned.is_pronoun:
            continue
        ids = claims.of_entity(snapshot.conn, mentioned.entity.id, at_revision=snapshot.at_revision, limit=MAX_CLAIMS)
        reason = f"mentions {mentioned.entity.label}"
        rows = claims.claims(snapshot.conn, snapshot.project_id, ids, at_revision=snapshot.at_revision)
        finds.extend(
            found(Lane.ENTITY, len(finds) + place, reason, row, claim_type(row), strong=True)
            for place, row in enumerate(rows)
        )
    return tuple(finds)
