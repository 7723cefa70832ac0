"""A message as sentences, and what each of them is: a question, a statement, or mere politeness."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from a008.providers.embedded.lexicon import Lexicon
from a008.providers.embedded.words import spaced, words_of

#: An end of a sentence is followed by a blank, so that `loadfile.c` and `3.11` stay whole; a semicolon ends one too.
_END: Final = re.compile(r"(?<=[.!?…;])[\"'”’)\]]*\s+|\n+")
_ABBREVIATION: Final = re.compile(
    r"(?:^|\s)(?:e\.g|i\.e|etc|vs|mr|mrs|ms|dr|t\.ex|bl\.a|dvs|d\.v\.s|kl|ca|nr)\.$", re.IGNORECASE
)


class Sort(StrEnum):
    """What a sentence does."""

    QUESTION = "question"
    STATEMENT = "statement"
    GREETING = "greeting"
    THANKS = "thanks"
    ABOUT = "about"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """One sentence of the message, as written."""

    text: str
    sort: Sort


def sentences_of(message: str, lexicon: Lexicon) -> tuple[Sentence, ...]:
    """The sentences of a message that hold at least one word."""
    parts: list[str] = []
    for piece in _pieces(message):
        if parts and _ABBREVIATION.search(parts[-1]):
            parts[-1] += f" {piece}"
        elif words_of(piece):
            parts.append(piece)
    return tuple(sentence for part in parts for sentence in _sorted(part, lexicon))


def _sorted(part: str, lexicon: Lexicon) -> Iterator[Sentence]:
    """A part as a sentence, or as several: "Where do I live and what is my name?" is two questions."""
    sort = _sort(part, lexicon)
    if sort is not Sort.QUESTION:
        yield Sentence(text=part, sort=sort)
        return
    joint = rf"\s+(?:{'|'.join(sorted(lexicon.joints))})\s+(?=(?:{'|'.join(sorted(lexicon.openers))})\b)"
    for question in re.split(joint, part, flags=re.IGNORECASE):
        yield Sentence(text=question, sort=sort)


def _pieces(message: str) -> list[str]:
    return [piece.strip() for piece in _END.split(message) if piece.strip()]


def _sort(text: str, lexicon: Lexicon) -> Sort:
    plain = spaced(text)
    said = plain.split()
    if any(cue in plain for cue in lexicon.about_cues):
        return Sort.ABOUT
    if set(said) <= lexicon.greetings:
        return Sort.GREETING
    if set(said) <= lexicon.thanks:
        return Sort.THANKS
    return Sort.QUESTION if _asks(text, plain, said, lexicon) else Sort.STATEMENT


def _asks(text: str, plain: str, said: list[str], lexicon: Lexicon) -> bool:
    if text.rstrip("\"'”’)] ").endswith(("?", "？", "؟")):
        return True
    if text.endswith("!"):
        return False
    if said[0] in lexicon.openers or any(plain.startswith(cue) for cue in lexicon.requests):
        return True
    return said[0] in lexicon.inverted and len(said) > 1 and said[1] in lexicon.pronouns
