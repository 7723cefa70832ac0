"""Snapshots are static, self-contained and unbreakable. Source: our choice; faults S03, case B096."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from html.parser import HTMLParser

import pytest

from a008.memory.envelope import Fate
from a008.present import html, inspector
from a008.present import receipt as receipts
from a008.present.table import Table, columns
from tests.present.samples import HOSTILE, candidate, envelope, item, library, receipt

_LAYOUT = {"bdi", "br", "details", "div", "h4", "li", "ol", "p", "small", "span", "strong", "style", "summary", "ul"}
_TAGS = _LAYOUT | {"table", "tbody", "td", "th", "thead", "tr"}
_ATTRIBUTES = {"aria-label", "class", "dir", "role", "scope", "style", "title"}


class _Reader(HTMLParser):
    """Collects the tags, attributes and text of a snapshot, and whether its tags close in order."""

    def __init__(self, snapshot: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()
        self.open: list[str] = []
        self.pieces: list[str] = []
        self.feed(snapshot)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes.update(name for name, _ in attrs)
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.pieces.append(data)

    @property
    def text(self) -> str:
        return "".join(self.pieces)


def _envelope(text: str) -> str:
    made = envelope(candidate(item(1, text)), candidate(item(2, text), Fate.DORMANT, detail=text), message=text)
    return html.envelope(inspector.inspect(made))


def _receipt(text: str) -> str:
    return html.receipt(receipts.view(receipt(written=text)))


def _table(text: str) -> str:
    return html.table(Table(title=text, columns=columns(text), rows=((text,),), empty=text))


_SNAPSHOTS = pytest.mark.parametrize("snapshot", [_envelope, _receipt, _table])


@_SNAPSHOTS
@pytest.mark.parametrize("hostile", HOSTILE)
def test_hostile_text_shows_as_text_and_adds_no_tag(snapshot: Callable[[str], str], hostile: str) -> None:
    harmless, attacked = _Reader(snapshot("harmless")), _Reader(snapshot(hostile))
    assert attacked.tags == harmless.tags <= _TAGS
    assert attacked.attributes <= _ATTRIBUTES
    assert attacked.open == []
    visible = inspector.inspect(envelope(candidate(item(1, hostile)))).sent[0].proposition
    assert visible.replace("\n", "") in attacked.text.replace("\n", "").replace("\\r\\n", "")


@_SNAPSHOTS
def test_a_snapshot_loads_nothing_and_runs_nothing(snapshot: Callable[[str], str]) -> None:
    page = snapshot("harmless")
    assert re.findall(r"(?i)url\(|@import|src=|href=|<script|<link|<iframe|\bon\w+=", page) == []


@contextmanager
def _opened_files() -> Iterator[list[str]]:
    names: list[str] = []
    listening = [True]

    def hear(event: str, arguments: tuple[object, ...]) -> None:
        if listening[0] and event in {"open", "socket.connect"}:
            names.append(str(arguments[0]))

    sys.addaudithook(hear)
    yield names
    listening[0] = False


@_SNAPSHOTS
@pytest.mark.parametrize("name", ["/etc/hostname", "file.html", "http://127.0.0.1:1/x"])
def test_a_text_that_is_a_path_or_an_address_is_never_read(snapshot: Callable[[str], str], name: str) -> None:
    """B096."""
    with _opened_files() as opened:
        page = snapshot(name)
    assert opened == []
    assert name in _Reader(page).text


def test_an_envelope_reads_in_order_without_its_style_sheet() -> None:
    text = _Reader(html.envelope(inspector.inspect(library()))).text
    places = [text.index(part) for part in ("Change loadfile.c", "720 of 32,768 bytes", "Sent (4)", "Left out (4)")]
    assert places == sorted(places)
    assert "Over budget (1)It did not fit into the bytes that were left.A long story. by 83 bytes" in text


def test_an_empty_envelope_says_so() -> None:
    assert "the model saw the message alone" in _Reader(html.envelope(inspector.inspect(envelope()))).text


def test_two_thousand_candidates_stay_a_small_snapshot_that_says_how_many_more_there_are() -> None:
    many = (candidate(item(n, f"Statement {n}."), Fate.DORMANT, detail="s=0.07") for n in range(2_000))
    page = html.envelope(inspector.inspect(envelope(*many)))
    assert "Left out (2,000)" in page
    assert "and 1,980 more" in page
    assert len(page) < 10_000


def test_a_receipt_shows_what_was_written_reinforced_and_refused() -> None:
    text = _Reader(_receipt("loadfile.c lists only .md files.")).text
    for part in (
        "Revision 8: 2 statements learnt, 1 item reinforced, 1 proposal refused",
        "loadfile.c.lists changed",
        "loadfile.c lists only .md files.",
        "loadfile.c includes <stdlib.h>.",
        "Refused at $.new_knowledge[1] by rule not in baseline",
    ):
        assert part in text


def test_a_table_without_rows_is_a_sentence() -> None:
    page = html.table(Table(title="Heads", columns=columns("Address"), rows=(), empty="Nothing is known yet."))
    assert "Nothing is known yet." in page
    assert "<table" not in page
