"""Envelopes for the engine's tests, short to write and easy to read."""

from __future__ import annotations

from a008.memory.envelope import Item, ItemType
from a008.memory.origin import Origin
from a008.messages import Message, Role
from a008.providers.embedded.answer import answer


def item(proposition: str, kind: str = "state", *tags: str, id: str | None = None) -> Item:
    """An item whose id is made of its proposition, so that tests can say which one they mean."""
    made = "claim_" + "".join(character for character in proposition.casefold() if character.isalnum())[:40]
    return Item(
        id=id or made,
        proposition=proposition,
        type=ItemType(kind),
        tags=tags,
        scope=("general",),
        authority=Origin.USER,
    )


def quote(proposition: str) -> str:
    """How the engine quotes an item made by `item`."""
    return f"{proposition} [{item(proposition).id}]"


def dialogue(*turns: str) -> tuple[Message, ...]:
    """A dialogue that the user begins."""
    return tuple(
        Message(role=Role.ASSISTANT if place % 2 else Role.USER, content=turn) for place, turn in enumerate(turns)
    )


def ask(message: str, items: tuple[Item, ...], *earlier: str) -> list[str]:
    """Lines of the engine's answer."""
    return answer(message, dialogue(*earlier), items).split("\n")
