"""What was sent for each turn: the payload, kept with each item once, and everything that decided its bytes."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from a008 import canon
from a008.clock import Instant
from a008.errors import Code, StoreError
from a008.store.connection import Connection

_COLUMNS = """
       t.id, t.conversation_id, t.position, t.recorded_rev, m.content, t.asked_at, t.envelope_at, t.budget, t.tokenizer,
       t.dense, t.scope, t.required_ids, t.recent, t.as_of, t.degraded, t.rules, t.envelope, t.envelope_sha256"""
_FROM = """
FROM turn AS t CROSS JOIN message AS m ON m.turn_id = t.id AND m.role = 'user'"""
_BY_ID = f"""
SELECT {_COLUMNS} {_FROM}
WHERE t.id = :id AND t.project_id = :project ORDER BY m.position LIMIT 1
"""
_BACK = f"""
SELECT {_COLUMNS} {_FROM}
WHERE t.project_id = :project AND t.recorded_rev IS NOT NULL
ORDER BY t.recorded_rev DESC, t.id DESC LIMIT 1 OFFSET :steps
"""
_BACK_IN = f"""
SELECT {_COLUMNS} {_FROM}
WHERE t.conversation_id = :conversation AND t.project_id = :project ORDER BY t.position DESC LIMIT 1 OFFSET :steps
"""
_AT = f"""
SELECT {_COLUMNS} {_FROM}
WHERE t.conversation_id = :conversation AND t.project_id = :project AND t.position = :position
ORDER BY m.position LIMIT 1
"""
_BEFORE = f"""
SELECT {_COLUMNS} {_FROM}
WHERE t.project_id = :project AND t.recorded_rev < :recorded
ORDER BY t.recorded_rev DESC, t.id DESC LIMIT :limit
"""
_BEFORE_IN = f"""
SELECT {_COLUMNS} {_FROM}
WHERE t.conversation_id = :conversation AND t.project_id = :project AND t.position < :position
ORDER BY t.position DESC LIMIT :limit
"""
_COUNT = "SELECT count(*) FROM turn WHERE project_id = :project"
_COUNT_IN = "SELECT count(*) FROM turn WHERE conversation_id = :conversation AND +project_id = :project"
_TEXTS = """
SELECT m.content FROM json_each(:ids) AS wanted CROSS JOIN message AS m ON m.id = wanted.value ORDER BY wanted.key
"""
_ITEMS = """
SELECT i.number, i.item FROM json_each(:numbers) AS wanted CROSS JOIN envelope_item AS i ON i.number = wanted.value
ORDER BY wanted.key
"""
_KEPT = """
SELECT number FROM envelope_item WHERE knowledge_id = :knowledge_id AND item = :item ORDER BY number LIMIT 1
"""
_KEEP = "INSERT INTO envelope_item (knowledge_id, item) VALUES (:knowledge_id, :item)"
#: The items of a payload without any, and what stands around them.
_NONE, _OPENED, _CLOSED = '"items":[]', '"items":[', "]"
#: Above every revision.
_END = 2**62


@dataclass(frozen=True, slots=True, kw_only=True)
class Sent:
    """What was sent for a turn, and what decided its bytes.

    Shape: `position` counts from 0 in the conversation, `recorded` is the revision that wrote the turn down, `revision`
    the one that the envelope was read at; `scope` holds the conversation's domains before the message; `kept` is the
    payload as it stands in its row. `required_ids`, `recent` (ids of messages), `degraded` and `rules` are `None` where
    an older version wrote the turn; `as_of` is `None` for the instant of asking. Units: `budget` in bytes, or in tokens
    where a `tokenizer` is named. `dense` names the embedding model, `None` where meaning was left alone.
    """

    turn_id: str
    conversation_id: str
    position: int
    recorded: int
    message: str
    asked_at: Instant
    revision: int
    budget: int
    tokenizer: str | None
    dense: str | None
    scope: tuple[str, ...]
    required_ids: tuple[str, ...] | None
    recent: tuple[str, ...] | None
    as_of: Instant | None
    degraded: tuple[str, ...] | None
    rules: str | None
    kept: str
    sha256: str


def of_turn(conn: Connection, project_id: str, turn_id: str) -> Sent | None:
    """What was sent for a turn of a project; `None` for an id that is none."""
    return _one(conn, _BY_ID, {"project": project_id, "id": turn_id})


def back(conn: Connection, project_id: str, steps: int, *, conversation_id: str | None) -> Sent | None:
    """What was sent for the turn some steps before the last of a project, or of one conversation of it."""
    statement = _BACK if conversation_id is None else _BACK_IN
    return _one(conn, statement, {"project": project_id, "conversation": conversation_id, "steps": steps})


def at(conn: Connection, project_id: str, conversation_id: str, position: int) -> Sent | None:
    """What was sent for the turn at a position of a conversation, counted from 0."""
    return _one(conn, _AT, {"project": project_id, "conversation": conversation_id, "position": position})


def before(
    conn: Connection, project_id: str, later: Sent | None, *, conversation_id: str | None, limit: int
) -> tuple[Sent, ...]:
    """What was sent for the turns of a project, or of one conversation of it, the last recorded first.

    Shape: a page of those before `later`; `None` begins at the last.
    """
    statement = _BEFORE if conversation_id is None else _BEFORE_IN
    values = {"project": project_id, "conversation": conversation_id, "limit": limit}
    cursor = {
        "recorded": _END if later is None else later.recorded,
        "position": _END if later is None else later.position,
    }
    return tuple(map(_sent, conn.execute(statement, {**values, **cursor})))


def count(conn: Connection, project_id: str, *, conversation_id: str | None) -> int:
    """How many turns a project, or one conversation of it, has had."""
    statement = _COUNT if conversation_id is None else _COUNT_IN
    return int(conn.execute(statement, {"project": project_id, "conversation": conversation_id}).fetchone()[0])


def texts(conn: Connection, message_ids: Iterable[str]) -> tuple[str, ...]:
    """What some messages say, in the order asked for."""
    return tuple(row[0] for row in conn.execute(_TEXTS, {"ids": canon.text(list(message_ids))}))


def folded(conn: Connection, payload: str) -> str:
    """A payload with every item as a number; an item that was never sent before is kept now.

    Shape: the caller holds the write lock, so that no item is kept twice.
    """
    sent = json.loads(payload)
    return canon.text({**sent, "items": [_number(conn, item["id"], canon.text(item)) for item in sent["items"]]})


def unfolded(conn: Connection, kept: str) -> str:
    """The payload that a row stands for, exactly as it was sent.

    Errors: `StoreError` (`store_corrupt`) when an item of it is not in the store.
    """
    numbers = list(_numbers(kept))
    if not numbers:
        return kept
    items = dict(conn.execute(_ITEMS, {"numbers": canon.text(numbers)}).fetchall())
    missing = next((number for number in numbers if number not in items), None)
    if missing is not None:
        raise StoreError(
            "an item that was sent is not in the store",
            code=Code.STORE_CORRUPT,
            item=f"envelope_item {missing}",
            remedy="run `a008 verify`",
        )
    front, _, rear = canon.text({**json.loads(kept), "items": []}).partition(_NONE)
    return f"{front}{_OPENED}{','.join(items[number] for number in numbers)}{_CLOSED}{rear}"


def _numbers(kept: str) -> Iterator[int]:
    """The items of a row that stand as numbers; none where they are written out, or where it is no payload at all."""
    try:
        payload = json.loads(kept)
    except ValueError:
        return
    match payload:
        case {"items": [*items]}:
            yield from (each for each in items if isinstance(each, int))


def _number(conn: Connection, knowledge_id: str, item: str) -> int:
    values = {"knowledge_id": knowledge_id, "item": item}
    row = conn.execute(_KEPT, values).fetchone()
    return int(row[0]) if row is not None else int(conn.execute(_KEEP, values).lastrowid or 0)


def _one(conn: Connection, statement: str, values: dict[str, str | int | None]) -> Sent | None:
    row = conn.execute(statement, values).fetchone()
    return None if row is None else _sent(row)


def _sent(row: tuple[str, ...]) -> Sent:
    turn_id, conversation_id, position, recorded, message, asked_at, revision, budget, tokenizer, *rest = row
    dense, scope, required_ids, recent, as_of, degraded, rules, kept, sha256 = rest
    return Sent(
        turn_id=turn_id,
        conversation_id=conversation_id,
        position=int(position),
        recorded=int(recorded),
        message=message,
        asked_at=Instant.parse(asked_at),
        revision=int(revision or 0),
        budget=int(budget),
        tokenizer=tokenizer,
        dense=dense,
        scope=tuple(json.loads(scope)),
        required_ids=_list(required_ids),
        recent=_list(recent),
        as_of=None if as_of is None else Instant.parse(as_of),
        degraded=_list(degraded),
        rules=rules,
        kept=kept or "",
        sha256=sha256 or "",
    )


def _list(column: str | None) -> tuple[str, ...] | None:
    return None if column is None else tuple(json.loads(column))
