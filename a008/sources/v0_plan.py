"""From chains of v0 items to a plan: one entity a chain, one address, one binding an item, nothing lost. Pure.

What an item was worth becomes salience and nothing else. Its fields have a place here or stand in the reason of its
status, in words.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from a008 import canon, ids
from a008.clock import Instant
from a008.memory import address, label
from a008.memory.address import Cardinality, Entity, Slot, SlotKind
from a008.memory.binding import Binding, bind, member_of
from a008.memory.claim import Attribute, Claim, ClaimStatus, Provenance, Relation, Severity, Status, certainty_of
from a008.memory.identity import Alias
from a008.memory.label import Axis, Label
from a008.memory.lifecycle import DAY, Carrier, Lifecycle, Policy
from a008.memory.lifecycle import Cause as LifecycleCause
from a008.memory.origin import Origin
from a008.memory.plan import Cause, ClaimEntity, CommitPlan, NameGuard, SlotGuard, Transition, blank
from a008.memory.reconcile import Outcome, Verdict
from a008.memory.time import ALWAYS, Edge, Interval
from a008.memory.utterance import Artifact, ArtifactKind, Sentence, SpeechAct, Utterance
from a008.sources.v0_item import Activation, CanonicalStatus, Item

#: Who speaks in what is imported, who writes it down, and the policy that gives it a status. Source: memory reference,
#: migrations.
SPEAKER, AUTHOR, POLICY = "migrated", "import", "import-v0"
#: The one slot of a chain.
SLOT = "statement"
VERSION = "legacy-exponential-v1"
_HALF_LIFE, _BOOST, _CAP = 90 * DAY, 0.2, 1.0
#: How far below its threshold a dormant item lies at least.
_BELOW = 0.01
#: What was current once, nobody knows when.
_OVER = Interval(start=Edge.UNKNOWN, end=Edge.UNKNOWN)


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A chain with its rows: `items` oldest first, `head` the place of the one that holds, and the entity it makes."""

    entity: Entity
    items: tuple[Item, ...]
    head: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Import:
    """When and where rows are imported; `base_revision` is what the plan is made upon."""

    project_id: str
    at: Instant
    base_revision: int


def locator(item_id: str) -> str:
    """Where an imported item stood."""
    return f"{SPEAKER}:{item_id}"


def artifact_id(project_id: str, item_id: str) -> str:
    """The source of an imported item: the same in every import into a project."""
    return ids.knowledge(ids.Knowledge.ARTIFACT, project_id, locator(item_id))


def labels(item: Item) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The tags and domains of an item, as many as a claim may have."""
    return label.normal(item.tags, label.MAX_TAGS), label.normal(item.scope, label.MAX_DOMAINS)


def threshold_of(item: Item) -> float:
    """The threshold that an item keeps; 0 for one that its store kept alive: it never goes dormant, as before.

    It is not pinned: only what a user says may be, and a pin would be the file's own word. A threshold is, too, but no
    more than any row of it may say outright.
    """
    return 0.0 if item.keep_alive else item.threshold


def plan(statements: tuple[Statement, ...], occasion: Import) -> CommitPlan:
    """The commit that imports some chains, each as a whole."""
    named = canon.digest(canon.encode([item.id for statement in statements for item in statement.items]))
    occurrence = f"{AUTHOR}:{named[:16]}"
    drafts = [_Draft(statement, occasion, occurrence) for statement in statements]
    return replace(
        blank(
            project_id=occasion.project_id,
            occurrence_id=occurrence,
            author=AUTHOR,
            cause=Cause.IMPORTED,
            at=occasion.at,
            base_revision=occasion.base_revision,
        ),
        guards=tuple(SlotGuard(slot_id=d.slot.id, address=d.slot.address, live=()) for d in drafts),
        names=tuple(NameGuard(key=d.entity.key, entity_id=d.entity.id) for d in drafts),
        artifacts=tuple(row for d in drafts for row in d.artifacts()),
        utterances=tuple(row for d in drafts for row in d.utterances),
        entities=tuple(d.entity for d in drafts),
        aliases=tuple(d.alias() for d in drafts),
        slots=tuple(d.slot for d in drafts),
        claims=tuple(row for d in drafts for row in d.claims),
        claim_entities=tuple(
            ClaimEntity(claim_id=claim.id, entity_id=d.entity.id) for d in drafts for claim in d.claims
        ),
        statuses=tuple(row for d in drafts for row in d.statuses()),
        provenance=tuple(row for d in drafts for row in d.provenance()),
        bindings=tuple(row for d in drafts for row in d.bindings()),
        transitions=tuple(row for d in drafts for row in d.transitions()),
        labels=tuple(row for d in drafts for row in d.labels()),
        lifecycles=tuple(row for d in drafts for row in d.lifecycles()),
    )


class _Draft:
    """The rows of one chain; an item, its utterance and its claim have the same place."""

    def __init__(self, statement: Statement, occasion: Import, occurrence: str) -> None:
        self.entity = statement.entity
        self.slot: Slot = address.slot(statement.entity, SlotKind.ATTRIBUTE, SLOT, Cardinality.SINGLE)
        self._statement = statement
        self._occasion = occasion
        self._occurrence = occurrence
        self.utterances = tuple(self._utterance(item) for item in statement.items)
        self.claims = tuple(self._claim(place, item) for place, item in enumerate(statement.items))

    def artifacts(self) -> Iterator[Artifact]:
        """The rows themselves as sources; what they say stands in their utterances."""
        for item in self._statement.items:
            content = item.content
            yield Artifact(
                id=artifact_id(self._occasion.project_id, item.id),
                kind=ArtifactKind.IMPORT,
                locator=locator(item.id),
                digest=canon.digest(content),
                size=len(content),
                content=None,
            )

    def alias(self) -> Alias:
        """The entity's name, given by the oldest item."""
        return Alias(
            entity_id=self.entity.id,
            key=self.entity.key,
            label=self.entity.label,
            utterance_id=self.utterances[0].id,
        )

    def statuses(self) -> Iterator[ClaimStatus]:
        """What holds is accepted, everything else retracted; the reason tells what has no place of its own."""
        for place, (claim, item) in enumerate(zip(self.claims, self._statement.items, strict=True)):
            status = Status.ACCEPTED if place == self._statement.head else Status.RETRACTED
            yield ClaimStatus(claim_id=claim.id, status=status, policy=POLICY, reason=_account(item))

    def provenance(self) -> Iterator[Provenance]:
        """Each claim appears in its utterance, word for word."""
        for claim, said in zip(self.claims, self.utterances, strict=True):
            yield Provenance(
                claim_id=claim.id,
                utterance_id=said.id,
                relation=Relation.APPEARS_IN,
                start=0,
                end=len(said.text.encode()),
            )

    def bindings(self) -> Iterator[Binding]:
        """One binding an item.

        No time tells them apart, so the order of history falls to their ids: these are dealt out in rising order.
        """
        revision = self._occasion.base_revision
        made = [
            bind(self.slot, member_of(claim.proposition), None, claim.id, claim.interval, revision)
            for claim in self.claims
        ]
        for binding, key in zip(made, sorted(binding.id for binding in made), strict=True):
            yield replace(binding, id=key)

    def transitions(self) -> Iterator[Transition]:
        """What the address went through: each item in turn, then back to the one that holds, or to nothing."""
        keys: list[str | None] = [None, *(claim.id for claim in self.claims)]
        holds = None if self._statement.head is None else self.claims[self._statement.head].id
        if keys[-1] != holds:
            keys.append(holds)
        said = [*(utterance.id for utterance in self.utterances), self.utterances[-1].id]
        for place, (before, after) in enumerate(pairwise(keys)):
            yield Transition(
                slot_id=self.slot.id,
                outcome=Outcome.RETRACTION if after is None else Outcome.CHANGE,
                verdict=Verdict.NEW if before is None else Verdict.SUPERSEDE,
                from_claim=before,
                to_claim=after,
                amended=None,
                utterance_id=said[place],
                decided_by=AUTHOR,
            )

    def labels(self) -> Iterator[Label]:
        """Tags as tags, scope as domains."""
        for claim, item in zip(self.claims, self._statement.items, strict=True):
            tags, domains = labels(item)
            yield from (Label(claim_id=claim.id, axis=Axis.TAG, value=value) for value in tags)
            yield from (Label(claim_id=claim.id, axis=Axis.DOMAIN, value=value) for value in domains)

    def lifecycles(self) -> Iterator[Lifecycle]:
        """The same strength for what was said and for the claim made of it: the claim is what finding weighs."""
        for claim, said, item in zip(self.claims, self.utterances, self._statement.items, strict=True):
            yield self._lifecycle(said.id, Carrier.UTTERANCE, item)
            yield self._lifecycle(claim.id, Carrier.CLAIM, item)

    def _utterance(self, item: Item) -> Utterance:
        text = item.proposition
        whole = Sentence(start=0, end=len(text.encode()), act=SpeechAct.ASSERTION)
        return Utterance(
            id=ids.knowledge(ids.Knowledge.UTTERANCE, self._occasion.project_id, locator(item.id)),
            artifact_id=artifact_id(self._occasion.project_id, item.id),
            turn_id=None,
            speaker=SPEAKER,
            origin=Origin.IMPORT,
            text=text,
            sentences=(whole,),
            asserted_at=Edge.UNKNOWN,
            recorded_at=self._occasion.at,
        )

    def _claim(self, place: int, item: Item) -> Claim:
        return Claim(
            id=ids.knowledge(ids.Knowledge.CLAIM, self._occasion.project_id, locator(item.id)),
            proposition=item.proposition,
            form=Attribute(entity=self.entity.label, attribute=SLOT, value=item.proposition),
            certainty=certainty_of(item.confidence),
            origin=Origin.IMPORT,
            attributed_to=SPEAKER,
            severity=Severity.MINOR,  # nobody judged it, and its lifecycle does not come from it
            interval=ALWAYS if place == self._statement.head else _OVER,
            utterance_id=self.utterances[place].id,
        )

    def _lifecycle(self, evidence_id: str, carrier: Carrier, item: Item) -> Lifecycle:
        strength = strength_of(item)
        policy = Policy(strength=strength, half_life=_HALF_LIFE, threshold=threshold_of(item), boost=_BOOST, cap=_CAP)
        return Lifecycle(
            evidence_id=evidence_id,
            carrier=carrier,
            severity=None,
            version=VERSION,
            policy=policy,
            strength=strength,
            updated_at=self._occasion.at,
            pinned=False,
            standing=False,
            cause=LifecycleCause.CREATED,
            occurrence_id=self._occurrence,
            reason=f"kept alive in v0, where its threshold was {item.threshold:g}" if item.keep_alive else "",
        )


def strength_of(item: Item) -> float:
    """The strength that an item begins with: what was active is not below its threshold, what was dormant is.

    Source: memory reference, migrations.
    """
    if item.activation is Activation.ACTIVE:
        return max(item.score, item.threshold)
    return min(item.score, max(0.0, item.threshold - _BELOW))


def _account(item: Item) -> str:
    """What an item said of itself that has no place of its own in this model."""
    backed = " backed by a source," if item.source_backed else ""
    named = ", ".join(f"{each.source_type} {each.source_id}" for each in item.provenance)
    status = "current" if item.status is CanonicalStatus.CURRENT else "superseded"
    return (
        f"{status} in v0: {item.kind}, edition {item.revision},{backed} authority {item.authority:g}, "
        f"confidence {item.confidence:g}{f'; from {named}' if named else ''}"
    )
