"""COMPOSE: things as items that a model can read without knowing where they came from. Pure.

What is over carries its dates inside the proposition, what was said its speaker and day; a conflict names both sides.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from a008 import canon
from a008.clock import Instant
from a008.memory.claim import Event
from a008.memory.envelope import Candidate, Fate, Item, ItemType, item_json
from a008.memory.time import WorldTime, describe
from a008.retrieval.backing import Backing
from a008.retrieval.excerpt import Excerpt
from a008.retrieval.filter import Judged
from a008.store.claims import ClaimRow
from a008.store.heads import Head
from a008.store.labels import NO_LABELS, Labels
from a008.store.utterances import UtteranceRow

#: Speakers that are roles, not names.
_ROLES = {"user": "the user", "assistant": "the assistant"}
#: Where each type stands in the payload: what holds before what held, facts before talk.
_PLACES = (ItemType.STATE, ItemType.EVENT, ItemType.CLAIM, ItemType.HISTORY, ItemType.ATTRIBUTION, ItemType.UTTERANCE)


class Composed(NamedTuple):
    """A candidate, and where it belongs.

    Shape: `place` is how far in front a lane wants what it requires; `beside` the binding that a conflict travels with;
    `time` when it ended or was said, in milliseconds.
    """

    candidate: Candidate
    place: int
    beside: str | None
    time: int


def composed(each: Judged, labels: Mapping[str, Labels], backed: Backing) -> Composed:
    """A judged thing as a candidate; its rank and a lack of room come with the budget."""
    thing = each.scored.gathered
    subject = thing.subject
    item = _item(each, labels, backed)
    head = subject if isinstance(subject, Head) else None
    return Composed(
        candidate=Candidate(
            item=item,
            lanes=thing.lanes,
            reasons=thing.reasons,
            required=thing.required and each.fate is Fate.IN,
            score=each.scored.score,
            strength=each.scored.strength,
            active=each.scored.active,
            address=None if head is None else head.address,
            slot_id=None if head is None else head.slot.id,
            binding_id=None if head is None else head.binding.id,
            rank=None,
            bytes=len(canon.encode(item_json(item))) + 1,
            fate=each.fate,
            detail=each.detail,
        ),
        place=min((find.rank for find in thing.finds if find.required), default=0),
        beside=thing.beside,
        time=_time(subject),
    )


def in_order(admitted: tuple[Composed, ...]) -> tuple[Candidate, ...]:
    """Admitted candidates as they stand in the payload: required first, then by type, conflicts behind their heads.

    State, events and claims stand by rank; what is over and what was said by time, the latest first.
    """
    conflicts = [each for each in admitted if each.candidate.item.type is ItemType.CONFLICT]
    plain = [each for each in admitted if each.candidate.item.type is not ItemType.CONFLICT]
    ordered: list[Composed] = []
    for each in sorted(plain, key=_place):
        ordered.append(each)
        binding = each.candidate.binding_id
        if each.candidate.item.type is ItemType.STATE:
            ordered.extend(other for other in conflicts if other.beside == binding)
    ordered.extend(each for each in conflicts if each not in ordered)
    return tuple(each.candidate for each in ordered)


def _place(each: Composed) -> tuple[bool, int, str, int, int]:
    kind = each.candidate.item.type
    rank = each.candidate.rank or 0
    timed = kind in (ItemType.HISTORY, ItemType.ATTRIBUTION)
    address = (each.candidate.address or "") if kind is ItemType.HISTORY else ""
    return (not each.candidate.required, _PLACES.index(kind), address, -each.time if timed else 0, rank)


def _item(each: Judged, labels: Mapping[str, Labels], backed: Backing) -> Item:
    thing = each.scored.gathered
    subject = thing.subject
    if isinstance(subject, UtteranceRow):
        shown = each.excerpt or Excerpt(subject.text, 0, len(subject.text), len(subject.text))
        said = _attribution if thing.type is ItemType.ATTRIBUTION else _utterance
        return Item(
            id=subject.id,
            proposition=said(subject, shown),
            type=thing.type,
            tags=(),
            scope=(),
            authority=subject.origin,
        )
    own = labels.get(subject.claim.id, NO_LABELS)
    kind = thing.type
    if kind is ItemType.CLAIM and isinstance(subject.claim.interval.end, Instant):
        kind = ItemType.HISTORY
    return Item(
        id=subject.claim.id,
        proposition=_proposition(subject, kind, backed, each),
        type=kind,
        tags=own.tags,
        scope=own.domains,
        authority=subject.claim.origin,
    )


def _proposition(subject: Head | ClaimRow, kind: ItemType, backed: Backing, each: Judged) -> str:
    claim = subject.claim
    match kind:
        case ItemType.HISTORY:
            interval = subject.binding.interval if isinstance(subject, Head) else claim.interval
            return f"{describe(interval)}: {claim.proposition}"
        case ItemType.EVENT if isinstance(claim.form, Event) and isinstance(claim.interval.start, Instant):
            return f"On {claim.interval.start.date}: {claim.proposition}"
        case ItemType.CONFLICT:
            who = _ROLES.get(claim.attributed_to, claim.attributed_to)
            beside = each.scored.gathered.beside
            heads = (head for row in backed.heads.values() for head in row if head.binding.id == beside)
            against = next((f', against "{head.claim.proposition}"' for head in heads), "")
            return f'Contested: "{claim.proposition}" (said by {who}){against}'
    return claim.proposition


def _utterance(row: UtteranceRow, shown: Excerpt) -> str:
    return f'{row.speaker}, {_day(row.asserted_at)}{_part(shown)}: "{shown.text}"'


def _attribution(row: UtteranceRow, shown: Excerpt) -> str:
    when = f"On {row.asserted_at.date}" if isinstance(row.asserted_at, Instant) else "At an unknown time"
    return f'{when} {_ROLES.get(row.speaker, row.speaker)} said{_part(shown)}: "{shown.text}"'


def _part(shown: Excerpt) -> str:
    return "" if shown.is_whole else f" (characters {shown.start + 1} to {shown.end} of {shown.total})"


def _day(moment: WorldTime) -> str:
    return moment.date if isinstance(moment, Instant) else "at an unknown time"


def _time(subject: Head | ClaimRow | UtteranceRow) -> int:
    """Milliseconds by which what is over, or was said, is put in order; 0 when nobody knows."""
    if isinstance(subject, UtteranceRow):
        return subject.recorded_at.milliseconds
    interval = subject.binding.interval if isinstance(subject, Head) else subject.claim.interval
    return interval.end.milliseconds if isinstance(interval.end, Instant) else 0
