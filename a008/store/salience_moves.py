"""What one revision did to salience: strengths and pulls written, each beside what was left of the one before."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from a008 import canon
from a008.clock import Instant
from a008.memory.lifecycle import Carrier, Cause, decayed
from a008.store.connection import Connection

_STRENGTHS = """
SELECT l.evidence_id, l.carrier, coalesce(c.proposition, u.text), l.strength, l.pinned, l.standing,
       l.pinned OR l.strength >= l.threshold, l.cause, l.reason, l.updated_at, b.updated_at, b.half_life, b.strength
FROM json_each(:keys) AS wanted
CROSS JOIN lifecycle AS l ON l.evidence_id = wanted.value AND l.rev_from = :rev
LEFT JOIN lifecycle AS b ON b.evidence_id = l.evidence_id AND b.rev_to = :rev
LEFT JOIN claim AS c ON c.id = l.evidence_id LEFT JOIN utterance AS u ON u.id = l.evidence_id
ORDER BY wanted.key
"""
_PULLS = """
SELECT a.id, f.label, a.relation, t.label, x.strength, x.attraction, x.cause, x.reason,
       x.updated_at, b.updated_at, b.half_life, b.strength, b.attraction
FROM json_each(:keys) AS wanted
CROSS JOIN association_state AS x ON x.association_id = wanted.value AND x.rev_from = :rev
CROSS JOIN association AS a ON a.id = x.association_id
CROSS JOIN entity AS f ON f.id = a.from_id CROSS JOIN entity AS t ON t.id = a.to_id
LEFT JOIN association_state AS b ON b.association_id = x.association_id AND b.rev_to = :rev
ORDER BY wanted.key
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class StrengthMove:
    """An evidence carrier's strength was written.

    Shape: `before` is what was left of it by then; `None` for a new carrier. `active` says that it comes back by
    itself.
    """

    evidence_id: str
    carrier: Carrier
    text: str
    before: float | None
    after: float
    pinned: bool
    standing: bool
    active: bool
    cause: Cause
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PullMove:
    """An association's strength and attraction were written; of those before is what was left, `None` for a new one."""

    association_id: str
    source: str
    relation: str
    target: str
    strength_before: float | None
    strength: float
    attraction_before: float | None
    attraction: float
    cause: Cause
    reason: str


def strengths(conn: Connection, evidence_ids: Iterable[str], *, revision: int) -> tuple[StrengthMove, ...]:
    """The strengths that a revision wrote, of carriers by id, in the order asked for."""
    values = {"keys": canon.text(list(evidence_ids)), "rev": revision}
    return tuple(_strength(row) for row in conn.execute(_STRENGTHS, values))


def pulls(conn: Connection, association_ids: Iterable[str], *, revision: int) -> tuple[PullMove, ...]:
    """The states of associations that a revision wrote, by id, in the order asked for."""
    values = {"keys": canon.text(list(association_ids)), "rev": revision}
    return tuple(_pull(row) for row in conn.execute(_PULLS, values))


def _strength(row: tuple[Any, ...]) -> StrengthMove:
    (before,) = _left(row[9:])
    return StrengthMove(
        evidence_id=row[0],
        carrier=Carrier(row[1]),
        text=row[2] or "",
        before=before,
        after=row[3],
        pinned=bool(row[4]),
        standing=row[5] is not None,
        active=bool(row[6]),
        cause=Cause(row[7]),
        reason=row[8],
    )


def _pull(row: tuple[Any, ...]) -> PullMove:
    strength, attraction = _left(row[8:])
    return PullMove(
        association_id=row[0],
        source=row[1],
        relation=row[2],
        target=row[3],
        strength_before=strength,
        strength=row[4],
        attraction_before=attraction,
        attraction=row[5],
        cause=Cause(row[6]),
        reason=row[7] or "",
    )


def _left(row: tuple[Any, ...]) -> list[float | None]:
    """What decay had left of values by an instant: that instant, theirs, their half-life, the values (or NULL each)."""
    now, then, half_life, *values = row
    if then is None:
        return [None for _ in values]
    passed = Instant.parse(now).seconds_since(Instant.parse(then))
    return [decayed(value, half_life, passed) for value in values]
