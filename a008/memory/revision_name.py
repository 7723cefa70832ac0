"""How people write a revision: `12`, `HEAD`, `HEAD~3`, or the first digits of its hash."""

from __future__ import annotations

import re
from dataclasses import dataclass

from a008.errors import UsageError

#: Fewest digits of a hash that name a revision.
SHORTEST_HASH = 8
_NUMBER = re.compile(r"[0-9]{1,18}")
_BACK = re.compile(r"head(?:~([0-9]{0,9}))?", re.IGNORECASE)
_HASH = re.compile(rf"[0-9a-f]{{{SHORTEST_HASH},64}}", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbered:
    """A revision by its number; 0 stands before the first one."""

    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Back:
    """A revision by its distance from the project's newest, counted in revisions of the project."""

    steps: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Hashed:
    """A revision by the first digits of its hash, in lower case."""

    prefix: str


RevisionName = Numbered | Back | Hashed


def parse(text: str) -> RevisionName:
    """Read what names a revision. Up to 18 decimal digits are a number unless they begin like no number; where no
    revision has it, whoever looks it up may take it for a hash. `HEAD~` is `HEAD~1`.

    Errors: `UsageError` for anything else.
    """
    word = text.strip()
    if _NUMBER.fullmatch(word) and not (word.startswith("0") and len(word) >= SHORTEST_HASH):
        return Numbered(number=int(word))
    if back := _BACK.fullmatch(word):
        return Back(steps=0 if back[1] is None else int(back[1] or 1))
    if _HASH.fullmatch(word):
        return Hashed(prefix=word.lower())
    raise UsageError(
        "that is no revision",
        item=repr(text),
        remedy=f"a number, HEAD, HEAD~3, or at least {SHORTEST_HASH} digits of a hash; `a008 memory log` lists them",
    )
