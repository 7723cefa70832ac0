"""Reading entities: which one a name means. A name that means several binds nothing; the caller is told of all."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from a008 import canon
from a008.memory.address import Entity
from a008.memory.identity import Names
from a008.store.connection import Connection

_NAMED = """
SELECT DISTINCT wanted.key, l.key, e.id, e.key, e.label
FROM json_each(:keys) AS wanted
CROSS JOIN entity_label AS l ON l.project_id = :project AND l.key = wanted.value
  AND l.rev_from <= :rev AND (l.rev_to IS NULL OR l.rev_to > :rev)
CROSS JOIN entity AS e ON e.id = l.entity_id AND e.project_id = :project
ORDER BY wanted.key, e.id
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A name in normal form and the entities that it means, at least one."""

    key: str
    entities: tuple[Entity, ...]


def named(conn: Connection, project_id: str, keys: Iterable[str], *, at_revision: int) -> tuple[Named, ...]:
    """The names among some keys that a project knows, in the order asked for."""
    values = {"keys": canon.text(list(dict.fromkeys(keys))), "project": project_id, "rev": at_revision}
    rows = conn.execute(_NAMED, values).fetchall()
    return tuple(
        Named(key=key, entities=tuple(Entity(id=row[2], key=row[3], label=row[4]) for row in group))
        for key, group in groupby(rows, key=lambda row: str(row[1]))
    )


def meaning(conn: Connection, project_id: str, keys: Iterable[str], *, at_revision: int) -> Names:
    """What some names, in normal form, mean in a project."""
    found = named(conn, project_id, keys, at_revision=at_revision)
    return Names(project_id=project_id, known={each.key: each.entities for each in found})
