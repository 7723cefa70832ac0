"""The frame of a file: which rows it holds, wherever its pieces end, and which files are no such document."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from a008.errors import Code, Rejected
from a008.sources import rows

TEXTS = st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from('\\"[]{},:\n'), max_size=12)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)


def found(data: bytes, name: str = "items.json") -> list[tuple[str, str]]:
    """Place and text of every row."""
    file = io.BytesIO(data)
    return [(stretch.where, rows.read(file, stretch).strip()) for stretch in rows.rows(file, name)]


@given(st.lists(VALUES, max_size=5), st.integers(1, 40), st.booleans(), st.sampled_from([None, 1]))
def test_every_element_is_found_wherever_the_pieces_of_the_file_end(
    elements: list[Any], piece: int, inside: bool, indent: int | None
) -> None:
    document = {"version": 1, "more": [[1], {"items": 2}], "items": elements, "end": "]"} if inside else elements
    data = json.dumps(document, indent=indent, ensure_ascii=False).encode()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rows, "_CHUNK", piece)
        texts = found(data)
    assert [json.loads(text) for _, text in texts] == elements
    path = "$.items" if inside else "$"
    assert [where for where, _ in texts] == [f"{path}[{place}]" for place in range(len(elements))]


@given(st.lists(st.dictionaries(TEXTS, VALUES, max_size=3), min_size=1, max_size=5), st.integers(1, 40), st.booleans())
def test_every_line_is_found_with_its_number_and_blank_ones_are_none(
    objects: list[dict[str, Any]], piece: int, marked: bool
) -> None:
    data = b"\xef\xbb\xbf" * marked + "\n \r\n".join(json.dumps(each) for each in objects).encode()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rows, "_CHUNK", piece)
        texts = found(data, "items.jsonl")
    assert texts == [(f"line {1 + 2 * place}", json.dumps(each)) for place, each in enumerate(objects)]


@pytest.mark.parametrize(
    ("data", "places"),
    [
        (b"[]", []),
        (b' {"items": [ ] } \n', []),
        (b'{"id": "a"}', ["line 1"]),
        (b'{"id": "a"}\n{"id": \n{"id": "b"}', ["line 1", "line 2", "line 3"]),
        (b'{"id" "a"}\n{"id": "b"}', ["line 1", "line 2"]),
        (b"{items: []}", ["line 1"]),
        (b'{"items": [{"id": "a"}]}', ["$.items[0]"]),
        (b'\xef\xbb\xbf[{"id": "a"}]', ["$[0]"]),
        (b'[{"id": "a",,}, {"id": "b"},]', ["$[0]", "$[1]", "$[2]"]),
    ],
)
def test_a_file_says_by_itself_what_it_is(data: bytes, places: list[str]) -> None:
    assert [where for where, _ in found(data)] == places


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b" \n\n",
        b"42",
        b"id,proposition\n1,x\n",
        b'"items"',
        b'{\n"rows": []}',
        b'{"items": {"a": []}}',
        b'[{"id": "a"}',
        b'[{"id": "a"}}',
        b'[{"id": "a"}] [',
        b'[{"id": "a"}] x',
        b'{\n"items": [], "items": []}',
        b'{\n"version": nothing, "items": []}',
        b"{\nitems: []}",
        b"[" * 20_000,
        b"\x00\x01\x02",
    ],
)
def test_what_is_no_such_document_is_refused_as_a_whole(data: bytes) -> None:
    with pytest.raises(Rejected):
        found(data)


@pytest.mark.parametrize("frame", [b'[%s, {"id": "b"}]', b'%s\n{"id": "b"}\n'])
def test_a_row_that_is_too_long_or_not_utf_8_is_refused_alone(frame: bytes) -> None:
    for row, code in ((b'{"id": "%s"}' % (b"x" * rows.MAX_ROW), Code.TOO_LARGE), (b'{"id": "\xff"}', Code.NOT_JSON)):
        file = io.BytesIO(frame % row)
        first, second = rows.rows(file, "items.jsonl" if frame.startswith(b"%s") else "items.json")
        with pytest.raises(Rejected) as refused:
            rows.read(file, first)
        assert refused.value.code is code
        assert json.loads(rows.read(file, second)) == {"id": "b"}


def test_a_string_of_backslashes_over_many_pieces_ends_where_it_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows, "_CHUNK", 3)
    for count in range(12):
        text = "\\" * count + '"' * (count % 2)
        assert [json.loads(row) for _, row in found(json.dumps([text, 1]).encode())] == [text, 1]


def test_a_long_file_is_never_held_as_a_whole(tmp_path: Path) -> None:
    """Only what is asked for is read: no more than a piece at a time."""

    class Counting(io.BytesIO):
        most = 0

        def read(self, size: int | None = -1) -> bytes:
            data = super().read(size)
            self.most = max(self.most, len(data))
            return data

    file = Counting(json.dumps([{"id": str(place), "text": "x" * 1_000} for place in range(3_000)]).encode())
    assert sum(1 for _ in rows.rows(file, "items.json")) == 3_000
    assert file.most <= 262_144
