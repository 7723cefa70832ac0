"""Rows of what comes back first: lifecycles, associations, labels."""

from __future__ import annotations

from a008.memory.association import Association, AssociationState
from a008.memory.label import Label
from a008.memory.lifecycle import Lifecycle, Policy
from a008.store.row import Column, Row

_LIFECYCLE = """
INSERT INTO lifecycle (evidence_id, carrier, severity, version, half_life, threshold, boost, cap, initial,
                       strength, updated_at, pinned, cause, occurrence_id, reason, standing, rev_from)
VALUES (:evidence_id, :carrier, :severity, :version, :half_life, :threshold, :boost, :cap, :initial,
        :strength, :updated_at, :pinned, :cause, :occurrence_id, :reason, :standing, :rev)
"""
_ASSOCIATION = """
INSERT INTO association (id, project_id, from_id, to_id, relation, utterance_id, rev_from)
VALUES (:id, :project_id, :from_id, :to_id, :relation, :utterance_id, :rev)
"""
_ASSOCIATION_STATE = """
INSERT INTO association_state (association_id, version, half_life, threshold, boost, cap, initial,
                               strength, attraction, updated_at, cause, occurrence_id, reason, rev_from)
VALUES (:association_id, :version, :half_life, :threshold, :boost, :cap, :initial,
        :strength, :attraction, :updated_at, :cause, :occurrence_id, :reason, :rev)
"""
_LABEL = """
INSERT INTO label (claim_id, project_id, axis, value, rev_from) VALUES (:claim_id, :project_id, :axis, :value, :rev)
"""


def lifecycle(value: Lifecycle) -> Row:
    """The row of a carrier's state."""
    return Row(
        table="lifecycle",
        key=value.evidence_id,
        statement=_LIFECYCLE,
        values={
            "evidence_id": value.evidence_id,
            "carrier": value.carrier,
            "severity": value.severity,
            "version": value.version,
            **_policy(value.policy),
            "strength": value.strength,
            "updated_at": str(value.updated_at),
            "pinned": int(value.pinned),
            "cause": value.cause,
            "occurrence_id": value.occurrence_id,
            "reason": value.reason,
            "standing": 1 if value.standing else None,
        },
    )


def association(project_id: str, value: Association) -> Row:
    """The row of an edge."""
    return Row(
        table="association",
        key=value.id,
        statement=_ASSOCIATION,
        values={
            "id": value.id,
            "project_id": project_id,
            "from_id": value.from_id,
            "to_id": value.to_id,
            "relation": value.relation,
            "utterance_id": value.utterance_id,
        },
    )


def association_state(value: AssociationState) -> Row:
    """The row of an edge's state."""
    return Row(
        table="association_state",
        key=value.association_id,
        statement=_ASSOCIATION_STATE,
        values={
            "association_id": value.association_id,
            "version": value.version,
            **_policy(value.policy),
            "strength": value.strength,
            "attraction": value.attraction,
            "updated_at": str(value.updated_at),
            "cause": value.cause,
            "occurrence_id": value.occurrence_id,
            "reason": value.reason or None,
        },
    )


def label(project_id: str, value: Label) -> Row:
    """The row of a label."""
    return Row(
        table="label",
        key=f"{value.claim_id}/{value.axis}/{value.value}",
        statement=_LABEL,
        values={"claim_id": value.claim_id, "project_id": project_id, "axis": value.axis, "value": value.value},
    )


def _policy(policy: Policy) -> dict[str, Column]:
    return {
        "half_life": policy.half_life,
        "threshold": policy.threshold,
        "boost": policy.boost,
        "cap": policy.cap,
        "initial": policy.strength,
    }
