"""Lines broken between words to a width, each going on under its own beginning."""

from __future__ import annotations

import re
from collections.abc import Iterator

from a008.present import text

#: Columns below which nothing is broken any more: a terminal that narrow wraps by itself.
_NARROWEST = 20
#: How much further in a broken line goes on.
_STEP = 2
#: A name set off from its text by two blanks or more, as in `model      embedded:librarian`.
_NAMED = re.compile(r".*?\S {2,}(?=\S)")


def wrapped(block: str, width: int | None, *, step: int = _STEP) -> str:
    """A block of lines, each of at most `width` columns where its words allow; `None` leaves it as it is.

    A line goes on under its text where a name is set off from it, otherwise `step` columns further in than it begins; a
    word too long for a line is broken.
    """
    if width is None or width < _NARROWEST:
        return block
    return "\n".join(piece for line in block.split("\n") for piece in _broken(line, width, step))


def _broken(line: str, width: int, step: int) -> Iterator[str]:
    if text.width(line) <= width:
        yield line
        return
    words = line.lstrip(" ")
    indent = len(line) - len(words)
    named = _NAMED.match(line)
    hang = text.width(named.group()) if named else width
    margin = " " * (hang if hang <= width * 2 // 3 else min(indent + step, width // 2))
    current = " " * min(indent, width // 2)
    empty = True
    for word in words.split(" "):
        joint = "" if empty else " "
        if text.width(current) + len(joint) + text.width(word) > width and not empty:
            yield current
            current, joint = margin, ""
        current += joint + word
        empty = False
        while text.width(current) > width:
            head = _head(current, width)
            yield head
            current = margin + current[len(head) :]
    yield current


def _head(line: str, width: int) -> str:
    """As many whole characters of a line as fit."""
    taken, used = "", 0
    for cluster in text.graphemes(line):
        used += text.width(cluster)
        if used > width and taken.strip():
            break
        taken += cluster
    return taken
