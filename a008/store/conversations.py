"""Conversations, their turns and messages: what was said in which order, and what became of each turn.

Order is by position, never by time: a frozen clock changes nothing.
"""

from __future__ import annotations

import json
from dataclasses import dataclass

from a008 import canon, ids
from a008.clock import Instant
from a008.errors import Code, NotFound, StaleState
from a008.memory.plan import CommitPlan
from a008.memory.receipt import Receipt
from a008.store import commit, sent
from a008.store.connection import Connection
from a008.store.receipts import receipt_of, receipt_text
from a008.store.row import Column

_INSERT = """
INSERT INTO conversation (id, project_id, title, scope, created_at, updated_at)
VALUES (:id, :project_id, '', '[]', :now, :now) ON CONFLICT (id) DO NOTHING
"""
_BY_ID = """
SELECT id, title, scope, created_at, updated_at FROM conversation WHERE id = :id AND project_id = :project_id
"""
_LISTED = """
SELECT id, title, scope, created_at, updated_at FROM conversation
WHERE project_id = :project_id ORDER BY updated_at DESC, id DESC LIMIT :limit
"""
_TOUCH = "UPDATE conversation SET title = :title, scope = :scope, updated_at = :now WHERE id = :id"
_MOVE = "UPDATE conversation SET scope = :scope WHERE id = :id"
_MESSAGES = """
SELECT id, turn_id, role, content, created_at FROM message
WHERE conversation_id = :conversation_id AND undone = 0 ORDER BY position DESC LIMIT :limit
"""
_BEFORE = """
SELECT id, turn_id, role, content, created_at FROM message
WHERE conversation_id = :conversation_id AND undone = 0
  AND position < (SELECT min(position) FROM message WHERE turn_id = :turn_id)
ORDER BY position DESC LIMIT :limit
"""
_NEXT_MESSAGE = "SELECT coalesce(max(position), -1) + 1 FROM message WHERE conversation_id = :conversation_id"
_INSERT_MESSAGE = """
INSERT INTO message (id, conversation_id, turn_id, position, role, content, notes, created_at, undone)
VALUES (:id, :conversation_id, :turn_id, :position, :role, :content, :notes, :created_at, :undone)
"""
_LAST_TURN = """
SELECT turn_id FROM message WHERE conversation_id = :conversation_id AND undone = 0 ORDER BY position DESC LIMIT 1
"""
_UNDO_TURN = (
    "UPDATE message SET undone = 1 WHERE conversation_id = :conversation_id AND turn_id = :turn_id AND undone = 0"
)
_UNDO_ALL = "UPDATE message SET undone = 1 WHERE conversation_id = :conversation_id AND undone = 0"
_NEXT_TURN = "SELECT coalesce(max(position), -1) + 1 FROM turn WHERE conversation_id = :conversation_id"
_INSERT_TURN = """
INSERT INTO turn (id, project_id, conversation_id, position, command_id, command_digest, occurrence_id, model, asked_at,
                  answered_at, envelope, envelope_sha256, envelope_at, budget, tokenizer, dense, scope, required_ids,
                  recent, as_of, degraded, rules, answer_status, memory_status, effect_status, memory_reason, extractor)
VALUES (:id, :project_id, :conversation_id, :position, :command_id, :command_digest, :occurrence_id, :model, :asked_at,
        :answered_at, :envelope, :envelope_sha256, :envelope_at, :budget, :tokenizer, :dense, :scope, :required_ids,
        :recent, :as_of, :degraded, :rules, :answer_status, 'not_run', 'none', '', :extractor)
"""
_RECORDED = "UPDATE turn SET recorded_rev = :revision WHERE id = :id"
_LEARNT = """
UPDATE turn SET memory_status = :status, memory_reason = :reason, proposal = :proposal, receipt = :receipt,
                learnt_rev = :revision
WHERE id = :id AND memory_status IN ('not_run', 'failed')
"""
_MEMORY = "SELECT memory_status, memory_reason, receipt FROM turn WHERE id = :id"
_BY_COMMAND = """
SELECT id, conversation_id, command_digest, answer_status, memory_status, memory_reason, receipt, model
FROM turn WHERE project_id = :project_id AND command_id = :command_id
"""
_TURN_MESSAGES = "SELECT role, content, notes FROM message WHERE turn_id = :turn_id ORDER BY position"
_COUNT = """
SELECT (SELECT count(*) FROM turn WHERE conversation_id = :conversation_id),
       (SELECT count(*) FROM message WHERE conversation_id = :conversation_id AND undone = 0)
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Conversation:
    """One conversation; `scope` are its domains, last mentioned last."""

    id: str
    title: str
    scope: tuple[str, ...]
    created_at: Instant
    updated_at: Instant


@dataclass(frozen=True, slots=True, kw_only=True)
class DialogueMessage:
    """One message of a conversation as it is now (undone ones are left out)."""

    id: str
    turn_id: str
    role: str
    content: str
    created_at: Instant


@dataclass(frozen=True, slots=True, kw_only=True)
class NewMessage:
    """A message about to be written; `notes` name what was done to its text."""

    id: str
    role: str
    content: str
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTurn:
    """A turn about to be written, together with its messages and the conversation's next scope and title.

    Shape: `envelope` is the payload as sent; from `envelope_at` to `rules` stands what decided it besides the message;
    `recent` are ids of messages. `in_dialogue` is false for a turn that failed without a word: its
    messages are kept but do not count.
    """

    id: str
    project_id: str
    conversation_id: str
    command_id: str
    command_digest: str
    occurrence_id: str
    model: str
    asked_at: Instant
    answered_at: Instant
    envelope: str
    envelope_sha256: str
    envelope_at: int
    budget: int
    tokenizer: str | None
    dense: str | None
    scope: tuple[str, ...]
    required_ids: tuple[str, ...]
    recent: tuple[str, ...]
    as_of: Instant | None
    degraded: tuple[str, ...]
    rules: str
    next_scope: tuple[str, ...]
    title: str
    answer_status: str
    extractor: str
    messages: tuple[NewMessage, ...]
    in_dialogue: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredMemory:
    """What became of a turn's memory, as it was written."""

    status: str
    reason: str
    receipt: Receipt | None


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredTurn:
    """A turn as it was written: enough to answer the same command again; `sent.py` holds its envelope."""

    id: str
    conversation_id: str
    command_digest: str
    answer_status: str
    memory: StoredMemory
    model: str
    message: str
    answer: str
    notes: tuple[str, ...]


def new(mint: ids.IdSource, now: Instant) -> Conversation:
    """An empty conversation; its row is written with its first turn."""
    return Conversation(id=mint(ids.Kind.CONVERSATION), title="", scope=(), created_at=now, updated_at=now)


def find(conn: Connection, project_id: str, conversation_id: str) -> Conversation | None:
    """A conversation of a project, or `None` for one without a turn."""
    row = conn.execute(_BY_ID, {"id": conversation_id, "project_id": project_id}).fetchone()
    return None if row is None else _conversation(row)


def get(conn: Connection, project_id: str, conversation_id: str) -> Conversation:
    """A conversation of a project.

    Errors: `NotFound` for an id that is not in this project.
    """
    found = find(conn, project_id, conversation_id)
    if found is None:
        raise NotFound("no such conversation in this project", item=conversation_id, remedy="start a new one")
    return found


def listed(conn: Connection, project_id: str, limit: int) -> tuple[Conversation, ...]:
    """The conversations of a project, last used first."""
    return tuple(_conversation(row) for row in conn.execute(_LISTED, {"project_id": project_id, "limit": limit}))


def messages(conn: Connection, conversation_id: str, limit: int) -> tuple[DialogueMessage, ...]:
    """The last messages of a conversation, oldest first."""
    return _oldest_first(conn, _MESSAGES, {"conversation_id": conversation_id, "limit": limit})


def messages_before(conn: Connection, conversation_id: str, turn_id: str, limit: int) -> tuple[DialogueMessage, ...]:
    """The last messages of a conversation that stand before a turn, oldest first."""
    return _oldest_first(conn, _BEFORE, {"conversation_id": conversation_id, "turn_id": turn_id, "limit": limit})


def counts(conn: Connection, conversation_id: str) -> tuple[int, int]:
    """How many turns a conversation has had, and how many messages it holds now."""
    turns, current = conn.execute(_COUNT, {"conversation_id": conversation_id}).fetchone()
    return int(turns), int(current)


def record(conn: Connection, turn: NewTurn, plan: CommitPlan) -> Receipt:
    """Write a turn, its messages and its evidence in the caller's transaction.

    Errors: `StaleState` (`command_conflict`) when the command id was used before.
    """
    if by_command(conn, turn.project_id, turn.command_id) is not None:
        raise StaleState("this command was carried out before", code=Code.COMMAND_CONFLICT, item=turn.command_id)
    place = {"conversation_id": turn.conversation_id}
    conn.execute(_INSERT, {"id": turn.conversation_id, "project_id": turn.project_id, "now": str(turn.asked_at)})
    conn.execute(
        _INSERT_TURN,
        {
            "id": turn.id,
            "project_id": turn.project_id,
            "conversation_id": turn.conversation_id,
            "position": conn.execute(_NEXT_TURN, place).fetchone()[0],
            "command_id": turn.command_id,
            "command_digest": turn.command_digest,
            "occurrence_id": turn.occurrence_id,
            "model": turn.model,
            "asked_at": str(turn.asked_at),
            "answered_at": str(turn.answered_at),
            "envelope": sent.folded(conn, turn.envelope),
            "envelope_sha256": turn.envelope_sha256,
            "envelope_at": turn.envelope_at,
            "budget": turn.budget,
            "tokenizer": turn.tokenizer,
            "dense": turn.dense,
            "scope": canon.text(turn.scope),
            "required_ids": canon.text(turn.required_ids),
            "recent": canon.text(turn.recent),
            "as_of": None if turn.as_of is None else str(turn.as_of),
            "degraded": canon.text(turn.degraded),
            "rules": turn.rules,
            "answer_status": turn.answer_status,
            "extractor": turn.extractor,
        },
    )
    position = conn.execute(_NEXT_MESSAGE, place).fetchone()[0]
    for offset, message in enumerate(turn.messages):
        conn.execute(
            _INSERT_MESSAGE,
            {
                "id": message.id,
                "conversation_id": turn.conversation_id,
                "turn_id": turn.id,
                "position": position + offset,
                "role": message.role,
                "content": message.content,
                "notes": canon.text(message.notes),
                "created_at": str(turn.asked_at if message.role == "user" else turn.answered_at),
                "undone": int(not turn.in_dialogue),
            },
        )
    receipt = commit.apply(conn, plan)
    conn.execute(_RECORDED, {"revision": receipt.revision, "id": turn.id})
    conn.execute(
        _TOUCH,
        {
            "id": turn.conversation_id,
            "title": turn.title,
            "scope": canon.text(turn.next_scope),
            "now": str(turn.answered_at),
        },
    )
    return receipt


def learnt(
    conn: Connection, turn_id: str, *, status: str, reason: str, proposal: str | None, receipt: Receipt | None
) -> None:
    """Write what became of a turn's memory.

    Errors: `StaleState` (`command_conflict`) when it was decided before; a turn learns once.
    """
    done = conn.execute(
        _LEARNT,
        {
            "id": turn_id,
            "status": status,
            "reason": reason,
            "proposal": proposal,
            "receipt": None if receipt is None else receipt_text(receipt),
            "revision": None if receipt is None else receipt.revision,
        },
    )
    if done.rowcount == 0:
        raise StaleState("this turn has learnt before", code=Code.COMMAND_CONFLICT, item=turn_id)


def move(conn: Connection, conversation_id: str, scope: tuple[str, ...]) -> None:
    """Write the domains that a conversation has moved in."""
    conn.execute(_MOVE, {"id": conversation_id, "scope": canon.text(scope)})


def memory_of(conn: Connection, turn_id: str) -> StoredMemory:
    """What became of a turn's memory."""
    status, reason, receipt = conn.execute(_MEMORY, {"id": turn_id}).fetchone()
    return StoredMemory(status=status, reason=reason, receipt=None if receipt is None else receipt_of(receipt))


def by_command(conn: Connection, project_id: str, command_id: str) -> StoredTurn | None:
    """The turn that a command led to, or `None` for a command that is new."""
    row = conn.execute(_BY_COMMAND, {"project_id": project_id, "command_id": command_id}).fetchone()
    if row is None:
        return None
    said = conn.execute(_TURN_MESSAGES, {"turn_id": row[0]}).fetchall()
    answers = [(content, notes) for role, content, notes in said if role == "assistant"]
    return StoredTurn(
        id=row[0],
        conversation_id=row[1],
        command_digest=row[2],
        answer_status=row[3],
        memory=StoredMemory(status=row[4], reason=row[5], receipt=None if row[6] is None else receipt_of(row[6])),
        model=row[7],
        message=next(content for role, content, _ in said if role == "user"),
        answer="".join(content for content, _ in answers),
        notes=tuple(note for _, notes in answers for note in json.loads(notes)),
    )


def undo(conn: Connection, conversation_id: str) -> bool:
    """Take the last turn out of the dialogue; whether there was one. Memory keeps what it learnt."""
    row = conn.execute(_LAST_TURN, {"conversation_id": conversation_id}).fetchone()
    if row is None:
        return False
    conn.execute(_UNDO_TURN, {"conversation_id": conversation_id, "turn_id": row[0]})
    return True


def reset(conn: Connection, conversation_id: str) -> None:
    """Take every turn out of the dialogue. Memory keeps what it learnt."""
    conn.execute(_UNDO_ALL, {"conversation_id": conversation_id})


def _oldest_first(conn: Connection, statement: str, values: dict[str, Column]) -> tuple[DialogueMessage, ...]:
    rows = conn.execute(statement, values).fetchall()
    return tuple(
        DialogueMessage(id=row[0], turn_id=row[1], role=row[2], content=row[3], created_at=Instant.parse(row[4]))
        for row in reversed(rows)
    )


def _conversation(row: tuple[str, str, str, str, str]) -> Conversation:
    return Conversation(
        id=row[0],
        title=row[1],
        scope=tuple(json.loads(row[2])),
        created_at=Instant.parse(row[3]),
        updated_at=Instant.parse(row[4]),
    )
