"""The label lane: claims that carry a tag or domain of the message. Broad: dormant ones stay away."""

from __future__ import annotations

from collections.abc import Iterable

from a008.memory.envelope import Lane
from a008.memory.label import Axis
from a008.retrieval.find import Find, claim_type, found
from a008.retrieval.query import Snapshot
from a008.store import claims, labels

#: Claims of one label that are looked at, the newest.
MAX_CLAIMS = 40


def find(
    snapshot: Snapshot, axis: Axis, values: Iterable[str], why: str, *, lane: Lane = Lane.LABEL
) -> tuple[Find, ...]:
    """The newest claims of each label, by turns, so that no label crowds out another.

    Shape: `why` says how the label came up; it stands behind the label in the reason.
    """
    columns = []
    for value in values:
        ids = labels.carrying(
            snapshot.conn,
            snapshot.project_id,
            axis,
            value,
            at_revision=snapshot.at_revision,
            limit=MAX_CLAIMS,
        )
        rows = claims.claims(snapshot.conn, snapshot.project_id, ids, at_revision=snapshot.at_revision)
        columns.append([(place, f"{axis} {value}, {why}", row) for place, row in enumerate(rows)])
    by_turns = sorted((each for column in columns for each in column), key=lambda each: each[0])
    return tuple(found(lane, rank, reason, row, claim_type(row)) for rank, (_, reason, row) in enumerate(by_turns))
