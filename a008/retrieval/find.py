"""A find: one thing that one lane came upon, and what several lanes found together."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from a008.memory.claim import Event
from a008.memory.envelope import ItemType, Lane
from a008.store.claims import ClaimRow
from a008.store.heads import Head
from a008.store.utterances import UtteranceRow

#: What can be found: a binding, a claim, an utterance.
Subject = Head | ClaimRow | UtteranceRow
#: Lanes that follow an exact name or address; lifecycle never gates them.
EXACT = frozenset({Lane.SLOT, Lane.ENTITY, Lane.HISTORY, Lane.ATTRIBUTION, Lane.EVENT, Lane.CALLER})

#: Reasons of one lane that are told.
_REASONS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Find:
    """One thing that a lane came upon.

    Shape: `rank` is its place in its lane, 0 first. `strong`: an entity or an address named in the message is in it, so
    that it comes back though dormant. `pull` is the attraction of the edge that led to it, in [-1, 1]. `beside` is the
    binding that a conflict travels with. `missing` says what it lacks to count as a match, '' when nothing.
    """

    lane: Lane
    rank: int
    reason: str
    subject: Subject
    type: ItemType
    required: bool
    strong: bool
    pull: float
    beside: str | None
    missing: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Gathered:
    """One thing, with every find of it, the first lane's first."""

    subject: Subject
    type: ItemType
    finds: tuple[Find, ...]

    @property
    def id(self) -> str:
        """The knowledge identity that its item shows: of the claim or the utterance."""
        return evidence_id(self.subject)

    @property
    def required(self) -> bool:
        """Whether any lane says that it must be there."""
        return any(find.required for find in self.finds)

    @property
    def only_stands(self) -> bool:
        """Whether nothing but a pin requires it: then it must hold to be shown."""
        lanes = {find.lane for find in self.finds if find.required}
        return lanes == {Lane.STANDING}

    @property
    def lanes(self) -> tuple[Lane, ...]:
        """The lanes that found it, the first one first."""
        return tuple(dict.fromkeys(find.lane for find in self.finds))

    @property
    def reasons(self) -> tuple[str, ...]:
        """Why they did, in the words of each lane, at most two of each."""
        by_lane: dict[Lane, dict[str, None]] = {}
        for find in self.finds:
            by_lane.setdefault(find.lane, {})[find.reason] = None
        return tuple(reason for reasons in by_lane.values() for reason in list(reasons)[:_REASONS])

    @property
    def beside(self) -> str | None:
        """The binding that a conflict travels with."""
        return next((find.beside for find in self.finds if find.beside is not None), None)

    @property
    def is_exact(self) -> bool:
        """Whether a name or an address led to it, so that it is not volunteered but asked for."""
        return any(find.lane in EXACT or find.strong for find in self.finds)


def found(
    lane: Lane,
    rank: int,
    reason: str,
    subject: Subject,
    kind: ItemType,
    *,
    required: bool = False,
    strong: bool = False,
    pull: float = 0.0,
    beside: str | None = None,
    missing: str = "",
) -> Find:
    """A find; most are optional, weak and without an edge."""
    return Find(
        lane=lane,
        rank=rank,
        reason=reason,
        subject=subject,
        type=kind,
        required=required,
        strong=strong,
        pull=pull,
        beside=beside,
        missing=missing,
    )


def gather(finds: Iterable[Find]) -> tuple[Gathered, ...]:
    """Finds by what was found, in the order in which each was found first."""
    by_key: dict[tuple[ItemType, str], list[Find]] = {}
    for find in finds:
        by_key.setdefault((find.type, _key(find.subject)), []).append(find)
    return tuple(Gathered(subject=each[0].subject, type=each[0].type, finds=tuple(each)) for each in by_key.values())


def claim_type(row: ClaimRow) -> ItemType:
    """What a claim is shown as: an event when it has that form."""
    return ItemType.EVENT if isinstance(row.claim.form, Event) else ItemType.CLAIM


def evidence_id(subject: Subject) -> str:
    """The claim or the utterance behind a subject: what its item cites, and what carries its lifecycle."""
    return subject.id if isinstance(subject, UtteranceRow) else subject.claim.id


def _key(subject: Subject) -> str:
    return subject.binding.id if isinstance(subject, Head) else evidence_id(subject)
