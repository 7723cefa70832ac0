"""Reading tags and domains: which are known, which claims carry one, which ones a claim carries."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from a008 import canon
from a008.memory.label import Axis
from a008.store.connection import Connection

_KNOWN = """
SELECT wanted.value FROM json_each(:values) AS wanted
WHERE EXISTS (SELECT 1 FROM label AS l
              WHERE l.project_id = :project AND l.axis = :axis AND l.value = wanted.value AND l.rev_from <= :rev)
ORDER BY wanted.key
"""
_CARRYING = """
SELECT claim_id FROM label
WHERE project_id = :project AND axis = :axis AND value = :value AND rev_from <= :rev
ORDER BY rev_from DESC, claim_id DESC LIMIT :limit
"""
_CARRIED = """
SELECT l.claim_id, l.axis, l.value FROM json_each(:ids) AS wanted
CROSS JOIN label AS l ON l.claim_id = wanted.value AND l.rev_from <= :rev
ORDER BY wanted.key, l.axis, l.value
"""
_FOLLOWING = """
SELECT value FROM label WHERE project_id = :project AND axis = :axis AND value > :after ORDER BY value LIMIT 1
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Labels:
    """The labels of one claim, each axis in the order of the alphabet."""

    tags: tuple[str, ...]
    domains: tuple[str, ...]


NO_LABELS = Labels(tags=(), domains=())


def known(conn: Connection, project_id: str, axis: Axis, values: Iterable[str], *, at_revision: int) -> tuple[str, ...]:
    """Those of some labels that a project uses, in the order asked for."""
    wanted = canon.text(list(dict.fromkeys(values)))
    rows = conn.execute(_KNOWN, {"values": wanted, "project": project_id, "axis": axis, "rev": at_revision})
    return tuple(row[0] for row in rows)


def carrying(
    conn: Connection, project_id: str, axis: Axis, value: str, *, at_revision: int, limit: int
) -> tuple[str, ...]:
    """Ids of the claims that carry a label, newest first."""
    values = {"project": project_id, "axis": axis, "value": value, "rev": at_revision, "limit": limit}
    return tuple(row[0] for row in conn.execute(_CARRYING, values))


def labels_of(conn: Connection, claim_ids: Iterable[str], *, at_revision: int) -> dict[str, Labels]:
    """The labels of claims by id; a claim without any is absent."""
    found: dict[str, dict[str, list[str]]] = {}
    for claim_id, axis, value in conn.execute(_CARRIED, {"ids": canon.text(list(claim_ids)), "rev": at_revision}):
        found.setdefault(claim_id, {Axis.TAG: [], Axis.DOMAIN: []})[axis].append(value)
    return {key: Labels(tags=tuple(by[Axis.TAG]), domains=tuple(by[Axis.DOMAIN])) for key, by in found.items()}


def vocabulary(conn: Connection, project_id: str, axis: Axis, *, limit: int) -> tuple[str, ...]:
    """The labels that a project uses, in the order of the alphabet.

    Cost: one index probe for each, however many claims carry it.
    """
    values: list[str] = []
    after = ""
    while len(values) < limit:
        row = conn.execute(_FOLLOWING, {"project": project_id, "axis": axis, "after": after}).fetchone()
        if row is None:
            break
        after = row[0]
        values.append(after)
    return tuple(values)
