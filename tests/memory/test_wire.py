"""Reading a payload back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from a008.errors import Rejected
from a008.memory.envelope import Item, ItemType, payload
from a008.memory.origin import Origin
from a008.memory.wire import items_of

_TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
_ITEMS = st.builds(
    Item,
    id=_TEXT,
    proposition=_TEXT,
    type=st.sampled_from(ItemType),
    tags=st.lists(_TEXT, max_size=2).map(tuple),
    scope=st.lists(_TEXT, max_size=2).map(tuple),
    authority=st.sampled_from(Origin),
)


@given(st.lists(_ITEMS, max_size=4).map(tuple))
def test_what_is_read_is_what_was_sent(items: tuple[Item, ...]) -> None:
    assert items_of(payload(items)) == items


def test_a_payload_of_an_older_version_writes_empty_lists_out() -> None:
    old = '{"authority":"user","id":"x","proposition":"y","scope":[],"tags":["z"],"type":"state"}'
    (item,) = items_of(f'{{"a008_context":1,"items":[{old}]}}')
    assert (item.scope, item.tags) == ((), ("z",))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"items":{}}',
        '{"items":[1]}',
        '{"items":[{"authority":"user","id":"x","proposition":"y","type":"nothing"}]}',
        '{"items":[{"authority":"nobody","id":"x","proposition":"y","type":"state"}]}',
        '{"items":[{"authority":"user","id":"x","proposition":"y","type":"state","tags":"z"}]}',
        '{"items":[{"authority":"user","id":"x","proposition":"y","type":"state","more":1}]}',
    ],
)
def test_what_is_no_payload_is_refused(text: str) -> None:
    with pytest.raises(Rejected):
        items_of(text)
