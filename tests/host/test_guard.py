"""Who gets in. Sources: faults H01, H16 and H17 of the matrix, bug report B131; the rest is our choice."""

from __future__ import annotations

from collections.abc import MutableMapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from a008.host.guard import NONCE, App, Receive, Scope, Send, door, guarded
from tests.host.asgi import Answer, ask, finished

_TOKEN = "a-long-word"
_DOOR = door(8_001, _TOKEN)
_HOST = ("host", "127.0.0.1:8001")
_COOKIE = ("cookie", f"theme=dark; a008_8001={_TOKEN}; other=1")


async def _inside(scope: Scope, receive: Receive, send: Send) -> None:
    """What the door protects: says which nonce it was given, with headers that the door must replace."""
    headers = [(b"content-type", b"text/plain"), (b"Cache-Control", b"public"), (b"access-control-allow-origin", b"*")]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": scope[NONCE].encode()})


_APP = guarded(_inside, _DOOR)


def _get(target: str, *headers: tuple[str, str], method: str = "GET") -> Answer:
    return ask(_APP, target, *headers, method=method)


@pytest.mark.parametrize("host", ["127.0.0.1:8001", "localhost:8001", "LOCALHOST:8001", "[::1]:8001"])
def test_a_name_of_this_machine_on_the_right_port_gets_in(host: str) -> None:
    assert _get("/", ("host", host), _COOKIE).status == 200


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8001",
        "127.0.0.1.evil.example:8001",
        "localhost.evil.example:8001",
        "evil.example#127.0.0.1:8001",
        "127.0.0.1",
        "127.0.0.1:8002",
        "127.0.0.1:08001",
        "127.0.0.1:8001.",
        "localhost.:8001",
        "[::1]",
        "[::2]:8001",
        "0.0.0.0:8001",
        "127.1:8001",
        "2130706433:8001",
        "user@127.0.0.1:8001",
        " 127.0.0.1:8001",
        "127.0.0.1:8001 ",
        "",
        "ſ:8001",
        "LOCALHOſT:8001",
    ],
)
def test_any_other_host_is_turned_away_even_with_the_token(host: str) -> None:
    header = ("host", host.encode().decode("latin-1"))
    answer = _get(f"/?token={_TOKEN}", header, _COOKIE)
    assert answer.status == 421
    assert answer.header("set-cookie") == ""
    assert "--allow-host" in answer.text


def test_no_host_and_two_hosts_are_turned_away() -> None:
    assert _get("/", _COOKIE).status == 421
    assert _get("/", _HOST, _HOST, _COOKIE).status == 421


def test_a_target_that_names_another_host_is_turned_away() -> None:
    assert _get("http://evil.example/", _HOST, _COOKIE).status == 421
    assert _get("*", _HOST, _COOKIE, method="OPTIONS").status == 421


def test_a_name_that_the_user_allows_gets_in() -> None:
    app = guarded(_inside, door(8_001, _TOKEN, ("Notebook.example:443",)))
    assert ask(app, "/", ("host", "notebook.example:443"), _COOKIE).status == 200
    assert ask(app, "/", ("host", "notebook.example:444"), _COOKIE).status == 421


def test_the_default_port_may_be_left_out() -> None:
    app = guarded(_inside, door(80, _TOKEN))
    assert ask(app, "/", ("host", "localhost"), ("cookie", f"a008_80={_TOKEN}")).status == 200


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "TRACE", "CONNECT", "get", "PROPFIND"])
def test_nothing_but_reading_is_answered(method: str) -> None:
    answer = _get("/", _HOST, _COOKIE, method=method)
    assert answer.status == 405
    assert answer.header("allow") == "GET, HEAD, OPTIONS"


def test_what_may_be_done_is_told_without_a_token_and_without_sharing_anything_across_origins() -> None:
    answer = _get("/", _HOST, ("origin", "https://evil.example"), method="OPTIONS")
    assert answer.status == 204
    assert answer.header("allow") == "GET, HEAD, OPTIONS"
    assert not any(name.startswith(b"access-control") for name, _ in answer.headers)


def test_without_a_token_nobody_gets_in_and_the_page_says_what_to_do() -> None:
    answer = _get("/", _HOST)
    assert answer.status == 401
    assert "?token=" in answer.text
    assert _TOKEN not in answer.text


@pytest.mark.parametrize(
    "query",
    ["token=", "token=x", f"token={_TOKEN}x", f"token={_TOKEN[:-1]}", f"token={_TOKEN}&token={_TOKEN}", "token=%00"],
)
def test_a_wrong_token_is_refused_even_with_the_right_cookie(query: str) -> None:
    answer = _get(f"/?{query}", _HOST, _COOKIE)
    assert answer.status == 403
    assert answer.header("set-cookie") == ""


def test_the_right_token_becomes_a_cookie_and_leaves_the_address() -> None:
    answer = _get(f"/store/claim?a=1&token={_TOKEN}&b=%2F%3Ctoken%3E", _HOST)
    assert answer.status == 303
    assert answer.header("location") == "/store/claim?a=1&b=%2F%3Ctoken%3E"
    cookie = answer.header("set-cookie")
    assert cookie.split("; ") == [f"a008_8001={_TOKEN}", "HttpOnly", "SameSite=Strict", "Path=/"]


def test_the_token_is_found_however_its_name_is_written() -> None:
    assert _get(f"/?%74oken={_TOKEN}", _HOST).header("location") == "/"


def test_a_program_may_bring_the_token_in_a_header() -> None:
    assert _get("/", _HOST, ("authorization", f"Bearer {_TOKEN}")).status == 200
    assert _get("/", _HOST, ("authorization", f"Basic {_TOKEN}")).status == 401


@pytest.mark.parametrize(
    "cookie", [f"a008_8002={_TOKEN}", f"xa008_8001={_TOKEN}", "a008_8001=", "a008_8001", ";;=", "=\xff"]
)
def test_a_cookie_of_another_server_is_no_token(cookie: str) -> None:
    assert _get("/", _HOST, ("cookie", cookie)).status == 401


@pytest.mark.parametrize(
    "path",
    [
        "//evil.example/",
        "/static/../metadata.yaml",
        "/static/%2e%2e/metadata.yaml",
        "/static/%2E%2E%2Fmetadata.yaml",
        "/static/..%2fmetadata.yaml",
        "/static/..%5cmetadata.yaml",
        "/./static/knowledge.css",
        "/static/knowledge.css%00.html",
        "/static\\..\\metadata.yaml",
        "/%0d%0aset-cookie:x",
    ],
)
def test_a_path_that_climbs_or_hides_something_is_no_page(path: str) -> None:
    assert _get(path, _HOST, _COOKIE).status == 404
    assert _get(f"{path}?token={_TOKEN}", _HOST).status == 404


def test_every_answer_carries_the_headers_that_shut_the_page_in() -> None:
    for answer in (
        _get("/", _HOST, _COOKIE),
        _get("/", _HOST),
        _get("/", ("host", "x")),
        _get("/", _HOST, method="POST"),
    ):
        policy = dict(part.split(" ", 1) for part in answer.header("content-security-policy").split("; "))
        assert policy["default-src"] == policy["base-uri"] == policy["frame-ancestors"] == "'none'"
        assert policy["script-src"].startswith("'nonce-")
        assert "http" not in answer.header("content-security-policy")
        assert "unsafe" not in answer.header("content-security-policy")
        assert answer.header("x-content-type-options") == "nosniff"
        assert answer.header("x-frame-options") == "DENY"
        assert answer.header("referrer-policy") == "no-referrer"
        assert answer.header("cross-origin-resource-policy") == "same-origin"
        assert answer.header("cache-control") == "no-store"
        assert answer.header("access-control-allow-origin") == ""


def test_a_style_sheet_is_looked_at_again_but_may_be_kept() -> None:
    assert _get("/static/knowledge.css", _HOST, _COOKIE).header("cache-control") == "no-cache"


def test_each_page_gets_a_nonce_of_its_own_and_the_application_knows_it() -> None:
    first, second = _get("/", _HOST, _COOKIE), _get("/", _HOST, _COOKIE)
    assert first.body != second.body
    assert f"'nonce-{first.text}'" in first.header("content-security-policy")


def test_a_web_socket_is_closed_before_it_opens() -> None:
    sent: list[MutableMapping[str, Any]] = []

    async def receive() -> MutableMapping[str, Any]:
        raise AssertionError("nothing is read")

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    finished(_as_coroutine(_APP, {"type": "websocket", "headers": []}, receive, send))
    assert sent == [{"type": "websocket.close", "code": 1008}]


async def _as_coroutine(app: App, scope: Scope, receive: Receive, send: Send) -> None:
    await app(scope, receive, send)


@given(st.binary(max_size=80), st.binary(max_size=80), st.binary(max_size=80))
def test_no_bytes_open_the_door_or_break_it(path: bytes, query: bytes, cookie: bytes) -> None:
    answer = _get(f"/{path.decode('latin-1')}?{query.decode('latin-1')}", _HOST, ("cookie", cookie.decode("latin-1")))
    assert answer.status in {401, 403, 404}
