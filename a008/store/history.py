"""Finding revisions of a project: by name, next to a number, and what moved between two of them.

Everything is found by index; a revision of another project is never found.
"""

from __future__ import annotations

from collections.abc import Iterable

from a008 import canon
from a008.errors import NotFound, UsageError
from a008.memory import revision_name
from a008.memory.revision_name import SHORTEST_HASH, Back, Hashed, Numbered, RevisionName
from a008.store import revisions
from a008.store.connection import Connection
from a008.store.revisions import Revision

_BY_NUMBER = f"""
SELECT {revisions.COLUMNS} FROM revision WHERE project_id = :project AND number = :number ORDER BY number
"""
_BACK = f"""
SELECT {revisions.COLUMNS} FROM revision WHERE project_id = :project ORDER BY number DESC LIMIT 1 OFFSET :steps
"""
_BY_HASH = f"""
SELECT {revisions.COLUMNS} FROM revision
WHERE hash >= :prefix AND hash < :prefix || 'g' AND +project_id = :project ORDER BY number LIMIT 2
"""
_AT_OR_BELOW = """
SELECT number FROM revision WHERE project_id = :project AND number <= :number ORDER BY number DESC LIMIT 1
"""
_ABOVE = """
SELECT number FROM revision WHERE project_id = :project AND number > :number ORDER BY number LIMIT 1
"""
_NUMBERS = """
SELECT number FROM revision WHERE project_id = :project AND number > :after AND number <= :until ORDER BY number
"""
_MOVED = """
SELECT DISTINCT b.slot_id
FROM revision AS r CROSS JOIN json_each(r.changes) AS c CROSS JOIN binding AS b ON b.id = c.value ->> 1
WHERE r.project_id = :project AND r.number > :after AND r.number <= :until AND c.value ->> 0 = 'binding'
ORDER BY b.slot_id
"""
_ADDRESSES = """
SELECT s.address FROM json_each(:slots) AS wanted CROSS JOIN slot AS s ON s.id = wanted.value ORDER BY s.address
"""


def named(conn: Connection, project_id: str, name: RevisionName) -> Revision:
    """The revision of a project that a name stands for.

    Errors: `NotFound` when the project has none; `UsageError` for digits of a hash that several begin with.
    """
    match name:
        case Back(steps=steps):
            found = _found(conn, _BACK, {"project": project_id, "steps": steps})
            shown = f"HEAD~{steps}" if steps else "HEAD"
        case Hashed(prefix=prefix):
            found = _found(conn, _BY_HASH, {"project": project_id, "prefix": prefix})
            shown = prefix
        case _:
            shown = str(name.number)
            found = _found(conn, _BY_NUMBER, {"project": project_id, "number": name.number})
            if not found and len(shown) >= SHORTEST_HASH:  # the digits of a hash may all be decimal
                found = _found(conn, _BY_HASH, {"project": project_id, "prefix": shown})
    if not found:
        raise NotFound("no such revision in this project", item=shown, remedy="`a008 memory log` lists them")
    if len(found) > 1:
        raise UsageError("more than one revision begins like this", item=shown, remedy="give more digits")
    return found[0]


def place(conn: Connection, project_id: str, wanted: int | str | None) -> int:
    """Where to look from: any number that the store has reached, another project's too, or a revision by its name.

    Shape: `None` is the newest.
    Errors: `UsageError` for what names none; those of `named`.
    """
    newest = revisions.newest(conn)[0]
    if wanted is None:
        return newest
    name = revision_name.parse(str(wanted))
    if isinstance(name, Numbered) and name.number <= newest:
        return name.number
    return named(conn, project_id, name).number


def between(conn: Connection, project_id: str, low: int, high: int) -> int | None:
    """A revision of the project strictly between two numbers, near their middle; `None` when there is none.

    Shape: what remains on the longer side of it spans at most half of the numbers.
    """
    middle = (low + high) // 2
    below = _number(conn, _AT_OR_BELOW, project_id, middle)
    if below is not None and below > low:
        return below
    above = _number(conn, _ABOVE, project_id, middle)
    return above if above is not None and above < high else None


def numbers(conn: Connection, project_id: str, *, after: int, until: int) -> tuple[int, ...]:
    """The numbers of the project's revisions behind one number up to another."""
    rows = conn.execute(_NUMBERS, {"project": project_id, "after": after, "until": until})
    return tuple(row[0] for row in rows)


def moved(conn: Connection, project_id: str, *, after: int, until: int) -> tuple[str, ...]:
    """The slots whose bindings were written or closed behind one revision up to another, read off their changes."""
    rows = conn.execute(_MOVED, {"project": project_id, "after": after, "until": until})
    return tuple(row[0] for row in rows)


def addresses(conn: Connection, slot_ids: Iterable[str]) -> tuple[str, ...]:
    """The addresses of slots, sorted."""
    return tuple(row[0] for row in conn.execute(_ADDRESSES, {"slots": canon.text(list(slot_ids))}))


def _found(conn: Connection, statement: str, values: dict[str, str | int]) -> tuple[Revision, ...]:
    return tuple(revisions.revision_of(row) for row in conn.execute(statement, values))


def _number(conn: Connection, statement: str, project_id: str, number: int) -> int | None:
    row = conn.execute(statement, {"project": project_id, "number": number}).fetchone()
    return None if row is None else int(row[0])
