"""What was sent for each turn: kept with each item once, and read without our code."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from a008 import canon
from a008.errors import StoreError
from a008.memory.envelope import payload
from a008.store import sent
from a008.store.connection import Connection
from a008.store.store import Store
from tests.present.samples import item

#: How a payload is put together from what is kept, without our code; `docs/concepts/envelope.md` shows it.
_BY_HAND = """
SELECT replace(json_set(:kept, '$.items', json('[]')), '"items":[]',
               '"items":[' || coalesce(group_concat(coalesce(i.item, e.value), ','), '') || ']')
FROM (SELECT key, type, value FROM json_each(:kept, '$.items') ORDER BY key) AS e
LEFT JOIN envelope_item AS i ON e.type = 'integer' AND i.number = e.value
"""


def _round(store: Store, text: str) -> tuple[str, str, str]:
    """What is kept of a payload, and what it is read as: by our code, and by hand."""
    kept = store.write(lambda conn: sent.folded(conn, text))

    def read(conn: Connection) -> tuple[str, str, str]:
        by_hand = conn.execute(_BY_HAND, {"kept": kept}).fetchone()[0]
        return kept, sent.unfolded(conn, kept), by_hand

    return store.read(read)


@given(st.lists(st.tuples(st.integers(0, 5), st.text(st.characters(exclude_categories=["Cs"]))), max_size=5))
def test_what_is_read_is_what_was_sent_to_the_byte(things: list[tuple[int, str]]) -> None:
    """Any text in any item: quotes, brackets, `"items":[]` itself."""
    with Store.open(None) as store:
        text = payload(tuple(item(number, words) for number, words in things))
        kept, ours, by_hand = _round(store, text)
        assert ours == by_hand == text
        assert all(isinstance(number, int) for number in json.loads(kept)["items"])


def test_what_stands_around_the_items_is_kept_too() -> None:
    with Store.open(None) as store:
        text = canon.text({"a": '"items":[]', "a008_context": 9, "items": [{"id": "x", "z": '"items":[]'}], "last": {}})
        assert _round(store, text)[1] == text


def test_an_item_that_was_sent_before_is_not_kept_again() -> None:
    with Store.open(None) as store:
        first = _round(store, payload((item(1, "One."), item(2, "Two."))))[0]
        again = _round(store, payload((item(2, "Two."), item(1, "One."), item(1, "Another wording."))))[0]
        assert json.loads(first)["items"] == [1, 2]
        assert json.loads(again)["items"] == [2, 1, 3]


@pytest.mark.parametrize("text", ['{"a008_context":1, "items":[{"id":"x"}]}', "", "no JSON", "[]", '{"items":3}'])
def test_what_an_older_version_wrote_out_is_read_as_it_stands(text: str) -> None:
    with Store.open(None) as store:
        assert store.read(lambda conn: sent.unfolded(conn, text)) == text


def test_an_item_that_is_gone_is_an_error() -> None:
    with Store.open(None) as store, pytest.raises(StoreError, match="envelope_item 7"):
        store.read(lambda conn: sent.unfolded(conn, '{"items":[7]}'))


@pytest.mark.parametrize("statement", ["DELETE FROM envelope_item", "UPDATE envelope_item SET item = '{}'"])
def test_what_was_sent_is_never_edited_or_removed(statement: str) -> None:
    with Store.open(None) as store:
        _round(store, payload((item(1, "One."),)))
        with pytest.raises(StoreError, match="never"):
            store.write(lambda conn: conn.execute(statement))
