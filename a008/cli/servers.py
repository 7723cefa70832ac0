"""Servers that a command starts beside itself: started, waited for, and stopped with everything that they started."""

from __future__ import annotations

import os
import secrets
import signal
import subprocess
import sys
import threading
import time
import urllib.request
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from a008 import canon
from a008.cli import streams
from a008.cli.output import Output
from a008.config import Settings
from a008.errors import A008Error, Code, UsageError

#: Seconds that a server gets to answer, and to stop when asked to.
PATIENCE = 60.0
_GRACE = 10.0
#: Seconds between two looks, and that one look may take.
_PAUSE = 0.1
_LOOK = 5.0
#: Lines of a log that an error shows.
_LINES = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Server:
    """A running server; `url` opens it in a browser, `log` is where it writes, `None` for standard error."""

    key: str
    name: str
    url: str
    process: subprocess.Popen[str]
    log: Path | None


@contextmanager
def knowledge_manager(store: Path, project: str, port: int, allow_host: tuple[str, ...] = ()) -> Iterator[Server]:
    """The Knowledge Manager as a process, stopped at the end of the block.

    Errors: what keeps it from starting, as the error of ours that it is.
    """
    command = [sys.executable, "-m", "a008.host", f"--store={store}", f"--project={project}", f"--port={port}"]
    command += [f"--allow-host={name}" for name in allow_host]
    process = _started(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    try:
        yield Server(
            key="knowledge_manager", name="Knowledge Manager", url=_announced(process), process=process, log=None
        )
    finally:
        assert process.stdin is not None
        process.stdin.close()  # it stops when its input ends
        stop(process)


@contextmanager
def jupyterlab(notebooks: Path, first: str, port: int, said: dict[str, str], log: Path) -> Iterator[Server]:
    """JupyterLab as a process, opening at a notebook; stopped with its kernels at the end of the block.

    Shape: `port` is free; `said` are environment variables for its kernels. The token goes the same way, since other
    users of the machine can read a command line.
    """
    token = secrets.token_urlsafe(24)
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--ip=127.0.0.1", f"--port={port}"]
    command += [
        "--ServerApp.port_retries=0",
        f"--ServerApp.root_dir={notebooks}",
        f"--LabApp.default_url=/lab/tree/{first}",
    ]
    # Left alone, it asks other machines for news and for newer versions.
    command += ["--LabApp.news_url=None", "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"]
    command += ["--allow-root"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    log.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    with log.open("w", encoding="utf-8") as output:
        environment = {**os.environ, **said, "JUPYTER_TOKEN": token}
        process = _started(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, env=environment)
    url = f"http://127.0.0.1:{port}/lab/tree/{first}?token={token}"
    try:
        yield Server(key="jupyterlab", name="JupyterLab", url=url, process=process, log=log)
    finally:
        stop(process)


def store_of(settings: Settings) -> Path:
    """The file that servers look at.

    Errors: `UsageError` for a store in memory, which no other process can see.
    """
    if settings.in_memory:
        raise UsageError("a store in memory cannot be looked at from outside", remedy="name a file with --store")
    return settings.store_path


def shown(out: Output, *servers: Server) -> None:
    """Print where servers are; addresses stay whole, however narrow the terminal is."""
    if out.json:
        out.document({server.key: server.url for server in servers})
    else:
        streams.write(sys.stdout, "".join(f"{server.name}: {server.url}\n" for server in servers))


def wait_until_it_answers(server: Server, patience: float = PATIENCE) -> float:
    """Look until a server gives its page, and return the seconds that it took.

    Errors: `UsageError` when it ends before or takes longer than the patience.
    """
    started = time.monotonic()
    while (waited := time.monotonic() - started) < patience:
        if server.process.poll() is not None:
            raise UsageError(f"{server.name} ended with status {server.process.returncode}", remedy=_last_words(server))
        if _answers(server.url):
            return waited
        time.sleep(_PAUSE)
    raise UsageError(f"{server.name} did not answer within {patience:g} seconds", remedy=_last_words(server))


def stop(process: subprocess.Popen[str]) -> None:
    """Stop a server and everything that it started: kindly first, then surely."""
    _signal(process, signal.SIGTERM)
    try:
        process.wait(_GRACE)
    except subprocess.TimeoutExpired:
        _signal(process, signal.SIGKILL)
        process.wait()
    if process.stdout is not None:
        process.stdout.close()


@contextmanager
def interruptible() -> Iterator[None]:
    """Let a request to end, or a closed terminal, end the block as Ctrl-C does, so that no server is left behind."""
    signals = (signal.SIGTERM, signal.SIGHUP)
    before = [signal.signal(each, signal.default_int_handler) for each in signals]
    try:
        yield
    finally:
        for each, handler in zip(signals, before, strict=True):
            signal.signal(each, handler)


def open_in_browser(url: str) -> bool:
    """Open an address in the user's browser; false where there is no screen to open it on."""
    has_screen = sys.platform in {"darwin", "win32"} or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return bool(has_screen) and webbrowser.open(url)


def _started(command: list[str], **streams: Any) -> subprocess.Popen[str]:
    """A process in a session of its own, so that Ctrl-C in the terminal reaches it only through us."""
    return subprocess.Popen(command, text=True, encoding="utf-8", start_new_session=True, **streams)


def _signal(process: subprocess.Popen[str], number: signal.Signals) -> None:
    if process.poll() is None:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, number)


def _announced(process: subprocess.Popen[str]) -> str:
    """The address that the Knowledge Manager announces, or the error that it ended with."""
    assert process.stdout is not None
    hurry = threading.Timer(PATIENCE, process.kill)
    hurry.start()
    try:
        line = process.stdout.readline()
    finally:
        hurry.cancel()
    said = canon.read(line) if line else {}
    match said:
        case {"url": str(url)}:
            return url
        case {"what": str(what), "code": str(code), "item": str() | None as item, "remedy": str() | None as remedy}:
            raise A008Error(what, code=Code(code), item=item, remedy=remedy)
        case _:
            raise UsageError("the Knowledge Manager did not start", remedy="standard error says why")


def _answers(url: str) -> bool:
    """Whether a page is there, as a browser would find it: with cookies, and straight, whatever proxies are set."""
    browser = urllib.request.build_opener(urllib.request.ProxyHandler({}), urllib.request.HTTPCookieProcessor())
    try:
        with browser.open(url, timeout=_LOOK) as response:
            return bool(response.status == 200)
    except OSError:  # not listening yet, or an error page
        return False


def _last_words(server: Server) -> str:
    if server.log is None:
        return "standard error says why"
    lines = server.log.read_text(encoding="utf-8", errors="replace").splitlines()
    return "\n".join([f"see {server.log}", *lines[-_LINES:]])
