"""Where sentences begin and end, and in what sort of block they stand.

Line structure comes first (fences, quoted lines, list items, blank lines), stops second. Everything is one pass with
bounded look-ahead, so the time is linear in the length of the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from a008 import canon
from a008.intake.rules import words


class Block(StrEnum):
    """What a sentence stands in."""

    PROSE = "prose"
    ITEM = "item"
    QUOTED = "quoted"
    CODE = "code"


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """One sentence and where it stands.

    Shape: `text` is `source[start:end]` of the repaired text, without blanks around it; a fenced block is one passage.
    Units: `start` and `end` in characters, `byte_start` and `byte_end` in bytes of UTF-8; ends exclusive.
    """

    text: str
    start: int
    end: int
    byte_start: int
    byte_end: int
    block: Block


class _Stretch(NamedTuple):
    start: int
    end: int
    block: Block


#: A line break ends a sentence only behind a line shorter than this; longer lines are taken for wrapped ones.
_WRAPPED = 50
_LONGEST_ABBREVIATION = 24

_LINE = re.compile(r"[^\n]*+\n|[^\n]++")
_FENCE = re.compile(r" {0,3}(`{3,}+|~{3,}+)")
_QUOTED = re.compile(r"\s{0,3}[>–—]\s?")
_ITEM = re.compile(r"\s{0,12}(?:(?:[-*+•]|\d{1,3}[.)])\s{1,4}(?:\[[ xX]\]\s{1,4})?|#{1,6}\s{1,4})")
_TOKEN = re.compile(
    r"""(?P<opaque> `[^`\n]{1,300}+` | (?:https?|ftp)://[^\s<>"]{1,2000}+ )
      | (?P<quote> (?<![\w"])"[^"\n]{1,400}+" | “[^“”\n]{1,400}+[”“] | (?<!\w)”[^”\n]{1,400}+” | «[^«»\n]{1,400}+» )
      | (?P<stop> [.!?…]++["'”’»)\]*_]{0,4}+ )
      | (?P<wide> [。！？｡]++[」』”）]{0,4}+ )
      | (?P<line> \n )""",
    re.VERBOSE,
)
_STOPS = ".!?…"
_CLOSERS = "\"'”’»)]*_“`"


def split(text: str) -> Iterator[Passage]:
    """The sentences of a text in their order; what lies between them is blanks and markers of blocks.

    Shape: lone surrogates are read as U+FFFD, which keeps character positions; byte positions are those of the repaired
    text.
    """
    text = canon.repair(text).text
    at, byte_at = 0, 0
    for stretch in _stretches(text):
        for start, end in _cut(text, stretch):
            byte_start = byte_at + len(text[at:start].encode())
            at, byte_at = end, byte_start + len(text[start:end].encode())
            yield Passage(
                text=text[start:end], start=start, end=end, byte_start=byte_start, byte_end=byte_at, block=stretch.block
            )


def _stretches(text: str) -> Iterator[_Stretch]:
    """Runs of lines that belong together, markers at their front left out."""
    open_: _Stretch | None = None
    fence = ""
    for line in _LINE.finditer(text):
        block, start = _kind(text, line.start(), line.end())
        if fence and open_ is not None:
            open_ = open_._replace(end=line.end())
            if _closes(line.group(), fence):
                yield open_
                open_, fence = None, ""
        elif block is not None and open_ is not None and _continues(open_.block, block, indented=start > line.start()):
            open_ = open_._replace(end=line.end())
        else:
            if open_ is not None:
                yield open_
            open_ = None if block is None else _Stretch(start, line.end(), block)
            opening = _FENCE.match(line.group()) if block is Block.CODE else None
            fence = opening.group(1) if opening else ""
    if open_ is not None:
        yield open_


def _kind(text: str, start: int, end: int) -> tuple[Block | None, int]:
    """The block a line belongs to by itself (`None` for a blank line), and where its content begins."""
    first = start
    while first < end and text[first].isspace():
        first += 1
    if first == end:
        return None, start
    if _FENCE.match(text, start, end):
        return Block.CODE, start
    for pattern, block in ((_QUOTED, Block.QUOTED), (_ITEM, Block.ITEM)):
        marker = pattern.match(text, start, end)
        if marker is not None:
            return block, marker.end()
    return Block.PROSE, first


def _continues(open_: Block, line: Block, *, indented: bool) -> bool:
    if open_ is Block.ITEM:
        return line is Block.PROSE and indented
    return open_ is line and line is not Block.CODE


def _closes(line: str, fence: str) -> bool:
    closing = line.strip()
    return len(closing) >= len(fence) and set(closing) == {fence[0]}


def _cut(text: str, stretch: _Stretch) -> Iterator[tuple[int, int]]:
    """Sentences of one stretch as character ranges."""
    begin = line_begin = stretch.start
    if stretch.block is not Block.CODE:
        for token in _TOKEN.finditer(text, stretch.start, stretch.end):
            if token.lastgroup == "line":
                ends = token.start() - line_begin < _WRAPPED
                line_begin = token.end()
            else:
                ends = _ends(text, token, begin, stretch.end)
            if ends:
                yield from _trimmed(text, begin, token.end())
                begin = token.end()
    yield from _trimmed(text, begin, stretch.end)


def _trimmed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The range without blanks around it; nothing when only blanks are left."""
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    if start < end:
        yield start, end


def _ends(text: str, token: re.Match[str], begin: int, limit: int) -> bool:
    """Whether a sentence ends behind a token."""
    if token.lastgroup == "wide":
        return True
    end = token.end()
    if end < limit and not text[end].isspace():
        return False
    following = _first_letter(text, end, limit)
    match token.lastgroup:
        case "stop":
            stops = token.group().rstrip(_CLOSERS)
            if stops == ".":
                return not _abbreviates(text, begin, token.start(), following)
            return not (stops.endswith(("...", "…")) and following.islower())
        case "quote":
            return text[end - 2] in _STOPS and not following.islower()
        case _:
            return text[end - 1] in _STOPS


def _first_letter(text: str, start: int, limit: int) -> str:
    """The first character behind blanks, within a few characters; empty when there is none."""
    return text[start : min(limit, start + 8)].lstrip()[:1]


def _abbreviates(text: str, begin: int, dot: int, following: str) -> bool:
    """Whether the dot belongs to an abbreviation or an initial, and so may stand inside a sentence."""
    before = text[max(begin, dot - _LONGEST_ABBREVIATION) : dot].split()
    if not before or not following:
        return False
    word = before[-1].lstrip("(\"'“”«")
    if len(word) == 1 and word.isalpha() and word.isupper():
        return len(before) == 1 or before[-2][:1].isupper()
    if word.casefold() in words.inner_abbreviations():
        return True
    return word.casefold() in words.final_abbreviations() and not following.isupper()
