"""`a008 memory log | show | diff | blame | bisect` and `a008 verify`."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.conftest import Call


def test_a_long_log_is_read_page_by_page(told: Call) -> None:
    def page(*words: str) -> list[int]:
        return [revision["number"] for revision in told("memory", "log", "--json", *words).document]

    assert page("--limit", "2") == [6, 5]
    assert page("--limit", "2", "--before", "5") == [4, 3]
    assert page("--before", "HEAD~4") == [1]


def test_show_says_who_changed_what_and_in_which_words(told: Call) -> None:
    ran = told("memory", "show", "HEAD")
    assert ran.status == 0
    for words in ("Revision 6", "turn learnt, by rules", "message: I live in Oslo now.", "Bindings closed", "Oslo"):
        assert words in ran.out
    document = told("memory", "show", "HEAD", "--json").document
    assert [head["binding"]["member"] for head in document["written"]] == ['"Lyon"', '"Oslo"']
    assert document["turn"]["message"] == "I live in Oslo now."


def test_a_revision_is_named_by_number_distance_or_hash(told: Call) -> None:
    second = told("memory", "show", "2", "--json").document
    assert told("memory", "show", "HEAD~4", "--json").document == second
    assert told("memory", "show", second["revision"]["hash"][:8], "--json").document == second


@pytest.mark.parametrize(
    ("name", "status"), [("99", 3), ("0", 3), ("HEAD~9", 3), ("f" * 64, 3), ("yesterday", 2), ("abc", 2)]
)
def test_a_revision_that_is_none_is_named_with_what_to_do(told: Call, name: str, status: int) -> None:
    ran = told("memory", "show", name)
    assert (ran.status, ran.out) == (status, "")
    assert "a008 memory log" in ran.err


def test_diff_shows_what_differs(told: Call) -> None:
    ran = told("memory", "diff", "2", "HEAD")
    assert ran.status == 0
    lines = [line.split() for line in ran.out.splitlines()]
    assert ["project.storage", "now", "holds", "SQLite"] in [line[:4] for line in lines]
    assert ["user.residence", "changed", "Lyon", "Oslo"] in [line[:4] for line in lines]
    assert "The same holds at both." in told("memory", "diff", "HEAD", "HEAD").out


def test_diff_can_be_taken_as_of_an_instant(told: Call) -> None:
    found = told("memory", "diff", "0", "HEAD", "--as-of", "2020-01-01", "--json").document
    values = [(each["address"], each["after"]["binding"]["member"]) for each in found["values"]]
    assert ("user.residence", '"Lyon"') in values


def test_blame_quotes_the_words_of_the_user(told: Call) -> None:
    ran = told("memory", "blame", "User.Residence")
    assert ran.status == 0
    assert "I live in Lyon." in ran.out
    assert "revision 6: I live in Oslo now." in ran.out
    assert "Oslo" not in told("memory", "blame", "user.residence", "--at-revision", "HEAD~2").out


def test_bisect_finds_the_revision_that_brought_a_value(told: Call) -> None:
    assert told("memory", "bisect", "user.residence", "oslo", "--json").document["number"] == 6
    assert told("memory", "bisect", "user.residence", "Lyon", "--bad", "HEAD~1", "--json").document["number"] == 2
    assert "turn learnt" in told("memory", "bisect", "user.residence", "Oslo").out


def test_bisect_says_when_it_never_or_always_holds(told: Call) -> None:
    never = told("memory", "bisect", "user.residence", "Rome")
    assert (never.status, never.out) == (3, "")
    assert "it does not hold where the search ends: revision 6" in never.err
    already = told("memory", "bisect", "user.residence", "Oslo", "--good", "HEAD", "--bad", "HEAD")
    assert already.status == 2
    already = told("memory", "bisect", "user.residence", "Lyon", "--good", "2", "--bad", "4")
    assert already.status == 2
    assert "it holds already where the search begins: revision 2" in already.err


def test_verify_passes_on_a_healthy_store(told: Call) -> None:
    ran = told("verify")
    assert ran.status == 0
    assert "Everything holds, at revision 6" in ran.out
    document = told("verify", "--json").document
    assert document["failure"] is None
    assert {done["check"]: done["findings"] for done in document["checks"]}["revisions"] == []


def test_verify_names_what_fails_and_ends_with_8(told: Call) -> None:
    path = Path(os.environ["A008_HOME"]) / "memory.sqlite"
    with closing(sqlite3.connect(path, isolation_level=None)) as conn:
        conn.execute("DROP TRIGGER claim_never_edited")
        conn.execute("UPDATE claim SET proposition = 'The user lives in Rome.' WHERE rev_from = 6")
    ran = told("verify")
    assert ran.status == 8
    assert "rows: revision 6 wrote rows of claim that are gone or were altered" in ran.out
    assert "fault" in ran.err
    ran = told("verify", "--json")
    assert ran.status == 8
    assert ran.document["failure"]["code"] == "store_corrupt"


def test_verify_makes_no_store(a008: Call) -> None:
    assert a008("verify").status == 3
    assert list(Path(os.environ["A008_HOME"]).iterdir()) == []
