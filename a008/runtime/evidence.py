"""The evidence of a turn: its message, answer and files as utterances, before anything is learnt from them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from a008 import canon, ids
from a008.clock import Instant
from a008.intake.rules.speech import sentences
from a008.memory import lifecycle
from a008.memory.lifecycle import Carrier
from a008.memory.origin import Origin
from a008.memory.plan import Cause, CommitPlan, blank
from a008.memory.time import Edge
from a008.memory.utterance import Artifact, ArtifactKind, Utterance
from a008.runtime.attachment import Attachment

#: Who speaks in a turn.
USER = "user"
ASSISTANT = "assistant"
#: Sets the text of a turn apart from a file with the same bytes, which has a blob.
_SPOKEN = "spoken"


class Said(NamedTuple):
    """One utterance with the source it stands in."""

    artifact: Artifact
    utterance: Utterance


class Occasion(NamedTuple):
    """When and in which turn something was said; `turn_id` is `None` for what was said outside a conversation."""

    project_id: str
    turn_id: str | None
    occurrence_id: str
    at: Instant


def message(occasion: Occasion, text: str) -> Said:
    """What the user said."""
    return _said(occasion, ArtifactKind.MESSAGE, USER, Origin.USER, text)


def answer(occasion: Occasion, text: str) -> Said:
    """What the model said."""
    return _said(occasion, ArtifactKind.ANSWER, ASSISTANT, Origin.ASSISTANT, text)


def decision(occasion: Occasion, by: str, text: str) -> Said:
    """What a person decided about what is known: they vouch for it."""
    return _said(occasion, ArtifactKind.MESSAGE, by, Origin.USER_CONFIRMED, text)


def file(occasion: Occasion, attachment: Attachment) -> Said:
    """What a file says: read by the user's wish, vouched for by nobody; when it was written is not known.

    It speaks by its name, which can never be that of a role.
    """
    digest = canon.digest(attachment.content)
    artifact = Artifact(
        id=ids.knowledge(ids.Knowledge.ARTIFACT, occasion.project_id, digest),
        kind=ArtifactKind.FILE,
        locator=attachment.name,
        digest=digest,
        size=len(attachment.content),
        content=attachment.content,
    )
    utterance = Utterance(
        id=ids.knowledge(ids.Knowledge.UTTERANCE, occasion.project_id, occasion.occurrence_id, "file", digest),
        artifact_id=artifact.id,
        turn_id=occasion.turn_id,
        speaker=f"file {attachment.name}" if attachment.name in (USER, ASSISTANT) else attachment.name,
        origin=Origin.FILE,
        text=attachment.text,
        sentences=sentences(attachment.text),
        asserted_at=Edge.UNKNOWN,
        recorded_at=occasion.at,
    )
    return Said(artifact, utterance)


def plan(occasion: Occasion, said: Iterable[Said], base_revision: int) -> CommitPlan:
    """The commit that keeps what was said in a turn."""
    known = tuple({each.utterance.id: each for each in said}.values())  # two files of the same bytes say one thing
    return replace(
        blank(
            project_id=occasion.project_id,
            occurrence_id=occasion.occurrence_id,
            author=USER,
            cause=Cause.TURN_RECORDED,
            at=occasion.at,
            base_revision=base_revision,
        ),
        artifacts=tuple({s.artifact.id: s.artifact for s in known}.values()),
        utterances=tuple(s.utterance for s in known),
        lifecycles=tuple(
            lifecycle.created(s.utterance.id, Carrier.UTTERANCE, None, occasion.occurrence_id, occasion.at)
            for s in known
        ),
    )


def _said(occasion: Occasion, kind: ArtifactKind, speaker: str, origin: Origin, text: str) -> Said:
    content = text.encode()
    digest = canon.digest(content)
    artifact = Artifact(
        id=ids.knowledge(ids.Knowledge.ARTIFACT, occasion.project_id, _SPOKEN, digest),
        kind=kind,
        locator=occasion.turn_id or occasion.occurrence_id,
        digest=digest,
        size=len(content),
        content=None,
    )
    utterance = Utterance(
        id=ids.knowledge(ids.Knowledge.UTTERANCE, occasion.project_id, occasion.occurrence_id, str(kind)),
        artifact_id=artifact.id,
        turn_id=occasion.turn_id,
        speaker=speaker,
        origin=origin,
        text=text,
        sentences=sentences(text),
        asserted_at=occasion.at,
        recorded_at=occasion.at,
    )
    return Said(artifact, utterance)
