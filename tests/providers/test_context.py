"""The envelope as an engine in this process reads it. Source: memory rules, decision 19."""

from __future__ import annotations

import pytest

from a008.errors import ProviderError, ProviderFault
from a008.memory.envelope import Item, ItemType, payload
from a008.memory.origin import Origin
from a008.providers.context import read_context


def test_what_was_written_is_read_back() -> None:
    items = tuple(
        Item(
            id=f"claim_{kind}",
            proposition='It said: "]}\n" \x00🌍',
            type=kind,
            tags=("a", "b"),
            scope=("general",),
            authority=Origin.USER_CONFIRMED,
        )
        for kind in ItemType
    )
    assert read_context(payload(items)) == items


def test_no_context_is_no_items() -> None:
    assert read_context(None) == ()
    assert read_context(payload(())) == ()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"a008_context":2,"items":[]}',
        '{"a008_context":1}',
        '{"a008_context":1,"items":"none"}',
        '{"a008_context":1,"items":[1]}',
        '{"a008_context":1,"items":[{"id":"x"}]}',
        '{"a008_context":1,"items":[{"authority":[],"id":"x","proposition":"y","scope":[],"tags":[],"type":[]}]}',
        '{"a008_context":1,"items":[{"authority":"god","id":"x","proposition":"y","scope":[],"tags":[],"type":"state"}]}',
        '{"a008_context":1,"items":[{"authority":"user","id":1,"proposition":"y","scope":[],"tags":[],"type":"state"}]}',
        '{"a008_context":1,"items":[{"authority":"user","id":"x","proposition":"y","scope":"a","tags":[],"type":"state"}]}',
    ],
)
def test_what_is_no_envelope_is_refused(text: str) -> None:
    with pytest.raises(ProviderError) as caught:
        read_context(text)
    assert caught.value.fault is ProviderFault.CONFIGURATION
