"""Text that others wrote, made safe to look at: nothing invisible acts, nothing is cut inside a character.

Escaping for HTML comes on top (`html.py`); this file serves every surface, the terminal included.
"""

from __future__ import annotations

import itertools
import unicodedata
from collections.abc import Iterator

ELLIPSIS = "…"
_JOINER = "\u200d"
#: Invisible characters that letters and emoji need: the two joiners of Persian, Indic scripts and families of emoji.
_KEPT = {"\u200c", _JOINER}
#: Categories that move, hide or reorder what stands around them: controls, format characters (bidirectional overrides
#: and tag characters among them), lone surrogates, line and paragraph separators.
_ACTIVE = {"Cc", "Cf", "Cs", "Zl", "Zp"}
_NAMED = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}
#: Code points of one character as people see it; a longer pile of marks is split.
_MAX_CLUSTER = 32


def visible(text: str, *, lines: bool = False) -> str:
    """Text in which every control, escape, override and hidden character shows as an escape.

    Shape: one line; with `lines`, line feeds and tabs stay and a carriage return before a line feed goes. The result
    holds nothing that a terminal obeys.
    """
    if lines:
        text = text.replace("\r\n", "\n")
    if text.isascii() and text.isprintable():
        return text
    kept = _KEPT | {"\n", "\t"} if lines else _KEPT
    return "".join(_escaped(c) if c not in kept and unicodedata.category(c) in _ACTIVE else c for c in text)


def shorten(text: str, limit: int) -> str:
    """Text of at most `limit` characters as people see them, the last one an ellipsis when something was cut.

    Shape: never cut inside a character with its marks, a flag, or a family of emoji.
    """
    if len(text) <= limit:
        return text
    head = list(itertools.islice(graphemes(text), limit + 1))
    return text if len(head) <= limit else "".join(head[: limit - 1]) + ELLIPSIS


def graphemes(text: str) -> Iterator[str]:
    """The characters of a text as people see them: a base with its marks, joined emoji, a flag's two letters.

    Source: Unicode annex 29, without the rules for Hangul that was taken apart and for Indic conjuncts.
    """
    cluster = ""
    for char in text:
        if cluster and len(cluster) < _MAX_CLUSTER and _continues(cluster, char):
            cluster += char
            continue
        if cluster:
            yield cluster
        cluster = char
    if cluster:
        yield cluster


def width(text: str) -> int:
    """Columns that a text takes in a terminal: East Asian wide characters and emoji take two, marks none."""
    return sum(2 if unicodedata.east_asian_width(cluster[0]) in "WF" else 1 for cluster in graphemes(text))


def byte_count(number: int) -> str:
    """A number of bytes in words: `1 byte`, `1,234 bytes`."""
    return counted(number, "byte")


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """A number with its noun: `1 item`, `1,234 items`."""
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"


def _escaped(char: str) -> str:
    number = ord(char)
    if char in _NAMED:
        return _NAMED[char]
    return f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def _continues(cluster: str, char: str) -> bool:
    if unicodedata.combining(char) or unicodedata.category(char) in {"Mn", "Me", "Mc"} or char == _JOINER:
        return True
    if 0x1F3FB <= ord(char) <= 0x1F3FF:  # skin tones
        return True
    if cluster[-1] == _JOINER:
        return unicodedata.category(char) == "So"
    if cluster == "\r":
        return char == "\n"
    return len(cluster) == 1 and _is_flag_letter(cluster) and _is_flag_letter(char)


def _is_flag_letter(char: str) -> bool:
    return 0x1F1E6 <= ord(char) <= 0x1F1FF
