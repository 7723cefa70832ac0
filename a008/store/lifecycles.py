"""Reading lifecycles: the state of evidence carriers as recorded at a revision; decay is worked out by the reader."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from a008 import canon
from a008.clock import Instant
from a008.memory.claim import Severity
from a008.memory.lifecycle import Carrier, Cause, Lifecycle, Policy
from a008.store.connection import Connection

#: Columns of the lifecycle `l`, in the order in which `lifecycle_of` takes them.
COLUMNS = """l.evidence_id, l.carrier, l.severity, l.version, l.half_life, l.threshold, l.boost, l.cap, l.initial,
       l.strength, l.updated_at, l.pinned, l.cause, l.occurrence_id, l.reason, l.standing"""
_BY_ID = f"""
SELECT {COLUMNS}
FROM json_each(:ids) AS wanted
CROSS JOIN lifecycle AS l
  ON l.evidence_id = wanted.value AND l.rev_from <= :rev AND (l.rev_to IS NULL OR l.rev_to > :rev)
ORDER BY wanted.key
"""
#: The partial index holds nothing but rows that were standing once.
_STANDING = """
SELECT l.evidence_id FROM lifecycle AS l INDEXED BY lifecycle_standing
CROSS JOIN claim AS c ON c.id = l.evidence_id AND c.project_id = :project
WHERE l.standing = 1 AND l.rev_from <= :rev AND (l.rev_to IS NULL OR l.rev_to > :rev)
ORDER BY l.rev_from, l.evidence_id
"""


_CARRIERS = {str(each): each for each in Carrier}
_SEVERITIES = {None: None} | {str(each): each for each in Severity}
_CAUSES = {str(each): each for each in Cause}


def lifecycles(conn: Connection, evidence_ids: Iterable[str], *, at_revision: int) -> dict[str, Lifecycle]:
    """The state of carriers by evidence id; what carries no lifecycle is absent."""
    rows = conn.execute(_BY_ID, {"ids": canon.text(list(evidence_ids)), "rev": at_revision})
    return {row[0]: lifecycle_of(row) for row in rows}


def standing(conn: Connection, project_id: str, *, at_revision: int) -> tuple[str, ...]:
    """The claims of a project that stand in every envelope, in the order in which they were put there."""
    return tuple(row[0] for row in conn.execute(_STANDING, {"project": project_id, "rev": at_revision}))


def lifecycle_of(row: tuple[Any, ...]) -> Lifecycle:
    """A carrier's state from its columns, in the order of `COLUMNS`."""
    return Lifecycle(
        evidence_id=row[0],
        carrier=_CARRIERS[row[1]],
        severity=_SEVERITIES[row[2]],
        version=row[3],
        policy=_policy(*row[4:9]),
        strength=row[9],
        updated_at=Instant.parse(row[10]),
        pinned=bool(row[11]),
        cause=_CAUSES[row[12]],
        occurrence_id=row[13],
        reason=row[14],
        standing=row[15] is not None,
    )


@lru_cache(maxsize=64)
def _policy(half_life: float, threshold: float, boost: float, cap: float, strength: float) -> Policy:
    """One of the few policies there are."""
    return Policy(half_life=half_life, threshold=threshold, boost=boost, cap=cap, strength=strength)
