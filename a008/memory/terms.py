"""Words of a text as the full-text index holds them: one analysis for what is stored and for what is asked.

A term is made of characters that the index's tokenizer keeps together (`a-z 0-9 . _ -` and everything beyond ASCII), so
that no text, however odd, can be an operator or an error there.

| in the text | terms |
| --- | --- |
| a word | as written (NFKC, case-folded), without diacritics, its stems |
| an identifier (`loadfile.c`, `pve-01`, `2026-03-14`, `loadFile`) | the whole and its parts |
| Chinese, Japanese, Korean, Thai and others written without blanks | each character and each pair of neighbours |
| a symbol or an emoji | itself |
| nothing but punctuation | the code of each sign |
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from a008 import canon
from a008.memory.stem import stems

#: Characters of one word that count; what differs only behind them is the same word.
MAX_WORD = 128
#: Characters of a text whose words are remembered.
_SHORT = 512

#: Marks that fold away: of Latin, Greek, Cyrillic, Hebrew, Arabic. Those of other scripts are vowels or other letters.
_MARKS = re.compile("[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed]")
#: Letters with a stroke or a ligature, which Unicode does not take apart.
_LETTERS = str.maketrans({"ø": "o", "đ": "d", "ł": "l", "ħ": "h", "ı": "i", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe"})
#: Code points of scripts without blanks between words: Thai to Tibetan, Burmese, Jamo, Khmer, kana and Han, Hangul.
_BLANKLESS = (
    (0x0E00, 0x0FFF), (0x1000, 0x109F), (0x1100, 0x11FF), (0x1780, 0x17FF), (0x2E80, 0x31FF), (0x3400, 0x9FFF),
    (0xA960, 0xA97F), (0xAC00, 0xD7FF), (0xF900, 0xFAFF), (0x20000, 0x3FFFF),
)  # fmt: skip
_JOINERS = frozenset("._-")
_APOSTROPHES = frozenset("'’ʼ")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_RUN = re.compile(r"w(?:[w.']*w)?|b+|s")
#: The same in a text of ASCII alone, where only letters and digits have a shape that counts.
_ASCII_RUN = re.compile(r"[a-zA-Z0-9](?:[a-zA-Z0-9._'-]*[a-zA-Z0-9])?")


class Word(NamedTuple):
    """A word that is asked for, and the terms that it is found by, the most exact first."""

    text: str
    forms: tuple[str, ...]


class _Entry(NamedTuple):
    """A word of a text; `asked` is false for what only the index needs, a part too small to be asked for."""

    word: Word
    asked: bool


class _Shapes(dict[int, str]):
    """One letter for the sort of a character: word, blankless, joiner (`.`), apostrophe, symbol, punctuation, blank."""

    def __missing__(self, code: int) -> str:
        self[code] = shape = _shape(chr(code))
        return shape


class _Kept(dict[int, int | None]):
    """Characters that count; those without a shape of their own (joiners, direction marks, soft hyphens) do not."""

    def __missing__(self, code: int) -> int | None:
        invisible = unicodedata.category(chr(code)) == "Cf" or 0xFE00 <= code <= 0xFE0F or code == 0x0640
        self[code] = kept = None if invisible else code
        return kept


def terms(text: str) -> tuple[str, ...]:
    """Every term that a text is found by, in its order, repeated ones repeated."""
    return tuple(form for entry in _entries(text) for form in entry.word.forms)


def index_text(text: str) -> str:
    """The terms of a text, divided by blanks: what the full-text index holds."""
    return " ".join(terms(text))


def words(text: str) -> tuple[Word, ...]:
    """The distinct words that a text asks for, in its order; every form of each is a term of the same text."""
    return tuple(dict.fromkeys(entry.word for entry in _entries(text) if entry.asked))


def said(text: str) -> Iterator[Word]:
    """The words that a text asks for, in its order, repeated ones repeated; no more of it is read than is taken."""
    return (entry.word for entry in _entries(text) if entry.asked)


def wording(text: str) -> str:
    """What two texts share when they use the same words, whatever their case and punctuation."""
    return " ".join(entry.word.text for entry in _entries(text) if entry.asked)


def folded(word: str) -> str:
    """A case-folded word without diacritics: `přítel` as `pritel`, `blåbär` as `blabar`."""
    if word.isascii():
        return word
    bare = _MARKS.sub("", unicodedata.normalize("NFD", word)).translate(_LETTERS)
    return unicodedata.normalize("NFC", bare)


def _entries(text: str) -> tuple[_Entry, ...]:
    """The words of a text; short texts are remembered, since one question looks at the same ones many times."""
    return _remembered(text) if len(text) <= _SHORT else tuple(_analysed(text))


@lru_cache(maxsize=1_024)
def _remembered(text: str) -> tuple[_Entry, ...]:
    return tuple(_analysed(text))


def _analysed(text: str) -> Iterator[_Entry]:
    if text.isascii() and (chunks := _ASCII_RUN.findall(text)):
        for chunk in chunks:
            yield from _written(chunk)
        return
    plain = unicodedata.normalize("NFKC", canon.repair(text).text).translate(_KEPT)
    found = False
    for run in _RUN.finditer(plain.translate(_SHAPES)):
        found = True
        chunk = plain[run.start() : run.end()]
        match run.group()[0]:
            case "w":
                yield from _written(chunk)
            case "b":
                yield from _blankless(chunk)
            case _:
                yield _Entry(Word(chunk, (chunk,)), True)
    if not found:
        for sign in plain:
            if _SHAPES[ord(sign)] != " ":
                term = sign if ord(sign) > 0x7F else f".u{ord(sign):02x}"
                yield _Entry(Word(sign, (term,)), True)


def _written(chunk: str) -> tuple[_Entry, ...]:
    return _word_entries(chunk) if len(chunk) <= MAX_WORD else tuple(_parts(chunk))


@lru_cache(maxsize=16_384)
def _word_entries(chunk: str) -> tuple[_Entry, ...]:
    return tuple(_parts(chunk))


def _parts(chunk: str) -> Iterator[_Entry]:
    """A word or an identifier: the whole, and the parts between joiners, apostrophes and humps."""
    parts = [part for part in re.split(r"[._-]+", chunk) if part]
    if len(parts) > 1:
        whole = _cased(chunk)[:MAX_WORD]
        yield _Entry(Word(whole, _distinct(whole, folded(whole))), True)
    for part in parts:
        pieces = [piece for piece in re.split("['’ʼ]+", part) if piece]
        yield _Entry(_word("".join(pieces)), len(part) > 1 or len(parts) == 1)
        if len(pieces) > 1:
            yield from (_Entry(_word(piece), False) for piece in pieces)
        humps = _HUMP.split(part) if len(pieces) == 1 else []
        if len(humps) > 1:
            yield from (_Entry(_word(hump), len(hump) > 1) for hump in humps)


def _word(piece: str) -> Word:
    text = _cased(piece)[:MAX_WORD]
    bare = folded(text)
    bases = stems(bare) if bare.isalpha() else ()
    return Word(text, _distinct(text, bare, *bases))


def _distinct(*forms: str) -> tuple[str, ...]:
    return tuple(form for form in dict.fromkeys(forms) if form)


def _cased(chunk: str) -> str:
    return unicodedata.normalize("NFKC", chunk.casefold())


def _blankless(chunk: str) -> Iterator[_Entry]:
    """Characters with their marks, and pairs of neighbours; a single one is asked for only when it stands alone."""
    characters: list[str] = []
    for sign in _cased(chunk):
        if characters and unicodedata.category(sign)[0] == "M":
            characters[-1] += sign
        else:
            characters.append(sign)
    for character in characters:
        yield _Entry(Word(character, (character,)), len(characters) == 1)
    for first, second in pairwise(characters):
        yield _Entry(Word(first + second, (first + second,)), True)


def _shape(sign: str) -> str:
    if sign in _JOINERS:
        return "."
    if sign in _APOSTROPHES:
        return "'"
    category = unicodedata.category(sign)
    if category in ("Cc", "Cf", "Cs") or category[0] == "Z":
        return " "
    if category[0] in "LMN":
        return "b" if any(first <= ord(sign) <= last for first, last in _BLANKLESS) else "w"
    return "p" if category[0] == "P" or sign.isascii() else "s"


_SHAPES = _Shapes()
_KEPT = _Kept()
