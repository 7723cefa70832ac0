"""Envelopes as pages: plain sentences, nothing that a terminal obeys."""

from __future__ import annotations

from dataclasses import replace

from a008.memory.account import Account, Look
from a008.memory.envelope import Fate, Lane
from a008.memory.envelope_diff import compare
from a008.present import envelope_pages, html, plain
from a008.runtime.envelope_check import Held, TurnChecked, summed
from a008.runtime.envelopes import TurnSent
from tests.present.samples import HOSTILE, NOW, candidate, envelope, item, library


def _checked(held: Held, detail: str = "", message: str = "Where?") -> TurnChecked:
    return TurnChecked(
        turn_id="turn_1",
        conversation_id="conversation_1",
        number=1,
        asked_at=NOW,
        message=message,
        revision=7,
        held=held,
        item="",
        detail=detail,
    )


def test_turns_stand_in_a_table() -> None:
    turn = TurnSent(
        turn_id="turn_1",
        conversation_id="conversation_1",
        number=3,
        asked_at=NOW,
        message="Where do I live?",
        revision=7,
        budget=32_768,
        sha256="a" * 64,
    )
    table = envelope_pages.turns([turn])
    assert table.rows == (("2026-12-01 09:30", "Where do I live?", 3, 7, "a" * 12, "turn_1"),)
    assert envelope_pages.turns([]).empty == "There has been no turn yet."


def test_what_is_sound_is_said_in_one_line() -> None:
    page = envelope_pages.checked(summed([_checked(Held.SAME), _checked(Held.SAME)]))
    assert page.title == "Every envelope is as it was sent"
    assert page.lines == ("2 of 2 envelopes as sent: put together again, the bytes are the same.",)
    assert page.tables == ()
    assert "No turn" in envelope_pages.checked(summed([])).lines[0]


def test_each_fault_is_named_with_what_was_found() -> None:
    turns = [_checked(Held.SAME), _checked(Held.DAMAGED, "item 1 is gone"), _checked(Held.OTHER_RULES, "item 2")]
    page = envelope_pages.checked(summed(turns))
    assert page.title == "Not every envelope is as it was sent"
    assert len(page.lines) == 3
    assert [row[3:] for row in page.tables[0].rows] == [("damaged", "item 1 is gone"), ("by other rules", "item 2")]


def test_a_comparison_says_what_came_what_went_and_why() -> None:
    gone = candidate(item(1, "Old."), Fate.SUPERSEDED, detail="by claim_2")
    before = envelope(candidate(item(1, "Old.")), candidate(item(3, "Stays.")), message="Then?", budget=500)
    after = envelope(candidate(item(3, "Stays.")), candidate(item(2, "New."), required=True), gone, message="Now?")
    page = envelope_pages.difference(compare(before, after))
    assert page.lines[:2] == ("before: Then?", "after: Now?")
    assert "budget 500 bytes before, 32,768 bytes after" in page.lines
    assert "revision 7" in page.lines
    assert "1 item alike" in page.lines
    assert page.tables[0].rows == (
        ("state: New.", "came", "found by no lane", "no. 2, required, names loadfile.c.lists", item(2, "").id),
        ("state: Old.", "went", "no. 1", "superseded (by claim_2)", item(1, "").id),
    )
    same = envelope_pages.difference(compare(before, before))
    assert plain.page(same).endswith("The bytes are the same.")


def test_a_comparison_shows_both_wordings_and_says_when_reasons_are_not_known() -> None:
    before = envelope(replace(candidate(item(1, "One way.")), lanes=(), reasons=()))
    page = envelope_pages.difference(compare(before, envelope(candidate(item(1, "Another way.")))))
    assert page.tables[0].rows[0][1:4] == (
        "other words",
        "no. 1, One way.",
        "no. 1, Another way., names loadfile.c.lists",
    )
    assert any("only the items are known" in line for line in page.lines)


def test_an_account_is_a_sentence_and_what_would_bring_it() -> None:
    found = Account(
        id="claim_1",
        proposition="The user lives in Lyon.",
        fate=Fate.NO_MATCH,
        detail="no lane found it",
        candidates=(),
        looked=(Look(lane=Lane.TEXT, why="it shares no word with the message"),),
        nearest="ask for user.residence",
    )
    assert plain.page(envelope_pages.account(found)).splitlines() == [
        "claim_1",
        "The user lives in Lyon.",
        "Not sent. Nothing in the message leads to it (no lane found it).",
        "What would bring it: ask for user.residence.",
        "",
        "Where was looked",
        "Lane       Why not",
        "---------  ----------------------------------",
        "full text  it shares no word with the message",
    ]


def test_an_account_of_what_was_sent_tells_its_guises() -> None:
    sent = candidate(item(1, "One."), rank=1, required=True)
    claim = candidate(item(1, "One."), Fate.OWNED_BY_HEAD, detail="house.colour")
    found = Account(
        id="claim_1", proposition="One.", fate=Fate.IN, detail="", candidates=(sent, claim), looked=(), nearest=""
    )
    page = envelope_pages.account(found)
    assert page.lines == ("One.", "The model was shown it: packed as number 2.")
    assert [row[0] for row in page.tables[0].rows] == ["state, required", "state"]
    assert "house.colour" in str(page.tables[0].rows[1][3])


def test_several_accounts_stand_below_each_other_and_none_is_one_that_was_sent() -> None:
    unknown = Account(id="x", proposition="", fate=Fate.UNKNOWN, detail="", candidates=(), looked=(), nearest="")
    page = envelope_pages.accounts([unknown, replace(unknown, id="y")])
    assert page.lines[1] == "y: Not sent. Nothing in the store has this id."
    assert envelope_pages.accounts([]).title == "It was sent."


def test_hostile_text_is_shown_and_never_obeyed() -> None:
    for text in HOSTILE:
        pages = [
            envelope_pages.checked(summed([_checked(Held.DAMAGED, text, message=text)])),
            envelope_pages.difference(compare(library(), envelope(candidate(item(9, text)), message=text))),
            envelope_pages.account(
                Account(id=text, proposition=text, fate=Fate.UNKNOWN, detail=text, candidates=(), looked=(), nearest="")
            ),
        ]
        for page in pages:
            assert "\x1b" not in plain.page(page)
            assert "<script>" not in html.page(page)
            assert "<img" not in html.page(page)
