"""How people write a turn."""

from __future__ import annotations

import pytest

from a008.ids import CountedIds, Kind
from a008.memory.turn_name import TurnBack, TurnId, TurnName, TurnNumber, parse

_ID = CountedIds("test")(Kind.TURN)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("last", TurnBack(steps=0)),
        (" LAST ", TurnBack(steps=0)),
        ("last~", TurnBack(steps=1)),
        ("last~12", TurnBack(steps=12)),
        ("3", TurnNumber(number=3)),
        (_ID, TurnId(id=_ID)),
    ],
)
def test_a_turn_has_several_names(text: str, name: TurnName) -> None:
    assert parse(text) == name


@pytest.mark.parametrize("text", ["", "the last", "last 2", "last~x", "-1", "1.5", _ID.upper(), "Where do I live?"])
def test_anything_else_names_none(text: str) -> None:
    assert parse(text) is None
