"""Texts as words: what counts as one word, and which words are names."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Final

#: File names, versions and identifiers stay whole: `loadfile.c`, `.md`, `c++`, `my_function`, `2023-02-01`.
_WORD: Final = re.compile(r"(?<!\w)\.?\w[\w.+#'’-]*")
_CLITIC: Final = re.compile(r"(?<=\w)(?:n['’]t|['’](?:s|m|re|ve|ll|d)|['’])$")
_GENITIVE: Final = frozenset({"'s", "’s", "s'", "s’"})
_TECHNICAL: Final = re.compile(r"[._+#\d]")


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """One word of a sentence.

    Shape: `key` is its case-folded form without an apostrophe's ending; `owns` says that the ending was a genitive's.
    """

    key: str
    is_name: bool
    is_technical: bool
    owns: bool


def words_of(sentence: str) -> tuple[Word, ...]:
    """The words of one sentence.

    A word is a name when it is technical (but no bare number) or has a capital that its place does not ask for.
    """
    found = []
    for position, match in enumerate(_WORD.finditer(sentence)):
        written = match.group().rstrip(".-")
        text = _CLITIC.sub("", written)
        if not text:
            continue
        technical = _TECHNICAL.search(text) is not None
        lettered = any(character.isalpha() for character in text)
        capital = any(character.isupper() for character in (text if position else text[1:])) and text != "I"
        key = unicodedata.normalize("NFKC", text).casefold()
        named = (technical and lettered) or capital
        owns = written != text and written[-2:] in _GENITIVE
        found.append(Word(key=key, is_name=named, is_technical=technical, owns=owns))
    return tuple(found)


def spaced(sentence: str) -> str:
    """The words of a sentence, apostrophes and all, with one blank around each; cues are looked for in it."""
    return f" {' '.join(match.group().rstrip('.-').casefold() for match in _WORD.finditer(sentence))} "
