"""The context envelope: what a model is shown, byte for byte, and the fate of everything that was considered.

The model-facing item has exactly six fields; scores, strengths, lifecycle and row ids stay on this side.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from a008 import canon
from a008.clock import Instant
from a008.memory.origin import Origin
from a008.memory.reading import Reading

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
    """What became of a candidate; everything but `IN` is a reason for leaving it out.

    The last two are of ids that are asked about, and of no candidate.
    """

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
    UNKNOWN = "unknown"


class Abstention(StrEnum):
    """Why nothing that is known bears on a message.

    No lane found anything, what they found shares too little with it, or it may not be shown: each fate says why.
    """

    NOTHING_FOUND = "nothing_found"
    BELOW_FLOOR = "below_floor"
    LEFT_OUT = "left_out"


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

    Shape: `reading` is how much of the message had a part in it; `abstention` says why nothing known bears on it,
    `None` when something does, or when it asks for nothing. `tokens` are those of the payload by `tokenizer`, if any.
    Units: bytes of the payload's UTF-8; `budget` is in tokens where a tokenizer is named, else in bytes. `data_version`
    is SQLite's own count of foreign commits, before and after the read.
    """

    revision: int
    data_version_before: int
    data_version_after: int
    bytes: int
    tokens: int | None
    budget: int
    tokenizer: str | None
    sha256: str
    at: Instant
    reading: Reading
    abstention: Abstention | None

    @property
    def used(self) -> int:
        """How much of the budget is used, in its unit."""
        return self.bytes if self.tokens is None else self.tokens

    @property
    def unit(self) -> str:
        """What the budget counts."""
        return "bytes" if self.tokens is None else "tokens"


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

    @property
    def abstains(self) -> bool:
        """Whether nothing that is known bears on the message."""
        return self.receipt.abstention is not None

    def admitted(self, item_id: str) -> Candidate | None:
        """The candidate behind an item that was sent, or `None` when no such item was."""
        return next((c for c in self.candidates if c.fate is Fate.IN and c.item.id == item_id), None)

    def why(self, item_id: str) -> Candidate | None:
        """The candidate of an id, in or out; `None` when no lane found it."""
        return next((c for c in self.candidates if c.item.id == item_id), None)

    def why_not(self, item_id: str) -> Candidate | None:
        """The candidate of an id that was left out; `None` when it was sent, or no lane found it.

        Shape: the first of several guises; of an id that no lane found, `Envelopes.why_not` tells.
        """
        return None if self.admitted(item_id) else self.why(item_id)


def item_json(item: Item) -> canon.Json:
    """An item as it is sent; labels that it has none of are left out, since every byte of them costs another item."""
    labels = {"scope": list(item.scope), "tags": list(item.tags)}
    return {
        "authority": str(item.authority),
        "id": item.id,
        "proposition": item.proposition,
        **{name: values for name, values in labels.items() if values},
        "type": str(item.type),
    }


def payload(items: tuple[Item, ...]) -> str:
    """The text that is sent and measured: canonical JSON of the items."""
    return canon.text({"a008_context": WIRE_VERSION, "items": [item_json(item) for item in items]})
