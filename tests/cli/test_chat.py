"""`a008 chat`, line by line from a pipe; `test_shells.py` holds it on a terminal."""

import json
from pathlib import Path

import pytest

from a008.cli.talk import COMMANDS
from tests.cli.conftest import Call
from tests.cli.test_ask import script


def test_answers_are_on_standard_output_and_the_rest_beside_it(a008: Call) -> None:
    ran = a008("chat", stdin="I live in Lyon.\nWhere do I live?\n")
    assert ran.status == 0
    acknowledged, answered = ran.out.splitlines()
    assert "Lyon" not in acknowledged
    assert answered.startswith("The user lives in Lyon.")
    assert ran.err.count("envelope: ") == ran.err.count("memory: ") == 2
    assert "> " not in ran.out + ran.err


def test_at_the_start_it_names_project_model_and_store(a008: Call) -> None:
    """Case B140: memory seems lost where the chat was opened in another project or in memory."""
    ran = a008("--project", "garden", "chat")
    assert ran.err.startswith("project garden, model embedded:librarian, store /")
    ran = a008("--store", ":memory:", "chat")
    assert ran.err.rstrip().endswith("store in memory: nothing is written")


def test_what_one_project_was_told_another_does_not_know(a008: Call) -> None:
    """Case B140."""
    a008("--project", "one", "chat", stdin="I live in Lyon.\n")
    assert "Lyon" in a008("--project", "one", "chat", stdin="Where do I live?\n").out
    assert "Lyon" not in a008("--project", "two", "chat", stdin="Where do I live?\n").out


def test_help_lists_every_command(a008: Call) -> None:
    ran = a008("chat", stdin="/help\n")
    assert ran.out == ""
    assert all(name in ran.err for name in COMMANDS)


def test_the_history_is_what_was_said_and_undo_takes_the_last_turn_back(a008: Call) -> None:
    ran = a008("chat", stdin="I live in Lyon.\nHello.\n/undo\n/history\n")
    assert "user: I live in Lyon." in ran.err
    assert "user: Hello." not in ran.err
    assert "memory keeps what it learnt" in ran.err


def test_undo_and_reset_leave_memory_as_it_is(a008: Call) -> None:
    ran = a008("chat", stdin="I live in Lyon.\n/undo\n/undo\n/reset\n/history\nWhere do I live?\n")
    assert "There is no turn to take back." in ran.err
    assert "Nothing has been said yet." in ran.err
    assert "Lyon" in ran.out


def test_the_model_can_be_seen_and_changed(a008: Call, tmp_path: Path) -> None:
    route = script(tmp_path, answer=["Scripted."])
    ran = a008("chat", stdin=f"/model\n/model {route}\nHello.\n/model nowhere:x\n/model\n")
    assert "model embedded:librarian; there are embedded:librarian" in ran.err
    assert ran.out == "Scripted.\n"
    assert "a008: no such provider" in ran.err
    assert f"model {route};" in ran.err, "a model that cannot be leaves the old one"


def test_the_status_names_what_is_worked_on(a008: Call) -> None:
    ran = a008("--project", "garden", "chat", stdin="I live in Lyon.\n/status\n")
    facts = dict(
        line.split(maxsplit=1) for line in ran.err.splitlines() if not line.startswith(("memory:", "envelope"))
    )
    assert facts["extractor"] == "rules"
    assert facts["messages"] == "2"
    assert facts["revision"] == "2"
    assert facts["conversation"].startswith("A008_v1_conversation_")


def test_the_envelope_of_the_last_turn_and_of_a_message_can_be_seen(a008: Call) -> None:
    ran = a008("chat", stdin="/envelope\nI live in Lyon.\n/envelope\n/envelope Where do I live?\n")
    assert "a008: there has been no turn yet" in ran.err
    assert "Sent: nothing" in ran.err
    assert "state: The user lives in Lyon." in ran.err


def test_exit_ends_and_what_follows_is_not_said(a008: Call) -> None:
    ran = a008("chat", stdin="/exit\nI live in Lyon.\n")
    assert (ran.status, ran.out) == (0, "")


def test_an_unknown_command_says_so_and_is_not_said_to_the_model(a008: Call) -> None:
    ran = a008("chat", stdin="/nope\n")
    assert (ran.status, ran.out) == (2, "")
    assert "a008: no such command: /nope (/help lists them" in ran.err


def test_two_slashes_say_a_line_that_begins_with_one(a008: Call) -> None:
    ran = a008("chat", "--json", stdin="//etc is a folder.\n")
    assert ran.document["message"] == "/etc is a folder."


def test_an_answer_that_fails_does_not_end_the_conversation_but_shows_in_the_status(a008: Call, tmp_path: Path) -> None:
    route = script(tmp_path, answer=[{"fail": "server", "chunks": []}, "There."])
    ran = a008("--model", route, "chat", stdin="Hello.\nAgain.\n")
    assert ran.out.endswith("There.\n")
    assert ran.status == 10
    assert ran.err.splitlines()[-1] == "a008: 1 line failed, the last one with provider_error (see above)"


def test_with_json_each_line_is_answered_by_a_document(a008: Call, tmp_path: Path) -> None:
    route = script(tmp_path, answer=[{"fail": "server", "chunks": ["Ha"]}, "There."])
    ran = a008("--model", route, "chat", "--json", stdin="Hello.\n/nope\nAgain.\n")
    failed, unknown, answered = [json.loads(line) for line in ran.out.splitlines()]
    assert failed["answer"]["error"]["code"] == "provider_error"
    assert unknown["error"]["code"] == "usage"
    assert answered["answer"]["text"] == "There."


def test_it_goes_on_where_it_was(a008: Call) -> None:
    a008("chat", stdin="I live in Lyon.\n")
    ran = a008("chat", "--conversation", "last", stdin="/history\n")
    assert "user: I live in Lyon." in ran.err
    assert "Nothing has been said yet." in a008("chat", "--new", stdin="/history\n").err


def test_new_and_a_conversation_exclude_each_other(a008: Call) -> None:
    assert a008("chat", "--new", "--conversation", "last").status == 2


@pytest.mark.parametrize("stdin", ["", "\n\n  \n", "I live in Lyon."])
def test_blank_lines_say_nothing_and_the_last_line_needs_no_end(a008: Call, stdin: str) -> None:
    ran = a008("chat", stdin=stdin)
    assert ran.status == 0
    assert len(ran.out.splitlines()) == bool(stdin.strip())


def test_saved_is_said_only_with_the_id_of_what_was_saved(a008: Call) -> None:
    """Case B138."""
    ran = a008("chat", "--json", stdin="I live in Lyon.\nWhere do I live?\n")
    told, asked = [json.loads(line)["memory"] for line in ran.out.splitlines()]
    ran = a008("chat", stdin="I live in Oslo now.\nWhere do I live?\n")
    changed, not_changed = [line for line in ran.err.splitlines() if line.startswith("memory: ")]
    assert [written["claim_id"][:6] for written in told["receipt"]["written"]] == ["claim_"]
    assert asked["receipt"]["written"] == []
    assert "user.residence changed (claim_" in changed
    assert "claim_" not in not_changed
