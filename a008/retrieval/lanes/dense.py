"""The dense lane: claims and utterances that mean about what the message does, whatever their words. Broad.

It takes the same places of the same ranking as the text lane, in which nearness is one clue among others: a place of
its own beside that would count the same words twice.
"""

from __future__ import annotations

from a008.memory.envelope import Lane
from a008.retrieval.find import Find, found
from a008.retrieval.lanes.text import shown_as
from a008.retrieval.query import Query
from a008.retrieval.ranking import Ranking


def find(query: Query, ranking: Ranking) -> tuple[Find, ...]:
    """Claims and utterances that are near, the best first."""
    return tuple(
        found(
            Lane.DENSE,
            rank,
            f"means about the same ({hit.cosine:.2f})",
            hit.subject,
            shown_as(query, hit.subject),
        )
        for rank, hit in enumerate(ranking.placed)
        if hit.cosine
    )
