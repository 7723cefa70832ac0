"""ISO dates that say since when or until when a statement holds; other times are never turned into dates."""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from a008.clock import Instant
from a008.errors import UsageError
from a008.intake.rules.words import Words

_DATE = r"(\d{4}-\d\d-\d\d)(?![\w-]|\.\d)"


class Dated(NamedTuple):
    """A statement without the date it carried, and the dates as instants; `None` is unknown (start) or open (end)."""

    text: str
    since: Instant | None
    until: Instant | None


def dated(text: str, words: Words) -> Dated:
    """Take "since 2024-03-01", "until ..." or "from ... to ..." off either end of a statement.

    Shape: a date that no calendar has, or an empty interval, stays in the text, which is then not understood.
    """
    for pattern in _patterns(words):
        match = pattern.search(text)
        if match is None or _moves(text[: match.start()], words):
            continue
        edges = match.groupdict()
        try:
            since = Instant.parse(edges["since"]) if edges.get("since") else None
            until = Instant.parse(edges["until"]) if edges.get("until") else None
        except UsageError:
            continue
        if since is None or until is None or since < until:
            return Dated((text[: match.start()] + text[match.end() :]).strip(" ,"), since, until)
    return Dated(text, None, None)


@cache
def _patterns(words: Words) -> tuple[re.Pattern[str], ...]:
    """Range, start and end of an interval, at the front or at the back of a statement."""
    since, until, to = (_any(words.dates[key]) for key in ("since", "until", "range"))
    first = _DATE.replace("(", "(?P<since>", 1)
    last = _DATE.replace("(", "(?P<until>", 1)
    bodies = (f"{since} {first} {to} {last}", f"{since} {first}", f"{until} {last}")
    return tuple(
        re.compile(shape.format(body=body), re.IGNORECASE)
        for body in bodies
        for shape in (r"^(?:{body}),? ", r",? (?:{body})$")
    )


def _any(phrases: tuple[str, ...]) -> str:
    return f"(?:{'|'.join(re.escape(phrase) for phrase in sorted(phrases, key=len, reverse=True))})"


def _moves(before: str, words: Words) -> bool:
    last = before.rstrip(" ,").rsplit(" ", 1)[-1].casefold()
    return last in words.dates["moved"]
