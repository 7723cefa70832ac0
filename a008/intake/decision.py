"""From a person's decision on a conflict to a plan. Pure; the person's own words are the evidence."""

from __future__ import annotations

from dataclasses import dataclass, replace

from a008 import ids
from a008.clock import Instant
from a008.errors import UsageError
from a008.intake.word import Word, begun
from a008.memory import address, lifecycle, name
from a008.memory.address import Entity, Slot
from a008.memory.binding import Binding, bind, readable
from a008.memory.claim import (
    Attribute,
    Certainty,
    Claim,
    ClaimStatus,
    Denial,
    Form,
    Provenance,
    Relation,
    RelationTo,
    Status,
    form_json,
)
from a008.memory.identity import Ambiguity, Names
from a008.memory.known import Known, KnownSlot
from a008.memory.label import Axis, Label
from a008.memory.lifecycle import Carrier
from a008.memory.place import Place, place
from a008.memory.plan import Cause, ClaimEntity, ClosedContest, CommitPlan, Contest, SlotGuard, Transition
from a008.memory.receipt import Written
from a008.memory.reconcile import Outcome, Verdict
from a008.memory.resolution import POLICY, Dispute, Resolution, Settlement, settle, settle_elsewhere
from a008.memory.timeline import NO_CHANGE, TimelineChange
from a008.memory.utterance import Utterance

#: What is said of each resolution where no reason was given.
_SAID = {
    Resolution.KEEP_HEAD: "the head is kept",
    Resolution.TAKE_OTHER: "the other is taken",
    Resolution.KEEP_BOTH: "both are kept",
    Resolution.SPLIT: "the value stands elsewhere",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """An open conflict with everything that its resolution depends on, read in one snapshot.

    Shape: `against` is the claim that was contested when the conflict began; `labels` are those of the contesting
    claim; `elsewhere` is where a split puts the value, `None` for another resolution.
    """

    project_id: str
    contest: Contest
    claim: Claim
    against: Claim
    labels: tuple[tuple[Axis, str], ...]
    known: Known
    elsewhere: Place | None

    @property
    def slot(self) -> KnownSlot:
        """The contested address."""
        return self.known.slots[self.contest.slot_id]

    @property
    def dispute(self) -> Dispute:
        """The conflict as the rules see it."""
        slot = self.slot.slot
        against = _place(self.known.names, self.against.form)
        claimed = None if isinstance(self.claim.form, Denial) else _place(self.known.names, self.claim.form)
        return Dispute(
            slot=slot,
            live=self.slot.live,
            claim_id=self.claim.id,
            other=_bound(slot, claimed, self.claim, self.known.revision),
            against=self.against.id,
            against_member=None if against is None else against.member,
        )


def elsewhere(names: Names, claim: Claim, attribute: str) -> Place:
    """Where the value of a contesting claim stands under another name of the same entity.

    Errors: `UsageError` for a claim without a value, a name without a letter or digit, the name that is contested, and
    an entity's name that means several by now.
    """
    if not name.says_something(attribute):
        raise UsageError("a name without a letter or digit names no slot", item=repr(attribute))
    form: Form
    match claim.form:
        case Attribute(attribute=contested):
            form = replace(claim.form, attribute=attribute)
        case RelationTo(relation=contested):
            form = replace(claim.form, relation=attribute)
        case _:
            raise UsageError("a claim that only denies has no value of its own", item=claim.id)
    if address.slot_key(contested) == address.slot_key(attribute):
        raise UsageError("this is the contested address itself", item=repr(attribute), remedy="give another name")
    there = _place(names, form)
    assert there is not None
    return there


def sentence(case: Case, resolution: Resolution, now: Instant) -> str:
    """A decision in a plain sentence, for a person who gave no reason; of a split it is the claim that is made."""
    shown, other = case.slot.slot.address, _value(case.claim.form)
    head = case.dispute.head(now)
    held = "what it is" if head is None else readable(head.value)
    match resolution:
        case Resolution.SPLIT if case.elsewhere is not None:
            owner, slot = case.elsewhere.entities[0].label, case.elsewhere.slot.name.replace("_", " ")
            if isinstance(case.claim.form, RelationTo):
                return f"{owner} {slot} {other}."
            return f"The {slot} of {owner} is {other}."
        case Resolution.KEEP_BOTH:
            return f"{shown} is {held} and {other}."
        case Resolution.TAKE_OTHER if case.dispute.other is not None:
            return f"{shown} is {other}."
        case Resolution.TAKE_OTHER:
            return f"{shown} is no longer {held}."
        case _:
            return f"{shown} stays {held}."


def decide(case: Case, resolution: Resolution, word: Word) -> CommitPlan:
    """The commit that ends a conflict: one revision, in the name of the person who decided.

    Errors: `UsageError` for a resolution that this conflict cannot have.
    """
    settled = settle(case.dispute, resolution, word.at)
    moved = _UNMOVED if case.elsewhere is None else _moved(case, case.elsewhere, word)
    slot = case.slot.slot
    why = word.because or _SAID[resolution]
    standing = {claim_id: known.status for claim_id, known in case.known.claims.items()}
    vouched = (*settled.vouched, *moved.supported)
    start = begun(word, case.known.revision, Cause.CONFLICT_RESOLVED)
    return replace(
        start,
        guards=tuple(SlotGuard.of(case.known, touched) for touched in (slot, *moved.touched)),
        entities=moved.entities,
        slots=tuple(s for s in moved.touched if moved.change != NO_CHANGE and s.id not in case.known.slots),
        redefined_slots=(settled.slot,) if settled.slot != slot else (),
        claims=moved.claims,
        claim_entities=tuple(
            ClaimEntity(claim_id=claim.id, entity_id=entity.id) for claim in moved.claims for entity in moved.entities
        ),
        statuses=tuple(
            ClaimStatus(claim_id=claim_id, status=status, policy=POLICY, reason=why)
            for claim_id, status in (*settled.statuses, *((claim.id, Status.ACCEPTED) for claim in moved.claims))
            if standing.get(claim_id) is not status
        ),
        provenance=tuple(_link(claim_id, word.utterance) for claim_id in dict.fromkeys(vouched)),
        closed_bindings=(*settled.change.closed, *moved.change.closed),
        bindings=(
            *(replace(binding, cardinality=settled.slot.cardinality) for binding in settled.change.written),
            *moved.change.written,
        ),
        transitions=tuple(_transitions(settled, moved, word)),
        closed_contests=(ClosedContest(contest=case.contest, resolution=resolution, reason=word.because),),
        labels=tuple(
            Label(claim_id=claim.id, axis=axis, value=value) for claim in moved.claims for axis, value in case.labels
        ),
        lifecycles=(
            *start.lifecycles,
            *(
                lifecycle.created(claim.id, Carrier.CLAIM, claim.severity, word.occurrence_id, word.at)
                for claim in moved.claims
            ),
        ),
        written=(_written(case, settled, moved, why),),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Move:
    """What a split does at the other address; `claims` holds the new claim, if one is needed there."""

    touched: tuple[Slot, ...]
    entities: tuple[Entity, ...]
    change: TimelineChange
    claims: tuple[Claim, ...]
    supported: tuple[str, ...]


_UNMOVED = _Move(touched=(), entities=(), change=NO_CHANGE, claims=(), supported=())


def _moved(case: Case, there: Place, word: Word) -> _Move:
    known = case.known.slots.get(there.slot.id)
    slot, live = (there.slot, ()) if known is None else (known.slot, known.live)
    claim = _claim(case, there, word)
    new = _bound(slot, there, claim, case.known.revision)
    assert new is not None
    change = settle_elsewhere(live, new, slot.address)
    if change == NO_CHANGE:  # it stands there already: the decision bears that claim out
        same = tuple(b.claim_id for b in live if b.member == new.member and b.interval.overlaps(new.interval))
        return _Move(touched=(slot,), entities=(), change=change, claims=(), supported=same)
    return _Move(touched=(slot,), entities=there.entities, change=change, claims=(claim,), supported=(claim.id,))


def _claim(case: Case, there: Place, word: Word) -> Claim:
    """The claim that a split makes: the contesting value, said by the person who decided about its own address."""
    form = case.claim.form
    if isinstance(form, Attribute):
        form = replace(form, attribute=there.slot.name)
    elif isinstance(form, RelationTo):
        form = replace(form, relation=there.slot.name)
    proposition = sentence(case, Resolution.SPLIT, word.at)
    return replace(
        case.claim,
        id=ids.knowledge(ids.Knowledge.CLAIM, case.project_id, word.occurrence_id, proposition, form_json(form)),
        proposition=proposition,
        form=form,
        certainty=Certainty.CERTAIN,
        origin=word.utterance.origin,
        attributed_to=word.by,
        utterance_id=word.utterance.id,
    )


def _place(names: Names, form: Form | None) -> Place | None:
    there = place(names, form)
    if isinstance(there, Ambiguity):
        raise UsageError(
            f"{there}, so this conflict cannot be decided",
            item=there.label,
            remedy="`a008 memory entities` shows them; merge them, or take the name from all but one",
        )
    return there


def _bound(slot: Slot, there: Place | None, claim: Claim, revision: int) -> Binding | None:
    if there is None:
        return None
    target = None if there.object is None else there.object.id
    return bind(slot, there.member, target, claim.id, claim.interval, revision)


def _link(claim_id: str, utterance: Utterance) -> Provenance:
    return Provenance(
        claim_id=claim_id, utterance_id=utterance.id, relation=Relation.DERIVED_FROM, start=None, end=None
    )


def _transitions(settled: Settlement, moved: _Move, word: Word) -> list[Transition]:
    made = [
        Transition(
            slot_id=moved.touched[0].id,
            outcome=Outcome.CHANGE,
            verdict=Verdict.NEW,
            from_claim=None,
            to_claim=claim.id,
            amended=None,
            utterance_id=word.utterance.id,
            decided_by=word.by,
        )
        for claim in moved.claims
    ]
    if settled.outcome is None:
        return made
    here = Transition(
        slot_id=settled.slot.id,
        outcome=settled.outcome,
        verdict=settled.verdict,
        from_claim=settled.from_claim,
        to_claim=settled.to_claim,
        amended=settled.amended,
        utterance_id=word.utterance.id,
        decided_by=word.by,
    )
    return [here, *made]


def _written(case: Case, settled: Settlement, moved: _Move, why: str) -> Written:
    here, there = case.slot.slot, moved.touched
    claim = moved.claims[0] if moved.claims else case.claim
    return Written(
        path="$",
        proposition=claim.proposition,
        verdict=Verdict.NEW if moved.claims else settled.verdict,
        outcome=Outcome.CHANGE if moved.claims else settled.outcome or Outcome.NO_OP,
        reason=why,
        address=there[0].address if there else here.address,
        claim_id=claim.id,
    )


def _value(form: Form | None) -> str:
    match form:
        case Attribute(value=value):
            return readable(value)
        case RelationTo(object=target):
            return target
        case Denial(of=denied):
            return _value(denied)
        case _:
            return ""
