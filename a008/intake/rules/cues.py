"""What stands around a statement: openings, endings and emphasis that carry no fact but say how it is meant."""

from __future__ import annotations

import re
from itertools import islice
from typing import NamedTuple

from a008.intake.rules.words import Words
from a008.memory.reconcile import Wording

#: Most openings and endings taken off one sentence.
_MOST = 4
_MOST_WORDS = 5
_LONGEST_OPENING = 80
_BLANKS = re.compile(r"\s+")
_EMPHASIS = re.compile(r"(\*{1,3}|__)(?=\S)([^*_`]{1,200}?)(?<=\S)\1")
_WORDS = re.compile(r"[^\W_]++(?:['.][^\W_]++){0,4}")
_SEPARATOR = re.compile(r"[,:;!.…]{1,3}(?: |$)| [–—-]{1,2} | |$")
_FINAL = ".!…。！ \t"


class Core(NamedTuple):
    """A statement without what stood around it, and how that marks it.

    Shape: `wording` is plain, change or correction; `over` says that it ended in "any more", `fronted` that an adverb
    stood in front, behind which a verb comes first without asking ("nu bor jag ...").
    """

    text: str
    wording: Wording
    over: bool
    fronted: bool


class _Cut(NamedTuple):
    rest: str
    wording: Wording
    fronted: bool


def plain(text: str) -> str:
    """A sentence on one line, with straight apostrophes, without Markdown emphasis and closing stops."""
    line = _EMPHASIS.sub(r"\2", _BLANKS.sub(" ", text.replace("’", "'")).strip())
    return _without_stop(line)


def core(text: str, words: Words) -> Core:
    """Take openings and endings off a plain sentence.

    Shape: a change beats a correction ("actually, I now live ..." tells of a change).
    """
    marks: set[Wording] = set()
    fronted = False
    for _ in range(_MOST):
        opening = _opening(text, words)
        if opening is None:
            break
        marks.add(opening.wording)
        text, fronted = opening.rest, opening.fronted
    for _ in range(_MOST):
        ending = _ending(text, words)
        if ending is None:
            break
        marks.add(ending.wording)
        text = ending.rest
    return Core(text, strongest(marks), Wording.RETRACTION in marks, fronted)


def strongest(marks: set[Wording]) -> Wording:
    """The mark that decides when there are several."""
    return next((one for one in (Wording.CHANGE, Wording.CORRECTION) if one in marks), Wording.PLAIN)


def _without_stop(text: str) -> str:
    stripped = text.rstrip(_FINAL)
    return stripped.removesuffix(",").rstrip(_FINAL)


def _opening(text: str, words: Words) -> _Cut | None:
    """The longest opening of a text taken off; a comma inside an opening is not looked at."""
    front = text[:_LONGEST_OPENING]
    for end in reversed([word.end() for word in islice(_WORDS.finditer(front), _MOST_WORDS)]):
        cue = words.openings.get(tuple(front[:end].casefold().replace(",", " ").split()))
        separator = None if cue is None else _SEPARATOR.match(text, end)
        if cue is not None and separator is not None and not (cue.comma and separator.group().isspace()):
            fronted = cue.wording is not Wording.PLAIN and separator.group().isspace()
            return _Cut(text[separator.end() :], cue.wording, fronted)
    return None


def _ending(text: str, words: Words) -> _Cut | None:
    """The longest ending of a text taken off; something has to be left."""
    parts = text[-_LONGEST_OPENING:].casefold().rsplit(" ", _MOST_WORDS)[1:]
    for count in range(len(parts), 0, -1):
        cue = words.endings.get(tuple(parts[-count:]))
        if cue is not None:
            return _Cut(text.rsplit(" ", count)[0].rstrip(" ,"), cue.wording, False)
    return None
