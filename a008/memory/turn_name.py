"""How people write a turn: its id, `last`, `last~2`, or its number in a conversation."""

from __future__ import annotations

import re
from dataclasses import dataclass

from a008 import ids
from a008.errors import UsageError

#: The turn that was recorded last.
LAST = "last"
_BACK = re.compile(r"last(?:~([0-9]{0,9}))?", re.IGNORECASE)
_NUMBER = re.compile(r"[0-9]{1,9}")


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnId:
    """A turn by its id."""

    id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnBack:
    """A turn by its distance from the last one."""

    steps: int


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnNumber:
    """A turn by its number in a conversation, the first being 1."""

    number: int


TurnName = TurnId | TurnBack | TurnNumber


def parse(text: str) -> TurnName | None:
    """Read what names a turn, `None` for any other text. `last~` is `last~1`."""
    word = text.strip()
    if back := _BACK.fullmatch(word):
        return TurnBack(steps=0 if back[1] is None else int(back[1] or 1))
    if _NUMBER.fullmatch(word):
        return TurnNumber(number=int(word))
    try:
        return TurnId(id=ids.parse(word, ids.Kind.TURN))
    except UsageError:
        return None
