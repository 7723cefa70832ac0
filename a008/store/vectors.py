"""Vectors of texts: which are there, which are not, and how they are kept. Derived rows, outside of the revisions.

Reading knows nothing of what the numbers mean; `retrieval/meaning.py` does.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

from a008 import canon
from a008.memory.lifecycle import Carrier
from a008.store.connection import Connection

_SET = """
SELECT s.dimensions, s.removed, coalesce((
  SELECT v.place FROM vector AS v WHERE v.scope = s.scope AND v.model = s.model ORDER BY v.place DESC LIMIT 1), 0)
FROM vector_set AS s WHERE s.scope = :scope AND s.model = :model
"""
_MODELS = "SELECT model FROM vector_set WHERE scope = :scope ORDER BY model"
_AFTER = """
SELECT v.place, t.number, v.numbers FROM vector AS v CROSS JOIN search_text AS t ON t.record_id = v.record_id
WHERE v.scope = :scope AND v.model = :model AND v.place > :place ORDER BY v.place
"""
_DIGESTS = """
SELECT v.record_id, v.digest FROM json_each(:ids) AS wanted
CROSS JOIN vector AS v ON v.record_id = wanted.value AND v.model = :model ORDER BY wanted.key
"""
_FILE = "SELECT file FROM pragma_database_list WHERE name = 'main'"

#: For the one who embeds: every text of a project in turn, with the digest of its vector where there is one.
_EMBEDDED = """
SELECT t.number, t.record_id, t.carrier, coalesce(u.text, c.proposition), v.digest
FROM search_text AS t
LEFT JOIN utterance AS u ON u.id = t.record_id
LEFT JOIN claim AS c ON c.id = t.record_id
LEFT JOIN vector AS v ON v.record_id = t.record_id AND v.model = :model
WHERE t.number > :after AND t.scope = :scope ORDER BY t.number LIMIT :limit
"""
_ENSURE = """
INSERT INTO vector_set (scope, model, dimensions) VALUES (:scope, :model, :dimensions)
ON CONFLICT (scope, model) DO UPDATE SET dimensions = excluded.dimensions
"""
_LAST = """
SELECT t.number FROM vector AS v CROSS JOIN search_text AS t ON t.record_id = v.record_id
WHERE v.scope = :scope AND v.model = :model ORDER BY v.place DESC LIMIT 1
"""
_COUNT = "SELECT count(*) FROM search_text WHERE scope = :scope"
_DROP = "DELETE FROM vector WHERE record_id = :record_id AND model = :model"
_DROP_ALL = "DELETE FROM vector WHERE scope = :scope"
_ADD = """
INSERT INTO vector (record_id, scope, model, digest, numbers)
SELECT t.record_id, t.scope, :model, :digest, :numbers FROM search_text AS t
WHERE t.record_id = :record_id AND t.scope = :scope
"""


class VectorSet(NamedTuple):
    """The vectors of one project and model: how long each is, how many were taken out, the last one's place."""

    dimensions: int
    removed: int
    last: int


class Placed(NamedTuple):
    """A vector: its place in the set, the number of its text, and its numbers as signed bytes."""

    place: int
    number: int
    numbers: bytes


class Text(NamedTuple):
    """A text as it is embedded; `embedded` is the digest of what its vector was made from, `None` without one."""

    number: int
    record_id: str
    carrier: Carrier
    text: str
    embedded: str | None


class Vector(NamedTuple):
    """A vector to be kept."""

    record_id: str
    digest: str
    numbers: bytes


def found(conn: Connection, scope: str, model: str) -> VectorSet | None:
    """The vectors that a project has of a model; `None` where nothing was embedded."""
    row = conn.execute(_SET, {"scope": scope, "model": model}).fetchone()
    return None if row is None else VectorSet(*row)


def models(conn: Connection, scope: str) -> tuple[str, ...]:
    """The models with which texts of a project were embedded."""
    return tuple(row[0] for row in conn.execute(_MODELS, {"scope": scope}))


def after(conn: Connection, scope: str, model: str, place: int) -> tuple[Placed, ...]:
    """The vectors of a set behind a place, in order; 0 stands before the first.

    Cost: that of the vectors, and no more.
    """
    rows = conn.execute(_AFTER, {"scope": scope, "model": model, "place": place})
    return tuple(Placed(*row) for row in rows)


def digests(conn: Connection, model: str, record_ids: Iterable[str]) -> Mapping[str, str]:
    """Of what text each vector was made, by record; one without a vector is left out."""
    return dict(conn.execute(_DIGESTS, {"ids": canon.text(list(record_ids)), "model": model}).fetchall())


def file_of(conn: Connection) -> tuple[str, int, int] | None:
    """Which file a connection reads: path, device and inode; `None` for a store in memory."""
    path = conn.execute(_FILE).fetchone()[0]
    if not path:
        return None
    stat = Path(path).stat()
    return path, stat.st_dev, stat.st_ino


def digest(text: str) -> str:
    """What is kept of a text beside its vector: half of its SHA-256, in hexadecimal."""
    return canon.digest(text.encode())[:32]


def texts(conn: Connection, scope: str, model: str, *, number: int, limit: int) -> tuple[Text, ...]:
    """Texts of a project behind a number, in order, whether they have a vector of a model or not."""
    rows = conn.execute(_EMBEDDED, {"scope": scope, "model": model, "after": number, "limit": limit})
    return tuple(Text(row[0], row[1], Carrier(row[2]), row[3], row[4]) for row in rows)


def last_number(conn: Connection, scope: str, model: str) -> int:
    """The number of the text that was embedded last, 0 without any."""
    row = conn.execute(_LAST, {"scope": scope, "model": model}).fetchone()
    return 0 if row is None else int(row[0])


def count(conn: Connection, scope: str) -> int:
    """How many texts a project has. Cost: that of every text in the store."""
    return int(conn.execute(_COUNT, {"scope": scope}).fetchone()[0])


def keep(conn: Connection, scope: str, model: str, dimensions: int, made: Iterable[Vector]) -> None:
    """Keep vectors, each in place of one that its record had; of a text that is gone by now none is kept."""
    conn.execute(_ENSURE, {"scope": scope, "model": model, "dimensions": dimensions})
    for vector in made:
        values = {"record_id": vector.record_id, "scope": scope, "model": model}
        conn.execute(_DROP, {"record_id": vector.record_id, "model": model})
        conn.execute(_ADD, {**values, "digest": vector.digest, "numbers": vector.numbers})


def drop(conn: Connection, scope: str) -> int:
    """Take out all vectors of a project, of every model, and say how many there were."""
    return conn.execute(_DROP_ALL, {"scope": scope}).rowcount
