"""HTTP as values: what a codec asks for and what a server gave back. No network here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from a008.providers.secret import Secret


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpRequest:
    """One POST; a header that holds a key holds it as `Secret`, in pieces that the sender joins."""

    url: str
    headers: tuple[tuple[str, tuple[str | Secret, ...]], ...]
    body: bytes

    @property
    def secrets(self) -> tuple[Secret, ...]:
        """The keys that travel with it, and so may come back in an error."""
        return tuple(piece for _, pieces in self.headers for piece in pieces if isinstance(piece, Secret))


@dataclass(frozen=True, slots=True, kw_only=True)
class HttpReply:
    """A whole answer that was no success; `body` may be cut, and is text already, whatever it was.

    Shape: names of `headers` are in lower case.
    """

    status: int
    headers: tuple[tuple[str, str], ...]
    body: str

    def header(self, name: str) -> str | None:
        """The first value of a header, or `None`."""
        return next((value for key, value in self.headers if key == name), None)


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerEvent:
    """One event of an event stream; `repaired` says that its bytes were not all UTF-8."""

    name: str
    data: str
    repaired: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeBody:
    """A success that came in one piece instead of as an event stream."""

    text: str
    repaired: bool


#: A success, as a codec reads it.
WirePart = ServerEvent | WholeBody


@dataclass(frozen=True, slots=True, kw_only=True)
class Deadlines:
    """How long a call may take; each is our own measure, kept by a monotonic clock.

    Units: seconds. `first_event`: from the start until the first event (or the head of an answer in one piece).
    `no_progress`: between events; bytes that complete no event are no progress. `total`: the whole call.
    """

    first_event: float
    no_progress: float
    total: float


#: Long enough for a local model that reads a long prompt on a CPU.
DEFAULT_DEADLINES: Final = Deadlines(first_event=120.0, no_progress=60.0, total=600.0)
