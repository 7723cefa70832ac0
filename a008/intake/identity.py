"""From a person's word about entities to a plan: another name, two that are one, one that is two. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from a008.clock import Instant
from a008.intake.word import Word, begun
from a008.memory import address
from a008.memory.address import Entity, Slot
from a008.memory.claim import ClaimStatus, Status
from a008.memory.identity import Alias, Merge
from a008.memory.known import KnownSlot
from a008.memory.move import Move, move, redirect
from a008.memory.plan import (
    Cause,
    ClaimEntity,
    ClosedContest,
    CommitPlan,
    Contest,
    Transition,
)
from a008.memory.reconcile import Outcome, Verdict
from a008.memory.resolution import MOVED

#: The policy that contests a claim which came to an address that says something else.
POLICY = "identity-v1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """What is known of two entities, as of one revision.

    Shape: `sources` are the slots that move, `targets` those of `into` by slot id, `pointing` slots of others whose
    relations name `gone`; `contests` are open ones at the sources; `aliases` are the names that move.
    """

    revision: int
    gone: Entity
    into: Entity
    sources: tuple[KnownSlot, ...]
    targets: Mapping[str, KnownSlot]
    pointing: tuple[KnownSlot, ...]
    contests: tuple[Contest, ...]
    aliases: tuple[Alias, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Rearrangement:
    """What merging or splitting does, before it is done.

    Shape: `collisions` of the moves are what a person will find in the conflict inbox.
    """

    gone: Entity
    into: Entity
    aliases: tuple[Alias, ...]
    moves: tuple[Move, ...]
    plan: CommitPlan


def named(word: Word, revision: int, opened: Iterable[Alias], closed: Iterable[Alias]) -> CommitPlan:
    """The commit that gives an entity names or takes them away."""
    return replace(shown(word, revision, Cause.NAMED), aliases=tuple(opened), closed_aliases=tuple(closed))


def merged(ground: Ground, word: Word) -> Rearrangement:
    """Two entities are one: names, addresses and relations of `gone` become those of `into`."""
    objects = {ground.gone.id: ground.into}
    moved = _moves(ground, objects, word.at)
    done = {each.target.id for each in moved}
    others = [each for each in ground.pointing if each.slot.id not in done]
    moves = (*moved, *(redirect(slot, objects, word.at, ground.revision) for slot in others))
    plan = replace(
        _rearranged(ground, word, moves, Cause.MERGED),
        merges=(Merge(from_id=ground.gone.id, into_id=ground.into.id, utterance_id=word.utterance.id),),
    )
    return Rearrangement(gone=ground.gone, into=ground.into, aliases=ground.aliases, moves=moves, plan=plan)


def split(ground: Ground, word: Word, *, is_new: bool) -> Rearrangement:
    """One entity is two: some addresses and names of `gone` become those of `into`, which may be `is_new`."""
    moves = _moves(ground, {}, word.at)
    carried = dict.fromkeys(claim_id for each in moves for claim_id in each.carried)
    name = Alias(entity_id=ground.into.id, key=ground.into.key, label=ground.into.label, utterance_id=word.utterance.id)
    plan = _rearranged(ground, word, moves, Cause.SPLIT)
    plan = replace(
        plan,
        entities=(ground.into,) if is_new else (),
        aliases=tuple({alias.key: alias for alias in (*([name] if is_new else []), *plan.aliases)}.values()),
        claim_entities=tuple(ClaimEntity(claim_id=claim_id, entity_id=ground.into.id) for claim_id in carried),
    )
    return Rearrangement(gone=ground.gone, into=ground.into, aliases=ground.aliases, moves=moves, plan=plan)


def _moves(ground: Ground, objects: Mapping[str, Entity], now: Instant) -> tuple[Move, ...]:
    return tuple(
        move(source, _target(ground, source.slot), objects, now, ground.revision)
        for source in ground.sources
        if source.live or any(contest.slot_id == source.slot.id for contest in ground.contests)
    )


def _target(ground: Ground, source: Slot) -> KnownSlot | Slot:
    wanted = address.slot(ground.into, source.kind, source.name, source.cardinality)
    return ground.targets.get(wanted.id, wanted)


def _rearranged(ground: Ground, word: Word, moves: tuple[Move, ...], cause: Cause) -> CommitPlan:
    known = {**{each.slot.id: each for each in (*ground.sources, *ground.pointing)}, **ground.targets}
    collided = dict.fromkeys(c.moved.claim_id for each in moves for c in each.collisions)
    moved_to = {each.source.id: each.target for each in moves}
    reopened = [
        Contest(slot_id=moved_to[c.slot_id].id, claim_id=c.claim_id, against_claim_id=c.against_claim_id)
        for c in ground.contests
        if c.slot_id in moved_to
    ]
    contests = [
        *reopened,
        *(
            Contest(slot_id=each.target.id, claim_id=c.moved.claim_id, against_claim_id=c.held.claim_id)
            for each in moves
            for c in each.collisions
        ),
    ]
    return replace(
        shown(word, ground.revision, cause),
        aliases=tuple(
            replace(alias, entity_id=ground.into.id, utterance_id=word.utterance.id) for alias in ground.aliases
        ),
        closed_aliases=ground.aliases,
        slots=tuple(each.target for each in moves if each.target.id not in known),
        redefined_slots=tuple(
            each.target for each in moves if each.target.id in known and known[each.target.id].slot != each.target
        ),
        statuses=tuple(
            ClaimStatus(claim_id=claim_id, status=Status.CONTESTED, policy=POLICY, reason="competes with the head")
            for claim_id in collided
        ),
        closed_bindings=tuple(key for each in moves for key in each.closed),
        bindings=tuple(binding for each in moves for binding in each.written),
        transitions=tuple(made for each in moves for made in _transitions(each, word)),
        contests=tuple({(c.slot_id, c.claim_id, c.against_claim_id): c for c in contests}.values()),
        closed_contests=tuple(
            ClosedContest(contest=c, resolution=MOVED, reason=word.because)
            for c in ground.contests
            if c.slot_id in moved_to
        ),
    )


def shown(word: Word, revision: int, cause: Cause) -> CommitPlan:
    """A plan that was shown to a person first, and so holds only for the project as it was seen."""
    return replace(begun(word, revision, cause), alone=True)


def arrival(slot: Slot, claim_id: str, word: Word) -> Transition:
    """What came to an address by a person's word, as the address sees it; where it left keeps its older revisions."""
    return Transition(
        slot_id=slot.id,
        outcome=Outcome.CHANGE,
        verdict=Verdict.NEW,
        from_claim=None,
        to_claim=claim_id,
        amended=None,
        utterance_id=word.utterance.id,
        decided_by=word.by,
    )


def _transitions(each: Move, word: Word) -> Iterator[Transition]:
    """What a move does to the address that things come to: one that arrives, and each that competes there."""
    competing = {collision.moved.claim_id: collision.held.claim_id for collision in each.collisions}
    arrived = next((claim_id for claim_id in each.carried if claim_id not in competing), None)
    if arrived is not None:
        yield arrival(each.target, arrived, word)
    for claim_id, held in competing.items():
        conflict = arrival(each.target, claim_id, word)
        yield replace(conflict, outcome=Outcome.CONFLICT, verdict=Verdict.CONFLICT, from_claim=held)
