"""Names in a message: every run of words that may name an entity, an address or a label. Pure; looking up is elsewhere.

The cost is bounded by the message: each place gives a few names of up to five words, what stands in quotation marks is
one name whatever its words, and a long message is read at its beginning and its end.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import islice
from typing import NamedTuple

from a008 import canon
from a008.memory import name

#: Words of one name; words of a message that are read, half at its beginning and half at its end.
MAX_NAME = 5
MAX_WORDS = 400
#: Characters of a message that are read, half at each end. Source: chosen so that any query is answered in 0.2 seconds.
MAX_CHARACTERS = 16_384
#: Quotations that are looked at, and characters of each. Source: memory reference 3.0, spans of 2 to 80 characters.
MAX_QUOTATIONS = 32

_FRONT = "\"'`“”‘’„«»‹›([{<*¿¡"
_BACK = "\"'`“”‘’„«»‹›)]}>*.,;:!?…。！？、"
_POSSESSIVE = re.compile(r"(?:['’]s|(?<=s)['’])$", re.IGNORECASE)
#: Letters behind which Swedish adds no genitive s.
_NO_GENITIVE = ("s", "x", "z")
#: What stands in each sort of quotation marks; an apostrophe inside a word opens and closes nothing.
_QUOTED = re.compile(
    r"`([^`\n]{1,80})`|\"([^\"\n]{1,80})\"|“([^“”\n]{1,80})[”“]|„([^„“”\n]{1,80})[“”]|«([^«»\n]{1,80})»"
    r"|»([^«»\n]{1,80})[«»]|‹([^‹›\n]{1,80})›|‘([^‘\n]{1,80}?)’(?!\w)|(?<!\w)'([^'\n]{1,80})'(?!\w)"
)
_TOKEN = re.compile(r"\S+")


class Mention(NamedTuple):
    """A run of words that may be a name.

    Shape: places of its first word and behind its last; `keys` are normal forms to look up, the most literal first;
    `near` those of what it may mean besides: a name of which it is an inflected form, or a part. `quoted`: it stood
    in quotation marks or backticks, so that even a common word is meant as a name.
    """

    start: int
    end: int
    keys: tuple[str, ...]
    near: tuple[str, ...]
    quoted: bool


def readable(message: str) -> str:
    """A message that can be looked up, or what is read of one that is too long: its beginning and its end."""
    half = MAX_CHARACTERS // 2
    text = message if len(message) <= MAX_CHARACTERS else f"{message[:half]} {message[-half:]}"
    return canon.repair(text).text


def mentions(message: str, stop: Set[str], endings: Sequence[str] = ()) -> tuple[Mention, ...]:
    """Every run of words that may be a name, the longest first, then by place, then quotations before others.

    Shape: `message` is `readable`; `stop` are words that name nothing when they stand alone and unquoted; `endings` may
    follow a name that is written without them, the longest first.
    """
    tokens = list(_TOKEN.finditer(message))
    if len(tokens) > MAX_WORDS:
        tokens = tokens[: MAX_WORDS // 2] + tokens[-MAX_WORDS // 2 :]
    words = [token.group() for token in tokens]
    runs = (
        mention
        for length in range(min(MAX_NAME, len(words)), 0, -1)
        for start in range(len(words) - length + 1)
        if (mention := _mention(words, start, length, stop, endings)) is not None
    )
    found = (*_quotations(message, tokens), *runs)
    return tuple(sorted(found, key=lambda each: (each.start - each.end, each.start)))


def longest(found: Iterable[Mention], known: Set[str]) -> Iterator[tuple[Mention, str]]:
    """The mentions that name something known, no word used twice: what is named outright before what is near it.

    Of these the longest win, then the first.
    """
    everything = tuple(found)
    taken: set[int] = set()
    for outright in (True, False):
        for mention in everything:
            places = set(range(mention.start, mention.end))
            key = next((key for key in (mention.keys if outright else mention.near) if key in known), None)
            if key is not None and not places & taken:
                taken |= places
                yield mention, key


def _quotations(message: str, tokens: Sequence[re.Match[str]]) -> Iterator[Mention]:
    """What stands in quotation marks, as one name that takes all words that it touches."""
    for quotation in islice(_QUOTED.finditer(message), MAX_QUOTATIONS):
        text = next(group for group in quotation.groups() if group is not None)
        key = name.key(_bare(text))
        places = [at for at, t in enumerate(tokens) if t.start() < quotation.end() and quotation.start() < t.end()]
        if key and places:
            yield Mention(places[0], places[-1] + 1, (key,), (), True)


def _mention(tokens: list[str], start: int, length: int, stop: Set[str], endings: Sequence[str]) -> Mention | None:
    raw = " ".join(tokens[start : start + length])
    bare = _bare(raw)
    keys = tuple(dict.fromkeys(key for text in _forms(bare) if (key := name.key(text))))
    if not keys or (length == 1 and keys[0] in stop):
        return None
    near = dict.fromkeys(key for text in _near(bare, length, endings) if (key := name.key(text)))
    return Mention(start, start + length, keys, tuple(key for key in near if key not in keys), False)


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


def _near(bare: str, length: int, endings: Sequence[str]) -> Iterator[str]:
    """What a name may mean besides: the last of a path, the owner of a dotted name, a word without its ending."""
    owner = _POSSESSIVE.sub("", bare)
    last = owner[max(owner.rfind("/"), owner.rfind("\\")) + 1 :]
    if last != owner:
        yield last
    elif "." in owner.strip("."):
        yield owner.rpartition(".")[0]
    if length == 1 and owner.isalpha() and not owner[0].isupper():  # `Evan` is no form of `Eva`
        yield from (owner[: -len(each)] for each in endings if owner.endswith(each) and len(owner) - len(each) >= 2)
