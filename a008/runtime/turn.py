"""One turn, from message to receipt. Reads like the flow diagram.

    envelope -> answer -> record -> learn -> three outcomes

The answer is recorded before anything is learnt from it, so that no fault of memory can lose it.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace

from a008 import canon, ids
from a008.clock import Instant
from a008.errors import A008Error, Code, ProviderError, ProviderFault, StaleState, UsageError
from a008.memory.envelope import Envelope
from a008.messages import Cancel, Delta, Finish, ModelReply, ModelRequest, Thought
from a008.providers.route import Route
from a008.retrieval.define import LOOK_BACK
from a008.retrieval.query import RetrievalRequest
from a008.retrieval.retrieve import retrieve
from a008.retrieval.rules import rules
from a008.runtime import embedding, evidence, replay
from a008.runtime.ground import Command, Ground
from a008.runtime.learn import learn
from a008.runtime.outcome import (
    Answered,
    AnswerOutcome,
    AnswerStatus,
    Completed,
    EffectOutcome,
    EffectStatus,
    EnvelopeReady,
    MemoryOutcome,
    MemoryStatus,
    TurnEvent,
    TurnResult,
)
from a008.runtime.prompt import answer_request
from a008.store import conversations
from a008.store.connection import Connection
from a008.store.conversations import Conversation, DialogueMessage, NewMessage, NewTurn

#: Most bytes of a message. Source: memory reference, chat input.
MAX_MESSAGE_BYTES = 131_072
#: How a reply ends that is no whole answer; nothing is learnt from it.
_CUT_OFF = {
    Finish.LENGTH: "the answer was cut off at the model's limit",
    Finish.FILTER: "the answer was cut off by the route's content filter",
}
#: Outcomes of memory that the same command, sent again, gives another try.
_UNDECIDED = (MemoryStatus.NOT_RUN, MemoryStatus.FAILED)
#: Characters of a conversation's title, taken from its first message.
_TITLE = 80
#: Note on an answer that held what UTF-8 cannot: a route may give any text.
_REPAIRED = "text_repaired"


@dataclass(frozen=True, slots=True, kw_only=True)
class Before:
    """What was there when the message came: the conversation, its last messages, and when.

    Shape: `shown` are those that the model sees, `recent` those that the message may refer back to.
    """

    conversation: Conversation
    shown: tuple[DialogueMessage, ...]
    recent: tuple[DialogueMessage, ...]
    asked_at: Instant


def turn(ground: Ground, command: Command, cancel: Cancel) -> Iterator[TurnEvent]:
    """Carry one command through, as events; the last is always `Completed`.

    Errors: raised before the model is called and so before anything is written: `UsageError` for an empty or too
    long message, `ProjectionError`, `StoreError`, `StaleState` (`command_conflict`) for a command id that stood
    for something else. What fails later stands in the outcomes.
    """
    command = replace(command, message=_accepted(command.message))
    earlier = replay.result(ground, command) if command.id is not None else None
    if earlier is not None:
        yield Completed(result=_again(ground, command, earlier, cancel))
        return
    before = _before(ground)
    envelope = envelope_for(ground, command, before)
    yield EnvelopeReady(envelope=envelope)
    request = answer_request(ground.route.model, envelope, before.shown, command.attachments, command.message)
    answer = yield from _answer(ground.route, request, cancel)
    yield Answered(answer=answer)
    result = _finish(ground, command, before, envelope, answer, cancel)
    embedding.keep_up(ground.store, ground.project_id, ground.dense)
    yield Completed(result=result)


def envelope_for(ground: Ground, command: Command, before: Before | None = None) -> Envelope:
    """The envelope that a message would get now; reads, and writes nothing."""
    before = before or _before(ground)
    return retrieve(
        ground.store,
        RetrievalRequest(
            project_id=ground.project_id,
            message=command.message,
            now=before.asked_at,
            budget=ground.budget,
            scope=before.conversation.scope,
            recent=tuple(message.content for message in before.recent),
            required_ids=command.required_ids,
            as_of=None,
            at_revision=None,
            tokenizer=ground.tokenizer,
            dense=ground.dense,
        ),
        tables=ground.tables,
    )


def _accepted(message: str) -> str:
    text = canon.repair(message).text
    if not text.strip():
        raise UsageError("an empty message", remedy="say something")
    size = len(text.encode())
    if size > MAX_MESSAGE_BYTES:
        raise UsageError(
            f"a message of {size:,} bytes, at most {MAX_MESSAGE_BYTES:,} are taken", remedy="attach it as a file"
        )
    return text


def _before(ground: Ground) -> Before:
    asked_at = ground.clock()

    def read(conn: Connection) -> Before:
        dialogue = conversations.messages(conn, ground.conversation.id, max(LOOK_BACK, ground.recent_messages))
        return Before(
            conversation=conversations.find(conn, ground.project_id, ground.conversation.id) or ground.conversation,
            shown=dialogue[max(0, len(dialogue) - ground.recent_messages) :],
            recent=dialogue[-LOOK_BACK:],
            asked_at=asked_at,
        )

    return ground.store.read(read)


def _answer(route: Route, request: ModelRequest, cancel: Cancel) -> Generator[Delta | Thought, None, AnswerOutcome]:
    """Stream the answer and return its outcome; nothing that a route does gets past this as an exception of its own."""
    said: list[str] = []
    try:
        for event in route.provider.stream(request, cancel):
            match event:
                case Delta(text=text):
                    said.append(text)
                    yield event
                case Thought():
                    yield event
                case ModelReply():
                    return _complete(route, event)
            if cancel.requested:
                raise ProviderError("cancelled", fault=ProviderFault.CANCELLED, partial="".join(said))
        raise ProviderError("the model gave no reply", fault=ProviderFault.INVALID_RESPONSE, partial="".join(said))
    except ProviderError as error:
        return _incomplete(route, error, error.partial or "".join(said))
    except Exception as error:  # a third party's provider may fail in any way; its words may hold a key
        fault = ProviderError(
            f"the provider failed in a way of its own ({type(error).__name__})",
            fault=ProviderFault.PROVIDER,
            item=route.profile.route,
        )
        fault.__cause__ = error
        return _incomplete(route, fault, "".join(said))


def _complete(route: Route, reply: ModelReply) -> AnswerOutcome:
    if not reply.text:
        empty = ProviderError("the model gave an empty answer", fault=ProviderFault.INVALID_RESPONSE)
        return _incomplete(route, empty, "")
    cut_off = None
    if reply.finish in _CUT_OFF:
        cut_off = ProviderError(_CUT_OFF[reply.finish], fault=ProviderFault.PROVIDER, code=Code.INTERRUPTED)
    text = canon.repair(reply.text)
    notes = dict.fromkeys((*reply.notes, _REPAIRED) if text.repaired else reply.notes)
    return AnswerOutcome(
        status=AnswerStatus.COMPLETED if cut_off is None else AnswerStatus.INTERRUPTED,
        text=text.text,
        model=route.profile.route,
        usage=reply.usage,
        notes=tuple(notes),
        error=cut_off,
    )


def _incomplete(route: Route, error: ProviderError, partial: str) -> AnswerOutcome:
    status = AnswerStatus.INTERRUPTED if partial else AnswerStatus.FAILED
    if error.fault is ProviderFault.CANCELLED:
        status = AnswerStatus.CANCELLED
    text = canon.repair(partial)
    notes = (_REPAIRED,) if text.repaired else ()
    return AnswerOutcome(status=status, text=text.text, model=route.profile.route, usage=None, notes=notes, error=error)


def _again(ground: Ground, command: Command, earlier: TurnResult, cancel: Cancel) -> TurnResult:
    """The result of a command that was carried out before; a memory step that a crash left out or that failed runs."""
    if earlier.memory.status not in _UNDECIDED or earlier.answer.status is not AnswerStatus.COMPLETED:
        return earlier
    occasion = _occasion(ground, earlier.turn_id, str(command.id))
    return replace(earlier, memory=learn(ground, earlier, occasion, _said(occasion, command, earlier.answer), cancel))


def _occasion(ground: Ground, turn_id: str, command_id: str) -> evidence.Occasion:
    return evidence.Occasion(
        project_id=ground.project_id,
        turn_id=turn_id,
        occurrence_id=f"turn:{canon.digest(canon.encode([ground.project_id, command_id]))[:32]}",
        at=ground.clock(),
    )


def _said(occasion: evidence.Occasion, command: Command, answer: AnswerOutcome) -> list[evidence.Said]:
    said = [evidence.message(occasion, command.message)]
    said.extend(evidence.file(occasion, attachment) for attachment in command.attachments)
    if answer.status is AnswerStatus.COMPLETED:
        said.append(evidence.answer(occasion, answer.text))
    return said


def _finish(
    ground: Ground, command: Command, before: Before, envelope: Envelope, answer: AnswerOutcome, cancel: Cancel
) -> TurnResult:
    """Record the turn, then learn from it; whatever fails here, the answer is returned."""
    turn_id = ground.mint(ids.Kind.TURN)
    command_id = command.id or turn_id
    occasion = _occasion(ground, turn_id, command_id)
    result = TurnResult(
        turn_id=turn_id,
        message=command.message,
        answer=answer,
        envelope=envelope,
        memory=MemoryOutcome(status=MemoryStatus.NOT_RUN, reason="", receipt=None),
        effects=EffectOutcome(status=EffectStatus.NONE),
        recorded=True,
    )
    try:
        said = _said(occasion, command, answer)
        _record(ground, command, before, result, occasion, command_id, said)
    except StaleState as error:
        command = replace(command, id=command_id)
        earlier = replay.result(ground, command)
        return _unrecorded(result, str(error)) if earlier is None else _again(ground, command, earlier, cancel)
    except A008Error as error:
        return _unrecorded(result, str(error))
    except Exception as error:  # a fault of ours in recording must not cost the user an answer that is already there
        return _unrecorded(result, f"internal: {type(error).__name__}: {error}")
    return replace(result, memory=learn(ground, result, occasion, said, cancel))


def _unrecorded(result: TurnResult, why: str) -> TurnResult:
    reason = f"the turn was not recorded: {why}"
    return replace(
        result, recorded=False, memory=MemoryOutcome(status=MemoryStatus.FAILED, reason=reason, receipt=None)
    )


def _record(
    ground: Ground,
    command: Command,
    before: Before,
    result: TurnResult,
    occasion: evidence.Occasion,
    command_id: str,
    said: list[evidence.Said],
) -> None:
    answer = result.answer
    messages = [
        NewMessage(id=ground.mint(ids.Kind.MESSAGE), role="user", content=command.message, notes=()),
        NewMessage(id=ground.mint(ids.Kind.MESSAGE), role="assistant", content=answer.text, notes=answer.notes),
    ]
    new = NewTurn(
        id=result.turn_id,
        project_id=ground.project_id,
        conversation_id=ground.conversation.id,
        command_id=command_id,
        command_digest=command.digest(ground.conversation.id),
        occurrence_id=occasion.occurrence_id,
        model=answer.model,
        asked_at=before.asked_at,
        answered_at=occasion.at,
        envelope=result.envelope.payload,
        envelope_sha256=result.envelope.receipt.sha256,
        envelope_at=result.envelope.receipt.revision,
        budget=result.envelope.receipt.budget,
        tokenizer=result.envelope.receipt.tokenizer,
        dense=ground.dense,
        scope=before.conversation.scope,
        required_ids=command.required_ids,
        recent=tuple(message.id for message in before.recent),
        as_of=None,
        degraded=result.envelope.degraded,
        rules=rules(*ground.tables),
        next_scope=result.envelope.scope,
        title=before.conversation.title or " ".join(command.message.split())[:_TITLE],
        answer_status=answer.status,
        extractor=ground.extractor,
        messages=tuple(messages if answer.text else messages[:1]),
        in_dialogue=bool(answer.text),
    )
    kept = said if answer.text else []
    plan = evidence.plan(occasion, kept, result.envelope.receipt.revision)
    ground.store.keep(plan.artifacts)
    ground.store.write(lambda conn: conversations.record(conn, new, plan))
