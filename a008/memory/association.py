"""Associations: signed retrieval edges between entities. They help finding and can never touch truth."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace

from a008 import ids
from a008.clock import Instant
from a008.memory.lifecycle import DAY, Cause, Policy, decayed
from a008.memory.place import Place

#: Source: rules, lifecycle table, row "association".
POLICY = Policy(strength=0.4, half_life=45 * DAY, threshold=0.2, boost=0.2, cap=1.0)
VERSION = "association-exponential-v1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Association:
    """A directed edge; any differing part makes another edge. `utterance_id` is its proof."""

    id: str
    from_id: str
    to_id: str
    relation: str
    utterance_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AssociationState:
    """Strength and attraction of an edge since its last change.

    Units: strength in [0, 1], attraction in [-1, 1], both decaying with the policy's half-life, attraction towards 0
    and never across.
    """

    association_id: str
    version: str
    policy: Policy
    strength: float
    attraction: float
    updated_at: Instant
    cause: Cause
    occurrence_id: str
    reason: str


def edge(from_id: str, to_id: str, relation: str, utterance_id: str) -> Association:
    """An edge between two entities, named by its ends and relation."""
    return Association(
        id=ids.knowledge(ids.Knowledge.ASSOCIATION, from_id, to_id, relation),
        from_id=from_id,
        to_id=to_id,
        relation=relation,
        utterance_id=utterance_id,
    )


def between(there: Place, utterance_id: str) -> Association:
    """The edge that a relation makes between its subject and its object."""
    assert there.object is not None
    return edge(there.entities[0].id, there.object.id, there.slot.name, utterance_id)


def created(association_id: str, occurrence_id: str, now: Instant) -> AssociationState:
    """The first row of an edge: policy strength, neutral attraction."""
    return AssociationState(
        association_id=association_id,
        version=VERSION,
        policy=POLICY,
        strength=POLICY.strength,
        attraction=0.0,
        updated_at=now,
        cause=Cause.CREATED,
        occurrence_id=occurrence_id,
        reason="",
    )


def strength_at(state: AssociationState, now: Instant) -> float:
    """Strength of an edge at an instant."""
    return decayed(state.strength, state.policy.half_life, now.seconds_since(state.updated_at))


def attraction_at(state: AssociationState, now: Instant) -> float:
    """Signed pull of an edge at an instant; it fades to neutral and never crosses it."""
    return _neutral(decayed(state.attraction, state.policy.half_life, now.seconds_since(state.updated_at)))


def is_active(state: AssociationState, now: Instant) -> bool:
    """Whether an edge is strong enough to be walked."""
    return strength_at(state, now) >= state.policy.threshold


def adjusted(
    state: AssociationState, occurrence_id: str, now: Instant, *, positive: bool, reason: str = ""
) -> AssociationState:
    """The row after an edge was used together (`positive`) or an explicit negative signal.

    Use together lifts strength and attraction by one boost; a negative signal lowers attraction alone. The baseline
    time never moves back.
    """
    boost = state.policy.boost
    attraction = attraction_at(state, now) + (boost if positive else -boost)
    strength = strength_at(state, now) + (boost if positive else 0.0)
    return replace(
        state,
        strength=min(state.policy.cap, strength),
        attraction=max(-1.0, min(1.0, _neutral(attraction))),
        updated_at=max(now, state.updated_at),
        cause=Cause.REINFORCED if positive else Cause.WEAKENED,
        occurrence_id=occurrence_id,
        reason=reason,
    )


def _neutral(value: float) -> float:
    """A pull that is too small to tell from none is none. Source: memory reference, signed attraction."""
    return 0.0 if abs(value) < sys.float_info.epsilon else value
