"""The figures of the first page. Each is our choice, but for B048: a count and the list behind it agree."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from a008.clock import Instant
from a008.memory.origin import Origin
from a008.runtime.entities import Entities
from a008.store import overview, schema
from a008.store.claim_page import Activation, claim_page
from a008.store.connection import Connection
from a008.store.overview import Counts, Health
from a008.store.state_page import START as FIRST
from a008.store.state_page import state_page
from tests.shelf import START, Fact, Shelf
from tests.store.looking import looking, plan, statements

_SOON = START.plus(days=20)
_LATER = START.plus(days=2_000)


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    opened = Shelf(tmp_path / "store.sqlite")
    yield opened
    opened.close()


@pytest.fixture
def full(shelf: Shelf) -> Shelf:
    """Three addresses, one of them changed and one contested; four claims, one of them minor."""
    shelf.tell(Fact("user", "residence", "Oslo", "I live in Oslo.", domains=("personal",)))
    shelf.tell(Fact("project", "storage", "SQLite", "We use SQLite for storage."))
    shelf.tell(Fact("user", "residence", "Malmö", "I live in Malmö now.", wording="change", domains=("personal",)))
    shelf.tell(Fact("oven", "mode", "fan", "The oven's mode is fan.", severity="minor", domains=("cooking",)))
    shelf.tell(Fact("project", "storage", "MySQL", "We use MySQL for storage."), origin=Origin.WEB)
    return shelf


def _counts(shelf: Shelf, now: Instant) -> Counts:
    with _looking(shelf) as conn:
        return overview.overview(conn, shelf.project.id, now).counts


def _looking(shelf: Shelf) -> AbstractContextManager[Connection]:
    assert shelf.store.path is not None
    return looking(shelf.store.path)


def _health(shelf: Shelf) -> Health:
    with _looking(shelf) as conn:
        return overview.health(conn)


def test_an_empty_project_counts_nothing_and_is_in_good_health(shelf: Shelf) -> None:
    counts = _counts(shelf, _SOON)
    assert {getattr(counts, name) for name in Counts.__dataclass_fields__} == {0}
    health = _health(shelf)
    assert (health.revision, health.recorded_at, health.hash, health.whole) == (0, None, "", True)
    assert health.schema == health.newest_schema == schema.NEWEST


def test_each_kind_is_counted(full: Shelf) -> None:
    counts = _counts(full, _SOON)
    assert (counts.claims, counts.utterances, counts.entities) == (5, 5, 3)
    assert (counts.addresses, counts.conflicts, counts.revisions) == (3, 1, 10)


def test_what_sleeps_grows_with_time_while_what_holds_stays(full: Shelf) -> None:
    """A minor claim starts at 0.4 with a half-life of 14 days and sleeps below 0.2: rules, lifecycle table."""
    last = START.plus(days=3)  # when the minor claim was made
    asleep_on = [_counts(full, last.plus(days=day, seconds=1)).dormant for day in (13, 14)]
    assert asleep_on == [0, 1]
    assert (_counts(full, _LATER).active, _counts(full, _LATER).dormant) == (0, 5)
    assert _counts(full, _LATER).addresses == 3


@pytest.mark.parametrize("now", [START, _SOON, _LATER])
def test_every_count_is_the_length_of_the_list_behind_it(full: Shelf, now: Instant) -> None:
    counts = _counts(full, now)
    with _looking(full) as conn:
        listed = {
            activation: len(
                claim_page(conn, full.project.id, now, activation=activation, domain=None, after=None, limit=99).rows
            )
            for activation in Activation
        }
        state = state_page(conn, full.project.id, now, after=FIRST, limit=99)
    assert listed == {
        Activation.ANY: counts.claims,
        Activation.ACTIVE: counts.active,
        Activation.DORMANT: counts.dormant,
    }
    assert len(state.rows) == counts.addresses


def test_an_entity_that_was_merged_into_another_does_not_count(full: Shelf) -> None:
    entities = Entities(full.store, full.project, full.clock)
    before = _counts(full, _SOON).entities
    entities.commit(entities.merge("oven", "project"))
    assert _counts(full, _SOON).entities == before - 1 == len(entities.list())


def test_another_project_changes_no_count(full: Shelf) -> None:
    before = _counts(full, _SOON)
    assert full.store.path is not None
    other = Shelf(full.store.path, "other")
    other.tell(Fact("user", "residence", "Turku", "I live in Turku.", domains=("personal",)))
    assert _counts(full, _SOON) == before
    assert _counts(other, _SOON).claims == 1
    other.close()


def test_the_latest_revisions_and_the_domains_are_listed(full: Shelf) -> None:
    with _looking(full) as conn:
        page = overview.overview(conn, full.project.id, _SOON)
    assert [each.number for each in page.latest] == list(range(10, 2, -1))
    assert {each.cause for each in page.latest} == {"turn recorded", "turn learnt"}
    assert all(each.changes > 0 for each in page.latest)
    assert [(each.name, each.claims) for each in page.domains] == [("development", 2), ("personal", 2), ("cooking", 1)]
    assert not page.more_domains


def test_more_domains_than_are_listed_are_said_to_be_there(shelf: Shelf) -> None:
    for number in range(7):
        names = tuple(f"subject {number} {each}" for each in range(4))
        shelf.tell(Fact("user", f"thing {number}", "x", f"My thing {number} is x.", domains=names))
    with _looking(shelf) as conn:
        page = overview.overview(conn, shelf.project.id, _SOON)
    assert len(page.domains) == 24
    assert page.more_domains


def test_a_chain_that_was_cut_or_altered_is_not_whole(full: Shelf) -> None:
    assert _health(full).whole
    for damage in ("UPDATE revision SET parent_hash = 'x' WHERE number = 7", "DELETE FROM revision WHERE number = 9"):
        assert full.store.path is not None
        with sqlite3.connect(full.store.path) as conn:
            conn.execute("DROP TRIGGER IF EXISTS revision_never_edited")
            conn.execute("DROP TRIGGER IF EXISTS revision_never_deleted")
            before = conn.execute("SELECT parent_hash FROM revision WHERE number = 7").fetchone()[0]
            conn.execute(damage)
        conn.close()
        assert not _health(full).whole
        with sqlite3.connect(full.store.path) as conn:
            conn.execute("UPDATE revision SET parent_hash = ? WHERE number = 7", (before,))
        conn.close()


def test_health_names_the_newest_revision_and_the_file(full: Shelf) -> None:
    health = _health(full)
    assert health.revision == health.checked == 10
    assert len(health.hash) == 64
    assert health.journal == "wal"
    assert health.bytes > 4_096


def test_no_figure_needs_a_whole_table(full: Shelf) -> None:
    """What is walked is bounded: open conflicts, and the newest claims up to a limit."""
    bounded = {
        "SCAN c",
        "SCAN c USING INDEX contest_open",
        "SCAN c USING COVERING INDEX contest_open",
        "SCAN CONSTANT ROW",
    }
    with _looking(full) as conn:
        found = {name: plan(conn, text) for name, text in statements(overview).items()}
    assert set(found) == {"_COUNTS", "_ACTIVATION", "_LATEST", "_DOMAINS", "_LINKS"}
    scans = {step for steps in found.values() for step in steps if step.startswith("SCAN")}
    assert scans <= bounded
