"""A provider behind HTTP: a codec says what to send and what came back, the sender moves the bytes.

This file is the one choke point for errors of remote routes: all of them leave it bounded, without keys, naming the
route, and with the text that had arrived.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import replace
from typing import Final, Protocol

from a008.clock import Clock, Instant
from a008.errors import ProviderError, ProviderFault
from a008.messages import Cancel, Delta, ModelEvent, ModelRequest
from a008.providers.http import HttpReply, HttpRequest, WirePart
from a008.providers.profile import Profile
from a008.providers.secret import Secret, redact
from a008.providers.send import Sender

#: Bytes of an error's own text. Source: fault matrix P10.
_MAX_TEXT: Final = 2_048


class Codec(Protocol):
    """One wire format, pure: no network, no clock."""

    def encode(self, request: ModelRequest, profile: Profile) -> HttpRequest:
        """The HTTP request that asks for a reply."""
        ...

    def decode(self, parts: Iterable[WirePart], model: str) -> Iterator[ModelEvent]:
        """The events that a successful answer says; the last one is the reply.

        Shape: `model` is the name to report where the server reports none.

        Errors: `ProviderError` for what the format forbids, for a reported error and for a stream that ends too early.
        """
        ...

    def error(self, reply: HttpReply, now: Instant) -> ProviderError:
        """The error that an unsuccessful answer stands for."""
        ...


class RemoteProvider:
    """A model on a server; one request makes at most one call."""

    def __init__(self, *, codec: Codec, sender: Sender, profile: Profile, clock: Clock) -> None:
        self._codec = codec
        self._sender = sender
        self._profile = profile
        self._clock = clock

    def stream(self, request: ModelRequest, cancel: Cancel) -> Iterator[ModelEvent]:
        """Answer a request with deltas and thoughts and, last, one reply.

        Errors: `ProviderError`, with the text that had arrived as `partial`.
        """
        arrived: list[str] = []
        secrets: tuple[Secret, ...] = ()
        failure: ProviderError | None = None
        try:
            asked = self._codec.encode(request, self._profile)
            secrets = asked.secrets
            parts = self._sender.send(asked, cancel, self._refusal)
            with closing(parts):
                for event in self._codec.decode(parts, request.model):
                    shown = _without(event, secrets)
                    if isinstance(shown, Delta):
                        arrived.append(shown.text)
                    yield shown
                    if cancel.requested:
                        raise ProviderError("the call was cancelled", fault=ProviderFault.CANCELLED)
        except ProviderError as error:
            failure = self._presentable(error, secrets, "".join(arrived))
        if failure is not None:
            # Outside the handler: an error raised inside would carry the first one, keys and all, as its context.
            raise failure

    def _refusal(self, reply: HttpReply) -> ProviderError:
        return self._codec.error(reply, self._clock())

    def _presentable(self, error: ProviderError, secrets: tuple[Secret, ...], partial: str) -> ProviderError:
        what = redact(error.what, secrets).encode("utf-8", "replace")
        if len(what) > _MAX_TEXT:
            what = what[: _MAX_TEXT - 3] + "…".encode()
        return ProviderError(
            what.decode("utf-8", "ignore"),
            fault=error.fault,
            code=error.code,
            item=self._profile.route,
            remedy=error.remedy,
            status=error.status,
            retry_after=error.retry_after,
            partial=partial,
        )


def _without(event: ModelEvent, secrets: tuple[Secret, ...]) -> ModelEvent:
    """The event without the keys of its call, should a server repeat one; cut in two by pieces, one shows only live."""
    return replace(event, text=redact(event.text, secrets)) if secrets else event
