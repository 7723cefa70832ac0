"""Names in a message: every run of words that may name an entity, an address or a label. Pure; looking up is elsewhere.

The cost is bounded by the message: each place gives a few names of up to five words, and a long message is read at its
beginning and its end.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Set
from typing import NamedTuple

from a008 import canon
from a008.memory import name

#: Words of one name; words of a message that are read, half at its beginning and half at its end.
MAX_NAME = 5
MAX_WORDS = 400
#: Characters of a message that are read, half at each end. Source: chosen so that any query is answered in 0.2 seconds.
MAX_CHARACTERS = 16_384

_FRONT = "\"'`“”‘’„«»‹›([{<*¿¡"
_BACK = "\"'`“”‘’„«»‹›)]}>*.,;:!?…。！？、"
_POSSESSIVE = re.compile(r"(?:['’]s|(?<=s)['’])$", re.IGNORECASE)
#: Letters behind which Swedish adds no genitive s.
_NO_GENITIVE = ("s", "x", "z")


class Mention(NamedTuple):
    """A run of words that may be a name.

    Shape: places of its first word and behind its last; `keys` are normal forms to look up, the most literal first.
    `quoted`: it stood in quotation marks or backticks, so that even a common word is meant as a name.
    """

    start: int
    end: int
    keys: tuple[str, ...]
    quoted: bool


def readable(message: str) -> str:
    """A message that can be looked up, or what is read of one that is too long: its beginning and its end."""
    half = MAX_CHARACTERS // 2
    text = message if len(message) <= MAX_CHARACTERS else f"{message[:half]} {message[-half:]}"
    return canon.repair(text).text


def mentions(message: str, stop: Set[str]) -> tuple[Mention, ...]:
    """Every run of words that may be a name, the longest first, then by place.

    Shape: `message` is `readable`; `stop` are words that name nothing when they stand alone and unquoted.
    """
    tokens = message.split()
    if len(tokens) > MAX_WORDS:
        tokens = tokens[: MAX_WORDS // 2] + tokens[-MAX_WORDS // 2 :]
    found = (
        mention
        for length in range(min(MAX_NAME, len(tokens)), 0, -1)
        for start in range(len(tokens) - length + 1)
        if (mention := _mention(tokens, start, length, stop)) is not None
    )
    return tuple(found)


def longest(found: Iterable[Mention], known: Set[str]) -> Iterator[tuple[Mention, str]]:
    """The mentions that name something known, no word used twice: the longest win, then the first."""
    taken: set[int] = set()
    for mention in found:
        places = set(range(mention.start, mention.end))
        key = next((key for key in mention.keys if key in known), None)
        if key is not None and not places & taken:
            taken |= places
            yield mention, key


def _mention(tokens: list[str], start: int, length: int, stop: Set[str]) -> Mention | None:
    raw = " ".join(tokens[start : start + length])
    bare = _bare(raw)
    quoted = raw[:1] in "\"'`“”‘„«" and bare != raw
    keys = tuple(dict.fromkeys(key for text in _forms(bare) if (key := name.key(text))))
    if not keys or (length == 1 and not quoted and keys[0] in stop):
        return None
    return Mention(start=start, end=start + length, keys=keys, quoted=quoted)


def _bare(raw: str) -> str:
    """Without quotation marks, brackets and the punctuation behind it; the `()` of a function goes too."""
    text = raw.lstrip(_FRONT)
    while (shorter := text.removesuffix("()").rstrip(_BACK)) != text:
        text = shorter.removesuffix("(")
    return text


def _forms(bare: str) -> Iterator[str]:
    """The name itself, without the possessive of English, without the genitive of Swedish, without a leading dot."""
    yield bare
    owner = _POSSESSIVE.sub("", bare)
    if owner != bare:
        yield _bare(owner)
    elif len(bare) > 3 and bare.endswith("s") and not bare[:-1].endswith(_NO_GENITIVE):
        yield bare[:-1]
    if bare.startswith(".") and len(bare) > 1:
        yield bare[1:]
