"""Reading what was said together: the utterances of a session in their order, and those of some days."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from a008 import canon
from a008.store.connection import Connection

_PLACED = """
SELECT t.number, t.session, t.day, t.length, t.asks
FROM json_each(:numbers) AS wanted CROSS JOIN talk AS t ON t.number = wanted.value AND t.scope = :scope
ORDER BY wanted.key
"""
_SESSION = """
SELECT number, session, day, length, asks FROM talk
WHERE session = :session AND scope = :scope AND number <= :last ORDER BY number DESC LIMIT :limit
"""
_ON_DAYS = """
SELECT number FROM talk WHERE scope = :scope AND day BETWEEN :first AND :final AND number <= :last
ORDER BY day DESC, number DESC LIMIT :limit
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken:
    """An utterance in its session.

    Shape: `number` is its place in the full text; `day` an ISO date, `None` for an unknown one; `asks` says that it
    ends in a question. Units: `length` in terms.
    """

    number: int
    session: str
    day: str | None
    length: int
    asks: bool


def placed(conn: Connection, scope: str, numbers: Iterable[int]) -> tuple[Spoken, ...]:
    """The utterances among some texts of a project, in the order asked for."""
    rows = conn.execute(_PLACED, {"numbers": canon.text(list(numbers)), "scope": scope})
    return tuple(_spoken(row) for row in rows)


def session(conn: Connection, scope: str, key: str, *, last: int, limit: int) -> tuple[Spoken, ...]:
    """A session of a project in its order, up to a number; of a longer one so many utterances, the last."""
    values = {"session": key, "scope": scope, "last": last, "limit": limit}
    return tuple(_spoken(row) for row in reversed(conn.execute(_SESSION, values).fetchall()))


def on_days(conn: Connection, scope: str, first: str, final: str, *, last: int, limit: int) -> tuple[int, ...]:
    """Numbers of what was said from one day to another, both included, the latest first."""
    values = {"scope": scope, "first": first, "final": final, "last": last, "limit": limit}
    return tuple(row[0] for row in conn.execute(_ON_DAYS, values))


def _spoken(row: tuple[int, str, str | None, int, int]) -> Spoken:
    return Spoken(number=row[0], session=row[1], day=row[2], length=row[3], asks=bool(row[4]))
