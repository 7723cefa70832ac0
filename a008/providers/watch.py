"""Deadlines and cancellation while an answer is read, apart from how it is read."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final, Protocol

from a008.errors import Code, ProviderError, ProviderFault
from a008.messages import Cancel
from a008.providers.http import Deadlines, ServerEvent
from a008.providers.sse import EventParser

#: Bytes of a stream, of an answer in one piece, and of a refusal that are read at most.
MAX_STREAM: Final = 67_108_864
MAX_WHOLE: Final = 4_194_304
MAX_REFUSAL: Final = 65_536
#: Bytes dropped at the end of a refusal that was cut: more than any form of a key, so that none is left cut in half.
_FRAYED: Final = 2_048


@dataclass(frozen=True, slots=True, kw_only=True)
class Head:
    """Status and headers of an answer; names of headers in lower case."""

    status: int
    headers: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class End:
    """Nothing follows; `failure` says why, unless the end was regular."""

    failure: ProviderError | None


#: What a connection reads.
Reading = Head | bytes | End


class Line(Protocol):
    """Where readings come from, in the order `Head`, bytes, `End`."""

    def take(self, timeout: float) -> Reading | None:
        """The next reading, or `None` after `timeout` seconds without one."""
        ...


class Watch:
    """Reads a line for somebody who has limited time and may change their mind."""

    def __init__(self, line: Line, cancel: Cancel, deadlines: Deadlines, monotonic: Callable[[], float]) -> None:
        self._line = line
        self._cancel = cancel
        self._no_progress = deadlines.no_progress
        self._monotonic = monotonic
        started = monotonic()
        self._until = started + deadlines.first_event
        self._last = started + deadlines.total

    def head(self) -> Head:
        """The head of the answer.

        Errors: `ProviderError`, as for everything read here: `timeout`, `cancelled`, or why the line failed.
        """
        reading = self._take()
        if isinstance(reading, Head):
            return reading
        raise interrupted("the server closed the connection without an answer")

    def events(self) -> Iterator[ServerEvent]:
        """The events of a stream that say something; blank ones keep a connection alive and are no progress."""
        parser = EventParser()
        for chunk in self._chunks(MAX_STREAM):
            progress = False
            for event in parser.feed(chunk):
                if event.data.strip():
                    progress = True
                    yield event
            if progress:
                self._extend()

    def whole_body(self) -> bytes:
        """An answer in one piece, which must follow its head without a pause."""
        self._extend()
        return b"".join(self._chunks(MAX_WHOLE))

    def refusal_body(self) -> bytes:
        """The first bytes of a refusal; its status counts more than a body that stalls, breaks off or never ends."""
        self._extend()
        body = bytearray()
        try:
            for chunk in self._chunks(MAX_REFUSAL):
                body += chunk
        except ProviderError as error:
            if error.fault is ProviderFault.CANCELLED:
                raise
            del body[-_FRAYED:]
        return bytes(body)

    def _extend(self) -> None:
        self._until = self._monotonic() + self._no_progress

    def _chunks(self, limit: int) -> Iterator[bytes]:
        size = 0
        while isinstance(chunk := self._take(), bytes):
            if size + len(chunk) > limit:
                yield chunk[: limit - size]
                raise ProviderError(
                    f"the server sent more than {limit} bytes",
                    fault=ProviderFault.INVALID_RESPONSE,
                    code=Code.TOO_LARGE,
                )
            size += len(chunk)
            yield chunk

    def _take(self) -> Head | bytes | None:
        """The next reading, or `None` at a regular end."""
        until = min(self._until, self._last)
        while True:
            remaining = until - self._monotonic()
            reading = self._line.take(remaining) if remaining > 0 else None
            if self._cancel.requested:
                raise ProviderError("the call was cancelled", fault=ProviderFault.CANCELLED)
            if remaining <= 0:
                raise ProviderError(
                    "the server made no progress in time",
                    fault=ProviderFault.TIMEOUT,
                    remedy="try again, or allow this route more time",
                )
            if isinstance(reading, End):
                if reading.failure is not None:
                    raise reading.failure
                return None
            if reading is not None:
                return reading


def interrupted(what: str) -> ProviderError:
    """A call that may have been sent and came to no regular end."""
    return ProviderError(what, fault=ProviderFault.NETWORK, code=Code.INTERRUPTED, remedy="ask again if you like")
