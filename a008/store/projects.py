"""Projects: the namespaces that knowledge lives in."""

from __future__ import annotations

from dataclasses import dataclass

from a008 import ids
from a008.clock import Instant
from a008.errors import NotFound, UsageError
from a008.memory import name
from a008.store.connection import Connection

_INSERT = """
INSERT INTO project (id, name, name_key, created_at) VALUES (:id, :name, :name_key, :created_at)
"""
_BY_KEY = "SELECT id, name, number, created_at FROM project WHERE name_key = :key"
_BY_ID = "SELECT id, name, number, created_at FROM project WHERE id = :key"
_TWO = "SELECT count(*) FROM (SELECT number FROM project ORDER BY number LIMIT 2)"
_ALL = "SELECT id, name, number, created_at FROM project ORDER BY number"


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """One project; `number` is its short name inside the full-text index."""

    id: str
    name: str
    number: int
    created_at: Instant


def find(conn: Connection, project_name: str) -> Project | None:
    """The project of a name, compared in normal form."""
    row = conn.execute(_BY_KEY, {"key": name.key(project_name)}).fetchone()
    return None if row is None else Project(id=row[0], name=row[1], number=row[2], created_at=Instant.parse(row[3]))


def get(conn: Connection, project_name: str) -> Project:
    """The project of a name.

    Errors: `NotFound`, never "all projects".
    """
    found = find(conn, project_name)
    if found is None:
        raise NotFound("no such project", item=repr(project_name), remedy="`a008 status` lists the projects")
    return found


def ensure(conn: Connection, project_name: str, mint: ids.IdSource, now: Instant) -> Project:
    """The project of a name, made if it is new; the caller's transaction writes.

    Errors: `UsageError` when nothing is left of the name in normal form.
    """
    found = find(conn, project_name)
    if found is not None:
        return found
    key = name.key(project_name)
    if not key:
        raise UsageError("a project needs a name with a letter or digit", item=repr(project_name))
    values = {
        "id": mint(ids.Kind.PROJECT),
        "name": " ".join(project_name.split()),
        "name_key": key,
        "created_at": str(now),
    }
    conn.execute(_INSERT, values)
    return get(conn, project_name)


def listed(conn: Connection) -> tuple[Project, ...]:
    """Every project, oldest first."""
    return tuple(
        Project(id=row[0], name=row[1], number=row[2], created_at=Instant.parse(row[3])) for row in conn.execute(_ALL)
    )


def is_only_one(conn: Connection) -> bool:
    """Whether the store has no second project."""
    return int(conn.execute(_TWO).fetchone()[0]) < 2


def number(conn: Connection, project_id: str) -> int:
    """The short number of a project.

    Errors: `NotFound` for an id that is not in this store.
    """
    row = conn.execute(_BY_ID, {"key": project_id}).fetchone()
    if row is None:
        raise NotFound("no such project", item=project_id)
    return int(row[2])
