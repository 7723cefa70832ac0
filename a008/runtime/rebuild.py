"""Putting an envelope together again, as it was asked for then: at its revision and instant, with its budget."""

from __future__ import annotations

from a008 import canon
from a008.errors import Code, ProjectionError, Rejected, StoreError, UsageError
from a008.memory.envelope import Candidate, Envelope, EnvelopeReceipt, Fate, Item, item_json
from a008.memory.reading import NOTHING_READ
from a008.memory.wire import items_of
from a008.retrieval.query import RetrievalRequest
from a008.retrieval.retrieve import envelope
from a008.retrieval.vocabulary import vocabulary
from a008.store import conversations, sent
from a008.store.connection import Connection
from a008.store.sent import Sent


def request_of(
    conn: Connection,
    project_id: str,
    turn: Sent,
    *,
    recent_messages: int,
    required_ids: tuple[str, ...] = (),
) -> RetrievalRequest:
    """What retrieval was asked for a turn.

    Shape: `recent_messages` and `required_ids` stand in where an older version did not keep which ones it was shown.
    """
    if turn.recent is None:
        earlier = conversations.messages_before(conn, turn.conversation_id, turn.turn_id, recent_messages)
        recent = tuple(message.content for message in earlier)
    else:
        recent = sent.texts(conn, turn.recent)
    return RetrievalRequest(
        project_id=project_id,
        message=turn.message,
        now=turn.asked_at,
        budget=turn.budget,
        scope=turn.scope,
        recent=recent,
        required_ids=required_ids if turn.required_ids is None else turn.required_ids,
        as_of=turn.as_of,
        at_revision=turn.revision,
        tokenizer=turn.tokenizer,
        dense=turn.dense,
    )


def rebuilt(conn: Connection, request: RetrievalRequest, tables: tuple[str, ...]) -> Envelope:
    """The envelope of a request, read in the caller's snapshot.

    Shape: `tables` as of `retrieve`.
    Errors: those of `retrieve`.
    """
    return envelope(conn, request, vocabulary(*tables))


def as_sent(conn: Connection, turn: Sent, request: RetrievalRequest, tables: tuple[str, ...]) -> Envelope:
    """The envelope that a turn was sent: put together again where that gives the same bytes.

    Shape: where it does not, the items as they were sent, with no lane and no reason behind them: how they were found
    and what was left out is not known any more. `tables` as of `retrieve`.
    Errors: `StoreError` (`store_corrupt`) for what is no payload any more.
    """
    payload = sent.unfolded(conn, turn.kept)
    try:
        again = rebuilt(conn, request, tables)
    except (UsageError, ProjectionError):  # something required is not there; its tokenizer is not installed here
        return _told(turn, request, payload)
    return again if again.payload == payload else _told(turn, request, payload)


def _told(turn: Sent, request: RetrievalRequest, payload: str) -> Envelope:
    try:
        items = items_of(payload)
    except Rejected as error:
        what, remedy = f"what was sent cannot be read: {error.what}", "`a008 envelope verify` names what is damaged"
        raise StoreError(what, code=Code.STORE_CORRUPT, item=turn.turn_id, remedy=remedy) from None
    return Envelope(
        project_id=request.project_id,
        message=turn.message,
        intents=(),
        items=items,
        candidates=tuple(_bare(item, rank) for rank, item in enumerate(items)),
        payload=payload,
        scope=turn.scope,
        degraded=turn.degraded or (),
        receipt=EnvelopeReceipt(
            revision=turn.revision,
            data_version_before=0,
            data_version_after=0,
            bytes=len(payload.encode()),
            tokens=None,
            budget=turn.budget,
            tokenizer=turn.tokenizer,
            sha256=canon.digest(payload.encode()),
            at=turn.asked_at,
            reading=NOTHING_READ,
            abstention=None,
        ),
    )


def _bare(item: Item, rank: int) -> Candidate:
    return Candidate(
        item=item,
        lanes=(),
        reasons=(),
        required=False,
        score=0.0,
        strength=1.0,
        active=True,
        address=None,
        slot_id=None,
        binding_id=None,
        rank=rank,
        bytes=len(canon.encode(item_json(item))) + 1,
        fate=Fate.IN,
        detail="",
    )
