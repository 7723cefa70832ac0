"""Event streams. Source: HTML Living Standard; fault matrix P06 and P07; bug reports B057 and B058."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from a008.errors import Code, ProviderError
from a008.providers.http import ServerEvent
from a008.providers.sse import MAX_EVENT, MAX_LINE, EventParser


def _events(*chunks: bytes) -> list[ServerEvent]:
    parser = EventParser()
    return [event for chunk in chunks for event in parser.feed(chunk)]


def _data(*chunks: bytes) -> list[str]:
    return [event.data for event in _events(*chunks)]


@pytest.mark.parametrize(
    ("stream", "data"),
    [
        (b"data: one\n\ndata: two\n\n", ["one", "two"]),
        (b"data: one\r\n\r\ndata: two\r\n\r\n", ["one", "two"]),
        (b"data: one\r\rdata: two\r\r", ["one", "two"]),
        (b"data: one\r\n\ndata: two\n\r\n", ["one", "two"]),
        (b"data:one\n\n", ["one"]),
        (b"data:  one\n\n", [" one"]),
        (b"data: a: b\n\n", ["a: b"]),
        (b"data: one\ndata: two\n\n", ["one\ntwo"]),
        (b"data: one\r\ndata: two\r\n\r\n", ["one\ntwo"]),
        (b"data: one\rdata: two\r\r", ["one\ntwo"]),
        (b"data\n\n", [""]),
        (b"data:\n\n", [""]),
        (b"data\ndata\n\n", ["\n"]),
        (b": comment\n\n\n:\n\ndata: one\n\n", ["one"]),
        (b"\xef\xbb\xbfdata: one\n\n", ["one"]),
        (b"data: \xef\xbb\xbfone\n\n", ["\ufeffone"]),
        (b"id: 1\nretry: 5\nevent: x\n\ndata: one\n\n", ["one"]),
        (b"DATA: one\n\ndatum: two\n\n", []),
        (b"data: one\n", []),
        (b"data: one", []),
        (b"", []),
    ],
)
def test_the_grammar_is_that_of_the_standard(stream: bytes, data: list[str]) -> None:
    assert _data(stream) == data


def test_an_event_has_the_name_of_its_own_lines_only() -> None:
    named = _events(b"event: error\ndata: one\n\ndata: two\n\n")
    assert [(event.name, event.data) for event in named] == [("error", "one"), ("message", "two")]


def test_characters_cut_by_the_network_arrive_whole() -> None:
    stream = "data: 你好🌍\n\n".encode()
    assert _data(*(stream[place : place + 1] for place in range(len(stream)))) == ["你好🌍"]


def test_bytes_that_are_no_text_become_a_mark_and_are_reported() -> None:
    bad, good = _events(b"data: a\xff\xf0\x9f b\n\ndata: \xef\xbf\xbd\n\n")
    assert (bad.data, bad.repaired) == ("a\ufffd\ufffd b", True)
    assert (good.data, good.repaired) == ("\ufffd", False)


def test_another_encoding_gives_no_event_and_no_crash() -> None:
    assert _data("data: one\n\n".encode("utf-16")) == []


@pytest.mark.parametrize("ending", [b"", b"\n\n"])
def test_a_line_without_end_is_refused(ending: bytes) -> None:
    with pytest.raises(ProviderError) as caught:
        _events(b"data: one\n\n", b"data: " + b"x" * MAX_LINE + ending)
    assert caught.value.code is Code.TOO_LARGE


def test_an_event_without_end_is_refused() -> None:
    line = b"data: " + b"x" * (MAX_LINE - 10) + b"\n"
    with pytest.raises(ProviderError):
        _events(line * (MAX_EVENT // len(line) + 2))


_PIECES = st.sampled_from(
    [b"data: ", b"data", b"event: x", b":", b"\r", b"\n", b"\r\n", b"\xef\xbb\xbf", "é🌍".encode(), b"\xff", b"a", b" "]
)


@given(st.lists(_PIECES, max_size=40).map(b"".join), st.data())
def test_any_split_of_the_bytes_gives_the_same_events(stream: bytes, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(stream)), max_size=8)))
    edges = [0, *cuts, len(stream)]
    parts = [stream[first:last] for first, last in pairwise(edges)]
    assert _events(*parts) == _events(stream)
    assert _events(*(stream[place : place + 1] for place in range(len(stream)))) == _events(stream)
