"""The attribution lane: who said what a message is about. Exact; only when it asks for it."""

from __future__ import annotations

from collections.abc import Iterable

from a008.memory.envelope import ItemType, Lane
from a008.retrieval.find import Find, found
from a008.retrieval.query import Snapshot
from a008.store import utterances
from a008.store.heads import Head

#: Bindings whose evidence is looked up, and utterances that come of it.
MAX_BINDINGS, MAX_SAID = 16, 24


def find(snapshot: Snapshot, held: Iterable[Head]) -> tuple[Find, ...]:
    """The utterances that some bindings rest on, in the order of the bindings, the first evidence of each first."""
    by_claim = {head.claim.id: head.address for head in list(held)[:MAX_BINDINGS]}
    links = utterances.behind(snapshot.conn, by_claim, at_revision=snapshot.at_revision)
    address_of = {link.utterance_id: by_claim[link.claim_id] for link in reversed(links)}
    ids = list(dict.fromkeys(link.utterance_id for link in links))[:MAX_SAID]
    rows = utterances.utterances(snapshot.conn, snapshot.project_id, ids, at_revision=snapshot.at_revision)
    return tuple(
        found(Lane.ATTRIBUTION, rank, f"evidence for {address_of[row.id]}", row, ItemType.ATTRIBUTION, strong=True)
        for rank, row in enumerate(rows)
    )
