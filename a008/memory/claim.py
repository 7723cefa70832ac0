"""Claims: propositions that somebody uttered, with certainty, attribution and evidence; never edited, never deleted."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from a008 import canon
from a008.memory import name
from a008.memory.origin import Origin
from a008.memory.time import Interval


class Certainty(StrEnum):
    """How sure the claim was when it was made."""

    CERTAIN = "certain"
    PROBABLE = "probable"
    POSSIBLE = "possible"
    UNLIKELY = "unlikely"


class Status(StrEnum):
    """Where a claim stands; moved only by a named policy, each move a row of its own."""

    ASSERTED = "asserted"
    ACCEPTED = "accepted"
    CONTESTED = "contested"
    REJECTED = "rejected"
    RETRACTED = "retracted"


class Severity(StrEnum):
    """How much it would matter to forget this; sets the lifecycle policy and nothing else."""

    CRITICAL = "critical"
    IMPORTANT = "important"
    MINOR = "minor"


class Relation(StrEnum):
    """How a claim rests on an utterance."""

    DERIVED_FROM = "derived_from"
    APPEARS_IN = "appears_in"


#: Values an attribute can hold.
Value = str | int | float | bool | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Attribute:
    """`entity.attribute` has a value."""

    entity: str
    attribute: str
    value: Value


@dataclass(frozen=True, slots=True, kw_only=True)
class RelationTo:
    """A subject stands in a relation to an object."""

    subject: str
    relation: str
    object: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something happened, with those who took part."""

    event: str
    participants: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Denial:
    """That something does not hold, or holds no longer: it is about an address and never holds it."""

    of: Attribute | RelationTo


#: What a claim says in a form that has an address (or, for an event, a name); `None` leaves it as evidence.
Form = Attribute | RelationTo | Event | Denial


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One proposition with its first evidence.

    Shape: `form` is `None` when no address could be resolved; no synthetic address is ever made. `utterance_id` is
    the first evidence; later ones are provenance.
    """

    id: str
    proposition: str
    form: Form | None
    certainty: Certainty
    origin: Origin
    attributed_to: str
    severity: Severity
    interval: Interval
    utterance_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimStatus:
    """A move of a claim's status, by policy and for a reason."""

    claim_id: str
    status: Status
    policy: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Provenance:
    """A typed link from a claim to an utterance.

    Units: byte offsets of the supporting span in the utterance's UTF-8, end exclusive; `None` when no span was proved.
    """

    claim_id: str
    utterance_id: str
    relation: Relation
    start: int | None
    end: int | None


#: Cut-offs from a confidence in [0, 1]. Source: memory reference, validation.
_CUT_OFFS = ((0.9, Certainty.CERTAIN), (0.65, Certainty.PROBABLE), (0.35, Certainty.POSSIBLE))


def certainty_of(confidence: float) -> Certainty:
    """The certainty that a confidence in [0, 1] stands for."""
    return next((word for floor, word in _CUT_OFFS if confidence >= floor), Certainty.UNLIKELY)


def text_key(proposition: str) -> str:
    """What two propositions share when they say the same in the same words: 32 digits of a hash of the normal form."""
    return canon.digest(name.key(proposition.rstrip(" .!…。")).encode())[:32]


def form_json(form: Form | None) -> canon.Json:
    """A form as JSON, the shape it is stored and hashed in."""
    match form:
        case Attribute(entity=entity, attribute=attribute, value=value):
            return {"form": "attribute", "entity": entity, "attribute": attribute, "value": value}
        case RelationTo(subject=subject, relation=relation, object=target):
            return {"form": "relation", "subject": subject, "relation": relation, "object": target}
        case Event(event=event, participants=participants):
            return {"form": "event", "event": event, "participants": list(participants)}
        case Denial(of=denied):
            return {"form": "denial", "of": form_json(denied)}
        case None:
            return None
