"""`a008 demo`: the scenario, told. What it proves is in `tests/lab/test_scenario.py`."""

import os
from pathlib import Path

import pytest

from tests.cli.conftest import Call


def test_it_tells_the_question_what_the_model_saw_and_why_and_what_was_learnt(a008: Call) -> None:
    ran = a008("demo")
    assert (ran.status, ran.err) == (0, "")
    order = [
        "you: loadfile.c is a C file",
        "The question, after years",
        "What the model was shown",
        "Left out",
        "nothing in the message or its conversation leads there",
        "The answer",
        "<stdlib.h>",
        "What was learnt from it",
        "loadfile.c.lists changed",
        "The next plain question",
        "a008 chat",
    ]
    place = 0
    for words in order:
        place = ran.out.find(words, place)
        assert place >= 0, words


def test_the_cooking_stays_out(a008: Call) -> None:
    ran = a008("demo")
    shown = ran.out[ran.out.index("What the model was shown") : ran.out.index("Left out")]
    assert "sourdough" not in shown
    assert "sourdough" in ran.out[ran.out.index("leads there") : ran.out.index("The answer")]


def test_it_leaves_no_file_and_touches_no_store(a008: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert a008("demo").status == 0
    assert list(tmp_path.iterdir()) == []
    assert list(Path(os.environ["A008_HOME"]).iterdir()) == []


def test_no_setting_of_the_user_has_a_say_in_it(a008: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    told = a008("demo").out
    for name, value in {"EXTRACTOR": "off", "BUDGET": "64", "MODEL": "nowhere:x", "RECENT_MESSAGES": "0"}.items():
        monkeypatch.setenv(f"A008_{name}", value)
    assert a008("demo").out == told


def test_as_json_it_has_every_step_with_its_whole_turn(a008: Call) -> None:
    document = a008("demo", "--json").document
    parts = [step["scene"]["part"] for step in document["steps"]]
    assert parts[-2:] == ["question", "afterwards"]
    assert set(parts[:-2]) == {"past"}
    assert all(step["result"]["memory"]["status"] in {"committed", "nothing"} for step in document["steps"])
