"""The one sender: every byte that leaves or enters A008 over HTTP passes here; nothing else imports the HTTP client.

A thread of its own talks to the server and hands over what it reads, so that deadlines and cancellation hold in every
phase, name lookup and a dripping head included. Nothing is retried, redirected, inflated or kept alive.
"""

from __future__ import annotations

import contextlib
import functools
import queue
import socket
import ssl
import threading
import time
from collections.abc import Callable, Generator, Mapping
from typing import Final

import httpx

from a008.errors import ProviderError, ProviderFault
from a008.messages import Cancel
from a008.providers.address import is_loopback
from a008.providers.http import Deadlines, HttpReply, HttpRequest, WholeBody, WirePart
from a008.providers.secret import Secret
from a008.providers.sse import decode
from a008.providers.watch import End, Head, Reading, Watch, interrupted

#: Readings (of at most 64 KiB) that the thread may be ahead of its reader.
_AHEAD: Final = 16


class Sender:
    """Sends one request and reads its answer within the deadlines."""

    def __init__(self, deadlines: Deadlines, *, monotonic: Callable[[], float] = time.monotonic) -> None:
        self._deadlines = deadlines
        self._monotonic = monotonic

    def send(
        self, request: HttpRequest, cancel: Cancel, refusal: Callable[[HttpReply], ProviderError]
    ) -> Generator[WirePart, None, None]:
        """Send once; give the events of an event stream, or a whole body.

        Shape: `refusal` makes the error of an answer that is no success.

        Errors: what `refusal` makes; `ProviderError` with fault `timeout`, `cancelled`, `network` (code `interrupted`
        once something may have been sent), `invalid_response` or `configuration`. They may hold words of the server.
        """
        connection = _Connection()
        watch = Watch(connection, cancel, self._deadlines, self._monotonic)
        cancel.on_cancel(connection.close)
        try:
            connection.start(request, self._deadlines)
            head = watch.head()
            if not 200 <= head.status < 300:
                body = decode(watch.refusal_body()).text
                raise refusal(HttpReply(status=head.status, headers=tuple(head.headers.items()), body=body))
            if _is_whole(head):
                whole = decode(watch.whole_body())
                yield WholeBody(text=whole.text, repaired=whole.repaired)
            else:
                yield from watch.events()
        finally:
            connection.close()


class _Connection:
    """One exchange: a thread that writes the request and reads the answer into a bounded queue."""

    def __init__(self) -> None:
        self._readings: queue.Queue[Reading] = queue.Queue(maxsize=_AHEAD)
        self._lock = threading.Lock()
        self._closed = False
        self._socket: socket.socket | None = None

    def start(self, request: HttpRequest, deadlines: Deadlines) -> None:
        if self._closed:
            return
        threading.Thread(target=self._run, args=(request, deadlines), name="a008-send", daemon=True).start()

    def take(self, timeout: float) -> Reading | None:
        try:
            return self._readings.get(timeout=timeout)
        except queue.Empty:
            return None

    def close(self) -> None:
        """Shut the socket down now, whatever the thread is doing; safe from any thread, more than once."""
        with self._lock:
            self._closed = True
            if self._socket is not None:
                _shut_down(self._socket)
        # Room in the queue lets the thread finish the one `put` it may be waiting in; the end wakes a waiting reader.
        with contextlib.suppress(queue.Empty):
            while True:
                self._readings.get_nowait()
        with contextlib.suppress(queue.Full):
            self._readings.put_nowait(End(failure=None))

    def _run(self, request: HttpRequest, deadlines: Deadlines) -> None:
        failure = None
        try:
            self._exchange(request, deadlines)
        except Exception as error:  # whatever it is, the reader must learn of it, and not of the request it may hold
            failure = _failure(error)
        self._put(End(failure=failure))

    def _exchange(self, request: HttpRequest, deadlines: Deadlines) -> None:
        timeout = httpx.Timeout(deadlines.total, connect=deadlines.first_event)
        headers = [(name, _reveal(pieces)) for name, pieces in request.headers]
        headers += [("accept-encoding", "identity"), ("connection", "close"), ("user-agent", "a008")]
        with (
            httpx.Client(
                trust_env=not is_loopback(request.url), verify=_trust(), timeout=timeout, follow_redirects=False
            ) as client,
            client.stream(
                "POST", request.url, headers=headers, content=request.body, extensions={"trace": self._trace}
            ) as response,
        ):
            self._put(Head(status=response.status_code, headers=dict(response.headers)))
            for chunk in response.iter_raw():
                if not self._put(chunk):
                    return

    def _put(self, reading: Reading) -> bool:
        if self._closed:
            return False
        self._readings.put(reading)
        return True

    def _trace(self, event: str, info: Mapping[str, object]) -> None:
        """Learn the socket: each connection is reported, and each start of encryption, which makes a new socket."""
        if not event.endswith((".connect_tcp.complete", ".start_tls.complete")):
            return
        extra = getattr(info.get("return_value"), "get_extra_info", None)
        found = extra("socket") if extra is not None else None
        with self._lock:
            self._socket = found if isinstance(found, socket.socket) else None
            if self._closed and self._socket is not None:
                _shut_down(self._socket)


def _is_whole(head: Head) -> bool:
    """Whether an answer comes in one piece.

    Errors: `ProviderError` (`invalid_response`) for an answer that is compressed against our word, or a web page.
    """
    coding = head.headers.get("content-encoding", "identity")
    if coding.strip().lower() not in {"", "identity"}:
        raise ProviderError("the server compressed its answer unasked", fault=ProviderFault.INVALID_RESPONSE)
    kind = head.headers.get("content-type", "").lower()
    if "html" in kind:
        raise ProviderError(
            "a web page answered instead of a model",
            fault=ProviderFault.INVALID_RESPONSE,
            remedy="check base_url; it often ends in /v1",
        )
    return "json" in kind


def _failure(error: Exception) -> ProviderError:
    """What went wrong underneath, in our words: those of the HTTP client may hold addresses and headers."""
    match error:
        case httpx.ConnectTimeout():
            return ProviderError("no connection to the server in time", fault=ProviderFault.TIMEOUT)
        case httpx.ConnectError() | httpx.ProxyError():
            return ProviderError(
                f"no connection to the server ({error})",
                fault=ProviderFault.NETWORK,
                remedy="check base_url and whether the server runs",
            )
        case httpx.TimeoutException():
            return ProviderError("the server made no progress in time", fault=ProviderFault.TIMEOUT)
        case httpx.UnsupportedProtocol() | httpx.LocalProtocolError() | httpx.InvalidURL():
            return ProviderError(
                f"the request cannot be sent ({type(error).__name__})", fault=ProviderFault.CONFIGURATION
            )
        case _:
            return interrupted(f"the connection broke ({type(error).__name__})")


def _reveal(pieces: tuple[str | Secret, ...]) -> str:
    return "".join(piece.reveal() if isinstance(piece, Secret) else piece for piece in pieces)


def _shut_down(line: socket.socket) -> None:
    # It may be closed already. The plain socket's own method is called because that of an encrypted one would drop its
    # state under the reading thread.
    with contextlib.suppress(OSError):
        socket.socket.shutdown(line, socket.SHUT_RDWR)


@functools.cache
def _trust() -> ssl.SSLContext:
    return httpx.create_ssl_context()
