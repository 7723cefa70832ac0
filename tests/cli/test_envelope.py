"""`a008 envelope turns | show | verify | diff | why | why-not | explain`."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.conftest import Call


def _tampered(statement: str) -> None:
    path = Path(os.environ["A008_HOME"]) / "memory.sqlite"
    with closing(sqlite3.connect(path, isolation_level=None)) as conn:
        conn.execute("DROP TRIGGER envelope_item_never_edited")
        conn.execute(statement)


@pytest.fixture
def asked(told: Call) -> Call:
    """A store in which something was told, changed, and asked for."""
    assert told("ask", "Where do I live?").status == 0
    return told


def test_turns_are_listed_with_their_names(asked: Call) -> None:
    ran = asked("envelope", "turns", "--limit", "2")
    assert ran.status == 0
    assert [word in ran.out for word in ("Where do I live?", "I live in Oslo now.", "I live in Lyon.")] == [1, 1, 0]
    listed = asked("envelope", "turns", "--json").document
    assert [turn["message"] for turn in listed][-1] == "I live in Lyon."
    shown = asked("envelope", "show", listed[1]["turn_id"], "--json").document
    assert shown["message"] == "I live in Oslo now."
    assert asked("envelope", "turns", "--conversation", "last", "--json").document == listed[:1]


def test_show_takes_a_turn_or_a_message(asked: Call) -> None:
    last = asked("envelope", "show")
    assert last.status == 0
    assert "1. state: The user lives in Oslo." in last.out
    assert asked("envelope", "show", "last").out == asked("envelope", "show", "1").out == last.out
    message = asked("envelope", "show", "Where", "do", "I", "live?", "--json").document
    assert [item["proposition"] for item in message["items"]] == ["The user lives in Oslo."]
    then = asked("envelope", "show", "Where do I live?", "--at-revision", "HEAD~4", "--json").document
    assert [item["proposition"] for item in then["items"]] == ["The user lives in Lyon."]


def test_show_takes_a_budget_an_instant_and_what_is_required(asked: Call) -> None:
    sqlite = next(
        head["claim"]["id"] for head in asked("memory", "state", "--json").document if "SQLite" in str(head["claim"])
    )
    found = asked("envelope", "show", "Where do I live?", "--require", sqlite, "--at", "2030-01-01", "--json").document
    assert sqlite in [item["id"] for item in found["items"]]
    assert found["receipt"]["at"].startswith("2030-01-01")
    tight = asked("envelope", "show", "Where do I live?", "--budget", "100")
    assert tight.status == 13
    assert asked("envelope", "show", "last", "--at-revision", "1").status == 2


def test_verify_passes_on_a_healthy_store(asked: Call) -> None:
    ran = asked("envelope", "verify")
    assert ran.status == 0
    assert "4 of 4 envelopes as sent" in ran.out
    document = asked("envelope", "verify", "last", "--json").document
    assert (document["failure"], [turn["held"] for turn in document["turns"]]) == (None, ["same"])


def test_verify_names_what_was_tampered_with_and_ends_with_8(asked: Call) -> None:
    _tampered("UPDATE envelope_item SET item = replace(item, 'Oslo', 'Rome')")
    ran = asked("envelope", "verify")
    assert ran.status == 8
    assert "1 of 4 envelopes damaged" in ran.out
    assert "not what was sent" in ran.err
    ran = asked("envelope", "verify", "--json")
    assert ran.status == 8
    assert ran.document["failure"]["code"] == "store_corrupt"
    (damaged,) = (turn for turn in ran.document["turns"] if turn["held"] != "same")
    assert 'item 1 is kept as state "The user lives in Rome."' in damaged["detail"]
    assert asked("envelope", "verify", "last~1").status == 0


def test_verify_of_what_is_no_turn_says_what_one_is(asked: Call) -> None:
    assert asked("envelope", "verify", "last~9").status == 3
    ran = asked("envelope", "verify", "yesterday")
    assert ran.status == 2
    assert "last~2" in ran.err


def test_two_turns_two_messages_and_one_message_in_two_ways_are_compared(asked: Call) -> None:
    ran = asked("envelope", "diff", "last~1", "last")
    assert ran.status == 0
    assert "The user lives in Oslo." in ran.out
    document = asked("envelope", "diff", "Where do I live?", "What do we use for storage?", "--json").document
    assert {tuple(item["differs"]) for item in document["items"]} >= {("came",), ("went",)}
    for pair in (
        ("--budgets", "200", "4000"),
        ("--times", "2026-12-01", "2030-01-01"),
        ("--at-revisions", "2", "HEAD"),
    ):
        ran = asked("envelope", "diff", "Where do I live?", *pair)
        assert ran.status == 0, ran.err
    assert "before, 6 after" not in ran.out
    assert "revision 2 before, 8 after" in ran.out
    assert asked("envelope", "diff", "last").status == 2


def test_why_answers_for_any_id(asked: Call) -> None:
    ran = asked("envelope", "why", "user.residence")
    assert ran.status == 0
    assert "The model was shown it: packed as number 1." in ran.out
    ran = asked("envelope", "why-not", "project.storage", "--message", "Where do I live?")
    assert ran.status == 0
    assert "What would bring it: ask for project.storage." in ran.out
    assert "it shares no word with the message" in ran.out
    assert "It was sent." in asked("envelope", "why-not", "user.residence", "--turn", "last").out
    (unknown,) = asked("envelope", "why", "claim_aaaaaaaaaaaaaaaa", "--json").document
    assert (unknown["fate"], unknown["looked"]) == ("unknown", [])
    assert asked("envelope", "why", "user.shoe").status == 3


def test_explain_tells_the_whole_decision(asked: Call) -> None:
    ran = asked("envelope", "explain", "Where do I live?")
    assert ran.status == 0
    for words in ("asks for: what holds now", "Words, the rarest first", "Lanes, the most exact first", "required"):
        assert words in ran.out
    document = asked("envelope", "explain", "--json").document
    assert document["fates"][0]["used"] == document["envelope"]["receipt"]["bytes"]


def test_a_narrow_terminal_shows_all_of_it(asked: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    for words in (("turns",), ("verify",), ("diff", "last~1", "last"), ("why", "user.residence"), ("explain",)):
        ran = asked("envelope", *words)
        assert ran.status == 0
        assert max(map(len, ran.out.splitlines())) <= 49, words  # an id is never broken


def test_nothing_is_made_where_there_is_no_store(a008: Call) -> None:
    for words in (("turns",), ("show",), ("verify",), ("explain", "Hello!")):
        assert a008("envelope", *words).status == 3
    assert list(Path(os.environ["A008_HOME"]).iterdir()) == []
    assert "verify" in a008("envelope").out
