"""The rows of a JSON file, found one after the other without reading the file as a whole.

A file is JSON Lines (a row a line), an array of rows, or an object whose `items` is such an array. Only the frame is
looked at here; what stands in a row is its reader's business.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import BinaryIO, NamedTuple

from a008 import canon
from a008.errors import Code, Rejected

#: Bytes of one row that are read; a longer one is refused.
MAX_ROW = canon.MAX_BYTES
#: The key of the array of rows in a document that is an object.
ITEMS = "items"
_LINES = (".jsonl", ".ndjson")
_CHUNK = 262_144
#: Levels of brackets above which a file is no document of ours.
_DEEPEST = 10_000
_BLANK = b" \t\r\n"
_MARK_OF_ORDER = b"\xef\xbb\xbf"
# A string that ends in this piece is one token; a quote alone opens one that does not.
_MARKS = re.compile(rb'"(?:[^"\\]++|\\.)*+"|[\[\]{},:"]', re.DOTALL)
_REST_OF_STRING = re.compile(rb'(?:[^"\\]++|\\.)*+"', re.DOTALL)


class Stretch(NamedTuple):
    """Where a row stands: its line or path, and its bytes in the file, end exclusive."""

    where: str
    start: int
    end: int


class _Mark(NamedTuple):
    """A bracket, a comma, a colon or a whole string; `kind` is its first byte."""

    kind: bytes
    start: int
    end: int


def rows(file: BinaryIO, name: str) -> Iterator[Stretch]:
    """Every row of a file, in order.

    Shape: `file` can seek and is read from its beginning; `name` is its name, of which the ending counts.
    Errors: `Rejected` (`not_json` and its like) for a file that is no such document, at the latest behind its last row:
    use no row before all are there.
    """
    file.seek(0)
    first = _first_line(file)
    if not first:
        raise Rejected("the file holds nothing", code=Code.NOT_JSON, item=name)
    yield from _lines(file) if name.lower().endswith(_LINES) or _is_row(first) else _elements(file)


def read(file: BinaryIO, stretch: Stretch) -> str:
    """The text of a row.

    Errors: `Rejected` for one that is too long, or not UTF-8.
    """
    if stretch.end - stretch.start > MAX_ROW:
        raise Rejected(f"a row of more than {MAX_ROW:,} bytes", code=Code.TOO_LARGE)
    return _text(_bytes(file, stretch.start, stretch.end))


def _text(data: bytes) -> str:
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise Rejected(f"not UTF-8: {error.reason}", code=Code.NOT_JSON) from None


def _bytes(file: BinaryIO, start: int, end: int) -> bytes:
    file.seek(start)
    return file.read(end - start)


def _first_line(file: BinaryIO) -> bytes:
    """The first line that is not blank, as far as a row may be long; '' when there is none."""
    while line := file.readline(MAX_ROW):
        if content := line.removeprefix(_MARK_OF_ORDER).strip(_BLANK):
            return content
    return b""


def _is_row(line: bytes) -> bool:
    """Whether a line looks like one object of many: a document may stand on one line, too, but then it has items."""
    if not (line.startswith(b"{") and line.endswith(b"}")):
        return False
    try:
        value = canon.read(_text(line))
    except Rejected:
        return True
    return not (isinstance(value, dict) and ITEMS in value)


def _lines(file: BinaryIO) -> Iterator[Stretch]:
    start, number = 0, 0
    file.seek(0)
    while line := file.readline(_CHUNK):
        number += 1
        end = start + len(line)
        blank = not line.removeprefix(_MARK_OF_ORDER if start == 0 else b"").strip(_BLANK)
        while not line.endswith(b"\n") and (line := file.readline(_CHUNK)):
            end += len(line)
            blank = blank and not line.strip(_BLANK)
        if not blank:
            yield Stretch(f"line {number}", len(_MARK_OF_ORDER) if start == 0 and _is_marked(file) else start, end)
        start = end
        file.seek(start)


def _is_marked(file: BinaryIO) -> bool:
    return _bytes(file, 0, len(_MARK_OF_ORDER)) == _MARK_OF_ORDER


def _elements(file: BinaryIO) -> Iterator[Stretch]:
    """The elements of the array of rows; what stands around it is read strictly, as a document without rows."""
    marks = _marks(file)
    begin, path = _opened(file, marks)
    start, depth, number = begin, 0, 0
    for mark in marks:
        if mark.kind in b"[{":
            depth += 1
        elif depth and mark.kind in b"]}":
            depth -= 1
        elif not depth and mark.kind in b",]}":
            last = mark.kind != b","
            if not last or number or _bytes(file, start, min(mark.start, start + MAX_ROW)).strip(_BLANK):
                yield Stretch(f"{path}[{number}]", start, mark.start)
            if last:
                _check_frame(file, begin, mark.start)
                return
            start, number = mark.end, number + 1
        if depth > _DEEPEST:
            raise Rejected(f"JSON nested deeper than {_DEEPEST:,} levels", code=Code.TOO_DEEP)
    raise Rejected("the file ends in the middle of its rows", code=Code.NOT_JSON)


def _opened(file: BinaryIO, marks: Iterator[_Mark]) -> tuple[int, str]:
    """Where the array of rows begins, and its path."""
    depth, key = 0, None
    for mark in marks:
        if mark.kind == b"[" and not depth:
            return mark.end, "$"
        if mark.kind == b"[" and depth == 1 and key == ITEMS:
            return mark.end, f"$.{ITEMS}"
        if mark.kind == b'"' and depth == 1:
            key = _text(_bytes(file, mark.start, min(mark.end, mark.start + MAX_ROW))).strip('"')
        elif mark.kind == b",":
            key = None
        depth += (mark.kind in b"[{") - (mark.kind in b"]}")
    raise Rejected(f"neither rows, nor an array of rows, nor an object with an array `{ITEMS}`", code=Code.NOT_JSON)


def _check_frame(file: BinaryIO, begin: int, end: int) -> None:
    """Read a document strictly with its rows taken out: what is before and behind them must make JSON."""
    frame = _bytes(file, 0, min(begin, MAX_ROW)) + _bytes(file, end, end + MAX_ROW)
    canon.read(_text(frame.removeprefix(_MARK_OF_ORDER)))


def _marks(file: BinaryIO) -> Iterator[_Mark]:
    """What gives a document its shape, in order, whatever stands inside of strings."""
    at, opened, escaped = 0, None, False
    while piece := _bytes(file, at, at + _CHUNK):
        scan = 0
        if opened is not None:
            ended = _REST_OF_STRING.match(piece, 1 if escaped else 0)
            if ended is None:
                escaped = _ends_escaped(piece[1:] if escaped else piece)
                at += len(piece)
                continue
            scan = ended.end()
            yield _Mark(b'"', opened, at + scan)
            opened = None
        for match in _MARKS.finditer(piece, scan):
            if match.group() == b'"':
                opened = at + match.start()
                escaped = _ends_escaped(piece[match.end() :])
                break
            yield _Mark(match.group()[:1], at + match.start(), at + match.end())
        at += len(piece)


def _ends_escaped(data: bytes) -> bool:
    """Whether what follows this part of a string is escaped by its last character."""
    return (len(data) - len(data.rstrip(b"\\"))) % 2 == 1
