"""Reading state: slots and their bindings, on both time axes.

A row is believed at a revision when it was written by then and not closed by then; a believed binding holds at an
instant when its interval contains it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from a008 import canon
from a008.clock import Instant
from a008.memory import address
from a008.memory.address import Cardinality, Entity, Slot, SlotKind
from a008.memory.binding import Binding
from a008.memory.claim import Claim, Value
from a008.store import claims
from a008.store.connection import Connection
from a008.store.known import binding_of

_SLOT = "s.id, s.entity_id, s.kind, s.name, d.cardinality, s.address"
_DEFINED = """CROSS JOIN slot_definition AS d
  ON d.slot_id = s.id AND d.rev_from <= :rev AND (d.rev_to IS NULL OR d.rev_to > :rev)"""
_OF_ENTITY = f"""
SELECT {_SLOT} FROM slot AS s {_DEFINED}
WHERE s.entity_id = :entity AND s.rev_from <= :rev
ORDER BY s.kind, s.name LIMIT :limit
"""
_BY_ADDRESS = f"""
SELECT {_SLOT} FROM json_each(:addresses) AS wanted
CROSS JOIN entity_label AS l ON l.project_id = :project AND l.key = wanted.value ->> 0
  AND l.rev_from <= :rev AND (l.rev_to IS NULL OR l.rev_to > :rev)
CROSS JOIN slot AS s ON s.entity_id = l.entity_id AND s.kind = wanted.value ->> 1 AND s.name = wanted.value ->> 2
  AND s.rev_from <= :rev {_DEFINED}
ORDER BY wanted.key, s.id
"""
_BY_NAME = f"""
SELECT {_SLOT} FROM json_each(:names) AS wanted
CROSS JOIN slot AS s ON s.entity_id = :entity AND s.kind IN ('attribute', 'relation') AND s.name = wanted.value
  AND s.rev_from <= :rev {_DEFINED}
ORDER BY wanted.key, s.kind
"""
_OF_PROJECT = f"""
SELECT {_SLOT} FROM slot AS s {_DEFINED}
WHERE s.project_id = :project AND s.address > :after AND s.rev_from <= :rev
ORDER BY s.address LIMIT :limit
"""
_COLUMNS = f"""b.id, b.slot_id, b.cardinality, b.member, b.object_id, b.claim_id, b.valid_from, b.valid_to, b.is_open,
       {_SLOT}, e.key, e.label, {claims.COLUMNS}, b.rev_from, CASE WHEN b.rev_to <= :rev THEN b.rev_to END, o.label"""
_OBJECT = "LEFT JOIN entity AS o ON o.id = b.object_id"
_OF_SLOTS = f"""FROM json_each(:slots) AS wanted
CROSS JOIN slot AS s ON s.id = wanted.value {_DEFINED}
CROSS JOIN entity AS e ON e.id = s.entity_id
CROSS JOIN binding AS b ON b.slot_id = s.id AND b.rev_from <= :rev
CROSS JOIN claim AS c ON c.id = b.claim_id {_OBJECT}"""
_BELIEVED = "b.rev_to IS NULL OR b.rev_to > :rev"
#: A binding that was shortened or moved is a new row and no new word: of equals, the claim that was made later wins.
_ORDER = "ORDER BY wanted.key, b.valid_from, c.rev_from, b.rev_from, b.id"
_HISTORY = f"SELECT {_COLUMNS} {_OF_SLOTS} WHERE {_BELIEVED} {_ORDER}"
_RECORD = f"SELECT {_COLUMNS} {_OF_SLOTS} {_ORDER}"
_HOLDING = f"""
SELECT {_COLUMNS} {_OF_SLOTS}
WHERE ({_BELIEVED}) AND (b.valid_from IS NULL OR b.valid_from <= :at) AND (b.is_open OR b.valid_to > :at) {_ORDER}
"""
_NEWEST = f"""
SELECT {_COLUMNS} FROM json_each(:slots) AS wanted
CROSS JOIN slot AS s ON s.id = wanted.value {_DEFINED}
CROSS JOIN entity AS e ON e.id = s.entity_id
CROSS JOIN binding AS b ON b.id IN (
  SELECT n.id FROM binding AS n WHERE n.slot_id = wanted.value AND n.rev_from <= :rev
  ORDER BY n.rev_from DESC, n.id DESC LIMIT :limit)
CROSS JOIN claim AS c ON c.id = b.claim_id {_OBJECT}
ORDER BY wanted.key, b.rev_from DESC, b.id DESC
"""
_BY_ID = f"""
SELECT {_COLUMNS} FROM json_each(:ids) AS wanted
CROSS JOIN binding AS b ON b.id = wanted.value
CROSS JOIN slot AS s ON s.id = b.slot_id {_DEFINED}
CROSS JOIN entity AS e ON e.id = s.entity_id
CROSS JOIN claim AS c ON c.id = b.claim_id {_OBJECT}
ORDER BY wanted.key
"""
_BY_CLAIM = """
SELECT b.claim_id, b.slot_id FROM json_each(:ids) AS wanted
CROSS JOIN binding AS b ON b.claim_id = wanted.value AND b.rev_from <= :rev
ORDER BY wanted.key, b.rev_from, b.id
"""
#: Positions of the columns behind a binding's nine.
_SLOT_AT, _KEY_AT, _CLAIM_AT = 9, 15, 17


_KINDS = {str(each): each for each in SlotKind}
_CARDINALITIES = {str(each): each for each in Cardinality}


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """One binding as it is read, with the entity and slot of its address and the claim that holds it.

    It is the head of its address (or a member of a set) when it came from `heads_of`; a history holds earlier and
    scheduled ones in the same shape. `rev_to` is `None` while it is believed; `object_label` is how the entity that a
    relation points to is written, `None` for an attribute.
    """

    entity: Entity
    slot: Slot
    binding: Binding
    claim: Claim
    rev_from: int
    rev_to: int | None
    object_label: str | None

    @property
    def address(self) -> str:
        """The semantic address as people read it."""
        return self.slot.address

    @property
    def value(self) -> Value:
        """The value of an attribute, or the normal form of a relation's object."""
        return self.binding.value


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound:
    """A claim has held an address, at some time and in some revision."""

    claim_id: str
    slot_id: str


def slots_of(conn: Connection, entity_id: str, *, at_revision: int, limit: int) -> tuple[Slot, ...]:
    """The slots of an entity, in the order of their names."""
    rows = conn.execute(_OF_ENTITY, {"entity": entity_id, "rev": at_revision, "limit": limit})
    return tuple(slot_of(row) for row in rows)


def slots_at(conn: Connection, project_id: str, addresses: Iterable[str], *, at_revision: int) -> tuple[Slot, ...]:
    """The slots of a project by address, in the order asked for; unknown addresses are left out.

    Shape: `addresses` are in normal form. An owner may go by any of its names; a name of several gives the
    slots of all.
    """
    wanted = [list(address.parts(each)) for each in addresses]
    values = {"addresses": canon.text(wanted), "project": project_id, "rev": at_revision}
    return tuple(slot_of(row) for row in conn.execute(_BY_ADDRESS, values))


def slots_named(conn: Connection, entity_id: str, names: Iterable[str], *, at_revision: int) -> tuple[Slot, ...]:
    """The slots of an entity by their names in normal form, attributes and relations, in the order asked for."""
    values = {"names": canon.text(list(dict.fromkeys(names))), "entity": entity_id, "rev": at_revision}
    return tuple(slot_of(row) for row in conn.execute(_BY_NAME, values))


def slots_in(conn: Connection, project_id: str, *, after: str, at_revision: int, limit: int) -> tuple[Slot, ...]:
    """The slots of a project in the order of their addresses, behind an address ('' for the first page)."""
    values = {"project": project_id, "after": after, "rev": at_revision, "limit": limit}
    return tuple(slot_of(row) for row in conn.execute(_OF_PROJECT, values))


def heads_of(conn: Connection, slot_ids: Iterable[str], *, as_of: Instant, at_revision: int) -> tuple[Head, ...]:
    """What holds at some addresses at an instant, as believed at a revision: one head, or every member of a set.

    Of the bindings of a single slot that may hold, the one with the latest known start is the head; an unknown start
    counts as the earliest, and of two the one that was said later wins.
    """
    values = {"slots": canon.text(list(slot_ids)), "rev": at_revision, "at": str(as_of)}
    found = [head_of(row) for row in conn.execute(_HOLDING, values)]
    heads: list[Head] = []
    for _, rows in groupby(found, key=lambda head: head.slot.id):
        holding = list(rows)
        heads.extend(holding[-1:] if holding[-1].slot.cardinality is Cardinality.SINGLE else holding)
    return tuple(heads)


def history_of(conn: Connection, slot_ids: Iterable[str], *, at_revision: int) -> tuple[Head, ...]:
    """Every binding of some addresses believed at a revision, past and scheduled ones too, by start at each address."""
    return _read(conn, _HISTORY, slot_ids, at_revision)


def record_of(conn: Connection, slot_ids: Iterable[str], *, at_revision: int) -> tuple[Head, ...]:
    """Every binding that was ever believed at some addresses by a revision, corrected ones included."""
    return _read(conn, _RECORD, slot_ids, at_revision)


def newest_of(conn: Connection, slot_ids: Iterable[str], *, at_revision: int, limit: int) -> tuple[Head, ...]:
    """The bindings that were last recorded at some addresses, corrected ones included, newest first at each.

    Shape: at most `limit` of each address, so that one with a long history costs no more than others.
    """
    values = {"slots": canon.text(list(slot_ids)), "rev": at_revision, "limit": limit}
    return tuple(head_of(row) for row in conn.execute(_NEWEST, values))


def bindings(conn: Connection, binding_ids: Iterable[str], *, at_revision: int) -> tuple[Head, ...]:
    """Bindings by id as they stood at a revision, in the order asked for; unknown ids are left out."""
    values = {"ids": canon.text(list(binding_ids)), "rev": at_revision}
    return tuple(head_of(row) for row in conn.execute(_BY_ID, values))


def bound_by(conn: Connection, claim_ids: Iterable[str], *, at_revision: int) -> tuple[Bound, ...]:
    """The addresses that claims have ever held, by a revision."""
    rows = conn.execute(_BY_CLAIM, {"ids": canon.text(list(claim_ids)), "rev": at_revision})
    return tuple(dict.fromkeys(Bound(claim_id=row[0], slot_id=row[1]) for row in rows))


def slot_of(row: tuple[Any, ...]) -> Slot:
    """A slot from its six columns."""
    return Slot(
        id=row[0],
        entity_id=row[1],
        kind=_KINDS[row[2]],
        name=row[3],
        cardinality=_CARDINALITIES[row[4]],
        address=row[5],
    )


def head_of(row: tuple[Any, ...]) -> Head:
    """A head from the columns of `_COLUMNS`."""
    slot = slot_of(row[_SLOT_AT:_KEY_AT])
    behind = _CLAIM_AT + claims.WIDTH
    return Head(
        entity=Entity(id=slot.entity_id, key=row[_KEY_AT], label=row[_KEY_AT + 1]),
        slot=slot,
        binding=binding_of(row[:_SLOT_AT]),
        claim=claims.claim_of(row[_CLAIM_AT:behind]),
        rev_from=row[behind],
        rev_to=row[behind + 1],
        object_label=row[behind + 2],
    )


def _read(conn: Connection, statement: str, slot_ids: Iterable[str], at_revision: int) -> tuple[Head, ...]:
    values = {"slots": canon.text(list(slot_ids)), "rev": at_revision}
    return tuple(head_of(row) for row in conn.execute(statement, values))
