"""`a008 ask`."""

import json
from pathlib import Path

import pytest

from a008 import canon
from tests.cli.conftest import Call
from tests.present.samples import HOSTILE


def script(folder: Path, **steps: object) -> str:
    """A route to a script of these steps."""
    path = folder / "script.json"
    path.write_text(json.dumps(steps, ensure_ascii=True), encoding="utf-8")
    return f"scripted:{path}"


def test_the_answer_alone_is_on_standard_output(a008: Call) -> None:
    a008("ask", "I live in Lyon.")
    ran = a008("ask", "Where do I live?")
    assert ran.status == 0
    assert ran.out.startswith("The user lives in Lyon. [claim_")
    assert ran.out.count("\n") == 1


def test_beside_it_stand_what_the_model_saw_and_what_was_learnt(a008: Call) -> None:
    ran = a008("ask", "I live in Lyon.")
    envelope, memory = ran.err.splitlines()
    assert envelope == "envelope: 0 sent, 0 left out, 29 of 32,768 bytes, revision 0"
    assert memory.startswith("memory: revision 2: user.residence is new (claim_")


def test_words_that_were_not_quoted_are_one_message(a008: Call) -> None:
    ran = a008("ask", "I", "live", "in", "Lyon.", "--json")
    assert ran.document["message"] == "I live in Lyon."


def test_a_dash_stands_for_standard_input(a008: Call) -> None:
    ran = a008("ask", "Remember this:", "-", "--json", stdin="I live in Lyon.\n")
    assert ran.document["message"] == "Remember this: I live in Lyon.\n"


def test_json_is_the_whole_turn_with_its_three_outcomes(a008: Call) -> None:
    ran = a008("ask", "I live in Lyon.", "--json")
    assert ran.err == ""
    turn = ran.document
    assert turn["answer"]["status"] == "completed"
    assert turn["memory"]["status"] == "committed"
    assert turn["effects"]["status"] == "none"
    assert turn["memory"]["receipt"]["written"][0]["address"] == "user.residence"
    assert turn["envelope"]["receipt"]["bytes"] == len(turn["envelope"]["payload"].encode())
    assert canon.text(turn) + "\n" == ran.out


def test_a_file_is_shown_along(a008: Call, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("The port is 8090.", encoding="utf-8")
    assert a008("ask", "Look.", "--file", str(tmp_path / "notes.txt")).status == 0
    found = a008("memory", "search", "8090", "--json").document
    assert "The port is 8090." in {each["text"] for each in found}


def test_a_file_that_is_not_there_is_named(a008: Call, tmp_path: Path) -> None:
    ran = a008("ask", "Look.", "--file", str(tmp_path / "nothing"))
    assert (ran.status, ran.out) == (3, "")
    assert str(tmp_path / "nothing") in ran.err


def test_a_conversation_goes_on(a008: Call, tmp_path: Path) -> None:
    a008("ask", "One.")
    a008("ask", "Two.", "--conversation", "last")
    a008("ask", "Three.")
    assert a008("status", "--json").document["projects"][0]["conversations"] == 2


def test_an_unknown_conversation_is_not_begun(a008: Call) -> None:
    ran = a008("ask", "One.", "--conversation", "nothing")
    assert ran.status == 3
    assert "no such conversation" in ran.err


def test_the_envelope_can_be_seen_without_asking(told: Call) -> None:
    ran = told("ask", "--envelope", "Where do I live?")
    assert ran.status == 0
    assert "state: The user lives in Oslo." in ran.out
    assert ran.err == ""
    assert told("status", "--json").document["projects"][0]["turns"] == 3
    assert told("ask", "--envelope", "Where do I live?", "--json").document["message"] == "Where do I live?"


def test_a_route_that_breaks_off_keeps_what_had_arrived_and_its_own_status(a008: Call, tmp_path: Path) -> None:
    route = script(tmp_path, answer=[{"fail": "rate_limit", "chunks": ["Half of "]}])
    ran = a008("--model", route, "ask", "Hello")
    assert (ran.status, ran.out) == (11, "Half of \n")
    assert ran.err.splitlines()[-1] == "a008: the script says: rate_limit"
    assert "memory: not run" in ran.err


def test_a_broken_answer_as_json_is_one_document_that_says_so(a008: Call, tmp_path: Path) -> None:
    route = script(tmp_path, answer=[{"fail": "server", "chunks": ["Half"]}])
    ran = a008("--model", route, "ask", "Hello", "--json")
    assert ran.status == 10
    assert ran.document["answer"]["error"]["code"] == "provider_error"
    assert ran.document["answer"]["text"] == "Half"


def test_a_model_that_cannot_be_is_said_before_anything_is_asked(a008: Call) -> None:
    ran = a008("ask", "Hello", "--model", "nowhere:x")
    assert (ran.status, ran.out) == (2, "")
    assert "no such provider" in ran.err


def test_an_empty_message_is_refused(a008: Call) -> None:
    assert a008("ask", " ").status == 2
    assert a008("ask", "-", stdin="").status == 2


def test_a_message_that_is_too_long_is_refused_with_its_size(a008: Call) -> None:
    ran = a008("ask", "-", stdin="x" * 200_000)
    assert ran.status == 2
    assert "at most 131,072" in ran.err


@pytest.mark.parametrize("hostile", HOSTILE)
def test_an_answer_shows_what_a_terminal_would_obey(hostile: str, a008: Call, tmp_path: Path) -> None:
    """Fault S10; the pieces are single characters, so that no escape arrives whole."""
    route = script(tmp_path, answer=[{"chunks": list(hostile)}])
    ran = a008("--model", route, "ask", "Hello")
    assert ran.status == 0
    assert all(line.isprintable() for line in ran.out.replace("\t", " ").split("\n"))


@pytest.mark.parametrize("hostile", HOSTILE)
def test_a_document_holds_no_character_that_a_terminal_obeys_and_loses_none(
    hostile: str, a008: Call, tmp_path: Path
) -> None:
    route = script(tmp_path, answer=[hostile])
    ran = a008("--model", route, "ask", "Hello", "--json")
    assert ran.out.removesuffix("\n").isprintable()
    assert ran.document["answer"]["text"] == canon.repair(hostile).text


def test_in_memory_no_file_is_made(a008: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Case B140."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("A008_HOME", str(tmp_path / "home"))
    assert a008("--store", ":memory:", "ask", "I live in Lyon.").status == 0
    assert list(tmp_path.rglob("*")) == []
