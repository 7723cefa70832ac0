"""What is known about the addresses and items that a proposal touches: the ground on which intake decides.

The store reads it in one snapshot; the plan made upon it is guarded by it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from a008.memory.address import Entity, Slot
from a008.memory.association import AssociationState
from a008.memory.binding import Binding
from a008.memory.claim import Form, Status
from a008.memory.identity import Names
from a008.memory.lifecycle import Lifecycle
from a008.memory.origin import Origin


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownClaim:
    """What reconciliation asks of a claim behind a binding; `is_open` says that it told no end."""

    id: str
    proposition: str
    origin: Origin
    attributed_to: str
    status: Status
    utterance_id: str
    supported_by_user: bool
    is_open: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownSlot:
    """A slot as it is defined now, with the entity it belongs to and its bindings still believed."""

    owner: Entity
    slot: Slot
    live: tuple[Binding, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """One snapshot of everything a plan depends on.

    Shape: `slots` by slot id, `claims` by claim id (those behind live bindings and those cited), `same_text` from a
    text key to the newest claim in these words, `lifecycles` by evidence id, `associations` by id; what does not
    exist is absent. `vouchers` are the people behind each accepted claim that holds one of the slots, by claim id; they
    are known only where something is taken back.
    """

    revision: int
    names: Names
    slots: Mapping[str, KnownSlot]
    claims: Mapping[str, KnownClaim]
    same_text: Mapping[str, str]
    lifecycles: Mapping[str, Lifecycle]
    associations: Mapping[str, AssociationState]
    vouchers: Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What a proposal makes it necessary to know.

    Shape: `forms` are what is said, of which the names, slots and associations are looked up; `labels` are other names
    of entities; `slots` and `evidence` are ids that are cited outright. `takes_back` says that something is denied, so
    that it matters who else vouches for it.
    """

    forms: tuple[Form, ...]
    labels: frozenset[str]
    slots: frozenset[str]
    evidence: frozenset[str]
    text_keys: frozenset[str]
    takes_back: bool
