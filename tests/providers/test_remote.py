"""Errors of remote routes leave by one door. Source: bug report B122; fault matrix P08, P10 and P14."""

from __future__ import annotations

import base64
import json
import logging
import traceback
from urllib.parse import quote

import pytest

from a008.errors import ProviderError, ProviderFault
from a008.messages import Cancel
from a008.providers.http import Deadlines
from a008.providers.registry import open_route
from tests.providers.loopback import (
    DONE,
    MARKER,
    PATIENT,
    Client,
    answered,
    ask,
    delta,
    event,
    options,
    request,
    serving,
    streamed,
)


def _fails(url: str, deadlines: Deadlines = PATIENT) -> ProviderError:
    with pytest.raises(ProviderError) as caught:
        list(ask(url, key=MARKER, deadlines=deadlines))
    return caught.value


def _everything_written(error: ProviderError) -> str:
    """All that a log, a crash report or a notebook could show of an error."""
    lines = traceback.TracebackException.from_exception(error, capture_locals=True).format()
    return "\n".join([str(error), repr(error), repr(vars(error)), *lines])


_FORMS = [
    MARKER,
    quote(MARKER, safe=""),
    base64.b64encode(f"user:{MARKER}".encode()).decode(),
    json.dumps(MARKER).replace("/", "\\/"),
    MARKER.encode().hex(),
]


@pytest.mark.parametrize("form", _FORMS)
@pytest.mark.parametrize("padding", [0, 2_000, 2_030, 70_000])
def test_a_key_that_a_server_echoes_is_in_no_error(form: str, padding: int, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    body = f"{'x' * padding} bad key {form} in https://host/?key={form}".encode()
    scripts = [
        answered("401 Unauthorized", body, "Content-Type: text/plain"),
        answered("400 Bad", json.dumps({"error": {"message": body.decode()}}).encode()),
        streamed(delta("Hel"), event(error={"message": body.decode()})),
    ]
    for script in scripts:
        with serving(script) as server:
            error = _fails(server.url)
        written = _everything_written(error) + caplog.text
        assert "FAKE" not in written
        assert form not in written
        assert error.__context__ is None
    assert server.requests[0].headers["authorization"] == f"Bearer {MARKER}"


def test_a_broken_connection_shows_no_key_either(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    hasty = Deadlines(first_event=0.2, no_progress=0.2, total=0.2)

    def script(client: Client) -> None:
        client.has_left(20)

    with serving(script) as server:
        timed_out = _fails(server.url, hasty)
    refused = _fails(server.url)
    for error in (timed_out, refused):
        assert "FAKE" not in _everything_written(error) + caplog.text


@pytest.mark.parametrize("size", [3_000, 5_000_000])
def test_the_text_of_an_error_is_bounded(size: int) -> None:
    with serving(answered("422 Odd", "é".encode() * size)) as server:
        error = _fails(server.url)
    assert 1_000 < len(error.what.encode()) <= 2_048
    assert (error.fault, error.status) == (ProviderFault.PROVIDER, 422)


def test_an_error_names_the_route_and_keeps_what_had_arrived() -> None:
    with serving(streamed(delta("Hel"), delta("lo"), event(error={"message": "overloaded", "code": 503}))) as server:
        error = _fails(server.url)
    assert (error.item, error.fault, error.partial) == ("openai:test-model", ProviderFault.SERVER, "Hello")
    assert str(error) == "the server reported an error: overloaded: openai:test-model (try again later)"


def test_a_rate_limit_says_how_long_and_is_not_tried_again() -> None:
    with serving(answered("429 Slow", b"", "Retry-After: Mon, 30 Nov 2026 12:00:30 GMT")) as server:
        error = _fails(server.url)
        assert len(server.requests) == 1
    assert (error.fault, error.retry_after) == (ProviderFault.RATE_LIMIT, 30.0)


def test_one_route_can_be_asked_again() -> None:
    with serving(streamed(delta("once"), DONE)) as server:
        route = open_route("openai:test-model", options(server.url))
        for _ in range(2):
            assert len(list(route.provider.stream(request(), Cancel()))) == 2
