"""Rows of what holds: entities and their labels, slots, bindings, transitions, open conflicts."""

from __future__ import annotations

from a008.memory.address import Entity, Slot
from a008.memory.binding import Binding
from a008.memory.identity import Alias, Merge
from a008.memory.plan import ClaimEntity, ClosedContest, Contest, Transition
from a008.store.row import Closing, Column, Row, edges

_ENTITY = "INSERT INTO entity (id, project_id, key, label, rev_from) VALUES (:id, :project_id, :key, :label, :rev)"
_ENTITY_LABEL = """
INSERT INTO entity_label (entity_id, project_id, key, label, utterance_id, rev_from)
VALUES (:entity_id, :project_id, :key, :label, :utterance_id, :rev)
"""
_CLOSE_ALIAS = "UPDATE entity_label SET rev_to = :rev WHERE entity_id = :entity_id AND key = :key AND rev_to IS NULL"
_MERGE = """
INSERT INTO entity_merge (from_id, into_id, project_id, utterance_id, rev_from)
VALUES (:from_id, :into_id, :project_id, :utterance_id, :rev)
"""
_CLOSE_MERGE = "UPDATE entity_merge SET rev_to = :rev WHERE from_id = :from_id AND rev_to IS NULL"
_CLAIM_ENTITY = "INSERT INTO claim_entity (claim_id, entity_id, rev_from) VALUES (:claim_id, :entity_id, :rev)"
_SLOT = """
INSERT INTO slot (id, project_id, entity_id, kind, name, address, rev_from)
VALUES (:id, :project_id, :entity_id, :kind, :name, :address, :rev)
"""
_DEFINITION = "INSERT INTO slot_definition (slot_id, cardinality, rev_from) VALUES (:slot_id, :cardinality, :rev)"
_BINDING = """
INSERT INTO binding (id, project_id, slot_id, cardinality, member, object_id, claim_id,
                     valid_from, valid_to, is_open, rev_from)
VALUES (:id, :project_id, :slot_id, :cardinality, :member, :object_id, :claim_id,
        :valid_from, :valid_to, :is_open, :rev)
"""
_TRANSITION = """
INSERT INTO transition (project_id, slot_id, outcome, verdict, from_claim, to_claim, amended_from, amended_to,
                        utterance_id, decided_by, rev_from)
VALUES (:project_id, :slot_id, :outcome, :verdict, :from_claim, :to_claim, :amended_from, :amended_to,
        :utterance_id, :decided_by, :rev)
"""
_CONTEST = """
INSERT INTO contest (slot_id, claim_id, against_claim_id, resolution, reason, rev_from)
VALUES (:slot_id, :claim_id, :against_claim_id, '', '', :rev)
"""

_CLOSE_CONTEST = """
UPDATE contest SET resolution = :resolution, reason = :reason, rev_to = :rev
WHERE slot_id = :slot_id AND claim_id = :claim_id AND against_claim_id = :against_claim_id AND rev_to IS NULL
"""


def entity(project_id: str, value: Entity) -> Row:
    """The row of an entity; its name is a row of its own."""
    return Row(
        table="entity",
        key=value.id,
        statement=_ENTITY,
        values={"id": value.id, "project_id": project_id, "key": value.key, "label": value.label},
    )


def alias(project_id: str, value: Alias) -> Row:
    """The row of a name that an entity has."""
    return Row(
        table="entity_label",
        key=f"{value.entity_id}/{value.key}",
        statement=_ENTITY_LABEL,
        values={
            "entity_id": value.entity_id,
            "project_id": project_id,
            "key": value.key,
            "label": value.label,
            "utterance_id": value.utterance_id,
        },
    )


def closed_alias(value: Alias) -> Closing:
    """The end of a name."""
    return Closing(
        table="entity_label",
        key=f"{value.entity_id}/{value.key}",
        statement=_CLOSE_ALIAS,
        names={"entity_id": value.entity_id, "key": value.key},
        adds={},
    )


def merge(project_id: str, value: Merge) -> Row:
    """The row that declares an entity to be part of another."""
    return Row(
        table="entity_merge",
        key=value.from_id,
        statement=_MERGE,
        values={
            "from_id": value.from_id,
            "into_id": value.into_id,
            "project_id": project_id,
            "utterance_id": value.utterance_id,
        },
    )


def closed_merge(value: Merge) -> Closing:
    """The end of a merge."""
    return Closing(
        table="entity_merge", key=value.from_id, statement=_CLOSE_MERGE, names={"from_id": value.from_id}, adds={}
    )


def claim_entity(value: ClaimEntity) -> Row:
    """The row of a mention."""
    return Row(
        table="claim_entity",
        key=f"{value.claim_id}/{value.entity_id}",
        statement=_CLAIM_ENTITY,
        values={"claim_id": value.claim_id, "entity_id": value.entity_id},
    )


def slot(project_id: str, value: Slot) -> list[Row]:
    """The rows of a slot and its first definition."""
    return [
        Row(
            table="slot",
            key=value.id,
            statement=_SLOT,
            values={
                "id": value.id,
                "project_id": project_id,
                "entity_id": value.entity_id,
                "kind": value.kind,
                "name": value.name,
                "address": value.address,
            },
        ),
        definition(value),
    ]


def definition(value: Slot) -> Row:
    """The row that says what a slot holds from now on: one value, or members."""
    return Row(
        table="slot_definition",
        key=value.id,
        statement=_DEFINITION,
        values={"slot_id": value.id, "cardinality": value.cardinality},
    )


def binding(project_id: str, value: Binding) -> Row:
    """The row of a binding."""
    return Row(
        table="binding",
        key=value.id,
        statement=_BINDING,
        values={
            "id": value.id,
            "project_id": project_id,
            "slot_id": value.slot_id,
            "cardinality": value.cardinality,
            "member": value.member,
            "object_id": value.object_id,
            "claim_id": value.claim_id,
            **edges(value.interval),
        },
    )


def transition(project_id: str, value: Transition) -> Row:
    """The row of a transition."""
    amended = {} if value.amended is None else edges(value.amended)
    return Row(
        table="transition",
        key=value.slot_id,
        statement=_TRANSITION,
        values={
            "project_id": project_id,
            "slot_id": value.slot_id,
            "outcome": value.outcome,
            "verdict": value.verdict,
            "from_claim": value.from_claim,
            "to_claim": value.to_claim,
            "amended_from": amended.get("valid_from"),
            "amended_to": amended.get("valid_to"),
            "utterance_id": value.utterance_id,
            "decided_by": value.decided_by,
        },
    )


def contest(value: Contest) -> Row:
    """The row of an open conflict."""
    return Row(table="contest", key=_pair(value), statement=_CONTEST, values=_named(value))


def closed_contest(value: ClosedContest) -> Closing:
    """The end of a conflict, with what a person decided."""
    return Closing(
        table="contest",
        key=_pair(value.contest),
        statement=_CLOSE_CONTEST,
        names=_named(value.contest),
        adds={"resolution": value.resolution, "reason": value.reason},
    )


def _pair(value: Contest) -> str:
    return f"{value.claim_id}/{value.against_claim_id}"


def _named(value: Contest) -> dict[str, Column]:
    return {"slot_id": value.slot_id, "claim_id": value.claim_id, "against_claim_id": value.against_claim_id}
