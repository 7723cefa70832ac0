"""Why a request is turned away, as a status and a page in plain words."""

from __future__ import annotations

from enum import Enum
from html import escape
from typing import NamedTuple


class Notice(NamedTuple):
    """What one refusal says: its HTTP status, a title, and what to do."""

    status: int
    title: str
    advice: str


class Refusal(Enum):
    """The reasons for turning a request away."""

    FOREIGN_HOST = Notice(
        421,
        "This is not an address of A008",
        "The request names another host than this machine, as a hostile page would make your browser do. Open the "
        "address that A008 printed. To reach it by another name, start it with --allow-host NAME:PORT.",
    )
    NOT_READING = Notice(
        405, "These pages can only be read", "Nothing can be changed here. Use `a008 chat` or Python to add knowledge."
    )
    NO_SUCH_PAGE = Notice(
        404, "There is no such page", "The address holds parts that no page of A008 has. Start again at the first page."
    )
    NO_TOKEN = Notice(
        401,
        "This page needs its token",
        "Open the whole address that A008 printed when it started; it ends in ?token= and a long word. A token is good "
        "until the server is stopped.",
    )
    WRONG_TOKEN = Notice(
        403,
        "This token is not the right one",
        "Each start makes a new token. Open the address that A008 printed last.",
    )


_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title} · A008</title>
<style nonce="{nonce}">
body {{ font: 1rem/1.6 system-ui, sans-serif; max-width: 34rem; margin: 15vh auto 0; padding: 0 1.5rem; }}
h1 {{ font-size: 1.4rem; line-height: 1.3; }}
</style>
</head>
<body>
<main>
<h1>{title}</h1>
<p>{advice}</p>
</main>
</body>
</html>
"""


def page(refusal: Refusal, nonce: str) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
    """Status, headers and body of the answer to a refused request."""
    notice = refusal.value
    body = _PAGE.format(title=escape(notice.title), advice=escape(notice.advice), nonce=nonce)
    headers = [(b"content-type", b"text/html; charset=utf-8")]
    if refusal is Refusal.NOT_READING:
        headers.append((b"allow", b"GET, HEAD, OPTIONS"))
    return notice.status, headers, body.encode()
