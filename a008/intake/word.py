"""A person's word about what is known: evidence like any other, and the commit that it begins. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace

from a008.clock import Instant
from a008.memory import lifecycle
from a008.memory.lifecycle import Carrier
from a008.memory.plan import Cause, CommitPlan, blank
from a008.memory.utterance import Artifact, Utterance


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """What a person decided: who, when, in which utterance; `because` is '' when no reason was given."""

    project_id: str
    occurrence_id: str
    by: str
    because: str
    at: Instant
    artifact: Artifact
    utterance: Utterance


def begun(word: Word, revision: int, cause: Cause) -> CommitPlan:
    """A plan that records a person's word, in their name, and nothing else yet."""
    return replace(
        blank(
            project_id=word.project_id,
            occurrence_id=word.occurrence_id,
            author=word.by,
            cause=cause,
            at=word.at,
            base_revision=revision,
        ),
        artifacts=(word.artifact,),
        utterances=(word.utterance,),
        lifecycles=(lifecycle.created(word.utterance.id, Carrier.UTTERANCE, None, word.occurrence_id, word.at),),
    )
