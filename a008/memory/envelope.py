"""The context envelope: what a model is shown, byte for byte, and the fate of everything that was considered.

The model-facing item has exactly six fields; scores, strengths, lifecycle and row ids stay on this side.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from a008 import canon
from a008.clock import Instant
from a008.memory.origin import Origin

#: Version of the wire shape, and the most bytes it takes by default. Source: rule 20.
WIRE_VERSION = 1
DEFAULT_BUDGET = 32_768


class ItemType(StrEnum):
    """What sort of knowledge an item states."""

    STATE = "state"
    HISTORY = "history"
    EVENT = "event"
    CLAIM = "claim"
    UTTERANCE = "utterance"
    ATTRIBUTION = "attribution"
    CONFLICT = "conflict"


class Intent(StrEnum):
    """What a message asks for; several may apply."""

    CURRENT_STATE = "current_state"
    HISTORY = "history"
    ATTRIBUTION = "attribution"
    EVENT = "event"
    ASSOCIATIVE = "associative"


class Lane(StrEnum):
    """One way to find."""

    SLOT = "slot"
    ENTITY = "entity"
    HISTORY = "history"
    ATTRIBUTION = "attribution"
    EVENT = "event"
    TEXT = "text"
    LABEL = "label"
    DIALOGUE = "dialogue"
    HOP = "hop"
    DENSE = "dense"
    CALLER = "caller"
    STANDING = "standing"


class Fate(StrEnum):
    """What became of a candidate; everything but `IN` is a reason for leaving it out."""

    IN = "in"
    OWNED_BY_HEAD = "owned_by_head"
    SUPERSEDED = "superseded"
    DORMANT = "dormant"
    NOT_APPLICABLE = "not_applicable"
    DUPLICATE = "duplicate_of"
    OVER_BUDGET = "over_budget"
    RETRACTED = "retracted"
    NO_MATCH = "no_match"
    OTHER_PROJECT = "other_project"


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One model-facing item.

    Shape: `id` is the stable, opaque identity of the claim or utterance that it states; `scope` its domains.
    """

    id: str
    proposition: str
    type: ItemType
    tags: tuple[str, ...]
    scope: tuple[str, ...]
    authority: Origin


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """One find, why it was found, and its fate with exactly one reason.

    Shape: `address`, `slot_id` and `binding_id` are `None` for what has no address; `rank` counts from 0 in the order
    of packing, `None` for what never got that far. Units: `bytes` of the item in the payload, its comma included.
    """

    item: Item
    lanes: tuple[Lane, ...]
    reasons: tuple[str, ...]
    required: bool
    score: float
    strength: float
    active: bool
    address: str | None
    slot_id: str | None
    binding_id: str | None
    rank: int | None
    bytes: int
    fate: Fate
    detail: str

    @property
    def verdict(self) -> str:
        """The fate in words, as people read it: `dormant s=0.07`, `over_budget by 83 bytes`."""
        return f"{self.fate} {self.detail}".strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvelopeReceipt:
    """Proof of what was read and sent.

    Units: bytes of the payload's UTF-8. `data_version` is SQLite's own count of foreign commits, before and after the
    read.
    """

    revision: int
    data_version_before: int
    data_version_after: int
    bytes: int
    budget: int
    sha256: str
    at: Instant


@dataclass(frozen=True, slots=True, kw_only=True)
class Envelope:
    """What a provider is given beside the message, and how it came about.

    Shape: `payload` is the exact text sent; `items` stand in its order; `scope` is the conversation's scope after
    this message, written only with the turn; `degraded` names stages that failed.
    """

    project_id: str
    message: str
    intents: tuple[Intent, ...]
    items: tuple[Item, ...]
    candidates: tuple[Candidate, ...]
    payload: str
    scope: tuple[str, ...]
    degraded: tuple[str, ...]
    receipt: EnvelopeReceipt

    def admitted(self, item_id: str) -> Candidate | None:
        """The candidate behind an item that was sent, or `None` when no such item was."""
        return next((c for c in self.candidates if c.fate is Fate.IN and c.item.id == item_id), None)

    def why(self, item_id: str) -> Candidate | None:
        """The candidate of an id, in or out; `None` when no lane found it."""
        return next((c for c in self.candidates if c.item.id == item_id), None)


def item_json(item: Item) -> canon.Json:
    """An item as it is sent."""
    return {
        "authority": str(item.authority),
        "id": item.id,
        "proposition": item.proposition,
        "scope": list(item.scope),
        "tags": list(item.tags),
        "type": str(item.type),
    }


def payload(items: tuple[Item, ...]) -> str:
    """The text that is sent and measured: canonical JSON of the items."""
    return canon.text({"a008_context": WIRE_VERSION, "items": [item_json(item) for item in items]})
