"""The same command twice: the same answer and receipt again, and no second effect."""

from __future__ import annotations

from a008.errors import Code, StaleState
from a008.memory.envelope import Envelope
from a008.runtime.ground import Command, Ground
from a008.runtime.outcome import (
    AnswerOutcome,
    AnswerStatus,
    EffectOutcome,
    EffectStatus,
    MemoryOutcome,
    MemoryStatus,
    TurnResult,
)
from a008.runtime.rebuild import as_sent, request_of
from a008.store import conversations, sent
from a008.store.connection import Connection


def result(ground: Ground, command: Command) -> TurnResult | None:
    """What a command led to before; `None` for a new one.

    Shape: the envelope is the one that was sent then.
    Errors: `StaleState` (`command_conflict`) when the id stood for another command.
    """
    command_id = str(command.id)
    stored = ground.store.read(lambda conn: conversations.by_command(conn, ground.project_id, command_id))
    if stored is None:
        return None
    if stored.command_digest != command.digest(stored.conversation_id):
        raise StaleState(
            "this command id stood for another command",
            code=Code.COMMAND_CONFLICT,
            item=command_id,
            remedy="use a fresh id",
        )

    def sent_then(conn: Connection) -> Envelope:
        kept = sent.of_turn(conn, ground.project_id, stored.id)
        assert kept is not None
        request = request_of(
            conn,
            ground.project_id,
            kept,
            required_ids=command.required_ids,
            recent_messages=ground.recent_messages,
        )
        return as_sent(conn, kept, request, ground.tables)

    envelope = ground.store.read(sent_then)
    return TurnResult(
        turn_id=stored.id,
        message=stored.message,
        answer=AnswerOutcome(
            status=AnswerStatus(stored.answer_status),
            text=stored.answer,
            model=stored.model,
            usage=None,
            notes=stored.notes,
            error=None,
        ),
        envelope=envelope,
        memory=MemoryOutcome(
            status=MemoryStatus(stored.memory.status), reason=stored.memory.reason, receipt=stored.memory.receipt
        ),
        effects=EffectOutcome(status=EffectStatus.NONE),
        recorded=True,
    )
