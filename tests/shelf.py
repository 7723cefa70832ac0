"""A store that tests fill through the real intake and the real commit, without a model and without retrieval."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from a008 import canon
from a008.clock import Instant, ManualClock
from a008.ids import CountedIds
from a008.intake.ground import Turn, wanted
from a008.intake.proposal import parse
from a008.intake.validate import validate
from a008.memory.envelope import Envelope, EnvelopeReceipt, payload
from a008.memory.origin import Origin
from a008.memory.reading import NOTHING_READ
from a008.memory.receipt import Receipt
from a008.runtime import evidence
from a008.runtime.evidence import Occasion, Said
from a008.store import known, projects
from a008.store.store import Store

#: When the first thing is said.
START = Instant.parse("2024-03-01T09:00:00Z")


class Fact(NamedTuple):
    """One statement about `entity.attribute`, as an extractor would put it."""

    entity: str
    attribute: str
    value: str | int | float | bool | None
    sentence: str
    wording: str = "plain"
    severity: str = "important"
    domains: tuple[str, ...] = ("development",)
    valid_from: str | None = None
    valid_to: str | None = None


class Shelf:
    """One project of one store, with a clock that moves a day after each thing said."""

    def __init__(self, path: Path, project: str = "default") -> None:
        self.store = Store.open(path)
        self.clock = ManualClock(START)
        self._mint = CountedIds(project)
        self.project = self.store.write(lambda conn: projects.ensure(conn, project, self._mint, self.clock()))

    def tell(self, *facts: Fact, origin: Origin = Origin.USER) -> Receipt:
        """Somebody says some facts in one breath; recorded as one revision, learnt as the next."""
        base = self.store.revision()
        occasion = Occasion(self.project.id, "", f"{self.project.name}-{base}", self.clock())
        said = evidence.message(occasion, " ".join(fact.sentence for fact in facts))
        utterance = replace(said.utterance, turn_id=None, origin=origin)
        recorded = evidence.plan(occasion, [Said(said.artifact, utterance)], base)
        self.store.commit(recorded)
        turn = Turn(
            project_id=self.project.id,
            occurrence_id=occasion.occurrence_id,
            now=occasion.at,
            envelope=self._nothing(occasion.at),
            message=utterance,
            answer=None,
        )
        proposal = parse(_document(facts))
        ground = self.store.read(lambda conn: known.known(conn, self.project.id, wanted(turn, proposal)))
        receipt = self.store.commit(validate(turn, proposal, (), ground, author="test"))
        assert receipt.refusals == ()
        self.clock.advance(days=1)
        return receipt

    def close(self) -> None:
        """Close the store."""
        self.store.close()

    def _nothing(self, at: Instant) -> Envelope:
        receipt = EnvelopeReceipt(
            revision=0,
            data_version_before=1,
            data_version_after=1,
            bytes=0,
            budget=0,
            sha256="",
            at=at,
            tokens=None,
            tokenizer=None,
            reading=NOTHING_READ,
            abstention=None,
        )
        return Envelope(
            project_id=self.project.id,
            message="",
            intents=(),
            items=(),
            candidates=(),
            payload=payload(()),
            scope=(),
            degraded=(),
            receipt=receipt,
        )


def _document(facts: tuple[Fact, ...]) -> str:
    claims = [
        {
            "proposition": fact.sentence,
            "severity": fact.severity,
            "structured": {
                "form": "attribute",
                "entity": fact.entity,
                "attribute": fact.attribute,
                "value": fact.value,
            },
            "wording": fact.wording,
            "valid_from": fact.valid_from,
            "valid_to": fact.valid_to,
            "tags": [fact.entity],
            "domains": list(fact.domains),
        }
        for fact in facts
    ]
    return canon.text({"new_knowledge": claims, "state_updates": [], "relation_updates": [], "reinforcements": []})
