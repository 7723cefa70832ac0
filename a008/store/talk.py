"""Reading what was said together: the utterances of a session in their order, and those of some days."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import NamedTuple

from a008 import canon
from a008.store.connection import Connection

#: Of each session so many utterances, the last: they begin with the one that has as many behind it.
_SESSIONS = """
SELECT wanted.key, t.number, t.length, t.asks
FROM json_each(:sessions) AS wanted
CROSS JOIN talk AS t ON t.session = wanted.value ->> 0 AND t.scope = :scope AND t.number <= wanted.value ->> 1
  AND t.number >= coalesce((
    SELECT n.number FROM talk AS n
    WHERE n.session = wanted.value ->> 0 AND n.scope = :scope AND n.number <= wanted.value ->> 1
    ORDER BY n.number DESC LIMIT 1 OFFSET :limit - 1), 0)
ORDER BY wanted.key, t.number
"""
_ON_DAYS = """
SELECT number FROM talk WHERE scope = :scope AND day BETWEEN :first AND :final AND number <= :last
ORDER BY day DESC, number DESC LIMIT :limit
"""


class Session(NamedTuple):
    """Utterances of one session in their order, the same place in each: numbers, lengths in terms, whether it asks."""

    numbers: tuple[int, ...]
    lengths: tuple[int, ...]
    asks: tuple[int, ...]


def sessions(conn: Connection, scope: str, wanted: Mapping[str, int], *, limit: int) -> tuple[Session, ...]:
    """Sessions of a project, each up to a number; of a longer one so many utterances, the last.

    Shape: `wanted` gives the highest number to look at by the session's key; `limit` is at least 1. A session without
    an utterance there is left out.
    """
    values = {"sessions": canon.text(list(wanted.items())), "scope": scope, "limit": limit}
    rows = conn.execute(_SESSIONS, values)
    return tuple(_session(group) for _, group in groupby(rows, key=lambda row: row[0]))


def on_days(conn: Connection, scope: str, first: str, final: str, *, last: int, limit: int) -> tuple[int, ...]:
    """Numbers of what was said from one day to another, both included, the latest first."""
    values = {"scope": scope, "first": first, "final": final, "last": last, "limit": limit}
    return tuple(row[0] for row in conn.execute(_ON_DAYS, values))


def _session(rows: Iterable[tuple[int, int, int, int]]) -> Session:
    _, numbers, lengths, asks = zip(*rows, strict=True)
    return Session(numbers, lengths, asks)
