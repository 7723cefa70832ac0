"""Where a form stands: the address that it names, as if it were new."""

from __future__ import annotations

from typing import NamedTuple

from a008.memory import address
from a008.memory.address import Cardinality, Entity, Slot, SlotKind
from a008.memory.binding import member_of
from a008.memory.claim import Attribute, Denial, Form, RelationTo
from a008.memory.identity import Ambiguity, Names


class Place(NamedTuple):
    """Where a form stands: its slot as if it were new, the canonical member, and the entities it names.

    Shape: `object` is the entity of a relation's object; `entities` begin with the owner of the slot.
    """

    slot: Slot
    member: str
    object: Entity | None
    entities: tuple[Entity, ...]


def place(names: Names, form: Form | None) -> Place | Ambiguity | None:
    """The address that a form names; `None` for what has no address of its own, and no guess for a name of several."""
    match form:
        case Attribute(entity=owner, attribute=attribute, value=value):
            entity = names.entity(owner)
            if isinstance(entity, Ambiguity):
                return entity
            slot = address.slot(entity, SlotKind.ATTRIBUTE, attribute, Cardinality.SINGLE)
            return Place(slot, member_of(value), None, (entity,))
        case RelationTo(subject=subject, relation=relation, object=target):
            entity, other = names.entity(subject), names.entity(target)
            if isinstance(entity, Ambiguity):
                return entity
            if isinstance(other, Ambiguity):
                return other
            slot = address.slot(entity, SlotKind.RELATION, relation, Cardinality.SET)
            return Place(slot, member_of(other.key), other, (entity, other))
        case Denial(of=denied):
            return place(names, denied)
        case _:
            return None


def labels_in(form: Form | None) -> tuple[str, ...]:
    """The names of entities that the address of a form is made of, as they stand in it."""
    match form:
        case Attribute(entity=owner):
            return (owner,)
        case RelationTo(subject=subject, object=target):
            return (subject, target)
        case Denial(of=denied):
            return labels_in(denied)
        case _:
            return ()
