"""Reading claims: as they stand at a revision, by id, by entity, and those that contest a head."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from a008 import canon
from a008.memory.claim import Attribute, Certainty, Claim, Denial, Event, Form, RelationTo, Severity, Status
from a008.memory.origin import Origin
from a008.store import entities
from a008.store.connection import Connection
from a008.store.row import interval_of

#: Columns of the claim `c`, in the order in which `claim_of` takes them.
COLUMNS = """c.id, c.proposition, c.form, c.certainty, c.origin, c.attributed_to, c.severity,
       c.valid_from, c.valid_to, c.is_open, c.utterance_id"""
WIDTH = 11

_BY_ID = f"""
SELECT {COLUMNS}, s.status, c.rev_from
FROM json_each(:ids) AS wanted
CROSS JOIN claim AS c ON c.id = wanted.value AND c.project_id = :project AND c.rev_from <= :rev
CROSS JOIN claim_status AS s
  ON s.claim_id = c.id AND s.rev_from <= :rev AND (s.rev_to IS NULL OR s.rev_to > :rev)
ORDER BY wanted.key
"""
_DENIALS = """
SELECT c.id, c.form
FROM json_each(:ids) AS wanted
CROSS JOIN claim AS c
  ON c.id = wanted.value AND c.project_id = :project AND c.rev_from <= :rev AND c.form ->> 'form' = 'denial'
ORDER BY wanted.key
"""
_OF_ENTITY = """
SELECT claim_id, rev_from FROM claim_entity WHERE entity_id = :entity AND rev_from <= :rev
ORDER BY rev_from DESC, claim_id DESC LIMIT :limit
"""
_CONTESTS = f"""
SELECT {COLUMNS}, x.slot_id, x.against_claim_id, x.rev_from
FROM json_each(:slots) AS wanted
CROSS JOIN contest AS x ON x.slot_id = wanted.value AND x.rev_from <= :rev AND (x.rev_to IS NULL OR x.rev_to > :rev)
CROSS JOIN claim AS c ON c.id = x.claim_id
ORDER BY wanted.key, x.rev_from, x.claim_id, x.against_claim_id
"""
_CONTESTING = """
SELECT x.claim_id, x.slot_id
FROM json_each(:ids) AS wanted
CROSS JOIN contest AS x ON x.claim_id = wanted.value AND x.rev_from <= :rev AND (x.rev_to IS NULL OR x.rev_to > :rev)
ORDER BY wanted.key, x.slot_id, x.against_claim_id, x.rev_from
"""
_SETTLED = """
SELECT x.claim_id, x.slot_id FROM json_each(:ids) AS wanted
CROSS JOIN contest AS x ON x.claim_id = wanted.value AND x.rev_to <= :rev
ORDER BY wanted.key, x.rev_to
"""


#: Members by what a column holds: finding one is several times faster than calling the enumeration.
_STATUSES = {str(each): each for each in Status}
_CERTAINTIES = {str(each): each for each in Certainty}
_ORIGINS = {str(each): each for each in Origin}
_SEVERITIES = {str(each): each for each in Severity}


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimRow:
    """A claim with its status at a revision; `rev_from` is the revision that wrote it."""

    claim: Claim
    status: Status
    rev_from: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestRow:
    """An open conflict: the competing claim, and the claim of the head that it contests."""

    slot_id: str
    claim: Claim
    against_claim_id: str
    rev_from: int


def claims(conn: Connection, project_id: str, ids: Iterable[str], *, at_revision: int) -> tuple[ClaimRow, ...]:
    """Claims of a project by id, in the order asked for; unknown ids and those of other projects are left out."""
    values = {"ids": canon.text(list(ids)), "project": project_id, "rev": at_revision}
    return tuple(
        ClaimRow(claim=claim_of(row[:WIDTH]), status=_STATUSES[row[WIDTH]], rev_from=row[WIDTH + 1])
        for row in conn.execute(_BY_ID, values)
    )


def denials(conn: Connection, project_id: str, ids: Iterable[str], *, at_revision: int) -> dict[str, Denial]:
    """What those among some claims of a project deny that are denials, by id."""
    rows = conn.execute(_DENIALS, {"ids": canon.text(list(ids)), "project": project_id, "rev": at_revision})
    forms = ((row[0], form_of(row[1])) for row in rows)
    return {claim_id: form for claim_id, form in forms if isinstance(form, Denial)}


def of_entity(conn: Connection, entity_id: str, *, at_revision: int, limit: int) -> tuple[str, ...]:
    """Ids of the claims that mention an entity, or one that was merged into it, newest first."""
    found: set[tuple[int, str]] = set()
    for member in entities.members(conn, entity_id, at_revision=at_revision):
        values = {"entity": member, "rev": at_revision, "limit": limit}
        found.update((row[1], row[0]) for row in conn.execute(_OF_ENTITY, values))
    return tuple(dict.fromkeys(claim_id for _, claim_id in sorted(found, reverse=True)))[:limit]


def contests(conn: Connection, slot_ids: Iterable[str], *, at_revision: int) -> tuple[ContestRow, ...]:
    """The conflicts open at some addresses, oldest first at each."""
    values = {"slots": canon.text(list(slot_ids)), "rev": at_revision}
    return tuple(
        ContestRow(
            slot_id=row[WIDTH], claim=claim_of(row[:WIDTH]), against_claim_id=row[WIDTH + 1], rev_from=row[WIDTH + 2]
        )
        for row in conn.execute(_CONTESTS, values)
    )


def settled_at(conn: Connection, claim_ids: Iterable[str], *, at_revision: int) -> tuple[tuple[str, str], ...]:
    """Claim and address (id of its slot) of each conflict in which claims once competed and that is resolved."""
    return tuple(conn.execute(_SETTLED, {"ids": canon.text(list(claim_ids)), "rev": at_revision}))


def contested_by(conn: Connection, claim_ids: Iterable[str], *, at_revision: int) -> dict[str, str]:
    """The addresses (ids of slots) where claims compete with a head; a claim that competes nowhere is absent."""
    rows = conn.execute(_CONTESTING, {"ids": canon.text(list(claim_ids)), "rev": at_revision})
    return dict(rows.fetchall())


def claim_of(row: tuple[Any, ...]) -> Claim:
    """A claim from its columns, in the order of `COLUMNS`."""
    return Claim(
        id=row[0],
        proposition=row[1],
        form=form_of(row[2]),
        certainty=_CERTAINTIES[row[3]],
        origin=_ORIGINS[row[4]],
        attributed_to=row[5],
        severity=_SEVERITIES[row[6]],
        interval=interval_of(row[7], row[8], row[9]),
        utterance_id=row[10],
    )


def form_of(column: str | None) -> Form | None:
    """The form that a column stands for: the inverse of `claim.form_json`."""
    return None if column is None else _form(json.loads(column), column)


def _form(value: Any, column: str) -> Form:
    match value:
        case {"form": "attribute", "entity": str(owner), "attribute": str(attribute), "value": value}:
            return Attribute(entity=owner, attribute=attribute, value=value)
        case {"form": "relation", "subject": str(subject), "relation": str(relation), "object": str(target)}:
            return RelationTo(subject=subject, relation=relation, object=target)
        case {"form": "event", "event": str(event), "participants": [*participants]}:
            return Event(event=event, participants=tuple(str(name) for name in participants))
        case {"form": "denial", "of": inner} if isinstance(denied := _form(inner, column), (Attribute, RelationTo)):
            return Denial(of=denied)
    raise ValueError(f"not a form: {column}")
