"""Reading entities: which one a name means. A name that means several binds nothing; the caller is told of all."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from a008 import canon
from a008.memory.address import Entity
from a008.memory.identity import Alias, Names
from a008.store.connection import Connection

_BELIEVED = "{row}.rev_from <= :rev AND ({row}.rev_to IS NULL OR {row}.rev_to > :rev)"
#: How an entity is shown: by its own name as it is spelt now, or as it was first met.
_LABEL = f"""coalesce((SELECT n.label FROM entity_label AS n
  WHERE n.entity_id = e.id AND n.key = e.key AND {_BELIEVED.format(row="n")}), e.label)"""
_NAMED = f"""
SELECT DISTINCT wanted.key, l.key, e.id, e.key, {_LABEL}
FROM json_each(:keys) AS wanted
CROSS JOIN entity_label AS l ON l.project_id = :project AND l.key = wanted.value AND {_BELIEVED.format(row="l")}
CROSS JOIN entity AS e ON e.id = l.entity_id AND e.project_id = :project
ORDER BY wanted.key, e.id
"""
_ALIASES = f"""
SELECT l.entity_id, l.key, l.label, l.utterance_id FROM entity_label AS l
WHERE l.entity_id = :entity AND {_BELIEVED.format(row="l")} ORDER BY l.rev_from, l.key
"""
#: An entity with everything that was merged into it, directly or by way of another.
_MEMBERS = f"""
WITH RECURSIVE member (id) AS (
  SELECT :entity
  UNION SELECT m.from_id FROM member CROSS JOIN entity_merge AS m
  ON m.into_id = member.id AND {_BELIEVED.format(row="m")}
) SELECT id FROM member ORDER BY id <> :entity, id
"""
#: What an entity was merged into, over any number of steps: the one of them that was not merged itself.
_SURVIVOR = f"""
WITH RECURSIVE whole (id) AS (
  SELECT :entity
  UNION SELECT m.into_id FROM whole CROSS JOIN entity_merge AS m
  ON m.from_id = whole.id AND {_BELIEVED.format(row="m")}
) SELECT e.id, e.key, {_LABEL} FROM whole CROSS JOIN entity AS e
ON e.id = whole.id AND e.project_id = :project AND e.rev_from <= :rev
WHERE NOT EXISTS (SELECT 1 FROM entity_merge AS m WHERE m.from_id = e.id AND {_BELIEVED.format(row="m")})
"""
_MET = "SELECT 1 FROM entity WHERE project_id = :project AND key = :key"
_SLOTS = "SELECT count(*) FROM slot WHERE entity_id = :entity AND rev_from <= :rev"
_LISTED = f"""
SELECT e.id, e.key, {_LABEL},
       (SELECT count(*) FROM slot AS s WHERE s.entity_id = e.id AND s.rev_from <= :rev),
       (SELECT min(l.key) FROM entity_label AS l WHERE l.entity_id = e.id AND {_BELIEVED.format(row="l")})
FROM entity AS e
WHERE e.project_id = :project AND e.key > :after AND e.rev_from <= :rev
ORDER BY e.key LIMIT :limit
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A name in normal form and the entities that it means, at least one."""

    key: str
    entities: tuple[Entity, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EntityRow:
    """An entity with its names, the first one first; `slots` counts its addresses. One without a name was merged."""

    entity: Entity
    aliases: tuple[Alias, ...]
    slots: int


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


def aliases(conn: Connection, entity_id: str, *, at_revision: int) -> tuple[Alias, ...]:
    """The names of an entity, the one it was met with first."""
    rows = conn.execute(_ALIASES, {"entity": entity_id, "rev": at_revision})
    return tuple(Alias(entity_id=row[0], key=row[1], label=row[2], utterance_id=row[3]) for row in rows)


def members(conn: Connection, entity_id: str, *, at_revision: int) -> tuple[str, ...]:
    """An entity's id, and those of all that were merged into it."""
    return tuple(row[0] for row in conn.execute(_MEMBERS, {"entity": entity_id, "rev": at_revision}))


def survivor(conn: Connection, project_id: str, entity_id: str, *, at_revision: int) -> Entity | None:
    """What an entity is part of by now: itself, or what it was merged into; `None` for an unknown id."""
    values = {"entity": entity_id, "project": project_id, "rev": at_revision}
    found = conn.execute(_SURVIVOR, values).fetchone()
    return None if found is None else Entity(id=found[0], key=found[1], label=found[2])


def was_met_as(conn: Connection, project_id: str, key: str) -> bool:
    """Whether something was met with a name, in normal form, whatever became of it since."""
    return conn.execute(_MET, {"project": project_id, "key": key}).fetchone() is not None


def row_of(conn: Connection, entity: Entity, *, at_revision: int) -> EntityRow:
    """An entity with its names, and how many addresses it has."""
    slots = conn.execute(_SLOTS, {"entity": entity.id, "rev": at_revision}).fetchone()[0]
    return EntityRow(entity=entity, aliases=aliases(conn, entity.id, at_revision=at_revision), slots=slots)


def listed(
    conn: Connection, project_id: str, *, after: str, at_revision: int, limit: int
) -> tuple[tuple[EntityRow, ...], str]:
    """A page of the entities of a project that go by a name, by normal form, and where the next page begins.

    Shape: the second value is '' when there is no other page; entities that were merged into others are left out.
    """
    values = {"project": project_id, "after": after, "rev": at_revision, "limit": limit}
    rows = conn.execute(_LISTED, values).fetchall()
    found = tuple(
        EntityRow(
            entity=Entity(id=row[0], key=row[1], label=row[2]),
            aliases=aliases(conn, row[0], at_revision=at_revision),
            slots=row[3],
        )
        for row in rows
        if row[4] is not None
    )
    return found, rows[-1][1] if len(rows) == limit else ""
