"""What holds now, page by page. Source: rules 1, 5 and 6 (the head at an instant); paging is our choice."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from a008.clock import Instant
from a008.memory.origin import Origin
from a008.memory.time import Edge
from a008.store import heads, revisions, state_page
from a008.store.connection import Connection
from a008.store.state_page import START, Place, StatePage, StateRow
from tests.shelf import START as FIRST_DAY
from tests.shelf import Fact, Shelf
from tests.store.looking import looking, plan, statements

_NOW = FIRST_DAY.plus(days=30)


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    opened = Shelf(tmp_path / "store.sqlite")
    yield opened
    opened.close()


def _page(shelf: Shelf, now: Instant = _NOW, after: Place = START, limit: int = 99) -> StatePage:
    assert shelf.store.path is not None
    with looking(shelf.store.path) as conn:
        return state_page.state_page(conn, shelf.project.id, now, after=after, limit=limit)


def _pages(shelf: Shelf, limit: int) -> list[StateRow]:
    rows: list[StateRow] = []
    after: Place | None = START
    while after is not None:
        page = _page(shelf, after=after, limit=limit)
        assert page.rows
        rows.extend(page.rows)
        after = page.next
    return rows


def test_an_empty_project_has_one_empty_page(shelf: Shelf) -> None:
    assert _page(shelf) == StatePage(rows=(), next=None)


def test_a_row_says_what_holds_since_when_and_who_said_so(shelf: Shelf) -> None:
    shelf.tell(Fact("user", "residence", "Oslo", "I live in Oslo.", valid_from="2019-05-01"))
    (row,) = _page(shelf).rows
    assert (row.address, row.member, row.proposition) == ("user.residence", '"Oslo"', "I live in Oslo.")
    assert (row.since, row.attributed_to, row.origin, row.revision) == (
        Instant.parse("2019-05-01"),
        "user",
        Origin.USER,
        2,
    )
    assert not row.contested


def test_an_unknown_start_stays_unknown(shelf: Shelf) -> None:
    shelf.tell(Fact("user", "residence", "Oslo", "I live in Oslo."))
    assert _page(shelf).rows[0].since is Edge.UNKNOWN


def test_a_change_shows_the_new_value_alone_and_a_conflict_keeps_the_head(shelf: Shelf) -> None:
    shelf.tell(Fact("user", "residence", "Oslo", "I live in Oslo."))
    shelf.tell(Fact("user", "residence", "Malmö", "I live in Malmö now.", wording="change"))
    shelf.tell(Fact("user", "residence", "Berlin", "I live in Berlin."), origin=Origin.WEB)
    (row,) = _page(shelf).rows
    assert row.member == '"Malmö"'
    assert row.contested


def test_a_value_that_starts_later_is_not_shown_before_its_time(shelf: Shelf) -> None:
    shelf.tell(Fact("user", "employer", "Alpha", "I work at Alpha."))
    change = Fact("user", "employer", "Beta", "I work at Beta from July on.", wording="change", valid_from="2024-07-01")
    shelf.tell(change)
    moments = [Instant.parse("2024-06-30T23:59:59.999Z"), Instant.parse("2024-07-01")]
    assert [[row.member for row in _page(shelf, now=moment).rows] for moment in moments] == [['"Alpha"'], ['"Beta"']]


@pytest.mark.parametrize("limit", [1, 2, 3, 7, 50])
def test_pages_of_any_length_together_are_the_whole_list_without_gap_or_repeat(shelf: Shelf, limit: int) -> None:
    shelf.tell(*(Fact(f"file {n}", "size", n, f"File {n} has size {n}.") for n in range(7)))
    assert _pages(shelf, limit) == list(_page(shelf).rows)
    assert [row.address for row in _pages(shelf, limit)] == sorted(f"file_{n}.size" for n in range(7))


def test_a_full_last_page_has_no_next_one(shelf: Shelf) -> None:
    shelf.tell(*(Fact(f"file {n}", "size", n, f"File {n} has size {n}.") for n in range(4)))
    assert _page(shelf, limit=4).next is None
    assert _page(shelf, limit=3).next == Place(address="file_2.size", member="2")


def test_it_agrees_with_what_the_rest_of_the_program_reads_as_heads(shelf: Shelf) -> None:
    """The page has a statement of its own for the sake of paging; B048: two views of one thing agree."""
    shelf.tell(Fact("user", "residence", "Oslo", "I live in Oslo.", valid_from="2019-05-01"))
    shelf.tell(
        Fact("user", "residence", "Malmö", "I have lived in Malmö since June.", "change", valid_from="2023-06-01")
    )
    shelf.tell(Fact("project", "storage", "SQLite", "We use SQLite for storage."))
    shelf.tell(Fact("user", "residence", "Kiruna", "I move to Kiruna in May.", "change", valid_from="2024-05-01"))
    shelf.tell(Fact("user", "employer", "Alpha", "I worked at Alpha.", valid_from="2010-01-01", valid_to="2012-01-01"))

    def both(conn: Connection, now: Instant) -> tuple[set[tuple[str, str]], set[tuple[str, str]]]:
        newest = revisions.newest(conn)[0]
        slots = heads.slots_in(conn, shelf.project.id, after="", at_revision=newest, limit=99)
        held = heads.heads_of(conn, [slot.id for slot in slots], as_of=now, at_revision=newest)
        page = state_page.state_page(conn, shelf.project.id, now, after=START, limit=99)
        return {(h.address, h.binding.member) for h in held}, {(row.address, row.member) for row in page.rows}

    assert shelf.store.path is not None
    with looking(shelf.store.path) as conn:
        for day in ("2009-06-01", "2011-06-01", "2019-04-30", "2019-05-01", "2023-06-01", "2024-04-30", "2024-05-01"):
            expected, found = both(conn, Instant.parse(day))
            assert found == expected, day


def test_a_page_walks_one_index_from_its_place_on(shelf: Shelf) -> None:
    assert shelf.store.path is not None
    with looking(shelf.store.path) as conn:
        steps = plan(conn, statements(state_page)["_PAGE"])
    assert steps[0] == "SEARCH s USING COVERING INDEX slot_by_address (project_id=? AND address>?)"
    assert [step for step in steps if step.startswith("SCAN")] == []
