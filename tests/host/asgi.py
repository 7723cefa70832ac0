"""A client without a network: calls an ASGI application with exactly the bytes that a test wants to send."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

from a008.host.guard import App, Header

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What came back."""

    status: int
    headers: tuple[Header, ...]
    body: bytes

    def header(self, name: str) -> str:
        """The one value of a header; '' when there is none."""
        values = [value.decode("latin-1") for key, value in self.headers if key.lower() == name.encode()]
        assert len(values) <= 1, values
        return values[0] if values else ""

    @property
    def text(self) -> str:
        """The body as text."""
        return self.body.decode()


def finished(work: Coroutine[Any, Any, T]) -> T:
    """The result of a coroutine, run on a thread of its own: the browser of other tests keeps a loop on this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def ask(app: App, target: str, *headers: tuple[str, str], method: str = "GET") -> Answer:
    """Send one request; `target` is the path and query as they stand in the request line."""
    return finished(_ask(app, target, headers, method))


async def _ask(app: App, target: str, headers: tuple[tuple[str, str], ...], method: str) -> Answer:
    path, _, query = target.partition("?")
    sent: list[MutableMapping[str, Any]] = []

    async def receive() -> MutableMapping[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": path,
        "raw_path": path.encode("latin-1"),
        "query_string": query.encode("latin-1"),
        "headers": [(name.lower().encode(), value.encode("latin-1")) for name, value in headers],
        "client": ("127.0.0.1", 50_000),
        "server": ("127.0.0.1", 8_001),
    }
    await app(scope, receive, send)
    start = next(message for message in sent if message["type"] == "http.response.start")
    body = b"".join(message.get("body", b"") for message in sent if message["type"] == "http.response.body")
    return Answer(status=start["status"], headers=tuple((bytes(n), bytes(v)) for n, v in start["headers"]), body=body)
