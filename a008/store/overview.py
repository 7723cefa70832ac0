"""What the first page of the Knowledge Manager says of a project: how much there is, what moved last, how the file is.

Every function takes a connection that went through `readonly.harden`, on one snapshot.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from a008.clock import Instant
from a008.store import revisions, schema
from a008.store.connection import Connection

_COUNTS = """
SELECT (SELECT count(*) FROM claim WHERE project_id = :project),
       (SELECT count(*) FROM utterance WHERE project_id = :project),
       (SELECT count(DISTINCT entity_id) FROM entity_label WHERE project_id = :project AND rev_to IS NULL),
       (SELECT count(*) FROM slot AS s WHERE s.project_id = :project AND EXISTS (
          SELECT 1 FROM binding AS b
          WHERE b.slot_id = s.id AND b.rev_to IS NULL
            AND (b.valid_from IS NULL OR b.valid_from <= :now) AND (b.is_open OR b.valid_to > :now))),
       (SELECT count(*) FROM contest AS c CROSS JOIN slot AS s ON s.id = c.slot_id
        WHERE c.rev_to IS NULL AND s.project_id = :project),
       (SELECT count(*) FROM revision WHERE project_id = :project)
"""
_ACTIVATION = """
SELECT l.pinned OR a008_strength(l.strength, l.half_life, l.updated_at, :now) >= l.threshold, count(*)
FROM (SELECT id FROM claim WHERE project_id = :project ORDER BY rev_from DESC, id DESC LIMIT :most) AS c
CROSS JOIN lifecycle AS l ON l.evidence_id = c.id AND l.rev_to IS NULL
GROUP BY 1
"""
_LATEST = """
SELECT number, cause, author, recorded_at, json_array_length(changes) FROM revision
WHERE project_id = :project ORDER BY number DESC LIMIT :limit
"""
_DOMAINS = """
SELECT value, count(*) FROM label WHERE project_id = :project AND axis = 'domain'
GROUP BY value ORDER BY count(*) DESC, value LIMIT :limit
"""
_LINKS = """
SELECT number, parent_hash, hash, recorded_at FROM revision
WHERE number > (SELECT max(number) FROM revision) - :limit ORDER BY number DESC
"""

#: Claims whose strength one page works out; with more, the newest count and the page says so.
EVALUATED_CLAIMS = 20_000
#: Revisions and domains that the page lists, and links of the chain that it checks.
_LISTED_REVISIONS = 8
_LISTED_DOMAINS = 24
_CHECKED_LINKS = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """How much of each kind a project holds.

    Shape: `addresses` are those with a head now; `evaluated` is the number of claims that `active` and `dormant`
    divide, lower than `claims` when there are too many for one page.
    """

    claims: int
    utterances: int
    entities: int
    addresses: int
    conflicts: int
    revisions: int
    active: int
    dormant: int
    evaluated: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LatestRevision:
    """One of the newest commits; `changes` is the number of rows that it wrote or closed."""

    number: int
    cause: str
    author: str
    recorded_at: Instant
    changes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Domain:
    """A subject area and the number of claims in it."""

    name: str
    claims: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Health:
    """The state of the whole store, all projects together.

    Shape: `whole` says that the newest `checked` revisions continue one another without a gap; `hash` is '' in a new
    store.
    Units: `bytes` of the main file.
    """

    revision: int
    recorded_at: Instant | None
    hash: str
    checked: int
    whole: bool
    bytes: int
    journal: str
    schema: int
    newest_schema: int
    sqlite: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Overview:
    """The figures of one project, all of one snapshot.

    Shape: `latest` and `domains` are the first few; `more_domains` says that there are others.
    """

    counts: Counts
    latest: tuple[LatestRevision, ...]
    domains: tuple[Domain, ...]
    more_domains: bool
    health: Health


def overview(conn: Connection, project_id: str, now: Instant) -> Overview:
    """The figures of one project at an instant."""
    domains = _domains(conn, project_id)
    return Overview(
        counts=_counts(conn, project_id, now),
        latest=_latest(conn, project_id),
        domains=domains[:_LISTED_DOMAINS],
        more_domains=len(domains) > _LISTED_DOMAINS,
        health=health(conn),
    )


def health(conn: Connection) -> Health:
    """How the store as a whole is: its chain of revisions near the end, its file, its versions."""
    links = [tuple(row) for row in conn.execute(_LINKS, {"limit": _CHECKED_LINKS})]
    pairs = pairwise(links)
    whole = all(later[1] == earlier[2] and later[0] == earlier[0] + 1 for later, earlier in pairs)
    if links and len(links) < _CHECKED_LINKS:
        whole = whole and links[-1][0] == 1 and links[-1][1] == revisions.ROOT
    return Health(
        revision=links[0][0] if links else 0,
        recorded_at=Instant.parse(links[0][3]) if links else None,
        hash=links[0][2] if links else "",
        checked=len(links),
        whole=whole,
        bytes=int(_pragma(conn, "page_count")) * int(_pragma(conn, "page_size")),
        journal=_pragma(conn, "journal_mode"),
        schema=int(_pragma(conn, "user_version")),
        newest_schema=schema.NEWEST,
        sqlite=str(conn.execute("SELECT sqlite_version()").fetchone()[0]),
    )


def _counts(conn: Connection, project_id: str, now: Instant) -> Counts:
    values = {"project": project_id, "now": str(now), "most": EVALUATED_CLAIMS}
    claims, utterances, entities, addresses, conflicts, commits = conn.execute(_COUNTS, values).fetchone()
    by_activity = {bool(active): int(count) for active, count in conn.execute(_ACTIVATION, values)}
    active, dormant = by_activity.get(True, 0), by_activity.get(False, 0)
    return Counts(
        claims=claims,
        utterances=utterances,
        entities=entities,
        addresses=addresses,
        conflicts=conflicts,
        revisions=commits,
        active=active,
        dormant=dormant,
        evaluated=active + dormant,
    )


def _latest(conn: Connection, project_id: str) -> tuple[LatestRevision, ...]:
    rows = conn.execute(_LATEST, {"project": project_id, "limit": _LISTED_REVISIONS})
    return tuple(
        LatestRevision(
            number=number, cause=cause, author=author, recorded_at=Instant.parse(recorded_at), changes=changes
        )
        for number, cause, author, recorded_at, changes in rows
    )


def _domains(conn: Connection, project_id: str) -> tuple[Domain, ...]:
    rows = conn.execute(_DOMAINS, {"project": project_id, "limit": _LISTED_DOMAINS + 1})
    return tuple(Domain(name=name, claims=claims) for name, claims in rows)


def _pragma(conn: Connection, name: str) -> str:
    return str(conn.execute(f"PRAGMA {name}").fetchone()[0])
