"""Turns without a model: a store that learns from messages and extractor documents, with every head as its baseline.

For tests of intake and store; retrieval and providers have tests of their own.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from a008 import canon, ids
from a008.clock import Instant, ManualClock
from a008.intake.ground import Turn, wanted
from a008.intake.proposal import parse
from a008.intake.validate import validate
from a008.memory.envelope import Candidate, Envelope, EnvelopeReceipt, Fate, Item, ItemType, Lane
from a008.memory.plan import CommitPlan
from a008.memory.reading import NOTHING_READ
from a008.memory.receipt import Receipt
from a008.runtime import evidence
from a008.store import heads, known, projects, revisions
from a008.store.connection import Connection
from a008.store.heads import Head
from a008.store.store import Store

EMPTY: dict[str, list[Any]] = {"new_knowledge": [], "state_updates": [], "relation_updates": [], "reinforcements": []}


def document(**parts: list[dict[str, Any]]) -> str:
    """An extractor's document with the given parts."""
    return json.dumps({**EMPTY, **parts}, ensure_ascii=False)


def fact(entity: str, attribute: str, value: Any, **more: Any) -> dict[str, Any]:
    """An entry of `new_knowledge` with an address."""
    return {
        "proposition": f"The {attribute} of {entity} is {value}.",
        "severity": "important",
        "structured": {"form": "attribute", "entity": entity, "attribute": attribute, "value": value},
        **more,
    }


def relation(subject: str, verb: str, target: str, **more: Any) -> dict[str, Any]:
    """An entry of `relation_updates`."""
    return {
        "subject": subject,
        "relation": verb,
        "object": target,
        "proposition": f"{subject} {verb} {target}.",
        "severity": "important",
        **more,
    }


class Memory:
    """A project in a store that learns turn by turn."""

    def __init__(self, path: Path | None = None, *, project: str = "test", at: str = "2026-01-01T00:00:00Z") -> None:
        self.store = Store.open(path)
        self.clock = ManualClock(Instant.parse(at))
        self.project = self.store.write(
            lambda conn: projects.ensure(conn, project, ids.CountedIds(project), self.clock.now)
        )
        self._turns = 0

    @classmethod
    def beside(cls, other: Memory, project: str) -> Memory:
        """Another project in the same store."""
        made = cls.__new__(cls)
        made.store, made.clock, made._turns = other.store, other.clock, 0
        made.project = other.store.write(
            lambda conn: projects.ensure(conn, project, ids.CountedIds(project), other.clock.now)
        )
        return made

    def learn(
        self, document: str, message: str = "", answer: str = "Yes.", *, at: str | None = None, occurrence: str = ""
    ) -> Receipt:
        """One turn: what was said is recorded, the document decided on and committed.

        A message that is not given says every proposition of the document, so that the user vouches for them.
        """
        if at is not None:
            self.clock.now = Instant.parse(at)
        return self.store.commit(self.decide(self.turn(document, message, answer, occurrence=occurrence), document))

    def turn(self, document: str, message: str = "", answer: str = "Yes.", *, occurrence: str = "") -> Turn:
        """Record what is said in a turn, from which nothing is learnt yet."""
        self._turns += 1
        spoken = message or " ".join(_propositions(document)) or "Hello."
        occasion = evidence.Occasion(self.project.id, None, occurrence or f"turn:{self._turns}", self.clock.now)
        said = [evidence.message(occasion, spoken), evidence.answer(occasion, answer)]
        self.store.commit(evidence.plan(occasion, said, self.store.revision()))
        return Turn(
            project_id=self.project.id,
            occurrence_id=occasion.occurrence_id,
            now=self.clock.now,
            envelope=self.baseline(),
            message=said[0].utterance,
            answer=said[1].utterance,
        )

    def decide(self, turn: Turn, document: str) -> CommitPlan:
        """What a turn changes, on the ground of what is known by now."""
        proposal = parse(document)
        truth = self.store.read(lambda conn: known.known(conn, self.project.id, wanted(turn, proposal)))
        return validate(turn, proposal, (), truth, author="test")

    def state(self, as_of: str | None = None, at_revision: int | None = None) -> dict[str, Any]:
        """Values by address: one for a single slot, a sorted list for a set."""
        moment = self.clock.now if as_of is None else Instant.parse(as_of)
        found: dict[str, Any] = {}
        for head in self.heads(moment, at_revision):
            if head.slot.cardinality == "single":
                found[head.address] = head.value
            else:
                found[head.address] = sorted([*found.get(head.address, []), head.value])
        return found

    def heads(self, moment: Instant, at_revision: int | None = None) -> tuple[Head, ...]:
        """What holds in the project."""

        def read(conn: Connection) -> tuple[Head, ...]:
            revision = revisions.newest(conn)[0] if at_revision is None else at_revision
            slots = heads.slots_in(conn, self.project.id, after="", at_revision=revision, limit=10_000)
            return heads.heads_of(conn, [slot.id for slot in slots], as_of=moment, at_revision=revision)

        return self.store.read(read)

    def item(self, address: str) -> str:
        """The id by which the baseline shows the head of an address."""
        return next(head.claim.id for head in self.heads(self.clock.now) if head.address == address)

    def baseline(self) -> Envelope:
        """An envelope with every head as a state item."""
        candidates = tuple(_candidate(head) for head in self.heads(self.clock.now))
        return Envelope(
            project_id=self.project.id,
            message="",
            intents=(),
            items=tuple(candidate.item for candidate in candidates),
            candidates=candidates,
            payload="",
            scope=(),
            degraded=(),
            receipt=EnvelopeReceipt(
                revision=self.store.revision(),
                data_version_before=0,
                data_version_after=0,
                bytes=0,
                budget=0,
                sha256=canon.digest(b""),
                at=self.clock.now,
                tokens=None,
                tokenizer=None,
                reading=NOTHING_READ,
                abstention=None,
            ),
        )


def _candidate(head: Head) -> Candidate:
    return Candidate(
        item=Item(
            id=head.claim.id,
            proposition=head.claim.proposition,
            type=ItemType.STATE,
            tags=(),
            scope=(),
            authority=head.claim.origin,
        ),
        lanes=(Lane.SLOT,),
        reasons=(),
        required=True,
        score=1.0,
        strength=1.0,
        active=True,
        address=head.address,
        slot_id=head.slot.id,
        binding_id=head.binding.id,
        rank=0,
        bytes=0,
        fate=Fate.IN,
        detail="",
    )


def _propositions(document: str) -> list[str]:
    return [item["proposition"] for part in json.loads(document).values() for item in part if "proposition" in item]
