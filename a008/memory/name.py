"""Names of entities, attributes and labels: one normal form, the same for writing and for reading."""

from __future__ import annotations

import re
import unicodedata

_BLANKS = re.compile(r"[\s_]+")


def key(name: str) -> str:
    """The normal form of a name: NFKC, case-folded, trimmed, runs of blanks and `_` as one `_`.

    Punctuation stays, so that `package.json` is not `package-lock.json`. A trailing `()` of a function's name goes.
    Source: rule 4.
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    return _BLANKS.sub("_", folded.strip().removesuffix("()")).strip("_")


def says_something(text: str) -> bool:
    """Whether a text holds a letter or a digit of any script."""
    return any(character.isalnum() for character in text)


def label(value: str) -> str:
    """The normal form of a tag or a domain: like `key`, but with blanks between its words."""
    return key(value).replace("_", " ")
