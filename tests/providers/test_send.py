"""The sender against a real server. Source: fault matrix P01 to P05, P11, P12, P19, P20; bug reports B057 and B059."""

from __future__ import annotations

import gzip
import socket
import threading
from collections.abc import Callable, Generator
from itertools import pairwise
from time import monotonic

import pytest

from a008.errors import Code, ProviderError, ProviderFault
from a008.messages import Cancel, Delta
from a008.providers.http import Deadlines
from tests.providers.loopback import (
    DONE,
    LAST_CHUNK,
    PATIENT,
    STOP,
    STREAM_HEAD,
    Client,
    answered,
    ask,
    chunk,
    delta,
    reply_of,
    said,
    serving,
    streamed,
)

_HASTY = Deadlines(first_event=0.2, no_progress=0.2, total=20.0)


def _fails(url: str, *, deadlines: Deadlines = PATIENT) -> ProviderError:
    with pytest.raises(ProviderError) as caught:
        list(ask(url, deadlines=deadlines))
    return caught.value


def test_a_stream_arrives_as_it_was_sent() -> None:
    with serving(streamed(delta("Hel"), delta("lo."), STOP, DONE)) as server:
        reply = reply_of(ask(server.url))
    assert (reply.text, reply.model) == ("Hello.", "served-model")
    received = server.requests[0]
    assert received.head.startswith("POST /v1/chat/completions HTTP/1.1\r\n")
    assert received.headers["accept-encoding"] == "identity"
    assert received.headers["user-agent"] == "a008"
    assert "authorization" not in received.headers
    assert b'"model":"test-model"' in received.body


def test_the_first_piece_is_given_before_the_last_is_sent() -> None:
    go_on = threading.Event()

    def script(client: Client) -> None:
        client.say(STREAM_HEAD, chunk(delta("first")))
        go_on.wait(20)
        client.say(chunk(delta(" last")), chunk(STOP), chunk(DONE), LAST_CHUNK)

    with serving(script) as server:
        events = ask(server.url)
        assert next(events) == Delta(text="first")
        go_on.set()
        assert said(events) == " last"


def test_characters_sent_byte_by_byte_arrive_whole() -> None:
    def script(client: Client) -> None:
        client.say(STREAM_HEAD)
        for byte in delta("你好🌍") + STOP + DONE:
            client.say(chunk(bytes([byte])))
        client.say(LAST_CHUNK)

    with serving(script) as server:
        assert reply_of(ask(server.url)).text == "你好🌍"


def test_an_answer_in_one_piece_is_read() -> None:
    body = b'{"choices":[{"message":{"content":"price \\udc81 ok"},"finish_reason":"stop"}]}'
    with serving(answered("200 OK", body, "Content-Type: application/json")) as server:
        reply = reply_of(ask(server.url))
    assert (reply.text, reply.notes) == ("price \ufffd ok", ("text_repaired",))


def test_a_stream_without_a_content_type_is_read_as_events() -> None:
    with serving(answered("200 OK", delta("x") + STOP + DONE)) as server:
        assert reply_of(ask(server.url)).text == "x"


@pytest.mark.parametrize(
    ("script", "complete"),
    [
        (lambda client: client.say(STREAM_HEAD, chunk(delta("one")), chunk(delta("two"))), "onetwo"),
        (lambda client: client.say(STREAM_HEAD, chunk(delta("one")), LAST_CHUNK), "one"),
        (lambda client: client.say(STREAM_HEAD, chunk(delta("one") + delta("two")[:-9]), LAST_CHUNK), "one"),
        (lambda client: client.say(STREAM_HEAD, b"ffff\r\n" + delta("one")), "one"),
        (lambda client: client.say(STREAM_HEAD, chunk(delta("one")), b"no chunk"), "one"),
        (lambda client: client.say(b"HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\n" + delta("one")), "one"),
        (lambda client: client.say(b"HTTP/1.0 200 OK\r\n\r\n" + delta("one")), "one"),
        (lambda client: client.say(b"HTTP/1.1 2"), ""),
        (lambda client: None, ""),
    ],
)
def test_a_server_that_leaves_early_interrupts_and_what_came_is_kept(
    script: Callable[[Client], None], complete: str
) -> None:
    with serving(script) as server:
        error = _fails(server.url)
    assert (error.fault, error.code, error.partial) == (ProviderFault.NETWORK, Code.INTERRUPTED, complete)
    assert len(server.requests) == 1


def test_a_cut_at_any_byte_gives_complete_events_only() -> None:
    events = [delta("one"), delta("two"), delta("three")]
    stream = b"".join(events)
    texts = ["", "one", "onetwo", "onetwothree"]
    ends = [0, *(len(b"".join(events[: count + 1])) for count in range(len(events)))]
    for text, (first, last) in zip(texts, pairwise(ends), strict=False):
        for cut in range(first, last, 7):
            with serving(answered("200 OK", stream[:cut])) as server:
                assert _fails(server.url).partial == text


def test_nobody_listening_is_told_at_once() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    started = monotonic()
    error = _fails(f"http://127.0.0.1:{port}/v1")
    assert monotonic() - started < 2
    assert (error.fault, error.code) == (ProviderFault.NETWORK, Code.PROVIDER)
    assert error.remedy


def test_a_server_that_never_answers_is_given_up() -> None:
    with serving(lambda client: _wait(client)) as server:
        error = _fails(server.url, deadlines=_HASTY)
    assert (error.fault, error.code) == (ProviderFault.TIMEOUT, Code.INTERRUPTED)


def test_a_head_that_drips_is_given_up() -> None:
    def script(client: Client) -> None:
        client.say(b"HTTP/1.1 200 OK\r\n")
        while not client.has_left(0.02):
            client.say(b"X-Slow: 1\r\n")

    with serving(script) as server:
        assert _fails(server.url, deadlines=_HASTY).fault is ProviderFault.TIMEOUT


def test_a_stall_in_mid_stream_is_given_up_and_what_came_is_kept() -> None:
    def script(client: Client) -> None:
        client.say(STREAM_HEAD, *(chunk(delta(str(number))) for number in range(5)))
        _wait(client)

    with serving(script) as server:
        error = _fails(server.url, deadlines=_HASTY)
    assert (error.fault, error.partial) == (ProviderFault.TIMEOUT, "01234")


def test_a_drip_of_comments_is_no_progress() -> None:
    left = threading.Event()

    def script(client: Client) -> None:
        client.say(STREAM_HEAD, chunk(delta("x")))
        while not client.has_left(0.02):
            client.say(chunk(b":\n"))
        left.set()

    with serving(script) as server:
        assert _fails(server.url, deadlines=_HASTY).fault is ProviderFault.TIMEOUT
        assert left.wait(1)


def test_an_endless_stream_ends_at_the_last_deadline() -> None:
    def script(client: Client) -> None:
        client.say(STREAM_HEAD)
        while not client.has_left(0.02):
            client.say(chunk(delta("x")))

    with serving(script) as server:
        hurried = Deadlines(first_event=20.0, no_progress=20.0, total=0.3)
        assert _fails(server.url, deadlines=hurried).fault is ProviderFault.TIMEOUT


def test_a_compressed_answer_is_refused_unread() -> None:
    bomb = gzip.compress(bytes(10_000_000))
    with serving(answered("200 OK", bomb, "Content-Encoding: gzip", "Content-Type: application/json")) as server:
        error = _fails(server.url)
    assert error.fault is ProviderFault.INVALID_RESPONSE
    assert "compressed" in error.what


def test_a_line_without_end_is_refused_before_it_fills_the_memory() -> None:
    def script(client: Client) -> None:
        client.say(STREAM_HEAD)
        while not client.has_left(0):
            client.say(chunk(b"x" * 65_536))

    with serving(script) as server:
        assert _fails(server.url).code is Code.TOO_LARGE


def test_a_web_page_is_no_model() -> None:
    with serving(answered("200 OK", b"<html>Welcome</html>", "Content-Type: text/html")) as server:
        error = _fails(server.url)
    assert (error.fault, bool(error.remedy)) == (ProviderFault.INVALID_RESPONSE, True)


@pytest.mark.parametrize("status", ["301 Moved", "302 Found", "307 Temporary", "308 Permanent"])
def test_a_redirect_is_not_followed(status: str) -> None:
    with (
        serving(streamed(delta("stolen"), STOP, DONE)) as other,
        serving(answered(status, b"", f"Location: {other.url}/chat/completions")) as server,
    ):
        error = _fails(server.url)
        assert other.requests == []
    assert error.fault is ProviderFault.CONFIGURATION


def test_this_machine_is_never_reached_through_a_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(streamed(delta("direct"), STOP, DONE)) as server, serving(answered("502 Bad", b"")) as proxy:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(name, proxy.url)
        assert reply_of(ask(server.url)).text == "direct"
        assert proxy.requests == []


def test_another_machine_is_reached_through_the_proxy_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(streamed(delta("relayed"), STOP, DONE)) as proxy:
        monkeypatch.setenv("HTTP_PROXY", proxy.url)
        assert reply_of(ask("http://models.example.com/v1")).text == "relayed"
    assert proxy.requests[0].head.startswith("POST http://models.example.com/v1/chat/completions ")


def test_cancelling_at_a_delta_closes_the_socket_within_a_second() -> None:
    left = threading.Event()

    def script(client: Client) -> None:
        client.say(STREAM_HEAD, chunk(delta("first")))
        if client.has_left(20):
            left.set()

    cancel = Cancel()
    with serving(script) as server:
        events = ask(server.url, cancel=cancel)
        next(events)
        cancel()
        assert left.wait(1)
        with pytest.raises(ProviderError) as caught:
            next(events)
    assert (caught.value.fault, caught.value.partial) == (ProviderFault.CANCELLED, "first")


def test_cancelling_from_another_thread_wakes_a_waiting_reader() -> None:
    asked = threading.Event()
    cancel = Cancel()

    def script(client: Client) -> None:
        asked.set()
        _wait(client)

    def canceller() -> None:
        asked.wait(20)
        cancel()

    with serving(script) as server:
        threading.Thread(target=canceller).start()
        started = monotonic()
        with pytest.raises(ProviderError) as caught:
            list(ask(server.url, cancel=cancel))
        assert monotonic() - started < 5
    assert caught.value.fault is ProviderFault.CANCELLED


def test_a_call_that_was_cancelled_before_is_never_sent() -> None:
    cancel = Cancel()
    cancel()
    with serving(streamed(delta("x"), STOP, DONE)) as server:
        with pytest.raises(ProviderError) as caught:
            list(ask(server.url, cancel=cancel))
        assert server.requests == []
    assert caught.value.fault is ProviderFault.CANCELLED


def test_a_reader_who_leaves_takes_the_socket_with_him() -> None:
    left = threading.Event()

    def script(client: Client) -> None:
        client.say(STREAM_HEAD, chunk(delta("first")))
        if client.has_left(20):
            left.set()

    with serving(script) as server:
        events = ask(server.url)
        next(events)
        assert isinstance(events, Generator)
        events.close()
        assert left.wait(1)


def test_a_fast_server_does_not_run_away_from_a_slow_reader() -> None:
    pieces = [delta("x" * 1000)] * 3000
    with serving(streamed(*pieces, STOP, DONE)) as server:
        events = ask(server.url)
        next(events)
        assert len(said(events)) == 2999 * 1000


def _wait(client: Client) -> None:
    client.has_left(20)
