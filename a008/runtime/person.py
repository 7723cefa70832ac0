"""Who decides, and which entity they mean: what every word of a person about memory begins with."""

from __future__ import annotations

from typing import NamedTuple

from a008 import canon
from a008.clock import Instant
from a008.errors import NotFound, UsageError
from a008.intake.word import Word
from a008.memory import name
from a008.memory.address import Entity
from a008.runtime import evidence
from a008.runtime.evidence import Occasion
from a008.store import entities
from a008.store.connection import Connection

_REMEDY = "`a008 memory entities` lists them"


class Signed(NamedTuple):
    """Who decides, and why; `reason` is '' when none was given."""

    by: str
    reason: str


def signed(by: str, reason: str) -> Signed:
    """A decision in somebody's name.

    Errors: `UsageError` when nobody is named.
    """
    by, reason = (canon.repair(each).text.strip() for each in (by, reason))
    if not by:
        raise UsageError("a decision needs somebody who makes it", remedy="name who")
    return Signed(by, reason)


def word(project_id: str, occurrence_id: str, decided: Signed, at: Instant, text: str) -> Word:
    """A decision as somebody's word: the text is kept as what they said."""
    said = evidence.decision(Occasion(project_id, None, occurrence_id, at), decided.by, text)
    return Word(
        project_id=project_id,
        occurrence_id=occurrence_id,
        by=decided.by,
        because=decided.reason,
        at=at,
        artifact=said.artifact,
        utterance=said.utterance,
    )


def meant(conn: Connection, project_id: str, label: str, *, at_revision: int) -> tuple[Entity, ...]:
    """Every entity that a name means, at least one.

    Errors: `NotFound` for a name that nothing goes by.
    """
    key = name.key(label)
    found = entities.meaning(conn, project_id, [key], at_revision=at_revision).known.get(key, ())
    if not found:
        raise NotFound("nothing of that name is known", item=repr(label), remedy=_REMEDY)
    return found


def one(conn: Connection, project_id: str, label: str, *, at_revision: int) -> Entity:
    """The one entity that a name means.

    Errors: those of `meant`; `UsageError` for a name of several.
    """
    found = meant(conn, project_id, label, at_revision=at_revision)
    if len(found) > 1:
        names = ", ".join(f"`{entity.label}`" for entity in found)
        raise UsageError(f"this name means {len(found)} entities: {names}", item=label, remedy="use another name")
    return found[0]
