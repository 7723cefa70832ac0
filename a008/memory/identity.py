"""Who a name means: aliases, names that mean several, and entities that turned out to be one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from a008.memory import address, name
from a008.memory.address import Entity


@dataclass(frozen=True, slots=True, kw_only=True)
class Alias:
    """A name of an entity, the one it was met with included.

    Shape: `key` is the normal form of `label`; `utterance_id` is where it was called that, `None` in old stores.
    """

    entity_id: str
    key: str
    label: str
    utterance_id: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Merge:
    """Two entities that a person declared to be one: what is known of `from_id` is known of `into_id`."""

    from_id: str
    into_id: str
    utterance_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Ambiguity:
    """A name that means several entities, so that nothing is bound by it; `entities` are in the order of their ids."""

    label: str
    entities: tuple[Entity, ...]

    def __str__(self) -> str:
        return f"`{self.label}` names {len(self.entities)}: {', '.join(entity.label for entity in self.entities)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """What some names mean in a project, by normal form; a name that is absent means a new entity."""

    project_id: str
    known: Mapping[str, tuple[Entity, ...]]

    def entity(self, label: str) -> Entity | Ambiguity:
        """The one entity that a label names, a new one for a new name, or all that it might name.

        Errors: `UsageError` for a label without a letter or digit.
        """
        meant = self.known.get(name.key(label), ())
        if len(meant) > 1:
            return Ambiguity(label=name.spelt(label), entities=meant)
        return meant[0] if meant else address.entity(self.project_id, label)
