"""A turn tells three outcomes that never merge. Source: the architecture's step 7; our choice of words."""

from __future__ import annotations

import pytest

from a008.errors import ProviderError, ProviderFault
from a008.present import html, plain, turn
from a008.runtime.outcome import AnswerStatus, MemoryStatus
from tests.present import rows
from tests.present.samples import HOSTILE


def test_a_turn_tells_its_answer_and_each_outcome_by_itself() -> None:
    lines = plain.turn(turn.view(rows.turn())).splitlines()
    assert lines[:6] == [
        "loadfile.c lists only .md files.",
        "",
        "Answer: complete (embedded:librarian, 1,200 in tokens, text repaired)",
        "Memory: committed",
        "Effects: none",
        "Envelope: 4 sent, 4 left out, 720 bytes",
    ]
    assert lines[6].startswith("Revision 8: ")


def test_a_failed_memory_leaves_the_answer_complete_and_says_why() -> None:
    shown = plain.turn(turn.view(rows.turn(memory=MemoryStatus.FAILED, reason="the extractor's document is not JSON")))
    assert "Answer: complete" in shown
    assert "Memory: failed: the extractor's document is not JSON" in shown


def test_an_answer_that_broke_off_says_why_and_keeps_what_arrived() -> None:
    error = ProviderError("the connection was closed", fault=ProviderFault.NETWORK, item="127.0.0.1", partial="loadf")
    view = turn.view(rows.turn("loadf", status=AnswerStatus.INTERRUPTED, error=error, memory=MemoryStatus.NOT_RUN))
    assert "Answer: interrupted: the connection was closed: 127.0.0.1" in plain.turn(view)
    assert "Answer: interrupted (the connection was closed: 127.0.0.1)" in html.turn(view)
    assert view.text == "loadf"
    assert view.receipt is None


def test_a_turn_that_the_store_could_not_keep_says_so() -> None:
    for shown in (plain.turn(turn.view(rows.turn(recorded=False))), html.turn(turn.view(rows.turn(recorded=False)))):
        assert plain.NOT_RECORDED in shown
    assert plain.NOT_RECORDED not in plain.turn(turn.view(rows.turn()))


@pytest.mark.parametrize("hostile", HOSTILE)
def test_a_hostile_answer_is_text(hostile: str) -> None:
    view = turn.view(rows.turn(hostile, memory=MemoryStatus.FAILED, reason=hostile))
    assert "<script" not in html.turn(view)
    assert "<img" not in html.turn(view)
    assert all(char.isprintable() or char in "\n\u200c\u200d" for char in plain.turn(view))


def test_an_answer_keeps_its_lines() -> None:
    assert "one\n  two" in html.turn(turn.view(rows.turn("one\n  two")))
