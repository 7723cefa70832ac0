"""Which builds of SQLite have the WAL-reset race."""

import sqlite3

import pytest

from a008.store.build import build, has_wal_race


@pytest.mark.parametrize("version", [(3, 7, 0), (3, 40, 1), (3, 44, 5), (3, 45, 0), (3, 50, 6), (3, 51, 0), (3, 51, 2)])
def test_these_have_the_race(version: tuple[int, ...]) -> None:
    assert has_wal_race(version)


@pytest.mark.parametrize("version", [(3, 6, 23), (3, 44, 6), (3, 44, 7), (3, 50, 7), (3, 51, 3), (3, 52, 0), (4, 0, 0)])
def test_these_do_not(version: tuple[int, ...]) -> None:
    assert not has_wal_race(version)


def test_the_build_is_that_of_the_standard_library() -> None:
    found = build()
    assert found.version == sqlite3.sqlite_version
    assert found.has_full_text
    assert found.threads == {0: "not safe", 1: "multi-thread", 3: "serialized"}[sqlite3.threadsafety]
