"""Names of entities, attributes and labels: one normal form, the same for writing and for reading."""

from __future__ import annotations

import re
import unicodedata

from a008 import canon

#: Blanks, `_` and control characters: none of them tells two names apart.
_BLANKS = re.compile(r"[\s_\x00-\x1f\x7f-\x9f]+")
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def key(name: str) -> str:
    """The normal form of a name: NFKC, case-folded, trimmed, runs of blanks and `_` as one `_`.

    Punctuation stays, so that `package.json` is not `package-lock.json`. A trailing `()` of a function's name goes.
    Source: rule 4.
    """
    folded = name.lower() if name.isascii() else _folded(canon.repair(name).text)
    return _BLANKS.sub("_", folded.strip().removesuffix("()")).strip("_")


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())


def spelt(text: str) -> str:
    """A name as it is shown: as it was written, with single blanks between its words and no control characters."""
    return " ".join(_CONTROLS.sub(" ", canon.repair(text).text).split())


def says_something(text: str) -> bool:
    """Whether a text holds a letter or a digit of any script."""
    return any(character.isalnum() for character in text)


def label(value: str) -> str:
    """The normal form of a tag or a domain: like `key`, but with blanks between its words."""
    return key(value).replace("_", " ")
