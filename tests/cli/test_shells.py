"""The program as a process: odd shells, closed pipes, signals, many at once. Faults S01, C04; case B071."""

import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from a008.store import conversations
from a008.workbench import open_workbench
from tests.cli.conftest import Call
from tests.providers import loopback
from tests.providers.loopback import Client, chunk, delta, serving

PROGRAM = [sys.executable, "-W", "error", "-m", "a008"]
#: Longer than a busy machine needs, shorter than a test may take.
PATIENCE = 60.0
#: Processes that start at once: the report's forty when every sweep is made in full.
STARTS = 40 if os.environ.get("A008_SLOW") else 16
pytestmark = pytest.mark.timeout(180)


def shell(line: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a line of shell; `a008` in it is the program."""
    return subprocess.run(
        ["bash", "-c", line.replace("a008", " ".join(PROGRAM))],
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )


def test_a_reader_that_goes_away_ends_the_program_quietly() -> None:
    done = shell("a008 demo | head -1; echo ${PIPESTATUS[0]}")
    assert done.stdout.splitlines()[-1] in {"141", "0"}
    assert done.stderr == ""


def test_a_reader_that_was_never_there_ends_it_with_141() -> None:
    done = shell("(sleep 0.2; a008 --help; echo $? >&2) | true")
    assert done.stderr == "141\n"


def test_a_listener_to_standard_error_that_goes_away_stops_nothing() -> None:
    done = shell("exec 3>&1; (sleep 0.2; a008 ask 'I live in Lyon.' 2>&1 >&3; echo $? >&3) | true")
    assert done.stdout.splitlines()[-1] == "0"
    assert "user.residence" in shell("a008 memory state").stdout


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
def test_streams_that_the_shell_closed_are_done_without(closed: str) -> None:
    done = shell(f"a008 ask 'I live in Lyon.' {closed}; echo $?")
    assert done.stdout.splitlines()[-1] == "0"
    assert "Traceback" not in done.stderr
    assert shell("a008 doctor").returncode == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_behind_standard_output_is_said() -> None:
    done = shell("a008 status > /dev/full")
    assert done.returncode == 7
    assert done.stderr.startswith("a008: the output cannot be written: No space left")


@pytest.mark.parametrize("locale", ["C", "en_US.ISO-8859-1"])
def test_in_any_locale_the_output_is_utf_8(locale: str, a008: Call) -> None:
    a008("ask", "Jag bor i Malmö.")
    done = shell("a008 memory state", LC_ALL=locale, PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    assert done.returncode == 0
    assert "Malmö" in done.stdout


def test_in_the_c_locale_a_message_is_read_as_utf_8(a008: Call) -> None:
    shell("a008 ask 'Jag bor i Malmö.'", LC_ALL="C", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    assert "Malmö" in a008("memory", "state").out


@pytest.mark.parametrize("columns", ["1", "40", "x", "0", "-5"])
def test_any_width_will_do(columns: str, told: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    for words in (["status"], ["memory", "state"], ["memory", "--help"], ["models"], ["doctor"], ["ask", "Hello"]):
        ran = told(*words)
        assert ran.status == 0, ran.err
        if columns == "40" and words[-1] not in {"--help", "Hello"}:
            assert max(map(len, ran.out.splitlines())) <= 40


def test_it_is_a_module_too() -> None:
    assert shell("a008 --version").stdout.startswith("A008 ")


def test_the_first_start_by_eight_processes_at_once_makes_one_schema_and_loses_nothing(tmp_path: Path) -> None:
    """Fault C04 and case B071."""
    numbers = range(STARTS)
    with ThreadPoolExecutor(8) as pool:
        done = list(
            pool.map(lambda number: shell(f"a008 ask 'The port of server{number} is {8000 + number}.'"), numbers)
        )
    assert [(each.returncode, each.stderr.count("a008: ")) for each in done] == [(0, 0)] * len(numbers)
    with open_workbench() as workbench:
        heads = {head.address: head.value for head in workbench.knowledge().state()}
        assert heads == {f"server{number}.port": str(8000 + number) for number in numbers}
        (project,) = workbench.projects()
        assert len(workbench.conversations()) == len(numbers)
        assert len(workbench.store.read(lambda conn: conversations.listed(conn, project.id, 100))) == len(numbers)
    assert shell("a008 doctor").returncode == 0


# --- Ctrl-C ---------------------------------------------------------------------------------------------------------


@contextmanager
def running(*words: str, **environment: str) -> Iterator[subprocess.Popen[bytes]]:
    """The program with pipes to and from it."""
    with subprocess.Popen(
        [*PROGRAM, *words],
        env={**os.environ, **environment},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def read_until(handle: int, words: bytes) -> bytes:
    """What comes until some words have come."""
    until, seen = time.monotonic() + PATIENCE, b""
    while words not in seen:
        ready, _, _ = select.select([handle], [], [], max(0.0, until - time.monotonic()))
        assert ready, seen
        piece = os.read(handle, 4_096)
        assert piece, seen
        seen += piece
    return seen


def stalling(client: Client) -> None:
    """Half an answer, and then nothing until the client leaves."""
    client.say(loopback.STREAM_HEAD, chunk(delta("Half of it")))
    client.has_left(PATIENCE)


def test_an_interrupt_stops_the_answer_keeps_what_had_arrived_and_the_conversation_goes_on() -> None:
    with (
        serving(stalling) as server,
        running("-m", "openai:x", "chat", A008_BASE_URL=server.url, A008_API_KEY="k") as it,
    ):
        assert it.stdin is not None
        assert it.stdout is not None
        assert it.stderr is not None
        it.stdin.write(b"Hello.\n")
        read_until(it.stdout.fileno(), b"Half of it")
        it.send_signal(signal.SIGINT)
        said = read_until(it.stderr.fileno(), b"cancelled")
        assert b"memory: not run" in said
        it.stdin.write(b"/history\n")
        it.stdin.close()
        assert b"assistant: Half of it" in read_until(it.stderr.fileno(), b"assistant: Half of it")
        assert it.wait(PATIENCE) == 0


def test_an_interrupted_question_ends_with_130_and_is_recorded() -> None:
    with serving(stalling) as server, running("-m", "openai:x", "ask", "Hi", A008_BASE_URL=server.url) as it:
        assert it.stdout is not None
        read_until(it.stdout.fileno(), b"Half of it")
        it.send_signal(signal.SIGINT)
        assert it.wait(PATIENCE) == 130
    assert "assistant: Half of it" in shell("echo /history | a008 chat --conversation last").stderr


# --- a terminal -----------------------------------------------------------------------------------------------------


@contextmanager
def on_a_terminal(*words: str) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """The program on a terminal of its own, and the terminal's other end."""
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*PROGRAM, *words],
        env={**os.environ, "TERM": "xterm", "COLUMNS": "80"},
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    )
    os.close(theirs)
    try:
        yield process, ours
    finally:
        process.kill()
        process.wait()
        os.close(ours)


def test_on_a_terminal_it_prompts_answers_and_ends_at_the_end_of_input() -> None:
    with on_a_terminal("chat") as (process, screen):
        assert b"/help lists the commands" in read_until(screen, b"> ")
        os.write(screen, b"I live in Lyon.\r")
        assert b"user.residence is new" in read_until(screen, b"> ")
        os.write(screen, b"\x04")
        assert process.wait(PATIENCE) == 0


def test_on_a_terminal_an_interrupt_at_the_prompt_ends_with_130() -> None:
    with on_a_terminal("chat") as (process, screen):
        read_until(screen, b"> ")
        while process.poll() is None:  # the prompt shows just before Python waits for input; what comes between is lost
            process.send_signal(signal.SIGINT)
            with suppress(subprocess.TimeoutExpired):
                process.wait(1)
        assert process.returncode == 130
        assert b"Traceback" not in _rest(screen)


def _rest(screen: int) -> bytes:
    seen = b""
    while select.select([screen], [], [], 0)[0]:
        try:
            seen += os.read(screen, 4_096)
        except OSError:  # how a terminal says that its program is gone
            break
    return seen
