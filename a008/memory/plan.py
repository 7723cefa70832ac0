"""A commit before it happens: every row that will be written, and what must still be true by then.

Intake builds plans, the store applies them; they meet nowhere else.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from enum import StrEnum

from a008.clock import Instant
from a008.memory.address import Entity, Slot
from a008.memory.association import Association, AssociationState
from a008.memory.binding import Binding
from a008.memory.claim import Claim, ClaimStatus, Provenance
from a008.memory.identity import Alias, Merge
from a008.memory.known import Known
from a008.memory.label import Label
from a008.memory.lifecycle import Lifecycle
from a008.memory.proposal import Refusal
from a008.memory.receipt import Written
from a008.memory.reconcile import Outcome, Verdict
from a008.memory.resolution import Moved, Resolution
from a008.memory.time import Interval
from a008.memory.utterance import Artifact, Utterance


class Cause(StrEnum):
    """Why a revision was made."""

    TURN_RECORDED = "turn recorded"
    TURN_LEARNT = "turn learnt"
    CONFLICT_RESOLVED = "conflict resolved"
    NAMED = "entity named"
    MERGED = "entities merged"
    SPLIT = "entity split"
    UNDONE = "taken back"
    MAINTENANCE = "maintenance"
    IMPORTED = "imported"


@dataclass(frozen=True, slots=True, kw_only=True)
class SlotGuard:
    """The rows of an address that the plan was made upon; any other set of live rows makes the plan stale."""

    slot_id: str
    address: str
    live: tuple[str, ...]

    @classmethod
    def of(cls, known: Known, slot: Slot) -> SlotGuard:
        """The guard of an address as it was known, or of one at which nothing was known."""
        found = known.slots.get(slot.id)
        live = () if found is None else tuple(binding.id for binding in found.live)
        return cls(slot_id=slot.id, address=slot.address, live=live)


@dataclass(frozen=True, slots=True, kw_only=True)
class NameGuard:
    """What a name meant when the plan was made: one entity, that may be new. Another one by then makes it stale."""

    key: str
    entity_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CarrierGuard:
    """The state of a lifecycle or an association that the plan was made upon; `None` = there was none.

    Shape: `carrier_id` is a claim, an utterance or an association; `occurrence_id` wrote its last row.
    """

    carrier_id: str
    occurrence_id: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Transition:
    """One move of the state of an address, with what caused it and who decided.

    Shape: `amended` is the interval whose value a correction put right, `None` otherwise.
    """

    slot_id: str
    outcome: Outcome
    verdict: Verdict
    from_claim: str | None
    to_claim: str | None
    amended: Interval | None
    utterance_id: str
    decided_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Contest:
    """An open conflict: a claim that competes with the head of an address, which keeps its place."""

    slot_id: str
    claim_id: str
    against_claim_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosedContest:
    """A conflict that a person resolved or that moved with its address; `reason` is '' when none was given."""

    contest: Contest
    resolution: Resolution | Moved
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimEntity:
    """A claim mentions an entity: membership only, no proof, no strength."""

    claim_id: str
    entity_id: str


#: What a plan says of itself; everything else is rows.
_ABOUT = frozenset(
    [
        "project_id",
        "occurrence_id",
        "author",
        "cause",
        "at",
        "base_revision",
        "alone",
        "guards",
        "carriers",
        "names",
        "written",
        "refusals",
    ]
)


@dataclass(frozen=True, slots=True, kw_only=True)
class CommitPlan:
    """Everything one commit writes.

    Shape: rows are in the order in which they are written. `closed_bindings` are ids whose rows end on the record axis;
    `redefined_slots` exist already and get the definition that they carry here.
    `base_revision` is the revision that the plan was made upon; guards are checked only when the store has moved since.
    `alone` makes any later revision of the project a reason to decide again.
    """

    project_id: str
    occurrence_id: str
    author: str
    cause: Cause
    at: Instant
    base_revision: int
    alone: bool
    guards: tuple[SlotGuard, ...]
    carriers: tuple[CarrierGuard, ...]
    names: tuple[NameGuard, ...]
    artifacts: tuple[Artifact, ...]
    utterances: tuple[Utterance, ...]
    entities: tuple[Entity, ...]
    aliases: tuple[Alias, ...]
    closed_aliases: tuple[Alias, ...]
    merges: tuple[Merge, ...]
    closed_merges: tuple[Merge, ...]
    slots: tuple[Slot, ...]
    redefined_slots: tuple[Slot, ...]
    claims: tuple[Claim, ...]
    claim_entities: tuple[ClaimEntity, ...]
    statuses: tuple[ClaimStatus, ...]
    provenance: tuple[Provenance, ...]
    closed_bindings: tuple[str, ...]
    bindings: tuple[Binding, ...]
    transitions: tuple[Transition, ...]
    contests: tuple[Contest, ...]
    closed_contests: tuple[ClosedContest, ...]
    labels: tuple[Label, ...]
    lifecycles: tuple[Lifecycle, ...]
    associations: tuple[Association, ...]
    association_states: tuple[AssociationState, ...]
    written: tuple[Written, ...]
    refusals: tuple[Refusal, ...]

    @property
    def is_empty(self) -> bool:
        """Whether nothing would be written."""
        return not any(getattr(self, each.name) for each in fields(self) if each.name not in _ABOUT)


def blank(
    *, project_id: str, occurrence_id: str, author: str, cause: Cause, at: Instant, base_revision: int
) -> CommitPlan:
    """A plan that writes nothing, for `dataclasses.replace` to fill."""
    return CommitPlan(
        project_id=project_id,
        occurrence_id=occurrence_id,
        author=author,
        cause=cause,
        at=at,
        base_revision=base_revision,
        alone=False,
        guards=(),
        carriers=(),
        names=(),
        artifacts=(),
        utterances=(),
        entities=(),
        aliases=(),
        closed_aliases=(),
        merges=(),
        closed_merges=(),
        slots=(),
        redefined_slots=(),
        claims=(),
        claim_entities=(),
        statuses=(),
        provenance=(),
        closed_bindings=(),
        bindings=(),
        transitions=(),
        contests=(),
        closed_contests=(),
        labels=(),
        lifecycles=(),
        associations=(),
        association_states=(),
        written=(),
        refusals=(),
    )
