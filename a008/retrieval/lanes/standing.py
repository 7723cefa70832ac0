"""The standing lane: pinned claims that the user put into every envelope. Required whatever the message.

One that holds no more is found too, so that its fate is told; a pin alone does not get it past the filter.
"""

from __future__ import annotations

from a008.memory.envelope import ItemType, Lane
from a008.retrieval.find import Find, claim_type, found
from a008.retrieval.query import Snapshot
from a008.store import claims, heads, lifecycles

_REASON = "pinned to stand in every envelope"


def find(snapshot: Snapshot) -> tuple[Find, ...]:
    """What stands in the project: the state that a claim holds now, else the claim."""
    conn, at = snapshot.conn, snapshot.at_revision
    ids = lifecycles.standing(conn, snapshot.project_id, at_revision=at)
    if not ids:
        return ()
    slots = dict.fromkeys(bound.slot_id for bound in heads.bound_by(conn, ids, at_revision=at))
    held = heads.heads_of(conn, slots, as_of=snapshot.as_of, at_revision=at)
    holding = {head.claim.id: head for head in held}
    finds: list[Find] = []
    for rank, row in enumerate(claims.claims(conn, snapshot.project_id, ids, at_revision=at)):
        head = holding.get(row.claim.id)
        subject, kind = (row, claim_type(row)) if head is None else (head, ItemType.STATE)
        finds.append(found(Lane.STANDING, rank, _REASON, subject, kind, required=True))
    return tuple(finds)
