"""Plain text of every view: for terminals, and for notebooks where nothing else is drawn. Source: our choice."""

from __future__ import annotations

import pytest

from a008.memory.envelope import Fate
from a008.present import inspector, plain
from a008.present import receipt as receipts
from a008.present.table import Table, columns
from tests.present.samples import HOSTILE, candidate, envelope, item, library, receipt


def test_an_envelope_tells_items_ways_and_reasons() -> None:
    shown = plain.envelope(inspector.inspect(library()))
    assert shown.splitlines()[0].startswith("Envelope at revision 7: 720 of 32,768 bytes, SHA-256 ")
    assert "   1. state: loadfile.c lists every file." in shown
    found = "      found by exact address, tag or domain (names loadfile.c.lists); required; said by the user"
    assert found in shown
    assert "  Over budget (1): It did not fit into the bytes that were left." in shown
    assert "    - A long story. (by 83 bytes)" in shown


def test_an_empty_envelope_says_nothing_was_sent_or_left_out() -> None:
    assert plain.envelope(inspector.inspect(envelope())).splitlines()[-2:] == ["Sent: nothing", "Left out: nothing"]


def test_a_long_list_of_what_was_left_out_ends_in_a_number() -> None:
    many = (candidate(item(n, f"Statement {n}."), Fate.DORMANT) for n in range(2_000))
    lines = plain.envelope(inspector.inspect(envelope(*many))).splitlines()
    assert lines[-1] == "    and 1,995 more"


def test_a_receipt_is_a_line_for_everything() -> None:
    assert plain.receipt(receipts.view(receipt())).splitlines() == [
        "Revision 8: 2 statements learnt, 1 item reinforced, 1 proposal refused",
        "  + loadfile.c.lists changed (no start given: at commit time): loadfile.c lists only .md files.",
        "  + kept as evidence: loadfile.c includes <stdlib.h>.",
        "  ^ reinforced claim_0000000000000001",
        "  - refused at $.new_knowledge[1] by rule not in baseline: no such item was sent",
    ]


def test_a_table_stands_in_columns_and_numbers_flush_right() -> None:
    table = Table(
        title="Heads",
        columns=columns("Address", "Claims", "Open", numeric=("Claims",)),
        rows=(("user.名前", 1_200, True), ("a.b", None, False)),
        empty="",
    )
    assert plain.table(table).splitlines() == [
        "Address    Claims  Open",
        "---------  ------  ----",
        "user.名前   1,200  yes",
        "a.b                no",
    ]


@pytest.mark.parametrize("hostile", HOSTILE)
def test_nothing_printed_acts_on_a_terminal(hostile: str) -> None:
    table = Table(title=hostile, columns=columns("x"), rows=((hostile,),), empty="")
    made = envelope(candidate(item(1, hostile)), candidate(item(2, hostile), Fate.DORMANT, detail=hostile))
    for shown in (plain.table(table), plain.envelope(inspector.inspect(made)), plain.cell(hostile)):
        assert all(char.isprintable() or char in "\n\u200c\u200d" for char in shown)
