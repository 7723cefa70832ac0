"""Reading the ground that a plan is made upon, in one snapshot."""

from __future__ import annotations

from typing import Any

from a008.memory import association, name
from a008.memory.address import Cardinality, Entity, Slot, SlotKind
from a008.memory.binding import Binding
from a008.memory.claim import Status
from a008.memory.known import Known, KnownClaim, KnownSlot, Wanted
from a008.memory.origin import Origin
from a008.memory.place import Place, labels_in, place
from a008.store import associations, entities, lifecycles, revisions, support
from a008.store.connection import Connection
from a008.store.row import interval_of

_SLOT = """
SELECT s.id, s.entity_id, s.kind, s.name, d.cardinality, s.address, e.key, e.label
FROM slot AS s JOIN slot_definition AS d ON d.slot_id = s.id AND d.rev_to IS NULL
JOIN entity AS e ON e.id = s.entity_id
WHERE s.id = :key AND s.project_id = :project
"""
_LIVE = """
SELECT b.id, b.slot_id, b.cardinality, b.member, b.object_id, b.claim_id, b.valid_from, b.valid_to, b.is_open
FROM binding AS b CROSS JOIN claim AS c ON c.id = b.claim_id
WHERE b.slot_id = :key AND b.rev_to IS NULL ORDER BY b.valid_from, c.rev_from, b.rev_from, b.id
"""
_CLAIM = """
SELECT c.id, c.proposition, c.origin, c.attributed_to, s.status, c.utterance_id,
       EXISTS (SELECT 1 FROM provenance AS p JOIN utterance AS u ON u.id = p.utterance_id
               WHERE p.claim_id = c.id AND u.origin IN ('user', 'user_confirmed')), c.is_open
FROM claim AS c JOIN claim_status AS s ON s.claim_id = c.id AND s.rev_to IS NULL
WHERE c.id = :key AND c.project_id = :project
"""
_SAME_TEXT = """
SELECT id FROM claim INDEXED BY claim_by_text
WHERE project_id = :project AND text_key = :key ORDER BY rev_from DESC, id DESC LIMIT 1
"""


def known(conn: Connection, project_id: str, wanted: Wanted) -> Known:
    """Everything that a plan will depend on, as of the newest revision.

    Cost: a few index probes for each thing wanted, whatever the size of the store.
    """
    newest = revisions.newest(conn)[0]
    said = {*wanted.labels, *(label for form in wanted.forms for label in labels_in(form))}
    names = entities.meaning(conn, project_id, map(name.key, sorted(said)), at_revision=newest)
    there = [each for form in wanted.forms if isinstance(each := place(names, form), Place)]
    slot_ids = {*wanted.slots, *(each.slot.id for each in there)}
    slots = {key: found for key in sorted(slot_ids) if (found := slot(conn, project_id, key)) is not None}
    same_text = {
        key: row[0]
        for key in sorted(wanted.text_keys)
        if (row := conn.execute(_SAME_TEXT, {"project": project_id, "key": key}).fetchone()) is not None
    }
    behind = {binding.claim_id for each in slots.values() for binding in each.live}
    named = sorted(behind | wanted.evidence | set(same_text.values()))
    claims = {key: claim for key in named if (claim := _claim(conn, project_id, key)) is not None}
    carriers = sorted(set(claims) | wanted.evidence)
    edges = sorted(association.between(each, "").id for each in there if each.object is not None)
    return Known(
        revision=newest,
        names=names,
        slots=slots,
        claims=claims,
        same_text=same_text,
        lifecycles=lifecycles.lifecycles(conn, carriers, at_revision=newest),
        associations=associations.states(conn, edges, at_revision=newest),
        vouchers=support.vouchers(conn, sorted(behind)) if wanted.takes_back else {},
    )


def slot(conn: Connection, project_id: str, key: str) -> KnownSlot | None:
    """A slot as it is defined at the newest revision, with what is believed there; `None` for an unknown id."""
    row = conn.execute(_SLOT, {"key": key, "project": project_id}).fetchone()
    if row is None:
        return None
    defined = Slot(
        id=row[0],
        entity_id=row[1],
        kind=SlotKind(row[2]),
        name=row[3],
        cardinality=Cardinality(row[4]),
        address=row[5],
    )
    owner = Entity(id=row[1], key=row[6], label=row[7])
    live = tuple(binding_of(found) for found in conn.execute(_LIVE, {"key": key}))
    return KnownSlot(owner=owner, slot=defined, live=live)


def binding_of(row: tuple[Any, ...]) -> Binding:
    """A binding from its nine columns, in the order of `_LIVE`."""
    return Binding(
        id=row[0],
        slot_id=row[1],
        cardinality=Cardinality(row[2]),
        member=row[3],
        object_id=row[4],
        claim_id=row[5],
        interval=interval_of(row[6], row[7], row[8]),
    )


def _claim(conn: Connection, project_id: str, key: str) -> KnownClaim | None:
    row = conn.execute(_CLAIM, {"key": key, "project": project_id}).fetchone()
    if row is None:
        return None
    return KnownClaim(
        id=row[0],
        proposition=row[1],
        origin=Origin(row[2]),
        attributed_to=row[3],
        status=Status(row[4]),
        utterance_id=row[5],
        supported_by_user=bool(row[6]),
        is_open=bool(row[7]),
    )
