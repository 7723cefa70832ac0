"""From proposal to plan: the rules that decide what a turn changes. Pure, and closed where it is in doubt."""

from __future__ import annotations

from collections.abc import Iterable

from a008.errors import UsageError
from a008.intake.draft import Draft
from a008.intake.ground import Evidence, Turn, evidence, refusal
from a008.memory import address, association, name
from a008.memory.address import Cardinality, Slot, SlotKind
from a008.memory.binding import Binding, bind, member_of
from a008.memory.claim import Attribute, Claim, Denial, Event, Form, RelationTo, text_key
from a008.memory.envelope import ItemType
from a008.memory.identity import Ambiguity
from a008.memory.known import Known
from a008.memory.place import Place, labels_in, place
from a008.memory.plan import CommitPlan, Transition
from a008.memory.proposal import Judgement, Proposal, Proposed, Refusal, RefusalCode, Section
from a008.memory.receipt import Written
from a008.memory.reconcile import (
    Decision,
    Incoming,
    Outcome,
    Verdict,
    Wording,
    effect,
    past_at_start,
    reconcile,
    subject,
)
from a008.memory.support import person, speaks_for_itself
from a008.memory.time import Interval
from a008.memory.timeline import holding
from a008.memory.utterance import SpeechAct

_DECIDED_BY = "runtime"
#: The verdict that an outcome amounts to where an address decides. Source: rule 28.
_VERDICTS = {
    Outcome.RE_ASSERTION: Verdict.RESTATEMENT,
    Outcome.CHANGE: Verdict.SUPERSEDE,
    Outcome.CORRECTION: Verdict.SUPERSEDE,
    Outcome.CONFLICT: Verdict.CONFLICT,
    Outcome.RETRACTION: Verdict.SUPERSEDE,
    Outcome.NO_OP: Verdict.NEW,
}


def validate(
    turn: Turn, proposal: Proposal, judgements: Iterable[Judgement], known: Known, *, author: str
) -> CommitPlan:
    """Decide every item of a proposal and plan one commit.

    Shape: `known` was read in one snapshot for `ground.wanted`; the plan is guarded by it. A refused item stands in the
    plan's refusals, and the rest goes on.
    """
    draft = Draft(turn, known)
    draft.refusals.extend(proposal.refusals)
    verdicts = {judgement.path: judgement for judgement in judgements}
    seen: set[tuple[str, str]] = set()
    for proposed in proposal.claims:
        key = (text_key(proposed.proposition), f"{proposed.form}{proposed.cites}{proposed.wording}")
        if key in seen:
            draft.refusals.append(refusal(proposed, RefusalCode.DUPLICATE, "proposed twice in one document"))
            continue
        seen.add(key)
        refused = _claim(draft, proposed, verdicts.get(proposed.path))
        if refused is not None:
            draft.refusals.append(refused)
    for item in proposal.reinforcements:
        refused = _reinforcement(draft, item.path, item.cites)
        if refused is not None:
            draft.refusals.append(refused)
    return draft.plan(author)


def _claim(draft: Draft, proposed: Proposed, judgement: Judgement | None) -> Refusal | None:
    if not name.says_something(proposed.proposition):
        return refusal(proposed, RefusalCode.SAYS_NOTHING, "no letter or digit in the proposition")
    found = evidence(draft.turn, proposed)
    if isinstance(found, Refusal):
        return found
    if found.act is SpeechAct.PREDICTION and proposed.interval.is_open:
        return refusal(proposed, RefusalCode.OPEN_PREDICTION, "a prediction needs the time it is about")
    if proposed.section is Section.STATE_UPDATES:
        return _state_update(draft, proposed, found)
    if not speaks_for_itself(found.origin) and _echo(draft, proposed):
        return None
    there = place(draft.known.names, proposed.form)
    if not isinstance(there, Place) or found.act is SpeechAct.PREDICTION:
        unbound = f"{there}; nothing was bound" if isinstance(there, Ambiguity) else "evidence without an address"
        _evidence_only(draft, proposed, found, judgement, unbound)
        return None
    _addressed(draft, proposed, proposed.form, there, found, judgement)
    return None


def _echo(draft: Draft, proposed: Proposed) -> bool:
    """Whether an answer only repeats an item of its envelope; then that item is reinforced and nothing is learnt.

    An earlier value that was shown is repeated in any words, as long as they tell of no change.
    """
    said = text_key(proposed.proposition)
    items = draft.turn.envelope.items
    same = next((item.id for item in items if text_key(item.proposition) == said), None)
    there = place(draft.known.names, proposed.form)
    if same is None and isinstance(there, Place) and proposed.wording is Wording.PLAIN:
        past = {item.id for item in items if item.type is ItemType.HISTORY}
        live = draft.live(draft.slot(there.slot))
        same = next((b.claim_id for b in live if b.claim_id in past and b.member == there.member), None)
    if same is not None:
        _restated(draft, proposed, same, "repeated from the envelope", None)
    return same is not None


def _restated(draft: Draft, proposed: Proposed, claim_id: str, reason: str, shown: str | None) -> None:
    draft.reinforce(claim_id, reason)
    outcome = None if shown is None else Outcome.RE_ASSERTION
    draft.written.append(_written(proposed, Verdict.RESTATEMENT, outcome, reason, shown, claim_id))


def _evidence_only(draft: Draft, proposed: Proposed, found: Evidence, judgement: Judgement | None, reason: str) -> None:
    """A claim without an address: evidence that can be found, never state."""
    same = draft.same_text(proposed.proposition)
    if same is not None:
        if speaks_for_itself(found.origin):
            draft.support(same, found)
        _restated(draft, proposed, same, "said again", None)
        return
    claim = draft.record(proposed, proposed.form, found)
    if isinstance(proposed.form, Event):
        for label in proposed.form.participants:
            draft.meet(claim, label)
    verdict = Verdict.NEW if judgement is None else judgement.verdict
    if judgement is not None and verdict in (Verdict.RESTATEMENT, Verdict.EXTEND):
        for target in judgement.targets:
            draft.reinforce(target, f"{verdict} by another claim")
    draft.written.append(_written(proposed, verdict, None, reason, None, claim.id))


def _state_update(draft: Draft, proposed: Proposed, found: Evidence) -> Refusal | None:
    """Another value for a head that the envelope showed; refused unless everything it cites still holds."""
    cites = str(proposed.cites)
    candidate = draft.turn.envelope.admitted(cites)
    if candidate is None:
        if cites in draft.known.claims:
            return refusal(proposed, RefusalCode.NOT_IN_BASELINE, f"{cites} was not shown in this turn")
        return refusal(proposed, RefusalCode.UNKNOWN_TARGET, f"{cites} names nothing")
    if candidate.item.type is not ItemType.STATE or candidate.slot_id is None or candidate.address is None:
        return refusal(proposed, RefusalCode.NOT_STATE, f"{cites} is a {candidate.item.type}, not current state")
    try:
        if address.normal(str(proposed.address)) != candidate.address:
            raise UsageError("another address")
    except UsageError:
        reason = f"{cites} stands at {candidate.address}, not at {proposed.address}"
        return refusal(proposed, RefusalCode.ADDRESS_MISMATCH, reason)
    known = draft.known.slots.get(candidate.slot_id)
    if known is None or candidate.binding_id not in _holding(draft, known.slot):
        return refusal(proposed, RefusalCode.STALE_HEAD, f"{candidate.address} has changed since it was shown")
    if known.slot.kind is not SlotKind.ATTRIBUTE:
        return refusal(proposed, RefusalCode.ADDRESS_MISMATCH, f"{candidate.address} is a relation, not an attribute")
    form = Attribute(entity=known.owner.key, attribute=known.slot.name, value=proposed.value)
    there = Place(known.slot, member_of(proposed.value), None, (known.owner,))
    _addressed(draft, proposed, form, there, found, None)
    return None


def _holding(draft: Draft, slot: Slot) -> set[str]:
    """Ids of the bindings that hold now: the head, or every member of a set."""
    live, now = draft.live(slot), draft.turn.now
    if slot.cardinality is Cardinality.SET:
        return {binding.id for binding in live if binding.interval.holds_at(now)}
    head = holding(live, now)
    return set() if head is None else {head.id}


def _addressed(
    draft: Draft, proposed: Proposed, form: Form | None, there: Place, found: Evidence, judgement: Judgement | None
) -> None:
    """A claim with an address: reconcile it with what holds there, whoever said it."""
    turn, slot = draft.turn, draft.slot(there.slot)
    live = draft.live(slot)
    draft.touch(slot)
    incoming = _incoming(draft, proposed, there, slot, found, judgement)
    decision = reconcile(live, incoming, turn.now)
    about = decision.about
    if decision.outcome is Outcome.RE_ASSERTION and about is not None:
        if speaks_for_itself(found.origin):
            draft.support(about.claim_id, found)
        if found.origin.is_user:
            _associate(draft, there, found)
        _restated(draft, proposed, about.claim_id, decision.reason, slot.address)
        return
    denial = proposed.wording is Wording.RETRACTION
    against = about if denial else _against(draft, slot, about, there.member, proposed.interval)
    contested = decision.outcome is Outcome.CONFLICT
    others = _others(draft, about, found) if denial and contested else ()
    reason = f"{decision.reason}: {', '.join(others)}" if others else decision.reason
    claim = draft.record(proposed, _denied(form) if denial else form, found, contested=reason if contested else "")
    new = bind(slot, there.member, None if there.object is None else there.object.id, claim.id,
               proposed.interval, draft.known.revision)  # fmt: skip
    for entity, label in zip(there.entities, labels_in(form), strict=True):
        draft.mention(claim, entity)
        draft.spell(claim, entity, label)
    draft.change(slot, effect(live, decision, new, turn.now))
    if contested and against is not None:
        draft.contest(slot, claim.id, against.claim_id)
    if decision.outcome is Outcome.RETRACTION and about is not None:
        draft.retract(about.claim_id, proposed.proposition)
    if denial and about is not None and not contested and _says_the_same(draft, about, claim):
        draft.retract(claim.id, "it repeats what it takes back")
    if found.origin.is_user and not denial:
        _associate(draft, there, found)
    verdict = Verdict.NEW if about is None and not contested else _VERDICTS[decision.outcome]
    if decision.outcome is not Outcome.NO_OP:
        draft.transitions.append(_transition(slot, decision, verdict, against if contested else about, claim))
    draft.written.append(_written(proposed, verdict, decision.outcome, reason, slot.address, claim.id))


def _others(draft: Draft, about: Binding | None, found: Evidence) -> tuple[str, ...]:
    """Who else vouches for what is taken back: people whose claim was accepted, but for the one who speaks."""
    spoken = None if not found.origin.is_user else person(found.utterance.speaker)
    vouchers = () if about is None else draft.vouchers(about.claim_id)
    return tuple(each for each in vouchers if person(each) != spoken)


def _says_the_same(draft: Draft, about: Binding, claim: Claim) -> bool:
    """Whether a denial is put into the very words that it denies, so that it must never be shown as they stand."""
    denied = draft.claim(about.claim_id)
    return denied is not None and text_key(denied.proposition) == text_key(claim.proposition)


def _denied(form: Form | None) -> Form | None:
    return Denial(of=form) if isinstance(form, (Attribute, RelationTo)) else None


def _associate(draft: Draft, there: Place, found: Evidence) -> None:
    """A relation that the user stated makes or strengthens an association between its ends."""
    if there.object is not None:
        draft.associate(association.between(there, found.utterance.id))


def _incoming(
    draft: Draft, proposed: Proposed, there: Place, slot: Slot, found: Evidence, judgement: Judgement | None
) -> Incoming:
    about = subject(draft.live(slot), slot.cardinality, there.member, proposed.interval, draft.turn.now)
    behind = None if about is None else draft.claim(about.claim_id)
    wording = proposed.wording
    if judgement is not None and judgement.verdict is Verdict.CONFLICT and wording is Wording.PLAIN:
        wording = Wording.CONFLICT
    outside = found.origin.is_outside and behind is not None and behind.supported_by_user
    return Incoming(
        cardinality=slot.cardinality,
        member=there.member,
        interval=proposed.interval,
        wording=wording,
        outranked=outside or (wording is Wording.RETRACTION and bool(_others(draft, about, found))),
        same_source=behind is not None and behind.attributed_to == found.utterance.speaker,
        trespasses=_trespasses(draft, slot, there.member, proposed.interval, found),
    )


def _trespasses(draft: Draft, slot: Slot, member: str, interval: Interval, found: Evidence) -> bool:
    """Whether a claim begins within a past that is not its to shorten, as `Incoming` has it."""
    past = None if slot.cardinality is Cardinality.SET else _past(draft, slot, member, interval)
    behind = None if past is None else draft.claim(past.claim_id)
    if past is None or behind is None:
        return False
    another = behind.attributed_to != found.utterance.speaker
    outside = found.origin.is_outside and behind.supported_by_user
    return not behind.is_open or outside or (another and past.interval.start == interval.start)


def _past(draft: Draft, slot: Slot, member: str, interval: Interval) -> Binding | None:
    return past_at_start(draft.live(slot), member, interval, draft.turn.now)


def _against(draft: Draft, slot: Slot, about: Binding | None, member: str, span: Interval) -> Binding | None:
    """What a conflicting claim competes with: what it is about, or else another value at the address, of its time.

    Of several, the one whose claim began first, however it is cut into pieces by now.
    """
    live = draft.live(slot)
    if about is None and slot.cardinality is Cardinality.SINGLE and (past := _past(draft, slot, member, span)):
        return past
    if about is not None and about.member != member:
        return about
    begun = {claim_id: place for place, claim_id in enumerate(dict.fromkeys(b.claim_id for b in live))}
    others = (b for b in live if b.member != member)
    ranked = sorted(others, key=lambda b: (not b.interval.overlaps(span), begun[b.claim_id]))
    return next(iter(ranked), about)


def _transition(slot: Slot, decision: Decision, verdict: Verdict, before: Binding | None, claim: Claim) -> Transition:
    retracted = isinstance(claim.form, Denial)
    return Transition(
        slot_id=slot.id,
        outcome=decision.outcome,
        verdict=verdict,
        from_claim=None if before is None else before.claim_id,
        to_claim=None if retracted else claim.id,
        amended=before.interval if decision.outcome is Outcome.CORRECTION and before is not None else None,
        utterance_id=claim.utterance_id,
        decided_by=_DECIDED_BY,
    )


def _reinforcement(draft: Draft, path: str, cites: str) -> Refusal | None:
    candidate = draft.turn.envelope.admitted(cites)
    if candidate is None:
        known = cites in draft.known.claims or cites in draft.known.lifecycles
        code = RefusalCode.NOT_IN_BASELINE if known else RefusalCode.UNKNOWN_TARGET
        return Refusal(path=path, code=code, reason=f"{cites} was not shown in this turn")
    draft.reinforce(cites, "used again")
    return None


def _written(
    proposed: Proposed, verdict: Verdict, outcome: Outcome | None, reason: str, shown: str | None, claim_id: str
) -> Written:
    return Written(
        path=proposed.path,
        proposition=proposed.proposition,
        verdict=verdict,
        outcome=outcome,
        reason=reason,
        address=shown,
        claim_id=claim_id,
    )
