"""Rows of what was said: artifacts, utterances and their sentences, claims, their status and provenance, full text."""

from __future__ import annotations

from a008 import canon
from a008.clock import Instant
from a008.memory import terms
from a008.memory.claim import Claim, ClaimStatus, Provenance, form_json, text_key
from a008.memory.lifecycle import Carrier
from a008.memory.utterance import Artifact, Utterance
from a008.store.row import Row, edges, world

_ARTIFACT = """
INSERT INTO artifact (id, project_id, kind, locator, digest, size, has_blob, ingested_at, rev_from)
VALUES (:id, :project_id, :kind, :locator, :digest, :size, :has_blob, :ingested_at, :rev)
"""
_UTTERANCE = """
INSERT INTO utterance (id, project_id, artifact_id, turn_id, speaker, origin, text, asserted_at, recorded_at, rev_from)
VALUES (:id, :project_id, :artifact_id, :turn_id, :speaker, :origin, :text, :asserted_at, :recorded_at, :rev)
"""
_SENTENCE = """
INSERT INTO sentence (utterance_id, position, start_byte, end_byte, act)
VALUES (:utterance_id, :position, :start_byte, :end_byte, :act)
"""
_CLAIM = """
INSERT INTO claim (id, project_id, proposition, text_key, form, certainty, origin, attributed_to, severity,
                   valid_from, valid_to, is_open, utterance_id, rev_from)
VALUES (:id, :project_id, :proposition, :text_key, :form, :certainty, :origin, :attributed_to, :severity,
        :valid_from, :valid_to, :is_open, :utterance_id, :rev)
"""
_STATUS = """
INSERT INTO claim_status (claim_id, status, policy, reason, rev_from)
VALUES (:claim_id, :status, :policy, :reason, :rev)
"""
_PROVENANCE = """
INSERT INTO provenance (claim_id, utterance_id, relation, start_byte, end_byte, rev_from)
VALUES (:claim_id, :utterance_id, :relation, :start_byte, :end_byte, :rev)
"""
_SEARCH_TEXT = """
INSERT INTO search_text (record_id, carrier, scope, terms, rev_from)
VALUES (:record_id, :carrier, :scope, :terms, :rev)
"""
#: Speakers that are roles: every conversation has them, so their names lead nowhere.
_ROLES = {"user", "assistant"}


def artifact(project_id: str, value: Artifact, now: Instant) -> Row:
    """The row of an artifact; its bytes are in the blob folder by then."""
    return Row(
        table="artifact",
        key=value.id,
        statement=_ARTIFACT,
        values={
            "id": value.id,
            "project_id": project_id,
            "kind": value.kind,
            "locator": value.locator,
            "digest": value.digest,
            "size": value.size,
            "has_blob": int(value.content is not None),
            "ingested_at": str(now),
        },
    )


def utterance(project_id: str, value: Utterance) -> list[Row]:
    """The rows of an utterance and its sentences."""
    head = Row(
        table="utterance",
        key=value.id,
        statement=_UTTERANCE,
        values={
            "id": value.id,
            "project_id": project_id,
            "artifact_id": value.artifact_id,
            "turn_id": value.turn_id,
            "speaker": value.speaker,
            "origin": value.origin,
            "text": value.text,
            "asserted_at": world(value.asserted_at),
            "recorded_at": str(value.recorded_at),
        },
    )
    sentences = [
        Row(
            table="sentence",
            key=f"{value.id}/{position}",
            statement=_SENTENCE,
            values={
                "utterance_id": value.id,
                "position": position,
                "start_byte": sentence.start,
                "end_byte": sentence.end,
                "act": sentence.act,
            },
        )
        for position, sentence in enumerate(value.sentences)
    ]
    return [head, *sentences]


def claim(project_id: str, value: Claim) -> Row:
    """The row of a claim."""
    return Row(
        table="claim",
        key=value.id,
        statement=_CLAIM,
        values={
            "id": value.id,
            "project_id": project_id,
            "proposition": value.proposition,
            "text_key": text_key(value.proposition),
            "form": None if value.form is None else canon.text(form_json(value.form)),
            "certainty": value.certainty,
            "origin": value.origin,
            "attributed_to": value.attributed_to,
            "severity": value.severity,
            **edges(value.interval),
            "utterance_id": value.utterance_id,
        },
    )


def status(value: ClaimStatus) -> Row:
    """The row of a move of a claim's status."""
    return Row(
        table="claim_status",
        key=value.claim_id,
        statement=_STATUS,
        values={
            "claim_id": value.claim_id,
            "status": value.status,
            "policy": value.policy,
            "reason": value.reason,
        },
    )


def provenance(value: Provenance) -> Row:
    """The row of a link from a claim to an utterance."""
    return Row(
        table="provenance",
        key=f"{value.claim_id}/{value.utterance_id}",
        statement=_PROVENANCE,
        values={
            "claim_id": value.claim_id,
            "utterance_id": value.utterance_id,
            "relation": value.relation,
            "start_byte": value.start,
            "end_byte": value.end,
        },
    )


def findable_claim(scope: str, value: Claim) -> Row:
    """The row that makes a claim findable by its words; the schema's trigger indexes it."""
    return _search_text(scope, value.id, Carrier.CLAIM, terms.index_text(value.proposition))


def findable_utterance(scope: str, value: Utterance) -> Row:
    """The row that makes an utterance findable by its words, by the name of its speaker and by its day and month."""
    speaker = "" if value.speaker in _ROLES else value.speaker
    day = value.asserted_at.date if isinstance(value.asserted_at, Instant) else ""
    found_by = (day, day[:7], terms.index_text(speaker), terms.index_text(value.text))
    return _search_text(scope, value.id, Carrier.UTTERANCE, " ".join(part for part in found_by if part))


def _search_text(scope: str, record_id: str, carrier: Carrier, found_by: str) -> Row:
    return Row(
        table="search_text",
        key=record_id,
        statement=_SEARCH_TEXT,
        values={"record_id": record_id, "carrier": carrier, "scope": scope, "terms": found_by},
    )
