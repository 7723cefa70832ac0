"""Two envelopes compared, item by item: what came, what went, what moved, what is put or found in another way. Pure."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from a008.memory.envelope import Candidate, Envelope, EnvelopeReceipt, Fate, Item, ItemType

#: What names an item of an envelope: one claim may be shown as a state and, at another time, as history.
Key = tuple[str, ItemType]


class Differs(StrEnum):
    """How an item differs between two envelopes; several may apply, but for the first two."""

    CAME = "came"
    WENT = "went"
    MOVED = "moved"
    REWORDED = "reworded"
    RELABELLED = "relabelled"
    REASONED = "reasoned"


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """An item in one of two envelopes.

    Shape: `place` counts from 1 in the payload, `None` for what was not sent; then `fate` and `detail` say why, and
    both are empty for what no lane brought, or where what was left out is not known. Units: `bytes` of the payload.
    """

    place: int | None
    proposition: str
    reasons: tuple[str, ...]
    required: bool
    bytes: int
    fate: Fate | None
    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ItemDifference:
    """One item that is not the same in both."""

    id: str
    type: ItemType
    differs: tuple[Differs, ...]
    before: Side
    after: Side


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvelopeDiff:
    """Two envelopes compared.

    Shape: `items` in the order of the second payload, those that went last. `fates_known` is false when what one of
    them left out is not known: then nothing is said about reasons.
    """

    before: EnvelopeReceipt
    after: EnvelopeReceipt
    message_before: str
    message_after: str
    items: tuple[ItemDifference, ...]
    alike: int
    same_bytes: bool
    fates_known: bool


def compare(before: Envelope, after: Envelope) -> EnvelopeDiff:
    """What differs between two envelopes; of items in another order, as few as can be are said to have moved."""
    known = _has_fates(before) and _has_fates(after)
    old, new = _View(before), _View(after)
    shared = [key for key in new.places if key in old.places]
    kept = _in_order([old.places[key] for key in shared])
    moved = {key for key in shared if old.places[key] not in kept}
    items = tuple(
        difference
        for key in (*new.places, *(key for key in old.places if key not in new.places))
        if (difference := _difference(key, old, new, is_moved=key in moved, known=known)).differs
    )
    differing = sum(each.before.place is not None and each.after.place is not None for each in items)
    return EnvelopeDiff(
        before=before.receipt,
        after=after.receipt,
        message_before=before.message,
        message_after=after.message,
        items=items,
        alike=len(shared) - differing,
        same_bytes=before.payload == after.payload,
        fates_known=known,
    )


class _View:
    """What one envelope says of an item, by its key."""

    def __init__(self, envelope: Envelope) -> None:
        self.items = {(item.id, item.type): item for item in envelope.items}
        self.places = {key: place for place, key in enumerate(self.items, 1)}
        self._candidates: dict[Key, Candidate] = {}
        for each in envelope.candidates:
            self._candidates.setdefault((each.item.id, each.item.type), each)
        self._of_id = {each.item.id: each for each in reversed(envelope.candidates)}

    def side(self, key: Key) -> Side:
        """The item as it is there, or why it is not; another guise of the same knowledge tells for it."""
        found = self._candidates.get(key) or self._of_id.get(key[0])
        item = self.items.get(key)
        return Side(
            place=self.places.get(key),
            proposition="" if item is None else item.proposition,
            reasons=() if found is None else found.reasons,
            required=found is not None and found.required,
            bytes=0 if item is None or found is None else found.bytes,
            fate=None if found is None else found.fate,
            detail="" if found is None else found.detail,
        )


def _difference(key: Key, old: _View, new: _View, *, is_moved: bool, known: bool) -> ItemDifference:
    before, after = old.side(key), new.side(key)
    return ItemDifference(
        id=key[0],
        type=key[1],
        differs=tuple(_differences(before, after, old.items.get(key), new.items.get(key), is_moved, known)),
        before=before,
        after=after,
    )


def _differences(
    before: Side, after: Side, old: Item | None, new: Item | None, is_moved: bool, known: bool
) -> Iterator[Differs]:
    if old is None or new is None:
        yield Differs.CAME if old is None else Differs.WENT
        return
    if is_moved:
        yield Differs.MOVED
    if old.proposition != new.proposition:
        yield Differs.REWORDED
    if (old.tags, old.scope, old.authority) != (new.tags, new.scope, new.authority):
        yield Differs.RELABELLED
    if known and (before.reasons, before.required) != (after.reasons, after.required):
        yield Differs.REASONED


def _has_fates(envelope: Envelope) -> bool:
    return not envelope.items or any(each.lanes for each in envelope.candidates)


def _in_order(places: Sequence[int]) -> set[int]:
    """A longest run of places that rises: what need not move for the order of one to become that of the other."""
    ends: list[int] = []
    before: dict[int, int | None] = {}
    for place in places:
        length = bisect_left(ends, place)
        before[place] = ends[length - 1] if length else None
        ends[length : length + 1] = [place]
    kept: set[int] = set()
    last = ends[-1] if ends else None
    while last is not None:
        kept.add(last)
        last = before[last]
    return kept
