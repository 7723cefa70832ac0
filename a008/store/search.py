"""Reading the full text: which records of a project hold a term, newest first and never more than asked for.

Ranking is the caller's: SQLite's own `bm25` walks every posting of a term in all projects, so its cost grows with the
store and its order depends on what other projects hold.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from a008 import canon
from a008.memory.lifecycle import Carrier
from a008.store.connection import Connection

_POSTINGS = """
SELECT rowid FROM search_index WHERE search_index MATCH :match AND rowid <= :last ORDER BY rowid DESC LIMIT :limit
"""
_LAST_OF = """
SELECT rowid FROM search_index WHERE search_index MATCH :match AND rowid <= :last ORDER BY rowid DESC LIMIT 1
"""
_COUNT = """
SELECT count(*) FROM (
  SELECT rowid FROM search_index WHERE search_index MATCH :match AND rowid <= :last ORDER BY rowid DESC LIMIT :limit
)
"""
_TEXTS = """
SELECT t.number, t.record_id, t.carrier, t.terms, s.session
FROM json_each(:numbers) AS wanted
CROSS JOIN search_text AS t ON t.number = wanted.value AND t.number <= :last AND t.scope = :scope
LEFT JOIN talk AS s ON s.number = t.number
ORDER BY wanted.key
"""
_CARRIERS = {str(carrier): carrier for carrier in Carrier}
_NEWEST = "SELECT number, rev_from FROM search_text ORDER BY number DESC LIMIT 1"
_FROM = "SELECT number, rev_from FROM search_text WHERE number >= :number ORDER BY number LIMIT 1"


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexedText:
    """A claim or an utterance as the index holds it: its terms, divided by blanks.

    Shape: `session` names what an utterance was said with, see `talk.py`; `None` for a claim.
    """

    number: int
    record_id: str
    carrier: Carrier
    terms: str
    session: str | None


def scope_term(project_number: int) -> str:
    """The term that stands for a project in the full-text index."""
    return f"p{project_number}"


def postings(
    conn: Connection, scope: str, forms: Iterable[str], *, last: int, limit: int, alone: bool
) -> tuple[int, ...]:
    """Numbers of the texts of a project that hold any of some terms, newest first.

    Shape: `forms` are terms as `memory/terms.py` makes them, at least one; `last` is the highest number to look at;
    `alone` says that the store has no other project.
    Cost: where there are others, each text found means a page of the list of all texts of the project; alone, none.
    """
    values = {"match": match(None if alone else scope, forms), "last": last, "limit": limit}
    return tuple(row[0] for row in conn.execute(_POSTINGS, values))


def count(conn: Connection, scope: str, *, last: int, limit: int) -> int:
    """How many texts a project has, counted up to a limit."""
    values = {"match": f'scope : "{scope}"', "last": last, "limit": limit}
    return int(conn.execute(_COUNT, values).fetchone()[0])


def texts(conn: Connection, scope: str, numbers: Iterable[int], *, last: int) -> tuple[IndexedText, ...]:
    """Indexed texts of a project by number, in the order asked for; others and later ones are left out."""
    rows = conn.execute(_TEXTS, {"numbers": canon.text(list(numbers)), "scope": scope, "last": last})
    return tuple(
        IndexedText(number=row[0], record_id=row[1], carrier=_CARRIERS[row[2]], terms=row[3], session=row[4])
        for row in rows
    )


def last_number(conn: Connection, *, at_revision: int) -> int:
    """The highest number that existed at a revision, 0 when there was none.

    Cost: one probe for the present; for the past as many as the number has binary digits, since numbers rise with
    revisions.
    """
    row = conn.execute(_NEWEST).fetchone()
    if row is None or row[1] <= at_revision:
        return 0 if row is None else int(row[0])
    low, high = 0, int(row[0])  # `low` existed (or is 0), `high` did not
    while high - low > 1:
        middle = (low + high) // 2
        number, revision = conn.execute(_FROM, {"number": middle}).fetchone()
        if revision <= at_revision:
            low = int(number)
        else:
            high = middle
    return low


def last_of(conn: Connection, scope: str, *, last: int) -> int:
    """The highest number of a text of a project up to a number, 0 when there is none.

    To look from there spares walking over what other projects said since.
    """
    row = conn.execute(_LAST_OF, {"match": f'scope : "{scope}"', "last": last}).fetchone()
    return 0 if row is None else int(row[0])


def match(scope: str | None, forms: Iterable[str]) -> str:
    """The full-text expression for a project, or all, and any of some terms.

    Terms hold no quote, so none can be an operator.
    """
    wanted = " OR ".join(f'"{form}"' for form in forms)
    return f"terms : ({wanted})" if scope is None else f'scope : "{scope}" AND terms : ({wanted})'
