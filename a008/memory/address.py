"""Entities, slots and the semantic addresses they make."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from a008 import ids
from a008.errors import UsageError
from a008.memory import name

#: The entity that speaks in the first person.
USER = "user"
#: The entity that "we" and "our" mean.
PROJECT = "project"
_ARROW = " --"


class SlotKind(StrEnum):
    """Whether a slot holds a value or another entity."""

    ATTRIBUTE = "attribute"
    RELATION = "relation"


class Cardinality(StrEnum):
    """Whether a slot has one value at a time or many members side by side."""

    SINGLE = "single"
    SET = "set"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity:
    """Identity only: a person, file, project, task. Its label is a name, never truth."""

    id: str
    key: str
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """An attribute or a relation of one entity."""

    id: str
    entity_id: str
    kind: SlotKind
    name: str
    cardinality: Cardinality
    address: str


def entity(project_id: str, label: str) -> Entity:
    """The entity that a label names; the same normal form is the same entity.

    Errors: `UsageError` when nothing is left of the label.
    """
    key = name.key(label)
    if not key:
        raise UsageError("a name without a letter or digit names no entity", item=repr(label))
    return Entity(id=ids.knowledge(ids.Knowledge.ENTITY, project_id, key), key=key, label=name.spelt(label))


def slot(owner: Entity, kind: SlotKind, slot_name: str, cardinality: Cardinality) -> Slot:
    """The slot of an entity by its name; cardinality is not part of its identity, since a slot may become a set."""
    key = slot_key(slot_name)
    if not key:
        raise UsageError("a name without a letter or digit names no slot", item=repr(slot_name))
    return Slot(
        id=ids.knowledge(ids.Knowledge.SLOT, owner.id, str(kind), key),
        entity_id=owner.id,
        kind=kind,
        name=key,
        cardinality=cardinality,
        address=show(owner.key, kind, key),
    )


def slot_key(slot_name: str) -> str:
    """The normal form of a slot's name: as of any name, but without dots, since the last dot divides an address."""
    return name.key(slot_name.replace(".", " "))


def show(entity_key: str, kind: SlotKind, slot_name: str) -> str:
    """A semantic address as people read it: `entity.attribute` or `subject --relation-->`."""
    return f"{entity_key}.{slot_name}" if kind is SlotKind.ATTRIBUTE else f"{entity_key}{_ARROW}{slot_name}-->"


def normal(address: str) -> str:
    """The normal form of an address that a person or a model wrote.

    Errors: those of `parts`.
    """
    return show(*parts(address))


def is_address(text: str) -> bool:
    """Whether a text can be read as a semantic address."""
    if _ARROW in text and "-->" in text:
        return True
    owner, dot, attribute = text.strip().rpartition(".")
    return bool(dot and name.key(owner) and slot_key(attribute))


class Parts(NamedTuple):
    """What an address is made of: the normal forms of its owner's name and its slot's."""

    owner: str
    kind: SlotKind
    name: str


def parts(address: str) -> Parts:
    """What an address that a person or a model wrote is made of.

    Shape: `entity.attribute` (the last dot divides) or `subject --relation--> object` (the object is dropped: it is
    a member, not a part of the address).

    Errors: `UsageError` for a text with neither.
    """
    if _ARROW in address and "-->" in address:
        subject, _, rest = address.partition(_ARROW)
        return Parts(name.key(subject), SlotKind.RELATION, slot_key(rest.partition("-->")[0]))
    if not is_address(address):
        raise UsageError("not a semantic address", item=repr(address), remedy="write entity.attribute")
    owner, _, attribute = address.strip().rpartition(".")
    return Parts(name.key(owner), SlotKind.ATTRIBUTE, slot_key(attribute))
