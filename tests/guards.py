"""What no test may touch: the network beyond loopback, the user's own store, the user's environment.

A pytest plugin; `conftest.py` loads it. An attempt to leave the machine raises, and it fails the test even where the
code under test swallows what was raised.
"""

from __future__ import annotations

import ipaddress
import os
import socket
from collections.abc import Callable, Iterator
from typing import Any

import pytest

_PROXIES = {"all_proxy", "ftp_proxy", "http_proxy", "https_proxy", "no_proxy"}
_SECRETS = {"openai_api_key"}
_KEPT = {"A008_SLOW"}
#: What a shell or a test runner says about its terminal.
_TERMINAL = {"columns", "lines", "no_color", "force_color"}


class NetworkUse(AssertionError):
    """A test tried to reach, or to look up, a host that is not this machine."""


class SocketGuard:
    """Stands before the calls of `socket` that leave the machine, and remembers what they were asked for.

    A host may be `None` or empty (every address of this machine, for a server that binds).
    """

    def __init__(self) -> None:
        self.attempts: list[str] = []

    def check(self, host: object) -> None:
        """Let a host of this machine pass and refuse any other; a Unix socket's address never comes here."""
        name = host.decode() if isinstance(host, bytes) else host
        if name in (None, "", "localhost", "0.0.0.0", "::"):
            return
        try:
            if ipaddress.ip_address(str(name)).is_loopback:
                return
        except ValueError:
            pass  # a name, to be looked up elsewhere
        self.attempts.append(str(name))
        raise NetworkUse(f"a test may reach this machine only, not {name!r}")

    def install(self, patch: pytest.MonkeyPatch) -> None:
        """Stand before every such call until `patch` is undone."""
        for name in ("connect", "connect_ex", "sendto"):
            patch.setattr(socket.socket, name, self._sending(getattr(socket.socket, name)))
        for name in ("getaddrinfo", "gethostbyname", "gethostbyname_ex", "gethostbyaddr"):
            patch.setattr(socket, name, self._resolving(getattr(socket, name)))

    def _sending(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def guarded(itself: socket.socket, *arguments: Any) -> Any:
            if itself.family in (socket.AF_INET, socket.AF_INET6):
                self.check(arguments[-1][0])  # the address stands last in each of these calls
            return call(itself, *arguments)

        return guarded

    def _resolving(self, call: Callable[..., Any]) -> Callable[..., Any]:
        def guarded(host: Any, *arguments: Any, **options: Any) -> Any:
            self.check(host)
            return call(host, *arguments, **options)

        return guarded


_GUARD = SocketGuard()


def pytest_configure(config: pytest.Config) -> None:
    """Guard the whole session, collection included."""
    patch = pytest.MonkeyPatch()
    _GUARD.install(patch)
    config.add_cleanup(patch.undo)


@pytest.fixture(autouse=True)
def socket_guard() -> Iterator[SocketGuard]:
    """The guard; fails the test that tried to leave the machine, whatever the code did with the error."""
    _GUARD.attempts.clear()
    yield _GUARD
    if _GUARD.attempts:
        pytest.fail(f"the test tried to reach {', '.join(_GUARD.attempts)}", pytrace=False)


@pytest.fixture(autouse=True)
def _own_environment(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A home of its own for each test, and no setting of the user's."""
    for name in list(os.environ):
        if (name.startswith("A008_") and name not in _KEPT) or name.lower() in _PROXIES | _SECRETS | _TERMINAL:
            monkeypatch.delenv(name)
    monkeypatch.setenv("A008_HOME", str(tmp_path_factory.mktemp("home")))
