"""A server on a real socket. Sources: faults H01, H14, H15; bug reports B099, B131."""

from __future__ import annotations

import os
import signal
import socket
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from a008.errors import UsageError
from a008.host.serve import LOOPBACK, bound
from tests.host.process import host_process
from tests.shelf import Fact, Shelf


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    path = tmp_path_factory.mktemp("store") / "store.sqlite"
    shelf = Shelf(path)
    shelf.tell(Fact("user", "residence", "Oslo", "I live in Oslo."))
    shelf.close()
    with host_process(path) as (_, said):
        yield said["url"]


def _raw(url: str, request: str) -> str:
    """What the server answers to these very bytes."""
    port = urlsplit(url).port
    with socket.create_connection((LOOPBACK, port or 0), timeout=20) as connection:
        connection.sendall(request.format(port=port, token=parse_qs(urlsplit(url).query)["token"][0]).encode())
        answer = b""
        while piece := connection.recv(65_536):
            answer += piece
    return answer.decode()


def _status(url: str, *lines: str) -> int:
    return int(_raw(url, "\r\n".join([*lines, "Connection: close", "", ""])).split(" ")[1])


def test_the_announced_address_opens_the_overview_and_drops_its_token(url: str) -> None:
    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
    with browser.open(url, timeout=20) as page:
        assert page.status == 200
        assert "token" not in page.url
        assert "user.residence" in page.read().decode().replace("<wbr>", "")


def test_without_the_token_nothing_is_shown(url: str) -> None:
    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.urlopen(url.partition("?")[0], timeout=20)
    with caught.value:
        assert caught.value.code == 401
        assert "Oslo" not in caught.value.read().decode()


@pytest.mark.parametrize(
    ("status", "lines"),
    [
        (303, ["GET /?token={token} HTTP/1.1", "Host: 127.0.0.1:{port}"]),
        (303, ["GET /?token={token} HTTP/1.1", "Host: LOCALHOST:{port}"]),
        (421, ["GET /?token={token} HTTP/1.1", "Host: evil.example:{port}"]),
        (421, ["GET /?token={token} HTTP/1.1", "Host: 127.0.0.1.evil.example:{port}"]),
        (421, ["GET /?token={token} HTTP/1.1", "Host: 127.0.0.1"]),
        (421, ["GET http://evil.example/?token={token} HTTP/1.1", "Host: 127.0.0.1:{port}"]),
        (421, ["GET /?token={token} HTTP/1.0"]),
        (400, ["GET /?token={token} HTTP/1.1"]),
        (400, ["GET /?token={token} HTTP/1.1", "Host: 127.0.0.1:{port}", "Host: evil.example"]),
        (421, ["GET /?token={token} HTTP/1.1", "Host: evil.example", "X-Forwarded-Host: 127.0.0.1:{port}"]),
        (405, ["POST /?token={token} HTTP/1.1", "Host: 127.0.0.1:{port}", "Content-Length: 0"]),
        (404, ["GET //evil.example/?token={token} HTTP/1.1", "Host: 127.0.0.1:{port}"]),
    ],
)
def test_the_bytes_of_a_request_decide_whether_it_gets_in(url: str, status: int, lines: list[str]) -> None:
    """H01 on the wire: no Host and two Hosts are refused by the HTTP parser itself."""
    assert _status(url, *lines) == status


def test_the_server_does_not_say_what_it_is_made_of(url: str) -> None:
    answer = _raw(url, "GET / HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n")
    head = answer.partition("\r\n\r\n")[0].lower()
    assert "server:" not in head
    assert "x-powered-by" not in head
    assert "cache-control: no-store" in head


def test_only_loopback_is_bound(url: str) -> None:
    assert urlsplit(url).hostname == "127.0.0.1"
    with bound(0) as sock:
        assert sock.getsockname()[0] == "127.0.0.1"


def test_a_taken_port_is_named_with_what_to_do() -> None:
    with bound(0) as taken:
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(UsageError, match=f"{port}.*--port"):
            bound(port)


def test_the_process_ends_when_its_input_does_and_says_nothing_more(tmp_path: Path) -> None:
    with host_process(tmp_path / "store.sqlite") as (process, said):
        assert set(said) == {"url"}
        assert process.stdin
        assert process.stdout
        assert process.stderr
        process.stdin.close()
        assert process.wait(20) == 0
        assert process.stdout.read() == ""
        assert process.stderr.read() == ""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_it_without_a_traceback(tmp_path: Path, number: signal.Signals) -> None:
    with host_process(tmp_path / "store.sqlite") as (process, _):
        os.kill(process.pid, number)
        assert process.wait(20) in {130, -signal.SIGTERM}
        assert process.stderr
        assert process.stderr.read() == ""


def test_an_error_is_announced_as_data_and_as_the_exit_status(tmp_path: Path) -> None:
    foreign = tmp_path / "notes.sqlite"
    foreign.write_bytes(b"these are notes " * 500)
    with host_process(foreign) as (process, said):
        assert said["code"] == "store_corrupt"
        assert said["item"] == str(foreign)
        assert process.wait(20) == 8
