"""The label lane: claims that carry a tag or domain of the message. Broad: dormant ones stay away."""

from __future__ import annotations

from collections.abc import Sequence

from a008.memory.envelope import Lane
from a008.memory.label import Axis
from a008.retrieval.find import Find, claim_type, found
from a008.retrieval.query import Snapshot
from a008.store import claims, labels

#: Claims of one label that are looked at, the newest.
MAX_CLAIMS = 40


def find(
    snapshot: Snapshot, axis: Axis, values: Sequence[str], why: str, *, lane: Lane = Lane.LABEL
) -> tuple[Find, ...]:
    """The newest claims of each label, by turns, so that no label crowds out another.

    Shape: `why` says how the labels came up; it stands behind them in the reason.
    """
    carried: dict[str, list[str]] = {}
    columns = [_carrying(snapshot, axis, value) for value in values]
    for place in range(max(map(len, columns), default=0)):
        for value, column in zip(values, columns, strict=True):
            if place < len(column):
                carried.setdefault(column[place], []).append(value)
    rows = claims.claims(snapshot.conn, snapshot.project_id, carried, at_revision=snapshot.at_revision)
    return tuple(
        found(lane, rank, f"{axis} {', '.join(carried[row.claim.id])}, {why}", row, claim_type(row))
        for rank, row in enumerate(rows)
    )


def _carrying(snapshot: Snapshot, axis: Axis, value: str) -> tuple[str, ...]:
    at = snapshot.at_revision
    return labels.carrying(snapshot.conn, snapshot.project_id, axis, value, at_revision=at, limit=MAX_CLAIMS)
