"""A real HTTP server on loopback that says exactly the bytes a test wants said, when the test wants it."""

from __future__ import annotations

import contextlib
import json
import select
import socket
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from a008.clock import Instant, ManualClock
from a008.messages import DEFAULT_SETTINGS, Cancel, Delta, Message, ModelEvent, ModelReply, ModelRequest, Purpose, Role
from a008.providers.http import Deadlines
from a008.providers.registry import open_route
from a008.providers.route import RouteOptions
from a008.providers.secret import Secret

#: A key that must never be seen again.
MARKER: Final = "sk-test-FAKE/0123456789+abcdef"
NOW: Final = Instant.parse("2026-11-30T12:00:00Z")
PATIENT: Final = Deadlines(first_event=20.0, no_progress=20.0, total=20.0)
#: Longer than any healthy wait on a busy machine, shorter than a test's limit.
_LIMIT: Final = 20.0

STREAM_HEAD: Final = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"


class Client:
    """The other end of one connection, as a test's script sees it."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection

    def say(self, *pieces: bytes) -> None:
        """Send bytes, each piece by itself."""
        for piece in pieces:
            self._connection.sendall(piece)

    def has_left(self, timeout: float) -> bool:
        """Whether the client closes its end within `timeout` seconds."""
        readable, _, _ = select.select([self._connection], [], [], timeout)
        if not readable:
            return False
        with contextlib.suppress(OSError):
            return self._connection.recv(1) == b""
        return True


class Server:
    """Answers every connection with the script; remembers requests, and whether the last client left early."""

    def __init__(self, script: Callable[[Client], None]) -> None:
        self._script = script
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.requests: list[Received] = []
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}/v1"
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop listening, and wait for the script to end."""
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join(_LIMIT)

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            connection.settimeout(_LIMIT)
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            with connection, contextlib.suppress(OSError):
                self.requests.append(_receive(connection))
                self._script(Client(connection))


@dataclass(frozen=True, slots=True, kw_only=True)
class Received:
    """One request as it arrived."""

    head: str
    body: bytes

    @property
    def headers(self) -> dict[str, str]:
        """Headers by name in lower case."""
        lines = (line.split(": ", 1) for line in self.head.split("\r\n")[1:])
        return {name.lower(): value for name, value in lines}


def _receive(connection: socket.socket) -> Received:
    data = b""
    while b"\r\n\r\n" not in data:
        data += connection.recv(65_536) or _gone()
    head, _, body = data.partition(b"\r\n\r\n")
    received = Received(head=head.decode("ascii"), body=body)
    length = int(received.headers.get("content-length", "0"))
    while len(body) < length:
        body += connection.recv(65_536) or _gone()
    return Received(head=received.head, body=body)


def _gone() -> bytes:
    raise OSError("the client left before its request was complete")


@contextlib.contextmanager
def serving(script: Callable[[Client], None]) -> Iterator[Server]:
    """A server that plays a script for each connection."""
    server = Server(script)
    try:
        yield server
    finally:
        server.close()


def chunk(data: bytes) -> bytes:
    """One chunk of a chunked body."""
    return b"%x\r\n%b\r\n" % (len(data), data)


#: The regular end of a chunked body.
LAST_CHUNK: Final = b"0\r\n\r\n"


def event(**fields: object) -> bytes:
    """One event with a JSON object."""
    return f"data: {json.dumps(fields, ensure_ascii=False)}\n\n".encode()


def delta(text: str) -> bytes:
    """One event with a piece of an answer."""
    return event(model="served-model", choices=[{"index": 0, "delta": {"content": text}, "finish_reason": None}])


#: The regular end of an answer.
STOP: Final = event(choices=[{"index": 0, "delta": {}, "finish_reason": "stop"}])
DONE: Final = b"data: [DONE]\n\n"


def streamed(*events: bytes) -> Callable[[Client], None]:
    """A script that streams events and ends in order."""
    return lambda client: client.say(STREAM_HEAD, *(chunk(each) for each in events), LAST_CHUNK)


def answered(status: str, body: bytes, *headers: str) -> Callable[[Client], None]:
    """A script that answers in one piece."""
    head = "".join(f"{line}\r\n" for line in (f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", *headers))
    return lambda client: client.say(f"{head}\r\n".encode(), body)


def request(message: str = "Hello?") -> ModelRequest:
    """A plain request."""
    return ModelRequest(
        model="test-model",
        purpose=Purpose.ANSWER,
        messages=(Message(role=Role.USER, content=message),),
        context=None,
        settings=DEFAULT_SETTINGS,
        json_schema=None,
    )


def options(url: str | None, *, key: str | None = None, deadlines: Deadlines = PATIENT) -> RouteOptions:
    """Options of a route to a test server."""
    return RouteOptions(
        base_url=url, api_key=None if key is None else Secret(key), deadlines=deadlines, clock=ManualClock(NOW)
    )


def ask(
    url: str, *, key: str | None = None, deadlines: Deadlines = PATIENT, cancel: Cancel | None = None
) -> Iterator[ModelEvent]:
    """Ask the server at an address through the whole stack."""
    route = open_route("openai:test-model", options(url, key=key, deadlines=deadlines))
    return route.provider.stream(request(), cancel or Cancel())


def said(events: Iterable[ModelEvent]) -> str:
    """The answer that deltas make."""
    return "".join(each.text for each in events if isinstance(each, Delta))


def reply_of(events: Iterable[ModelEvent]) -> ModelReply:
    """The last event, which must be the reply, and must say what the deltas said."""
    listed = list(events)
    reply = listed[-1]
    assert isinstance(reply, ModelReply)
    assert reply.text == said(listed)
    assert not any(isinstance(each, ModelReply) for each in listed[:-1])
    return reply
