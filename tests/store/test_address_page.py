"""One address in full. Source: rule 1 (both time axes), rule 9 (a correction stays readable), provenance."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from a008.memory.address import SlotKind
from a008.memory.claim import Status
from a008.memory.origin import Origin
from a008.memory.plan import Cause
from a008.memory.reconcile import Outcome
from a008.memory.time import describe
from a008.runtime.entities import Entities
from a008.store import address_page
from a008.store.address_page import AddressPage
from a008.store.connection import Connection
from a008.store.state_page import START, state_page
from tests.shelf import Fact, Shelf
from tests.store.looking import looking, plan, statements


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    opened = Shelf(tmp_path / "store.sqlite")
    yield opened
    opened.close()


def _looking(shelf: Shelf) -> AbstractContextManager[Connection]:
    assert shelf.store.path is not None
    return looking(shelf.store.path)


def _page(shelf: Shelf) -> AddressPage:
    """The page of the only address on the shelf."""
    with _looking(shelf) as conn:
        (row,) = state_page(conn, shelf.project.id, shelf.clock(), after=START, limit=2).rows
        page = address_page.address_page(conn, row.slot_id)
    assert page is not None
    return page


def test_an_address_that_is_not_there_has_no_page(shelf: Shelf) -> None:
    with _looking(shelf) as conn:
        assert address_page.address_page(conn, "slot_aaaaaaaaaaaaaaaa") is None


def test_it_says_whose_address_it_is(shelf: Shelf) -> None:
    shelf.tell(Fact("User", "Residence", "Oslo", "I live in Oslo."))
    slot = _page(shelf).slot
    assert (slot.address, slot.kind, slot.entity, slot.project) == (
        "user.residence",
        SlotKind.ATTRIBUTE,
        "User",
        "default",
    )


def test_a_change_and_a_correction_stay_readable_on_both_axes(shelf: Shelf) -> None:
    shelf.tell(Fact("user", "residence", "Oslo", "I live in Oslo.", valid_from="2019-05-01"))
    moved = Fact("user", "residence", "Gothenburg", "I have lived in Gothenburg since June.", "change")
    shelf.tell(moved._replace(valid_from="2023-06-01"))
    shelf.tell(Fact("user", "residence", "Malmö", "Actually it was Malmö.", wording="correction"))
    page = _page(shelf)
    assert [(h.member, describe(h.interval), h.believed_from, h.believed_to) for h in page.bindings] == [
        ('"Malmö"', "Since 2023-06-01", 6, None),
        ('"Gothenburg"', "Since 2023-06-01", 4, 6),
        ('"Oslo"', "From 2019-05-01 to 2023-06-01", 4, None),
        ('"Oslo"', "Since 2019-05-01", 2, 4),
    ]
    assert [move.outcome for move in page.moves] == [Outcome.CORRECTION, Outcome.CHANGE, Outcome.CHANGE]
    assert page.complete


def test_a_move_names_the_cause_of_its_revision(shelf: Shelf) -> None:
    shelf.tell(Fact("oven", "mode", "fan", "The oven's mode is fan."))
    entities = Entities(shelf.store, shelf.project, shelf.clock)
    entities.commit(entities.split("oven", "stove", addresses=["oven.mode"]))
    assert [(move.cause, move.revision) for move in _page(shelf).moves] == [(Cause.SPLIT, 3)]


def test_every_claim_comes_with_the_words_that_bear_it_out(shelf: Shelf) -> None:
    shelf.tell(Fact("kitchen", "height", 3, "Köket är 3 m högt."), Fact("user", "residence", "Oslo", "I live in Oslo."))
    with _looking(shelf) as conn:
        rows = state_page(conn, shelf.project.id, shelf.clock(), after=START, limit=9).rows
        page = address_page.address_page(conn, next(row.slot_id for row in rows if row.address == "user.residence"))
    assert page is not None
    (claim,) = page.claims
    (support,) = page.support
    assert (claim.proposition, claim.status) == ("I live in Oslo.", Status.ACCEPTED)
    assert support.claim_id == claim.id
    assert support.text.encode()[support.start : support.end].decode() == "I live in Oslo."


def test_a_conflict_brings_both_claims_and_both_utterances(shelf: Shelf) -> None:
    shelf.tell(Fact("project", "storage", "SQLite", "We use SQLite for storage."))
    shelf.tell(Fact("project", "storage", "MySQL", "We use MySQL for storage."), origin=Origin.WEB)
    page = _page(shelf)
    (contest,) = page.contests
    assert contest.closed is None
    assert {claim.id for claim in page.claims} == {contest.claim_id, contest.against_claim_id}
    assert {support.origin for support in page.support} == {Origin.USER, Origin.WEB}


def test_a_long_history_is_cut_at_the_old_end_and_says_so(shelf: Shelf, monkeypatch: pytest.MonkeyPatch) -> None:
    for city in ("Oslo", "Malmö", "Kiruna"):
        shelf.tell(Fact("user", "residence", city, f"I live in {city} now.", wording="change"))
    monkeypatch.setattr(address_page, "LISTED", 2)
    page = _page(shelf)
    assert not page.complete
    assert [held.member for held in page.bindings] == ['"Kiruna"', '"Malmö"']


def test_no_part_of_the_page_needs_a_whole_table(shelf: Shelf) -> None:
    with _looking(shelf) as conn:
        found = {name: plan(conn, text) for name, text in statements(address_page).items()}
    assert set(found) == {"_SLOT", "_BINDINGS", "_TRANSITIONS", "_CONTESTS", "_CLAIMS", "_SUPPORT"}
    scans = {step for steps in found.values() for step in steps if step.startswith("SCAN")}
    assert scans == {"SCAN wanted VIRTUAL TABLE INDEX 1:"}
