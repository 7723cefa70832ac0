"""The guards themselves: they fire, they cannot be swallowed, and they let loopback and Unix sockets pass."""

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.guards import NetworkUse, SocketGuard

_ROOT = Path(__file__).parents[1]
#: An address set aside for documentation: nobody answers there.
_ELSEWHERE = ("192.0.2.1", 80)


def test_connecting_elsewhere_raises_and_is_remembered(socket_guard: SocketGuard) -> None:
    with socket.socket() as sock:
        for call in (sock.connect, sock.connect_ex):
            with pytest.raises(NetworkUse, match=r"192\.0\.2\.1"):
                call(_ELSEWHERE)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sock, pytest.raises(NetworkUse):
        sock.sendto(b"", 0, _ELSEWHERE)
    with socket.socket(socket.AF_INET6) as sock, pytest.raises(NetworkUse):
        sock.connect(("2001:db8::1", 80, 0, 0))
    assert socket_guard.attempts == ["192.0.2.1"] * 3 + ["2001:db8::1"]
    socket_guard.attempts.clear()


@pytest.mark.parametrize("call", ["getaddrinfo", "gethostbyname", "gethostbyname_ex", "gethostbyaddr"])
def test_looking_up_another_host_raises(socket_guard: SocketGuard, call: str) -> None:
    arguments = ("a008.invalid", 80) if call == "getaddrinfo" else ("a008.invalid",)
    with pytest.raises(NetworkUse, match=r"a008\.invalid"):
        getattr(socket, call)(*arguments)
    socket_guard.attempts.clear()


def test_loopback_is_reached_by_each_of_its_names() -> None:
    with socket.create_server(("", 0)) as server:
        port = server.getsockname()[1]
        for host in ("127.0.0.1", "localhost"):
            socket.create_connection((host, port)).close()


def test_a_unix_socket_is_reached(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server, socket.socket(socket.AF_UNIX) as client:
        server.bind(str(tmp_path / "s"))
        server.listen()
        client.connect(str(tmp_path / "s"))


@pytest.fixture
def guarded(pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], pytest.RunResult]:
    """Runs the text of a test file in a process of its own, behind the guards."""
    monkeypatch.setenv("PYTHONPATH", str(_ROOT))
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.delenv("A008_SLOW", raising=False)

    def run(text: str) -> pytest.RunResult:
        pytester.makepyfile(text)
        return pytester.runpytest_subprocess("-p", "tests.guards", "-p", "no:cacheprovider")

    return run


def test_a_test_whose_code_swallows_the_error_fails_all_the_same(guarded: Callable[[str], pytest.RunResult]) -> None:
    result = guarded(
        """
        import socket

        def test_swallows():
            try:
                socket.create_connection(("192.0.2.1", 80))
            except BaseException:
                pass

        def test_stays_at_home():
            socket.getaddrinfo("localhost", 80)
        """
    )
    result.assert_outcomes(passed=2, errors=1)
    result.stdout.fnmatch_lines(["the test tried to reach 192.0.2.1"])


@pytest.mark.parametrize("round_", [1, 2])
def test_each_test_has_an_empty_home_of_its_own(round_: int) -> None:
    home = Path(os.environ["A008_HOME"])
    assert home.is_dir()
    assert list(home.iterdir()) == []
    (home / "left behind").write_text("x")


def test_no_setting_of_the_user_reaches_a_test(
    guarded: Callable[[str], pytest.RunResult], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("A008_MODEL", "A008_API_KEY", "OPENAI_API_KEY", "https_proxy", "HTTP_PROXY", "NO_PROXY"):
        monkeypatch.setenv(name, "x")
    result = guarded(
        """
        import os

        def test_environment():
            assert [name for name in os.environ if name.startswith("A008_")] == ["A008_HOME"]
            assert [name for name in os.environ if name.lower().endswith(("_proxy", "_key"))] == []
        """
    )
    result.assert_outcomes(passed=1)
