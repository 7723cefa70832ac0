"""A plan in the making: what has been decided so far in this turn, on top of what was known."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from a008 import ids
from a008.intake.ground import Evidence, Turn
from a008.memory import acceptance, association, lifecycle, name
from a008.memory.acceptance import Acceptance, Statement
from a008.memory.address import Entity, Slot
from a008.memory.association import Association, AssociationState
from a008.memory.binding import Binding
from a008.memory.claim import (
    Claim,
    ClaimStatus,
    Form,
    Provenance,
    Relation,
    Status,
    certainty_of,
    form_json,
    text_key,
)
from a008.memory.identity import Alias, Ambiguity
from a008.memory.known import Known, KnownClaim
from a008.memory.label import Axis, Label
from a008.memory.lifecycle import Carrier, Lifecycle
from a008.memory.plan import (
    CarrierGuard,
    Cause,
    ClaimEntity,
    CommitPlan,
    Contest,
    NameGuard,
    SlotGuard,
    Transition,
    blank,
)
from a008.memory.proposal import Proposed, Refusal
from a008.memory.receipt import Written
from a008.memory.timeline import NO_CHANGE, TimelineChange

_RETRACTION = "retraction-v1"


class Draft:
    """Collects the rows of one commit; later decisions of the turn see what earlier ones did."""

    def __init__(self, turn: Turn, known: Known) -> None:
        self.turn = turn
        self.known = known
        self.written: list[Written] = []
        self.refusals: list[Refusal] = []
        self.transitions: list[Transition] = []
        self._slots: dict[str, Slot] = {key: found.slot for key, found in known.slots.items()}
        self._live: dict[str, tuple[Binding, ...]] = {key: found.live for key, found in known.slots.items()}
        self._claims: dict[str, KnownClaim] = dict(known.claims)
        self._texts: dict[str, str] = dict(known.same_text)
        self._touched: dict[str, Slot] = {}
        self._met = {entity.id for meant in known.names.known.values() for entity in meant}
        self._entities: list[Entity] = []
        self._aliases: list[Alias] = []
        self._respelt: list[Alias] = []
        self._new_slots: dict[str, Slot] = {}
        self._new_claims: list[Claim] = []
        self._mentions: dict[tuple[str, str], ClaimEntity] = {}
        self._statuses: dict[str, ClaimStatus] = {}
        self._provenance: dict[tuple[str, str], Provenance] = {}
        self._closed: list[str] = []
        self._bindings: dict[str, Binding] = {}
        self._contests: list[Contest] = []
        self._labels: dict[tuple[str, Axis, str], Label] = {}
        self._lifecycles: dict[str, Lifecycle] = {}
        self._associations: dict[str, Association] = {}
        self._pulls: dict[str, AssociationState] = {}

    def slot(self, wanted: Slot) -> Slot:
        """The slot as it is defined already, or as it is wanted."""
        return self._slots.get(wanted.id, wanted)

    def live(self, slot: Slot) -> tuple[Binding, ...]:
        """The bindings of a slot as this turn has left them so far."""
        return self._live.get(slot.id, ())

    def claim(self, claim_id: str) -> KnownClaim | None:
        """A claim behind a binding, known before or made in this turn."""
        return self._claims.get(claim_id)

    def vouchers(self, claim_id: str) -> tuple[str, ...]:
        """The people who vouched for a claim before this turn, by name."""
        return self.known.vouchers.get(claim_id, ())

    def same_text(self, proposition: str) -> str | None:
        """The claim that says the same in the same words, known before or made in this turn."""
        return self._texts.get(text_key(proposition))

    def record(self, proposed: Proposed, form: Form | None, found: Evidence, *, contested: str = "") -> Claim:
        """Add a claim with its evidence, status, labels, mentions and lifecycle; `contested` says by which rule."""
        turn = self.turn
        claim = Claim(
            id=self._fresh_id(proposed, form),
            proposition=proposed.proposition,
            form=form,
            certainty=certainty_of(proposed.confidence),
            origin=found.origin,
            attributed_to=found.utterance.speaker,
            severity=proposed.severity,
            interval=proposed.interval,
            utterance_id=found.utterance.id,
        )
        self._new_claims.append(claim)
        self._link(claim.id, found)
        accepted = _judged(claim.proposition, found, contested=bool(contested))
        reason = f"{accepted.reason}: {contested}" if contested else accepted.reason
        self._stand(claim.id, replace(accepted, reason=reason))
        self._claims[claim.id] = KnownClaim(
            id=claim.id,
            proposition=claim.proposition,
            origin=claim.origin,
            attributed_to=claim.attributed_to,
            status=accepted.status,
            utterance_id=claim.utterance_id,
            supported_by_user=claim.origin.is_user,
            is_open=claim.interval.is_open,
        )
        self._texts[text_key(claim.proposition)] = claim.id
        self._label(claim.id, proposed)
        for label in proposed.entities:
            self.meet(claim, label)
        self._lifecycles[claim.id] = lifecycle.created(
            claim.id, Carrier.CLAIM, proposed.severity, turn.occurrence_id, turn.now
        )
        return claim

    def support(self, claim_id: str, found: Evidence) -> None:
        """Link a claim to more words that bear it out; one that nobody vouched for is accepted if they assert it."""
        self._link(claim_id, found)
        claim = self.claim(claim_id)
        if claim is None or claim.status is not Status.ASSERTED:
            return
        accepted = _judged(claim.proposition, found, contested=False)
        if accepted.status is not claim.status:
            self._stand(claim_id, accepted)
            self._claims[claim_id] = replace(claim, status=accepted.status, supported_by_user=found.origin.is_user)

    def _link(self, claim_id: str, found: Evidence) -> None:
        self._provenance[claim_id, found.utterance.id] = Provenance(
            claim_id=claim_id,
            utterance_id=found.utterance.id,
            relation=Relation.DERIVED_FROM,
            start=found.start,
            end=found.end,
        )

    def _stand(self, claim_id: str, accepted: Acceptance) -> None:
        self._statuses[claim_id] = ClaimStatus(
            claim_id=claim_id, status=accepted.status, policy=accepted.policy, reason=accepted.reason
        )

    def mention(self, claim: Claim, entity: Entity) -> None:
        """Note that a claim mentions an entity; one that is new gets its name from where the claim was said."""
        if entity.id not in self._met:
            self._met.add(entity.id)
            self._entities.append(entity)
            self._aliases.append(
                Alias(entity_id=entity.id, key=entity.key, label=entity.label, utterance_id=claim.utterance_id)
            )
        self._mentions[claim.id, entity.id] = ClaimEntity(claim_id=claim.id, entity_id=entity.id)

    def meet(self, claim: Claim, label: str) -> None:
        """Note that a claim mentions what a label names, unless it might name several."""
        entity = self.known.names.entity(label)
        if not isinstance(entity, Ambiguity):
            self.mention(claim, entity)
            self.spell(claim, entity, label)

    def spell(self, claim: Claim, entity: Entity, label: str) -> None:
        """Show an entity as it is written here, when it was only met in small letters: `React` for `react`."""
        shown = name.spelt(label)
        is_own = name.key(shown) == entity.key and entity.id not in {alias.entity_id for alias in self._aliases}
        if is_own and entity.label.islower() and not shown.islower():
            self._aliases.append(
                Alias(entity_id=entity.id, key=entity.key, label=shown, utterance_id=claim.utterance_id)
            )
            self._respelt.append(self._aliases[-1])

    def touch(self, slot: Slot) -> None:
        """Guard an address: the plan holds only while its bindings are those that were known."""
        self._touched[slot.id] = slot

    def change(self, slot: Slot, change: TimelineChange) -> None:
        """Apply a change to the timeline of a slot."""
        if change == NO_CHANGE:
            return
        if slot.id not in self._slots:
            self._slots[slot.id] = self._new_slots[slot.id] = slot
        live = {binding.id: binding for binding in self.live(slot)}
        for closed in change.closed:
            live.pop(closed)
            if self._bindings.pop(closed, None) is None:
                self._closed.append(closed)
        for written in change.written:
            binding = replace(written, cardinality=slot.cardinality)  # a copy from when the slot was single is a member
            live[binding.id] = self._bindings[binding.id] = binding
        self._live[slot.id] = tuple(live.values())

    def contest(self, slot: Slot, claim_id: str, against: str) -> None:
        """Open a conflict; the head keeps its place."""
        self._contests.append(Contest(slot_id=slot.id, claim_id=claim_id, against_claim_id=against))

    def retract(self, claim_id: str, reason: str) -> None:
        """Move a claim's status to retracted."""
        if claim_id in self._claims:
            self._claims[claim_id] = replace(self._claims[claim_id], status=Status.RETRACTED)
        self._statuses[claim_id] = ClaimStatus(
            claim_id=claim_id, status=Status.RETRACTED, policy=_RETRACTION, reason=reason
        )

    def reinforce(self, evidence_id: str, reason: str) -> bool:
        """Boost a carrier, at most once in this occurrence; whether it counted."""
        state = self.known.lifecycles.get(evidence_id)
        if state is None or evidence_id in self._lifecycles or state.occurrence_id == self.turn.occurrence_id:
            return False
        self._lifecycles[evidence_id] = lifecycle.reinforced(state, self.turn.occurrence_id, self.turn.now, reason)
        return True

    def associate(self, edge: Association) -> None:
        """Make an edge, or count another use of it."""
        if edge.id in self._pulls:
            return
        state = self.known.associations.get(edge.id)
        if state is None:
            self._associations[edge.id] = edge
            self._pulls[edge.id] = association.created(edge.id, self.turn.occurrence_id, self.turn.now)
        elif state.occurrence_id != self.turn.occurrence_id:
            self._pulls[edge.id] = association.adjusted(state, self.turn.occurrence_id, self.turn.now, positive=True)

    def plan(self, author: str) -> CommitPlan:
        """Everything decided, as one plan."""
        turn = self.turn
        return replace(
            blank(
                project_id=turn.project_id,
                occurrence_id=turn.occurrence_id,
                author=author,
                cause=Cause.TURN_LEARNT,
                at=turn.now,
                base_revision=self.known.revision,
            ),
            guards=tuple(SlotGuard.of(self.known, slot) for slot in self._touched.values()),
            carriers=tuple(self._carrier(key) for key in (*self._lifecycles, *self._pulls)),
            names=tuple(self._named()),
            entities=tuple(self._entities),
            aliases=tuple(self._aliases),
            closed_aliases=tuple(self._respelt),
            slots=tuple(self._new_slots.values()),
            claims=tuple(self._new_claims),
            claim_entities=tuple(self._mentions.values()),
            statuses=tuple(self._statuses.values()),
            provenance=tuple(self._provenance.values()),
            closed_bindings=tuple(self._closed),
            bindings=tuple(self._bindings.values()),
            transitions=tuple(self.transitions),
            contests=tuple(self._contests),
            labels=tuple(self._labels.values()),
            lifecycles=tuple(self._lifecycles.values()),
            associations=tuple(self._associations.values()),
            association_states=tuple(self._pulls.values()),
            written=tuple(self.written),
            refusals=tuple(self.refusals),
        )

    def _fresh_id(self, proposed: Proposed, form: Form | None) -> str:
        """The id of a claim, which its words and form make; its place tells two of the same words and form apart."""
        turn = self.turn
        content = (turn.project_id, turn.occurrence_id, proposed.proposition, form_json(form))
        made = ids.knowledge(ids.Knowledge.CLAIM, *content)
        return made if made not in self._claims else ids.knowledge(ids.Knowledge.CLAIM, *content, proposed.path)

    def _named(self) -> Iterator[NameGuard]:
        """What every name of this turn meant, if it meant one thing; a new name means the entity that it makes."""
        for key, meant in self.known.names.known.items():
            if len(meant) == 1:
                yield NameGuard(key=key, entity_id=meant[0].id)
        yield from (NameGuard(key=entity.key, entity_id=entity.id) for entity in self._entities)

    def _carrier(self, evidence_id: str) -> CarrierGuard:
        state = self.known.lifecycles.get(evidence_id) or self.known.associations.get(evidence_id)
        return CarrierGuard(carrier_id=evidence_id, occurrence_id=None if state is None else state.occurrence_id)

    def _label(self, claim_id: str, proposed: Proposed) -> None:
        for axis, values in ((Axis.TAG, proposed.tags), (Axis.DOMAIN, proposed.domains)):
            for value in values:
                self._labels[claim_id, axis, value] = Label(claim_id=claim_id, axis=axis, value=value)


def _judged(proposition: str, found: Evidence, *, contested: bool) -> Acceptance:
    statement = Statement(
        proposition=proposition,
        origin=found.origin,
        act=found.act,
        proved=found.start is not None,
        contested=contested,
    )
    return acceptance.judge(acceptance.USER_ASSERTION, statement)
