"""Event streams (`text/event-stream`), read byte by byte or in one piece with the same outcome.

Lines are cut as bytes and decoded whole, so no character is ever split. `id` and `retry` serve reconnection, which A008
never does; they are read over.
Source: HTML Living Standard, section "Server-sent events".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from a008.canon import Repaired
from a008.errors import Code, ProviderError, ProviderFault
from a008.providers.http import ServerEvent

#: Bytes of one line and of all data of one event; both far above what a model server sends.
MAX_LINE: Final = 1_048_576
MAX_EVENT: Final = 4_194_304

_LINE_END: Final = re.compile(rb"[\r\n]")
_BOM: Final = b"\xef\xbb\xbf"


class EventParser:
    """An incremental reader of one event stream."""

    def __init__(self) -> None:
        self._buffer = bytearray()
        self._scanned = 0
        self._after_cr = False
        self._first_line = True
        self._name = ""
        self._data: list[str] = []
        self._data_bytes = 0
        self._repaired = False

    def feed(self, chunk: bytes) -> Iterator[ServerEvent]:
        """Take the next bytes and give the events they complete; the iterator must be used up.

        A last event without its blank line is never given: it may be half of one.

        Errors: `ProviderError` (`invalid_response`) for a line or an event above the limit.
        """
        self._buffer += chunk
        while (line := self._take_line()) is not None:
            event = self._read_line(line)
            if event is not None:
                yield event
        if len(self._buffer) > MAX_LINE:
            raise _too_large("line", MAX_LINE)

    def _take_line(self) -> bytes | None:
        if self._after_cr and self._buffer:
            self._after_cr = False
            if self._buffer[0] == 0x0A:
                del self._buffer[:1]
        match = _LINE_END.search(self._buffer, self._scanned)
        if match is None:
            self._scanned = len(self._buffer)
            return None
        line = bytes(self._buffer[: match.start()])
        self._after_cr = match.group() == b"\r"
        del self._buffer[: match.end()]
        self._scanned = 0
        if len(line) > MAX_LINE:
            raise _too_large("line", MAX_LINE)
        if self._first_line:
            self._first_line = False
            line = line.removeprefix(_BOM)
        return line

    def _read_line(self, line: bytes) -> ServerEvent | None:
        if not line:
            return self._dispatch()
        field, _, value = line.partition(b":")
        value = value.removeprefix(b" ")
        if field == b"data":
            self._data_bytes += len(value) + 1
            if self._data_bytes > MAX_EVENT:
                raise _too_large("event", MAX_EVENT)
            self._data.append(self._decode(value))
        elif field == b"event":
            self._name = self._decode(value)
        return None

    def _dispatch(self) -> ServerEvent | None:
        event = None
        if self._data:
            event = ServerEvent(name=self._name or "message", data="\n".join(self._data), repaired=self._repaired)
        self._name, self._data, self._data_bytes, self._repaired = "", [], 0, False
        return event

    def _decode(self, value: bytes) -> str:
        text = decode(value)
        self._repaired = self._repaired or text.repaired
        return text.text


def decode(raw: bytes) -> Repaired:
    """Bytes as text; what is not UTF-8 becomes U+FFFD and is reported."""
    try:
        return Repaired(raw.decode("utf-8"), False)
    except UnicodeDecodeError:
        return Repaired(raw.decode("utf-8", "replace"), True)


def _too_large(part: str, limit: int) -> ProviderError:
    return ProviderError(
        f"the server sent a {part} of more than {limit} bytes",
        fault=ProviderFault.INVALID_RESPONSE,
        code=Code.TOO_LARGE,
    )
