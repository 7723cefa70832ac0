"""Lists of claims and of open conflicts. Source: rules 7 (a conflict stays open beside the head) and lifecycle."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from a008.clock import Instant
from a008.memory.claim import Severity, Status
from a008.memory.origin import Origin
from a008.store import claim_page
from a008.store.claim_page import Activation, ClaimKey, ClaimPage, ClaimRow
from a008.store.connection import Connection
from tests.shelf import START, Fact, Shelf
from tests.store.looking import looking, plan, statements

_NOW = START.plus(days=40)


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    opened = Shelf(tmp_path / "store.sqlite")
    yield opened
    opened.close()


def _looking(shelf: Shelf) -> AbstractContextManager[Connection]:
    assert shelf.store.path is not None
    return looking(shelf.store.path)


def _page(
    shelf: Shelf,
    *,
    now: Instant = _NOW,
    activation: Activation = Activation.ANY,
    domain: str | None = None,
    after: ClaimKey | None = None,
    limit: int = 99,
) -> ClaimPage:
    with _looking(shelf) as conn:
        return claim_page.claim_page(
            conn, shelf.project.id, now, activation=activation, domain=domain, after=after, limit=limit
        )


def _pages(shelf: Shelf, domain: str | None, limit: int) -> list[ClaimRow]:
    rows: list[ClaimRow] = []
    after: ClaimKey | None = None
    while True:
        page = _page(shelf, domain=domain, after=after, limit=limit)
        rows.extend(page.rows)
        if page.next is None:
            return rows
        after = page.next


def test_a_claim_is_listed_with_where_it_stands(shelf: Shelf) -> None:
    shelf.tell(Fact("user", "residence", "Oslo", "I live in Oslo.", severity="critical"))
    (row,) = _page(shelf).rows
    assert (row.proposition, row.severity, row.status) == ("I live in Oslo.", Severity.CRITICAL, Status.ACCEPTED)
    assert (row.attributed_to, row.origin, row.revision) == ("user", Origin.USER, 2)
    assert row.slot_id is not None
    assert 0.9 < row.strength < 1.0
    assert row.active


def test_the_newest_claim_comes_first(shelf: Shelf) -> None:
    for city in ("Oslo", "Malmö", "Kiruna"):
        shelf.tell(Fact("user", "residence", city, f"I live in {city} now.", wording="change"))
    assert [row.proposition[10:-5] for row in _page(shelf).rows] == ["Kiruna", "Malmö", "Oslo"]


def test_the_sleeping_and_the_awake_are_listed_apart(shelf: Shelf) -> None:
    shelf.tell(Fact("oven", "mode", "fan", "The oven's mode is fan.", severity="minor"))
    shelf.tell(Fact("user", "residence", "Oslo", "I live in Oslo."))
    asleep = _page(shelf, activation=Activation.DORMANT).rows
    awake = _page(shelf, activation=Activation.ACTIVE).rows
    assert [(row.proposition, row.active) for row in asleep] == [("The oven's mode is fan.", False)]
    assert [(row.proposition, row.active) for row in awake] == [("I live in Oslo.", True)]


def test_a_domain_lists_its_claims_alone(shelf: Shelf) -> None:
    shelf.tell(Fact("oven", "mode", "fan", "The oven's mode is fan.", domains=("cooking", "home")))
    shelf.tell(Fact("user", "residence", "Oslo", "I live in Oslo.", domains=("home",)))
    assert [row.proposition for row in _page(shelf, domain="cooking").rows] == ["The oven's mode is fan."]
    assert len(_page(shelf, domain="home").rows) == 2
    assert _page(shelf, domain="cook").rows == ()


@pytest.mark.parametrize("domain", [None, "development"])
@pytest.mark.parametrize("limit", [1, 2, 3, 50])
def test_pages_together_are_the_whole_list(shelf: Shelf, domain: str | None, limit: int) -> None:
    for half in (range(4), range(4, 7)):
        shelf.tell(*(Fact(f"file {n}", "size", n, f"File {n} has size {n}.") for n in half))
    paged = _pages(shelf, domain, limit)
    assert paged == list(_page(shelf, domain=domain).rows)
    assert len({row.id for row in paged}) == 7


def test_a_conflict_is_listed_with_both_sides(shelf: Shelf) -> None:
    shelf.tell(Fact("project", "storage", "SQLite", "We use SQLite for storage."))
    shelf.tell(Fact("project", "storage", "MySQL", "We use MySQL for storage."), origin=Origin.WEB)
    with _looking(shelf) as conn:
        (conflict,) = claim_page.conflicts(conn, shelf.project.id)
        assert claim_page.conflicts(conn, "another project") == ()
    assert (conflict.address, conflict.head) == ("project.storage", "We use SQLite for storage.")
    assert (conflict.proposition, conflict.origin) == ("We use MySQL for storage.", Origin.WEB)


def test_no_list_needs_a_whole_table(shelf: Shelf) -> None:
    with _looking(shelf) as conn:
        found = {name: plan(conn, text) for name, text in statements(claim_page).items() if "LIMIT :limit" in text}
    assert set(found) == {"_NEWEST", "_OF_DOMAIN", "_CONFLICTS"}
    assert found["_NEWEST"][0].startswith("SEARCH c USING INDEX claim_by_project (project_id=? AND (rev_from,id)<")
    scans = {step for steps in found.values() for step in steps if step.startswith("SCAN")}
    assert scans == {"SCAN x USING INDEX contest_open"}
    assert not any("TEMP B-TREE" in step for name in ("_NEWEST", "_OF_DOMAIN") for step in found[name])
