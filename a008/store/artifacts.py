"""Reading sources: which of them a project holds, and what they said."""

from __future__ import annotations

from collections.abc import Iterable

from a008 import canon
from a008.store.connection import Connection

_DIGESTS = """
SELECT a.id, a.digest FROM json_each(:ids) AS wanted
CROSS JOIN artifact AS a ON a.id = wanted.value AND a.project_id = :project
ORDER BY wanted.key
"""


def digests(conn: Connection, project_id: str, artifact_ids: Iterable[str]) -> dict[str, str]:
    """The digests of sources by id; what a project does not hold is absent."""
    return dict(conn.execute(_DIGESTS, {"ids": canon.text(list(artifact_ids)), "project": project_id}).fetchall())
