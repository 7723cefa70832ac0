"""The same command twice: the same answer and receipt again, and no second effect."""

from __future__ import annotations

from a008.errors import Code, StaleState
from a008.retrieval.query import RetrievalRequest
from a008.retrieval.retrieve import retrieve
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
from a008.store import conversations


def result(ground: Ground, command: Command) -> TurnResult | None:
    """What a command led to before; `None` for a new one.

    The envelope is put together again at the revision, instant, budget and scope of then.

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
    recent = ground.store.read(
        lambda conn: conversations.messages_before(conn, stored.conversation_id, stored.id, ground.recent_messages)
    )
    envelope = retrieve(
        ground.store,
        RetrievalRequest(
            project_id=ground.project_id,
            message=stored.message,
            now=stored.asked_at,
            budget=stored.budget,
            scope=stored.scope,
            recent=tuple(message.content for message in recent),
            required_ids=command.required_ids,
            as_of=None,
            at_revision=stored.envelope_at,
        ),
    )
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
