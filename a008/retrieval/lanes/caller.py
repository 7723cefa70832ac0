"""The caller lane: claims and utterances that the caller requires by id. Exact, and required whatever the question."""

from __future__ import annotations

from collections.abc import Sequence

from a008.errors import NotFound
from a008.memory.envelope import ItemType, Lane
from a008.retrieval.find import Find, claim_type, found
from a008.retrieval.lanes import history
from a008.retrieval.query import Snapshot
from a008.store import claims, heads, utterances

_REASON = "required by the caller"
_INSTEAD = "holds where something held that the caller requires"


def find(snapshot: Snapshot, ids: Sequence[str]) -> tuple[Find, ...]:
    """What the ids name: the state that a claim holds now, else what it held, with what holds there instead, else the
    claim; an utterance as it was said.

    Errors: `NotFound` for an id that is not in this project at this revision.
    """
    at = snapshot.at_revision
    rows = {row.claim.id: row for row in claims.claims(snapshot.conn, snapshot.project_id, ids, at_revision=at)}
    said = {row.id: row for row in utterances.utterances(snapshot.conn, snapshot.project_id, ids, at_revision=at)}
    slots = dict.fromkeys(bound.slot_id for bound in heads.bound_by(snapshot.conn, rows, at_revision=at))
    held = heads.heads_of(snapshot.conn, slots, as_of=snapshot.as_of, at_revision=at)
    holding = {head.claim.id: head for head in held}
    past = heads.history_of(snapshot.conn, slots, at_revision=at)
    earlier = {head.claim.id: head for head in past if history.is_over(head, snapshot.as_of)}
    finds: list[Find] = []
    for rank, key in enumerate(dict.fromkeys(ids)):
        if key in holding:
            finds.append(found(Lane.CALLER, rank, _REASON, holding[key], ItemType.STATE, required=True))
        elif key in earlier:
            finds.append(found(Lane.CALLER, rank, _REASON, earlier[key], ItemType.HISTORY, required=True))
            instead = [head for head in held if head.slot.id == earlier[key].slot.id]
            finds.extend(found(Lane.CALLER, rank, _INSTEAD, head, ItemType.STATE, required=True) for head in instead)
        elif key in rows:
            finds.append(found(Lane.CALLER, rank, _REASON, rows[key], claim_type(rows[key]), required=True))
        elif key in said:
            finds.append(found(Lane.CALLER, rank, _REASON, said[key], ItemType.UTTERANCE, required=True))
        else:
            raise NotFound("a required item is not in this project", item=key, remedy="`a008 memory search` shows ids")
    return tuple(finds)
