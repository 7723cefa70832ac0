"""Where a form stands: the address that it names, as if it were new."""

from __future__ import annotations

from typing import NamedTuple

from a008.memory import address
from a008.memory.address import Cardinality, Entity, Slot, SlotKind
from a008.memory.binding import member_of
from a008.memory.claim import Attribute, Denial, Form, RelationTo


class Place(NamedTuple):
    """Where a form stands: its slot as if it were new, the canonical member, and the entities it names.

    Shape: `object` is the entity of a relation's object; `entities` begin with the owner of the slot.
    """

    slot: Slot
    member: str
    object: Entity | None
    entities: tuple[Entity, ...]


def place(project_id: str, form: Form | None) -> Place | None:
    """The address that a form names; `None` for what has no address of its own."""
    match form:
        case Attribute(entity=owner, attribute=attribute, value=value):
            entity = address.entity(project_id, owner)
            slot = address.slot(entity, SlotKind.ATTRIBUTE, attribute, Cardinality.SINGLE)
            return Place(slot, member_of(value), None, (entity,))
        case RelationTo(subject=subject, relation=relation, object=target):
            entity, other = address.entity(project_id, subject), address.entity(project_id, target)
            slot = address.slot(entity, SlotKind.RELATION, relation, Cardinality.SET)
            return Place(slot, member_of(other.key), other, (entity, other))
        case Denial(of=denied):
            return place(project_id, denied)
        case _:
            return None
