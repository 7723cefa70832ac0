"""Applying a plan: one transaction, one revision, all or nothing. Decides nothing."""

from __future__ import annotations

from collections.abc import Iterable

from a008.errors import StaleState
from a008.memory.plan import CarrierGuard, CommitPlan, NameGuard, SlotGuard
from a008.memory.receipt import Receipt
from a008.store import evidence_rows, projects, revisions, salience_rows, state_rows
from a008.store.connection import Connection
from a008.store.revisions import Change
from a008.store.row import Closing, Row
from a008.store.search import scope_term

_LIVE = "SELECT id FROM binding WHERE slot_id = :slot_id AND rev_to IS NULL"
_CLOSE_BINDING = "UPDATE binding SET rev_to = :rev WHERE id = :key AND rev_to IS NULL"
_CLOSE_STATUS = "UPDATE claim_status SET rev_to = :rev WHERE claim_id = :key AND rev_to IS NULL"
_CLOSE_LIFECYCLE = "UPDATE lifecycle SET rev_to = :rev WHERE evidence_id = :key AND rev_to IS NULL"
_CLOSE_DEFINITION = "UPDATE slot_definition SET rev_to = :rev WHERE slot_id = :key AND rev_to IS NULL"
_CLOSE_ASSOCIATION = "UPDATE association_state SET rev_to = :rev WHERE association_id = :key AND rev_to IS NULL"

_SINCE = "SELECT 1 FROM revision WHERE project_id = :project AND number > :base LIMIT 1"
_HAS_ARTIFACT = "SELECT 1 FROM artifact WHERE id = :key"
_HAS_ENTITY = "SELECT 1 FROM entity WHERE id = :key"
_HAS_ALIAS = "SELECT 1 FROM entity_label WHERE entity_id = :entity AND key = :key AND rev_to IS NULL"
_HAS_MENTION = "SELECT 1 FROM claim_entity WHERE claim_id = :claim AND entity_id = :entity"
_HAS_SLOT = "SELECT 1 FROM slot WHERE id = :key"
_HAS_ASSOCIATION = "SELECT 1 FROM association WHERE id = :key"
_HAS_STATUS = "SELECT 1 FROM claim_status WHERE claim_id = :key AND rev_to IS NULL"
_HAS_LIFECYCLE = "SELECT 1 FROM lifecycle WHERE evidence_id = :key AND rev_to IS NULL"
_HAS_ASSOCIATION_STATE = "SELECT 1 FROM association_state WHERE association_id = :key AND rev_to IS NULL"
_HAS_PROVENANCE = """
SELECT 1 FROM provenance WHERE claim_id = :claim AND utterance_id = :utterance AND relation = :relation
"""
_MEANT = "SELECT entity_id FROM entity_label WHERE project_id = :project AND key = :key AND rev_to IS NULL"
_LAST_OCCURRENCE = """
SELECT occurrence_id FROM lifecycle WHERE evidence_id = :key AND rev_to IS NULL
UNION ALL
SELECT occurrence_id FROM association_state WHERE association_id = :key AND rev_to IS NULL
"""
_LIFECYCLE_DONE = "SELECT 1 FROM lifecycle WHERE evidence_id = :key AND occurrence_id = :occurrence"
_ASSOCIATION_DONE = "SELECT 1 FROM association_state WHERE association_id = :key AND occurrence_id = :occurrence"


def apply(conn: Connection, plan: CommitPlan) -> Receipt:
    """Write a plan inside the caller's write transaction.

    Errors: `StaleState` when the store moved under a guarded address since the plan was made; nothing is written then.
    """
    if plan.is_empty:
        return _receipt(plan, None, None)
    number, parent = revisions.newest(conn)
    if number != plan.base_revision:
        if plan.alone and conn.execute(_SINCE, {"project": plan.project_id, "base": plan.base_revision}).fetchone():
            raise StaleState("the project has learnt since this was shown", item=plan.cause, remedy="look at it again")
        _check(conn, plan.guards)
        _check_names(conn, plan.project_id, plan.names)
        _check_carriers(conn, plan.carriers)
    closings = _closings(conn, plan)
    rows = _rows(conn, plan)
    changes = [Change(table=end.table, row=end.key, action="close", digest=end.digest) for end in closings]
    changes.extend(Change(table=row.table, row=row.key, action="write", digest=row.digest) for row in rows)
    revision = revisions.sealed(
        number=number + 1,
        project_id=plan.project_id,
        occurrence_id=plan.occurrence_id,
        author=plan.author,
        cause=plan.cause,
        at=plan.at,
        parent_hash=parent,
        changes=tuple(changes),
    )
    revisions.insert(conn, revision)
    for end in closings:
        if not end.write(conn, revision.number):
            raise StaleState("a row was closed while this was decided", item=end.key, remedy="decide again")
    for row in rows:
        row.write(conn, revision.number)
    return _receipt(plan, revision.number, revision.hash)


def _receipt(plan: CommitPlan, revision: int | None, chain_hash: str | None) -> Receipt:
    return Receipt(
        revision=revision,
        hash=chain_hash,
        occurrence_id=plan.occurrence_id,
        at=plan.at,
        written=plan.written,
        reinforced=tuple(state.evidence_id for state in plan.lifecycles if state.cause == "reinforced"),
        refusals=plan.refusals,
    )


def _check(conn: Connection, guards: Iterable[SlotGuard]) -> None:
    for guard in guards:
        live = {row[0] for row in conn.execute(_LIVE, {"slot_id": guard.slot_id})}
        if live != set(guard.live):
            raise StaleState(
                "the state changed while this was decided", item=guard.address, remedy="decide again on the new state"
            )


def _check_names(conn: Connection, project_id: str, guards: Iterable[NameGuard]) -> None:
    for guard in guards:
        meant = {row[0] for row in conn.execute(_MEANT, {"project": project_id, "key": guard.key})}
        if not meant <= {guard.entity_id}:
            raise StaleState("what it names changed while this was decided", item=guard.key, remedy="decide again")


def _check_carriers(conn: Connection, guards: Iterable[CarrierGuard]) -> None:
    for guard in guards:
        row = conn.execute(_LAST_OCCURRENCE, {"key": guard.carrier_id}).fetchone()
        if (None if row is None else row[0]) != guard.occurrence_id:
            raise StaleState(
                "its strength changed while this was decided", item=guard.carrier_id, remedy="decide again"
            )


def _closings(conn: Connection, plan: CommitPlan) -> list[Closing]:
    """Every row that ends on the record axis."""
    closings = [state_rows.closed_contest(closed) for closed in plan.closed_contests]
    closings.extend(state_rows.closed_alias(alias) for alias in plan.closed_aliases)
    closings.extend(state_rows.closed_merge(merge) for merge in plan.closed_merges)
    closings.extend(_end("slot_definition", _CLOSE_DEFINITION, slot.id) for slot in plan.redefined_slots)
    closings.extend(_end("binding", _CLOSE_BINDING, key) for key in plan.closed_bindings)
    closings.extend(
        _end("claim_status", _CLOSE_STATUS, status.claim_id)
        for status in plan.statuses
        if _has(conn, _HAS_STATUS, status.claim_id)
    )
    closings.extend(
        _end("lifecycle", _CLOSE_LIFECYCLE, state.evidence_id)
        for state in plan.lifecycles
        if _has(conn, _HAS_LIFECYCLE, state.evidence_id) and not _done(conn, _LIFECYCLE_DONE, state.evidence_id, plan)
    )
    closings.extend(
        _end("association_state", _CLOSE_ASSOCIATION, state.association_id)
        for state in plan.association_states
        if _has(conn, _HAS_ASSOCIATION_STATE, state.association_id)
        and not _done(conn, _ASSOCIATION_DONE, state.association_id, plan)
    )
    return closings


def _end(table: str, statement: str, key: str) -> Closing:
    return Closing(table=table, key=key, statement=statement, names={"key": key}, adds={})


def _rows(conn: Connection, plan: CommitPlan) -> list[Row]:
    """Every row to insert, in an order that satisfies the references; what is there already is left as it is."""
    project = plan.project_id
    scope = scope_term(projects.number(conn, project))
    rows: list[Row] = []
    for artifact in plan.artifacts:
        if not _has(conn, _HAS_ARTIFACT, artifact.id):
            rows.append(evidence_rows.artifact(project, artifact, plan.at))
    for utterance in plan.utterances:
        rows.extend(evidence_rows.utterance(project, utterance))
        rows.append(evidence_rows.findable_utterance(scope, utterance))
    for entity in plan.entities:
        if not _has(conn, _HAS_ENTITY, entity.id):
            rows.append(state_rows.entity(project, entity))
    ended = {(alias.entity_id, alias.key) for alias in plan.closed_aliases}
    for alias in plan.aliases:
        names = {"entity": alias.entity_id, "key": alias.key}
        if (alias.entity_id, alias.key) in ended or conn.execute(_HAS_ALIAS, names).fetchone() is None:
            rows.append(state_rows.alias(project, alias))
    rows.extend(state_rows.merge(project, merge) for merge in plan.merges)
    for slot in plan.slots:
        if not _has(conn, _HAS_SLOT, slot.id):
            rows.extend(state_rows.slot(project, slot))
    rows.extend(state_rows.definition(slot) for slot in plan.redefined_slots)
    for claim in plan.claims:
        rows.append(evidence_rows.claim(project, claim))
        rows.append(evidence_rows.findable_claim(scope, claim))
    rows.extend(
        state_rows.claim_entity(mention)
        for mention in plan.claim_entities
        if conn.execute(_HAS_MENTION, {"claim": mention.claim_id, "entity": mention.entity_id}).fetchone() is None
    )
    rows.extend(evidence_rows.status(status) for status in plan.statuses)
    for link in plan.provenance:
        known = {"claim": link.claim_id, "utterance": link.utterance_id, "relation": link.relation}
        if conn.execute(_HAS_PROVENANCE, known).fetchone() is None:
            rows.append(evidence_rows.provenance(link))
    rows.extend(state_rows.binding(project, binding) for binding in plan.bindings)
    rows.extend(state_rows.transition(project, transition) for transition in plan.transitions)
    rows.extend(state_rows.contest(contest) for contest in plan.contests)
    rows.extend(salience_rows.label(project, label) for label in plan.labels)
    for state in plan.lifecycles:
        if not _done(conn, _LIFECYCLE_DONE, state.evidence_id, plan):
            rows.append(salience_rows.lifecycle(state))
    for edge in plan.associations:
        if not _has(conn, _HAS_ASSOCIATION, edge.id):
            rows.append(salience_rows.association(project, edge))
    for pull in plan.association_states:
        if not _done(conn, _ASSOCIATION_DONE, pull.association_id, plan):
            rows.append(salience_rows.association_state(pull))
    return rows


def _has(conn: Connection, statement: str, key: str) -> bool:
    return conn.execute(statement, {"key": key}).fetchone() is not None


def _done(conn: Connection, statement: str, key: str, plan: CommitPlan) -> bool:
    """Whether this occurrence has counted for a carrier before."""
    return conn.execute(statement, {"key": key, "occurrence": plan.occurrence_id}).fetchone() is not None
