"""The whole decision behind an envelope: what was understood, what words weigh, which lanes brought what, each fate.

Everything is read off the envelope itself, but for what the message was taken to mean, which is asked for again.
"""

from __future__ import annotations

from dataclasses import dataclass

from a008.memory.envelope import Candidate, Envelope, Fate, Intent, ItemType, Lane
from a008.retrieval.define import define
from a008.retrieval.fuse import WEIGHTS
from a008.retrieval.query import Question, RetrievalRequest, Snapshot
from a008.retrieval.ranking import ranked
from a008.retrieval.vocabulary import Vocabulary
from a008.retrieval.weighing import Weighing, weighings


@dataclass(frozen=True, slots=True, kw_only=True)
class Understood:
    """What a message was taken to ask for.

    Shape: `entities` are names, with `(from the dialogue)` or `(several)` behind them where that is so; `days` are
    spans as ISO dates. `floor` is the least weight of words that is no coincidence; `idle` as of `Query`.
    """

    intents: tuple[Intent, ...]
    question: Question | None
    entities: tuple[str, ...]
    addresses: tuple[str, ...]
    days: tuple[str, ...]
    labels: tuple[str, ...]
    words: tuple[Weighing, ...]
    floor: float
    idle: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class LaneUse:
    """What one lane came to: the weight of its places, and how many of the candidates it brought, and of those sent."""

    lane: Lane
    weight: float
    brought: int
    sent: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FateRow:
    """One candidate in the order of the decision: those sent in the order of packing, then the others, the best first.

    Units: bytes; `used` is what the payload takes up to here, `None` for what was not sent. `strength` in [0, 1].
    """

    order: int
    fate: Fate
    detail: str
    type: ItemType
    id: str
    proposition: str
    lanes: tuple[Lane, ...]
    reasons: tuple[str, ...]
    required: bool
    score: float
    strength: float
    active: bool
    bytes: int
    used: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """An envelope with everything that led to it; `fates` are rows for a table or a data frame."""

    envelope: Envelope
    understood: Understood
    lanes: tuple[LaneUse, ...]
    fates: tuple[FateRow, ...]


def explained(snapshot: Snapshot, request: RetrievalRequest, envelope: Envelope, known: Vocabulary) -> Decision:
    """The decision behind the envelope of a request, in the snapshot that it was read in."""
    return Decision(
        envelope=envelope,
        understood=_understood(snapshot, request, known),
        lanes=tuple(_use(lane, weight, envelope.candidates) for lane, weight in WEIGHTS.items()),
        fates=_fates(envelope),
    )


def _understood(snapshot: Snapshot, request: RetrievalRequest, known: Vocabulary) -> Understood:
    query = define(snapshot, request, known)
    names = (
        each.entity.label + (" (several)" if each.ambiguous else "") + (" (from the dialogue)" if each.borrowed else "")
        for each in query.entities
    )
    return Understood(
        intents=query.intents,
        question=query.question,
        entities=tuple(names),
        addresses=query.addresses,
        days=tuple(f"{span.first} to {span.final}" for span in query.spans),
        labels=(*query.tags, *query.domains),
        words=weighings(snapshot, query.words),
        floor=ranked(snapshot, query, known).floor,
        idle=query.idle,
    )


def _use(lane: Lane, weight: float, candidates: tuple[Candidate, ...]) -> LaneUse:
    brought = [each for each in candidates if lane in each.lanes]
    return LaneUse(
        lane=lane,
        weight=weight,
        brought=len(brought),
        sent=sum(each.fate is Fate.IN for each in brought),
    )


def _fates(envelope: Envelope) -> tuple[FateRow, ...]:
    sent = sorted((each for each in envelope.candidates if each.fate is Fate.IN), key=lambda each: each.rank or 0)
    others = [each for each in envelope.candidates if each.fate is not Fate.IN]
    used = envelope.receipt.bytes - sum(each.bytes for each in sent)
    rows: list[FateRow] = []
    for order, each in enumerate((*sent, *others), 1):
        is_sent = each.fate is Fate.IN
        used += each.bytes if is_sent else 0
        rows.append(_row(order, each, used if is_sent else None))
    return tuple(rows)


def _row(order: int, each: Candidate, used: int | None) -> FateRow:
    return FateRow(
        order=order,
        fate=each.fate,
        detail=each.detail,
        type=each.item.type,
        id=each.item.id,
        proposition=each.item.proposition,
        lanes=each.lanes,
        reasons=each.reasons,
        required=each.required,
        score=each.score,
        strength=each.strength,
        active=each.active,
        bytes=each.bytes,
        used=used,
    )
