"""The program as a whole: its commands, and what errors become."""

import importlib
import json
import subprocess
import sys
from collections.abc import Iterator

import click
import pytest

from a008.cli import main as program
from a008.cli.main import PLACES, cli, main
from a008.errors import EXIT_CODES, A008Error, Code
from tests.cli.conftest import Call
from tests.present.samples import HOSTILE


def commands(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Every command with its path."""
    yield path, command
    if isinstance(command, click.Group):
        for name, child in command.commands.items():
            yield from commands(child, (*path, name))


ALL = dict(commands(cli))
NAMES = [" ".join(("a008", *path)) for path in ALL]


@pytest.mark.parametrize("command", ALL.values(), ids=NAMES)
def test_every_command_has_help_with_an_example(command: click.Command) -> None:
    assert command.help
    assert "Example:" in command.help


@pytest.mark.parametrize("command", [c for c in ALL.values() if not isinstance(c, click.Group)], ids=lambda c: c.name)
def test_every_command_speaks_json(command: click.Command) -> None:
    assert "--json" in {name for option in command.params for name in option.opts}


@pytest.mark.parametrize("name", PLACES)
def test_the_list_of_commands_says_what_each_of_them_says_itself(name: str) -> None:
    assert PLACES[name].says == (cli.commands[name].help or "").splitlines()[0]


def test_help_and_version_load_no_command_no_settings_and_no_store() -> None:
    program = (
        "import sys; from a008.cli.main import main; main(['--help']); main(['--version']);"
        "print(sorted(n for n in sys.modules if n.startswith(('a008.cli.', 'pydantic', 'sqlite3', 'rich', 'httpx'))))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert "chat" in done.stdout
    assert done.stdout.splitlines()[-1] == "['a008.cli.main', 'a008.cli.options', 'a008.cli.streams']"


def test_chat_loads_no_table_and_no_server() -> None:
    program = "import sys, a008.cli.chat; print(sorted({n.split('.')[0] for n in sys.modules}))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert not {"rich", "datasette", "uvicorn", "pandas", "IPython", "numpy"} & set(eval(done.stdout))


def test_without_a_command_it_shows_its_help(a008: Call) -> None:
    ran = a008()
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("Usage: a008")


@pytest.mark.parametrize("code", Code)
def test_every_error_ends_with_the_status_of_its_code_in_one_line(
    code: Code, a008: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object, **kwargs: object) -> None:
        raise A008Error("it cannot be", code=code, item="a thing", remedy="leave it")

    monkeypatch.setattr(program.cli, "invoke", fail)
    ran = a008("status", "--json")
    assert ran.status == EXIT_CODES[code]
    assert ran.err == "a008: it cannot be: a thing (leave it)\n"
    assert ran.document == {"error": {"code": code, "message": "it cannot be", "item": "a thing", "remedy": "leave it"}}


def test_without_json_an_error_leaves_standard_output_empty(a008: Call) -> None:
    ran = a008("memory", "state")
    assert (ran.status, ran.out) == (3, "")


def test_a_message_that_reads_like_an_option_asks_for_no_json(a008: Call) -> None:
    ran = a008("--model", "nowhere:x", "ask", "--", "--json")
    assert ran.status == 2
    assert ran.out == ""


@pytest.mark.parametrize("hostile", HOSTILE)
def test_an_error_stays_one_line_that_no_terminal_obeys(hostile: str, a008: Call) -> None:
    """Fault S10."""
    ran = a008("--model", hostile, "ask", "Hello")
    assert ran.status == 2
    assert ran.err.removesuffix("\n").isprintable()


@pytest.mark.parametrize(
    ("words", "remedy"),
    [
        (["nothing"], "see a008 --help"),
        (["ask"], "see a008 ask --help"),
        (["memory", "state", "--as-of", "yesterday"], "see a008 memory state --help"),
        (["--budget", "much", "status"], "see a008 --help"),
        (["ask", "--nothing", "x"], "see a008 ask --help"),
    ],
)
def test_a_wrong_call_ends_with_2_and_says_where_to_look(words: list[str], remedy: str, a008: Call) -> None:
    ran = a008(*words)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("a008: ")
    assert ran.err.endswith(f"({remedy})\n")
    assert ran.err.count("\n") == 1


def _break(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    def fail(*args: object, **kwargs: object) -> None:
        raise error

    monkeypatch.setattr(importlib.import_module("a008.cli.status"), "found", fail)


def test_a_fault_of_ours_is_one_line_with_advice(a008: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    _break(monkeypatch, ZeroDivisionError("division by zero"))
    ran = a008("status")
    assert ran.status == 70
    assert ran.err == (
        "a008: a fault of A008 itself: ZeroDivisionError: division by zero (please report it; --debug shows where)\n"
    )


def test_debug_shows_where_it_came_from(a008: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    _break(monkeypatch, ZeroDivisionError("division by zero"))
    ran = a008("--debug", "status")
    assert ran.status == 70
    assert "Traceback" in ran.err
    assert "in fail" in ran.err


def test_an_interrupt_ends_with_130_and_says_nothing(a008: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    _break(monkeypatch, KeyboardInterrupt())
    assert a008("status") == (130, "", "\n")


def test_an_option_behind_the_command_wins_over_the_same_one_in_front(a008: Call) -> None:
    assert a008("-p", "one", "status", "--json").document["project"] == "one"
    assert a008("-p", "one", "status", "-p", "two", "--json").document["project"] == "two"
    assert a008("status", "--json").document["project"] == "default"


def test_one_call_leaves_nothing_to_the_next() -> None:
    assert main(["--debug", "--version"]) == 0
    assert main(["--version"]) == 0


def test_a_document_that_is_out_is_not_followed_by_another(a008: Call) -> None:
    ran = a008("--store", __file__, "doctor", "--json")
    assert ran.status == 8
    assert json.loads(ran.out)["failure"]["code"] == "store_corrupt"
