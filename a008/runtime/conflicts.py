"""The conflict inbox: open conflicts with both sides, and a person's way to end one."""

from __future__ import annotations

from dataclasses import dataclass, replace

from a008.clock import Clock, Instant
from a008.errors import NotFound, UsageError
from a008.intake import decision
from a008.intake.decision import Case
from a008.memory import name
from a008.memory.claim import Attribute, Claim, Denial, RelationTo, Value
from a008.memory.known import Wanted
from a008.memory.label import Axis
from a008.memory.origin import Origin
from a008.memory.place import labels_in
from a008.memory.plan import CommitPlan, Contest
from a008.memory.receipt import Receipt
from a008.memory.resolution import Resolution
from a008.memory.time import Interval, WorldTime
from a008.runtime import person
from a008.store import claims, entities, heads, known, labels, revisions, utterances
from a008.store.connection import Connection
from a008.store.heads import Head
from a008.store.inbox import Pending, pending
from a008.store.labels import NO_LABELS
from a008.store.projects import Project
from a008.store.store import Store

_REMEDY = "`a008 memory conflicts` lists the open ones"


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One side of a conflict: what is claimed, by whom, when it was said.

    Shape: `value` is that of the address, a relation's object by its name; `denies` says that the claim has no value
    and only denies the other side.
    """

    claim_id: str
    proposition: str
    value: Value
    denies: bool
    said_by: str
    origin: Origin
    said_at: WorldTime
    interval: Interval


@dataclass(frozen=True, slots=True, kw_only=True)
class Conflict:
    """An open conflict.

    Shape: `head` is what holds at the address at the instant asked about, `None` when nothing does; `against` is the
    claim that was contested when the conflict began, which may have given way since. `revision` opened it.
    """

    address: str
    head: Side | None
    other: Side
    against: str
    revision: int


def conflicts(conn: Connection, project_id: str, *, as_of: Instant, at_revision: int | None) -> tuple[Conflict, ...]:
    """The conflicts of a project that are open, or were at a revision, by address and then by age."""
    found = pending(conn, project_id, at_revision=at_revision)
    revision = revisions.newest(conn)[0] if at_revision is None else at_revision
    slots = list(dict.fromkeys(row.slot_id for row in found))
    holding = heads.heads_of(conn, slots, as_of=as_of, at_revision=revision)
    sides = [(row, _held(row, holding)) for row in found]
    said = dict.fromkeys(
        claim.utterance_id for row, head in sides for claim in (row.claim, *(() if head is None else (head.claim,)))
    )
    said_at = {u.id: u.asserted_at for u in utterances.utterances(conn, project_id, said, at_revision=revision)}
    return tuple(
        Conflict(
            address=row.address,
            head=None if head is None else replace(_side(head.claim, said_at), interval=head.binding.interval),
            other=_side(row.claim, said_at),
            against=row.against_claim_id,
            revision=row.rev_from,
        )
        for row, head in sides
    )


def resolve(
    store: Store,
    project: Project,
    claim_id: str,
    resolution: Resolution,
    *,
    by: str,
    reason: str,
    clock: Clock,
    new_attribute: str | None = None,
) -> Receipt:
    """End an open conflict; `claim_id` is the contesting claim, `new_attribute` where a split puts its value.

    Errors: `NotFound` when the claim contests nothing (any more); `UsageError` for a resolution that this conflict
    cannot have; `StaleState` when the address moved while this was decided, and nothing is written then.
    """
    return store.commit(
        planned(
            store,
            project,
            claim_id,
            resolution,
            by=by,
            reason=reason,
            at=clock(),
            new_attribute=new_attribute,
        )
    )


def planned(
    store: Store,
    project: Project,
    claim_id: str,
    resolution: Resolution,
    *,
    by: str,
    reason: str,
    at: Instant,
    new_attribute: str | None = None,
) -> CommitPlan:
    """What `resolve` commits, guarded by the ground on which it was decided.

    Errors: as of `resolve`, but for `StaleState`.
    """
    by, reason = person.signed(by, reason)
    if (resolution is Resolution.SPLIT) != bool(new_attribute):
        what = "a split needs the name of another attribute" if not new_attribute else "only a split takes a name"
        raise UsageError(what, item=new_attribute)
    case = store.read(lambda conn: _case(conn, project, claim_id, new_attribute))
    occurrence = f"resolution:{claim_id}:{case.known.revision}"
    plain = decision.sentence(case, resolution, at)
    words = f"{plain} {reason}".strip() if resolution is Resolution.SPLIT else reason or plain
    word = person.word(project.id, occurrence, person.Signed(by, reason), at, words)
    return decision.decide(case, resolution, word)


def _case(conn: Connection, project: Project, claim_id: str, new_attribute: str | None) -> Case:
    revision = revisions.newest(conn)[0]
    slot_id = claims.contested_by(conn, [claim_id], at_revision=revision).get(claim_id)
    slots = [] if slot_id is None else [slot_id]
    row = next((r for r in claims.contests(conn, slots, at_revision=revision) if r.claim.id == claim_id), None)
    found = claims.claims(conn, project.id, [] if row is None else [row.against_claim_id], at_revision=revision)
    if row is None or not found:
        raise NotFound("no open conflict of this claim in this project", item=claim_id, remedy=_REMEDY)
    forms = tuple(form for form in (row.claim.form, found[0].claim.form) if form is not None)
    keys = [name.key(label) for form in forms for label in labels_in(form)]
    names = entities.meaning(conn, project.id, keys, at_revision=revision)
    there = None if not new_attribute else decision.elsewhere(names, row.claim, new_attribute)
    wanted = Wanted(
        forms=forms,
        labels=frozenset(),
        slots=frozenset((row.slot_id, *(() if there is None else (there.slot.id,)))),
        evidence=frozenset((claim_id, row.against_claim_id)),
        text_keys=frozenset(),
        takes_back=False,
    )
    carried = labels.labels_of(conn, [claim_id], at_revision=revision).get(claim_id, NO_LABELS)
    return Case(
        project_id=project.id,
        contest=Contest(slot_id=row.slot_id, claim_id=claim_id, against_claim_id=row.against_claim_id),
        claim=row.claim,
        against=found[0].claim,
        labels=(*((Axis.TAG, tag) for tag in carried.tags), *((Axis.DOMAIN, domain) for domain in carried.domains)),
        known=known.known(conn, project.id, wanted),
        elsewhere=there,
    )


def _held(row: Pending, holding: tuple[Head, ...]) -> Head | None:
    """What a contesting claim competes with: the claim that it contests if it holds, else what holds instead."""
    here = [head for head in holding if head.slot.id == row.slot_id]
    return next((head for head in here if head.claim.id == row.against_claim_id), here[0] if here else None)


def _side(claim: Claim, said_at: dict[str, WorldTime]) -> Side:
    value: Value = None
    match claim.form:
        case Attribute(value=said):
            value = said
        case RelationTo(object=target):
            value = target
    return Side(
        claim_id=claim.id,
        proposition=claim.proposition,
        value=value,
        denies=isinstance(claim.form, Denial),
        said_by=claim.attributed_to,
        origin=claim.origin,
        said_at=said_at[claim.utterance_id],
        interval=claim.interval,
    )
