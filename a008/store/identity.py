"""Reading what a merge, a split or their undoing depends on: slots with everything believed there, names, conflicts."""

from __future__ import annotations

from collections.abc import Iterable

from a008.memory.address import Cardinality, Slot
from a008.memory.binding import Binding
from a008.memory.claim import ClaimStatus, Status
from a008.memory.identity import Alias, Merge
from a008.memory.known import KnownSlot
from a008.memory.plan import Contest
from a008.memory.rearrangement import Done, Touched
from a008.store import known
from a008.store.connection import Connection
from a008.store.revisions import Revision

_SLOTS = "SELECT id FROM slot WHERE entity_id = :entity ORDER BY kind, name"
_POINTING = """
SELECT DISTINCT b.slot_id FROM binding AS b CROSS JOIN slot AS s ON s.id = b.slot_id AND s.project_id = :project
WHERE b.object_id = :entity AND b.rev_to IS NULL ORDER BY b.slot_id
"""
_CONTESTS = """
SELECT slot_id, claim_id, against_claim_id FROM contest
WHERE slot_id = :slot AND rev_to IS NULL ORDER BY rev_from, claim_id, against_claim_id
"""
_BINDING = """
SELECT id, slot_id, cardinality, member, object_id, claim_id, valid_from, valid_to, is_open, rev_from, rev_to
FROM binding WHERE id = :key
"""
_THEN = """
SELECT id, slot_id, cardinality, member, object_id, claim_id, valid_from, valid_to, is_open FROM binding
WHERE slot_id = :slot AND rev_from <= :rev AND (rev_to IS NULL OR rev_to > :rev) ORDER BY id
"""
_ALIASES = """
SELECT l.entity_id, l.key, l.label, l.utterance_id, l.rev_from,
       EXISTS (SELECT 1 FROM entity_label AS now
               WHERE now.entity_id = l.entity_id AND now.key = l.key AND now.rev_to IS NULL),
       l.key = (SELECT e.key FROM entity AS e WHERE e.id = l.entity_id)
FROM entity_label AS l WHERE l.entity_id = :entity AND (l.rev_from = :rev OR l.rev_to = :rev) ORDER BY l.key, l.rev_from
"""
_MERGE = "SELECT from_id, into_id, utterance_id FROM entity_merge WHERE from_id = :entity AND rev_from = :rev"
_SINCE = "SELECT id FROM slot WHERE entity_id = :entity AND rev_from > :rev ORDER BY kind, name"
_CONTESTS_OF = """
SELECT x.slot_id, x.claim_id, x.against_claim_id, x.rev_from,
       EXISTS (SELECT 1 FROM contest AS now WHERE now.slot_id = x.slot_id AND now.claim_id = x.claim_id
               AND now.against_claim_id = x.against_claim_id AND now.rev_to IS NULL)
FROM contest AS x WHERE x.slot_id = :slot AND (x.rev_from = :rev OR x.rev_to = :rev)
ORDER BY x.claim_id, x.against_claim_id, x.rev_from
"""
_CONTESTED = """
SELECT DISTINCT slot_id FROM contest WHERE claim_id = :claim AND (rev_from = :rev OR rev_to = :rev) ORDER BY slot_id
"""
_STATUS = """
SELECT claim_id, status, policy, reason FROM claim_status
WHERE claim_id = :claim AND rev_to = :rev
  AND EXISTS (SELECT 1 FROM claim_status AS now WHERE now.claim_id = :claim AND now.rev_from = :rev
              AND now.rev_to IS NULL)
"""
_DEFINITION = "SELECT cardinality FROM slot_definition WHERE slot_id = :slot AND rev_to = :rev"


def slots_of(conn: Connection, project_id: str, entity_id: str) -> tuple[KnownSlot, ...]:
    """Every slot of an entity with what is believed there."""
    ids = [row[0] for row in conn.execute(_SLOTS, {"entity": entity_id})]
    return tuple(found for key in ids if (found := known.slot(conn, project_id, key)) is not None)


def pointing_at(conn: Connection, project_id: str, entity_id: str) -> tuple[KnownSlot, ...]:
    """The slots that have a believed relation to an entity."""
    ids = [row[0] for row in conn.execute(_POINTING, {"project": project_id, "entity": entity_id})]
    return tuple(found for key in ids if (found := known.slot(conn, project_id, key)) is not None)


def contests_at(conn: Connection, slot_ids: Iterable[str]) -> tuple[Contest, ...]:
    """The open conflicts at some slots."""
    return tuple(
        Contest(slot_id=row[0], claim_id=row[1], against_claim_id=row[2])
        for slot_id in slot_ids
        for row in conn.execute(_CONTESTS, {"slot": slot_id})
    )


def done(conn: Connection, revision: Revision) -> Done:
    """What a revision about entities did, read back from the rows that it names."""
    rows = [conn.execute(_BINDING, {"key": c.row}).fetchone() for c in revision.changes if c.table == "binding"]
    contesting = dict.fromkeys(c.row.split("/")[0] for c in revision.changes if c.table == "contest")
    by_slot: dict[str, tuple[list[Binding], list[Binding]]] = {
        row[0]: ([], [])
        for key in contesting
        for row in conn.execute(_CONTESTED, {"claim": key, "rev": revision.number})
    }
    for row in rows:
        wrote, closed = by_slot.setdefault(row[1], ([], []))
        (wrote if row[9] == revision.number else closed).append(known.binding_of(row[:9]))
    entity_ids = dict.fromkeys(c.row.split("/")[0] for c in revision.changes if c.table == "entity_label")
    names = [row for key in entity_ids for row in conn.execute(_ALIASES, {"entity": key, "rev": revision.number})]
    merged = next((c.row for c in revision.changes if c.table == "entity_merge"), None)
    merge = conn.execute(_MERGE, {"rev": revision.number, "entity": merged}).fetchone()
    receiving = {row[0] for row in names if row[4] == revision.number} if rows else set()
    claim_ids = dict.fromkeys(c.row for c in revision.changes if c.table == "claim_status")
    before = [conn.execute(_STATUS, {"claim": key, "rev": revision.number}).fetchone() for key in claim_ids]
    return Done(
        number=revision.number,
        touched=tuple(
            _touched(conn, revision, slot_id, tuple(wrote), tuple(closed))
            for slot_id, (wrote, closed) in by_slot.items()
        ),
        opened=tuple(_alias(row) for row in names if row[4] == revision.number and row[5]),
        first=tuple(_alias(row) for row in names if row[4] == revision.number and row[5] and row[6]),
        gone_on=tuple(_alias(row) for row in names if row[4] == revision.number and not row[5]),
        ended=tuple(_alias(row) for row in names if row[4] != revision.number),
        merge=None if merge is None else Merge(from_id=merge[0], into_id=merge[1], utterance_id=merge[2]),
        since=_since(conn, revision, receiving) if receiving else (),
        before=tuple(
            ClaimStatus(claim_id=row[0], status=Status(row[1]), policy=row[2], reason=row[3])
            for row in before
            if row is not None
        ),
    )


def _touched(
    conn: Connection, revision: Revision, slot_id: str, wrote: tuple[Binding, ...], closed: tuple[Binding, ...]
) -> Touched:
    found = known.slot(conn, revision.project_id, slot_id)
    assert found is not None
    at = {"slot": slot_id, "rev": revision.number}
    then = {_said(known.binding_of(row)) for row in conn.execute(_THEN, at)}
    told = {_said(binding) for binding in wrote}
    contests = conn.execute(_CONTESTS_OF, at).fetchall()
    decided = any(row[3] == revision.number and not row[4] for row in contests)
    defined = conn.execute(_DEFINITION, at).fetchone()
    return Touched(
        known=found,
        wrote=tuple(binding for binding in found.live if _said(binding) in told),
        closed=closed,
        opened_contests=tuple(_contest(row) for row in contests if row[3] == revision.number and row[4]),
        closed_contests=tuple(_contest(row) for row in contests if row[3] != revision.number),
        moved=decided or then != {_said(binding) for binding in found.live},
        before=None if defined is None else Cardinality(defined[0]),
    )


def _said(binding: Binding) -> tuple[object, ...]:
    """What a binding says, whichever row says it: one that was moved away and back says what it said."""
    return binding.cardinality, binding.member, binding.object_id, binding.claim_id, binding.interval


def _contest(row: tuple[str, ...]) -> Contest:
    return Contest(slot_id=row[0], claim_id=row[1], against_claim_id=row[2])


def _since(conn: Connection, revision: Revision, entity_ids: Iterable[str]) -> tuple[Slot, ...]:
    """The addresses of some entities that were met after a revision, and at which something is believed."""
    ids = [
        row[0] for key in sorted(entity_ids) for row in conn.execute(_SINCE, {"entity": key, "rev": revision.number})
    ]
    found = (known.slot(conn, revision.project_id, key) for key in ids)
    return tuple(each.slot for each in found if each is not None and each.live)


def _alias(row: tuple[str, ...]) -> Alias:
    return Alias(entity_id=row[0], key=row[1], label=row[2], utterance_id=row[3])
