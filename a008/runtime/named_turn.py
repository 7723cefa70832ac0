"""Finding the turn, and the conversation, that a person names."""

from __future__ import annotations

from a008.errors import NotFound, UsageError
from a008.memory import turn_name
from a008.memory.turn_name import LAST, TurnBack, TurnId
from a008.store import conversations, sent
from a008.store.connection import Connection
from a008.store.conversations import Conversation
from a008.store.sent import Sent


def turn_named(conn: Connection, project_id: str, text: str, conversation: str | None) -> Sent:
    """The turn of a project that a text names, with what it was sent.

    Shape: `last` counts the turns of the project, or of the conversation where one is given; a number is that of a turn
    of the conversation, or of the one used last.
    Errors: `UsageError` for what names no turn; `NotFound` when there is none.
    """
    name = turn_name.parse(text)
    if name is None:
        raise UsageError("that is no turn", item=repr(text), remedy="its id, last, last~2, or its number")
    home = conversation_named(conn, project_id, conversation)
    match name:
        case TurnId(id=turn_id):
            found = sent.of_turn(conn, project_id, turn_id)
        case TurnBack(steps=steps):
            found = sent.back(conn, project_id, steps, conversation_id=None if home is None else home.id)
        case _:
            where = home or conversation_named(conn, project_id, LAST)
            found = None if where is None else sent.at(conn, project_id, where.id, name.number - 1)
    if found is None:
        raise NotFound("no such turn", item=text.strip(), remedy="`a008 envelope turns` lists them")
    return found


def conversation_named(conn: Connection, project_id: str, conversation: str | None) -> Conversation | None:
    """The conversation of a project by its id, or `last` for the one used last.

    Shape: `None` for `None`, and for `last` where there is none.
    Errors: `NotFound` for an id that is not in the project.
    """
    if conversation is None:
        return None
    if conversation == LAST:
        return next(iter(conversations.listed(conn, project_id, 1)), None)
    return conversations.get(conn, project_id, conversation)
