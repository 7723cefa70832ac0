"""Searching by hand: claims and utterances whose words match. Any text is a valid search and none is an operator."""

from __future__ import annotations

from dataclasses import dataclass

from a008.memory import terms
from a008.memory.lifecycle import Carrier
from a008.retrieval.define import MAX_ASKED
from a008.retrieval.mentions import readable
from a008.retrieval.query import Snapshot
from a008.retrieval.ranking import matching
from a008.store import claims, utterances


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """One text that matches. Shape: `said_by` is its speaker; `score` orders the texts of one search and no others."""

    id: str
    carrier: Carrier
    text: str
    said_by: str
    score: float


def search(snapshot: Snapshot, text: str, *, limit: int) -> tuple[Found, ...]:
    """The texts of a project that share words with a text, the best first; every word counts, common ones too."""
    hits = matching(snapshot, terms.words(readable(text))[:MAX_ASKED], limit)
    ids = [hit.record_id for hit, _ in hits]
    at = snapshot.at_revision
    spoken = utterances.utterances(snapshot.conn, snapshot.project_id, ids, at_revision=at)
    said = {row.id: (row.text, row.speaker) for row in spoken}
    for row in claims.claims(snapshot.conn, snapshot.project_id, ids, at_revision=at):
        said[row.claim.id] = (row.claim.proposition, row.claim.attributed_to)
    return tuple(
        Found(
            id=hit.record_id,
            carrier=hit.carrier,
            text=said[hit.record_id][0],
            said_by=said[hit.record_id][1],
            score=relevance.score,
        )
        for hit, relevance in hits
    )
