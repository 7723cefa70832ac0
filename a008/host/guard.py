"""The door in front of every page: who may ask, and for what. An ASGI wrapper that knows nothing of what it protects.

A page in the user's browser can send requests to this machine. So a request must name a host that is ours, may only
read, and must bring the token that was printed when the server was started. No header that says who asks is trusted.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote_plus, unquote_to_bytes

from a008.host.refusal import Refusal, page

#: The three arguments of an ASGI application, as the protocol defines them.
Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

Header = tuple[bytes, bytes]

_READING = ("GET", "HEAD", "OPTIONS")
#: Where the guard leaves the nonce of a page's own scripts and styles, for the application to find.
NONCE = "a008.nonce"
_POLICY = (
    "default-src 'none'; style-src 'self' 'nonce-{nonce}'; script-src 'nonce-{nonce}'; img-src 'self'; "
    "font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_FIXED: tuple[Header, ...] = (
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
_STATIC = (b"/static/", b"/-/static/")


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """What a server answers to.

    Shape: `authorities` are the exact values of a Host header that are ours, in lower case (`127.0.0.1:8001`); `cookie`
    is the name under which a browser keeps the token.
    """

    authorities: frozenset[str]
    token: str
    cookie: str


def door(port: int, token: str, also: tuple[str, ...] = ()) -> Door:
    """The door of a server on loopback, open to the names of this machine and to those that the user adds.

    Browsers share cookies between the ports of a host, so the cookie's name carries the port.
    """
    names = ("127.0.0.1", "localhost", "[::1]")
    ours = {f"{name}:{port}" for name in names} | {name.lower() for name in also}
    return Door(authorities=frozenset(ours | set(names) if port == 80 else ours), token=token, cookie=f"a008_{port}")


def guarded(app: App, entrance: Door) -> App:
    """An application behind a door."""

    async def at_the_door(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await app(scope, receive, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
        else:
            await _answer(app, entrance, scope, receive, send)

    return at_the_door


async def _answer(app: App, entrance: Door, scope: Scope, receive: Receive, send: Send) -> None:
    nonce = secrets.token_urlsafe(16)
    path: bytes = scope.get("raw_path") or scope["path"].encode()
    sealed = _sealed(send, nonce, is_static=path.startswith(_STATIC))
    refusal = _refusal(entrance, scope, path)
    if refusal is not None:
        await _respond(sealed, *page(refusal, nonce))
    elif scope["method"] == "OPTIONS":
        await _respond(sealed, 204, [(b"allow", ", ".join(_READING).encode())], b"")
    elif _tokens_in_query(scope):
        await _respond(sealed, 303, _admission(entrance, scope, path), b"")
    else:
        await app({**scope, NONCE: nonce}, receive, sealed)


def _refusal(entrance: Door, scope: Scope, path: bytes) -> Refusal | None:
    """Why a request is turned away, the first reason that applies; `None` lets it in."""
    if not _names_us(entrance, scope) or not path.startswith(b"/"):
        return Refusal.FOREIGN_HOST
    if scope["method"] not in _READING:
        return Refusal.NOT_READING
    if _is_odd(path):
        return Refusal.NO_SUCH_PAGE
    if scope["method"] == "OPTIONS":
        return None
    offered = _tokens_in_query(scope)
    if offered:
        return None if len(offered) == 1 and _is(entrance, offered[0]) else Refusal.WRONG_TOKEN
    return None if any(_is(entrance, token) for token in _kept_tokens(entrance, scope)) else Refusal.NO_TOKEN


def _names_us(entrance: Door, scope: Scope) -> bool:
    hosts = [value for name, value in scope["headers"] if name == b"host"]
    return len(hosts) == 1 and hosts[0].decode("latin-1").lower() in entrance.authorities


def _is_odd(path: bytes) -> bool:
    """Whether a path tries to be two things at once: no link of ours has empty or dotted parts."""
    plain = unquote_to_bytes(path)
    parts = plain.split(b"/")
    climbs = b".." in parts or b"." in parts or path.startswith(b"//")
    return climbs or b"\\" in plain or any(byte < 0x20 for byte in plain)


def _tokens_in_query(scope: Scope) -> list[bytes]:
    return [unquote_to_bytes(part.partition(b"=")[2]) for part in _query(scope) if _is_token(part)]


def _query(scope: Scope) -> list[bytes]:
    query: bytes = scope.get("query_string", b"")
    return query.split(b"&") if query else []


def _is_token(part: bytes) -> bool:
    return unquote_plus(part.partition(b"=")[0].decode("latin-1")) == "token"


def _kept_tokens(entrance: Door, scope: Scope) -> list[bytes]:
    """Tokens that came in a cookie of ours or, from a program, in the Authorization header."""
    found: list[bytes] = []
    for name, value in scope["headers"]:
        if name == b"cookie":
            pairs = (part.strip().partition(b"=") for part in value.split(b";"))
            found.extend(token for key, _, token in pairs if key == entrance.cookie.encode())
        elif name == b"authorization" and value[:7].lower() == b"bearer ":
            found.append(value[7:].strip())
    return found


def _is(entrance: Door, token: bytes) -> bool:
    return hmac.compare_digest(token, entrance.token.encode())


def _admission(entrance: Door, scope: Scope, path: bytes) -> list[Header]:
    """Keep the token in a cookie and send the browser to the same page without it, so that no history keeps it."""
    rest = b"&".join(part for part in _query(scope) if not _is_token(part))
    cookie = f"{entrance.cookie}={entrance.token}; HttpOnly; SameSite=Strict; Path=/"
    return [(b"location", path + (b"?" + rest if rest else b"")), (b"set-cookie", cookie.encode())]


def _sealed(send: Send, nonce: str, *, is_static: bool) -> Send:
    """A `send` that puts the security headers on every answer, in place of the application's own."""
    ours = (
        *_FIXED,
        (b"content-security-policy", _POLICY.format(nonce=nonce).encode()),
        (b"cache-control", b"no-cache" if is_static else b"no-store"),
    )
    names = {name for name, _ in ours} | {b"access-control-allow-origin"}

    async def sealing(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            kept = [(bytes(name), bytes(value)) for name, value in message["headers"] if name.lower() not in names]
            message = {**message, "headers": [*kept, *ours]}
        await send(message)

    return sealing


async def _respond(send: Send, status: int, headers: list[Header], body: bytes) -> None:
    length = (b"content-length", str(len(body)).encode())
    await send({"type": "http.response.start", "status": status, "headers": [*headers, length]})
    await send({"type": "http.response.body", "body": body})
