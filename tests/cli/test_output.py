"""Where results go, at which width, in which style."""

import io
import json

import pytest

from a008.cli.options import Said
from a008.cli.output import Output
from tests.present.samples import HOSTILE


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def on_terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Standard output and error as one terminal of 40 columns that can show colours, from now on."""
    screen = Terminal()
    for stream in ("stdout", "stderr"):
        monkeypatch.setattr(f"sys.{stream}", screen)
    for name, value in {"COLUMNS": "40", "TERM": "xterm"}.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("NO_COLOR", raising=False)
    return screen


def test_on_a_terminal_lines_are_broken_to_its_width(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_terminal(monkeypatch)
    Output(Said(), json=False).show("word " * 20, None)
    assert max(map(len, terminal.getvalue().splitlines())) <= 40


def test_for_a_program_lines_are_of_any_length(capsys: pytest.CaptureFixture[str]) -> None:
    Output(Said(), json=False).show("word " * 100, None)
    assert capsys.readouterr().out == "word " * 100 + "\n"


def test_a_width_that_was_said_holds_for_a_program_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    Output(Said(), json=False).show("word " * 20, None)
    assert max(map(len, capsys.readouterr().out.splitlines())) <= 40


def test_notes_are_dim_and_headings_bold_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_terminal(monkeypatch)
    out = Output(Said(), json=False)
    out.note("beside")
    assert terminal.getvalue() == "\x1b[2mbeside\x1b[0m\n"
    assert out.heading("Title") == "\x1b[1mTitle\x1b[0m"


@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_no_style_where_nobody_wants_or_sees_one(monkeypatch: pytest.MonkeyPatch, name: str, value: str) -> None:
    terminal = on_terminal(monkeypatch)
    monkeypatch.setenv(name, value)
    out = Output(Said(), json=False)
    out.note("beside")
    assert terminal.getvalue() + out.heading("Title") == "beside\nTitle"


def test_a_line_end_of_two_characters_in_two_pieces_is_one(capsys: pytest.CaptureFixture[str]) -> None:
    out = Output(Said(), json=False)
    for piece in ("one\r", "\ntwo\r", "three\r"):
        out.piece(piece)
    out.end()
    assert capsys.readouterr().out == "one\ntwo\\rthree\\r\n"


@pytest.mark.parametrize("hostile", HOSTILE)
def test_a_document_is_one_line_that_no_terminal_obeys(hostile: str, capsys: pytest.CaptureFixture[str]) -> None:
    Output(Said(), json=True).document({"said": hostile})
    line = capsys.readouterr().out
    assert line.removesuffix("\n").isprintable()
    assert json.loads(line)["said"] == hostile.replace("\ud800", "\ufffd")


def test_with_json_nothing_but_the_document_is_written(capsys: pytest.CaptureFixture[str]) -> None:
    said = Said()
    out = Output(said, json=True)
    out.piece("answer")
    out.end()
    assert not said.document_out
    out.show("words", {"b": 1, "a": "é"})
    assert capsys.readouterr() == ('{"a":"é","b":1}\n', "")
    assert said.document_out


def test_reasoning_is_shown_to_a_person(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = on_terminal(monkeypatch)
    Output(Said(), json=False).thought("hm")
    assert "hm" in terminal.getvalue()


def test_reasoning_is_not_shown_to_a_program(capsys: pytest.CaptureFixture[str]) -> None:
    Output(Said(), json=False).thought("hm")
    assert capsys.readouterr() == ("", "")
