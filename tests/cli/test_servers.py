"""Starting and stopping other processes. Our choice throughout."""

from __future__ import annotations

import signal
import subprocess
import sys
import webbrowser
from pathlib import Path

import pytest

from a008.cli import servers
from a008.cli.servers import Server
from a008.errors import UsageError

_STUBBORN = (
    "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); print('up', flush=True); time.sleep(600)"
)


def _server(program: str, url: str = "http://127.0.0.1:9/", log: Path | None = None) -> Server:
    command = [sys.executable, "-c", program]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True)
    return Server(key="x", name="The server", url=url, process=process, log=log)


def test_a_server_that_will_not_stop_is_stopped_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(servers, "_GRACE", 0.1)
    server = _server(_STUBBORN)
    assert server.process.stdout
    server.process.stdout.readline()
    servers.stop(server.process)
    assert server.process.returncode == -signal.SIGKILL


def test_stopping_twice_does_nothing() -> None:
    server = _server("pass")
    server.process.wait()
    servers.stop(server.process)
    servers.stop(server.process)
    assert server.process.returncode == 0


def test_a_server_that_ended_is_not_waited_for_and_its_log_is_quoted(tmp_path: Path) -> None:
    log = tmp_path / "lab.log"
    log.write_text("one\ntwo\nthree\nfour\nfive\nsix, the port is taken\n")
    server = _server("raise SystemExit(7)", log=log)
    server.process.wait()
    with pytest.raises(UsageError, match=r"(?s)status 7.*two.*the port is taken"):
        servers.wait_until_it_answers(server)
    servers.stop(server.process)


def test_a_server_that_does_not_answer_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    server = _server(_STUBBORN)
    monkeypatch.setattr(servers, "_GRACE", 0.1)
    monkeypatch.setattr(servers, "_PAUSE", 0.0)
    with pytest.raises(UsageError, match=r"did not answer within 0\.01 seconds"):
        servers.wait_until_it_answers(server, patience=0.01)
    servers.stop(server.process)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_request_to_end_is_an_interruption_within_the_block_alone(number: signal.Signals) -> None:
    before = signal.getsignal(number)
    with pytest.raises(KeyboardInterrupt), servers.interruptible():
        signal.raise_signal(number)
    assert signal.getsignal(number) is before


def test_no_browser_is_opened_where_there_is_no_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []

    def note(url: str) -> bool:
        opened.append(url)
        return True

    monkeypatch.setattr(webbrowser, "open", note)
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert not servers.open_in_browser("http://127.0.0.1:1/")
    monkeypatch.setenv("DISPLAY", ":0")
    assert servers.open_in_browser("http://127.0.0.1:2/")
    assert opened == ["http://127.0.0.1:2/"]
