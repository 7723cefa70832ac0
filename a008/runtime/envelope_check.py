"""Verifying what was sent: the kept bytes against their hash, and the same bytes put together again."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from a008 import canon
from a008.clock import Instant
from a008.errors import A008Error, Code, NotFound, ProjectionError, Rejected, StoreError
from a008.memory.envelope import Item
from a008.memory.wire import items_of
from a008.retrieval.query import RetrievalRequest
from a008.retrieval.rules import rules
from a008.runtime.rebuild import rebuilt
from a008.store import sent
from a008.store.connection import Connection
from a008.store.sent import Sent

#: Told of each envelope that was verified: how many are done, of how many.
Progress = Callable[[int, int], None]


class Held(StrEnum):
    """How far what was sent for a turn is borne out."""

    SAME = "same"
    OTHER_RULES = "other_rules"
    INCOMPLETE = "incomplete"
    DIFFERS = "differs"
    DAMAGED = "damaged"

    @property
    def is_fault(self) -> bool:
        """Whether something is wrong, and not merely of another version or of a lane that had failed."""
        return self in (Held.DIFFERS, Held.DAMAGED)


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnChecked:
    """What was found of one turn's envelope.

    Shape: `number` is that of the turn in its conversation, from 1; `item` the id of the first item that differs and
    `detail` how, both '' when all is the same.
    """

    turn_id: str
    conversation_id: str
    number: int
    asked_at: Instant
    message: str
    revision: int
    held: Held
    item: str
    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvelopesChecked:
    """What was found of some turns' envelopes; `failure` stands for all faults as one error, `None` without any."""

    turns: tuple[TurnChecked, ...]
    failure: StoreError | None

    @property
    def is_sound(self) -> bool:
        """Whether no fault was found."""
        return self.failure is None


class _Found(NamedTuple):
    held: Held
    item: str
    detail: str


def check(conn: Connection, turn: Sent, request: RetrievalRequest, tables: tuple[str, ...]) -> TurnChecked:
    """What is found of the envelope that a turn was sent, after its request; nothing is changed.

    Shape: `tables` as of `retrieve`.
    Errors: `UsageError` where the tokenizer that counted it is not installed.
    """
    held, item, detail = _checked(conn, turn, request, tables)
    return TurnChecked(
        turn_id=turn.turn_id,
        conversation_id=turn.conversation_id,
        number=turn.position + 1,
        asked_at=turn.asked_at,
        message=turn.message,
        revision=turn.revision,
        held=held,
        item=item,
        detail=detail,
    )


def summed(turns: Iterable[TurnChecked]) -> EnvelopesChecked:
    """Checks of several turns, with one error for all faults."""
    turns = tuple(turns)
    faults = [each for each in turns if each.held.is_fault]
    failure = None
    if faults:
        what = "an envelope is not what was sent" if len(faults) == 1 else f"{len(faults)} envelopes are not as sent"
        remedy = "`a008 verify` checks the store itself; keep a copy of the file"
        failure = StoreError(what, code=Code.STORE_CORRUPT, item=faults[0].turn_id, remedy=remedy)
    return EnvelopesChecked(turns=turns, failure=failure)


def _checked(conn: Connection, turn: Sent, request: RetrievalRequest, tables: tuple[str, ...]) -> _Found:
    try:
        payload = sent.unfolded(conn, turn.kept)
    except StoreError as error:
        return _Found(Held.DAMAGED, str(error.item), error.what)
    again: str | A008Error
    failing: tuple[str, ...] = ()
    try:
        envelope = rebuilt(conn, request, tables)
        again, failing = envelope.payload, envelope.degraded
    except (NotFound, ProjectionError) as error:
        again = error
    if canon.digest(payload.encode()) != turn.sha256:
        item, detail = _first(payload, again)
        return _Found(Held.DAMAGED, item, f"the bytes kept are not those that were sent; {detail}")
    if payload == again:
        return _Found(Held.SAME, "", "")
    item, detail = _first(payload, again)
    if turn.degraded:
        return _Found(Held.INCOMPLETE, item, f"a lane had failed then ({', '.join(turn.degraded)}); {detail}")
    if failing:
        return _Found(Held.INCOMPLETE, item, f"a lane fails now ({', '.join(failing)}); {detail}")
    if request.dense is not None:
        says = "it was found by meaning too, and texts may have been embedded since, which no revision tells"
        return _Found(Held.INCOMPLETE, item, f"{says}; {detail}")
    if turn.rules != rules(*tables):
        return _Found(Held.OTHER_RULES, item, f"it was put together by other rules; {detail}")
    return _Found(Held.DIFFERS, item, detail)


def _first(payload: str, again: str | A008Error) -> tuple[str, str]:
    """The first item that is not the same, and how it differs."""
    try:
        kept = items_of(payload)
    except Rejected as error:
        return "", f"what is kept cannot be read: {error.what}"
    if isinstance(again, A008Error):
        return again.item or "", f"it cannot be put together again: {again}"
    now = items_of(again)
    for place, (one, other) in enumerate(zip(kept, now, strict=False), 1):
        if one != other:
            return one.id, f"item {place} is kept as {_told(one)}, and put together again it is {_told(other)}"
    if len(kept) == len(now):
        return "", "all items are the same, and something around them differs"
    longer, where = (kept, "kept") if len(kept) > len(now) else (now, "there when it is put together again")
    extra = longer[min(len(kept), len(now))]
    return extra.id, f"item {min(len(kept), len(now)) + 1}, {_told(extra)}, is only {where}"


def _told(item: Item) -> str:
    return f'{item.type} "{item.proposition}" ({item.id})'
