"""What each sentence of a text does: asserts, asks, orders, supposes, quotes, recites, performs or predicts.

The tables stand in the data files of the languages; this file owns the order in which they are asked and what a
sentence says about those behind it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from a008.intake.rules import cues, words
from a008.intake.rules.sentences import Block, Passage, split
from a008.intake.rules.words import Words
from a008.memory.utterance import Sentence, SpeechAct

#: Characters of a sentence that are looked at; a longer one is judged by these and its end.
_LOOKED_AT = 1_000
#: Sentences of one text that are judged; nobody says more in one breath, the rest is material.
MAX_JUDGED = 2_000
#: A quoted part with this many words, or one that is a sentence by itself, is somebody's words and not a name.
_LONG_QUOTE = 6

_OPAQUE = re.compile(r"`[^`\n]{1,300}+`")
_QUOTES = re.compile(r'"([^"\n]{1,400}+)"|[“”]([^“”\n]{1,400}+)[”“]|«([^«»\n]{1,400}+)»|„([^„“\n]{1,400}+)“')
_QUESTION_END = re.compile(r"[?？][\s\"'”’»)\]*_.!…?]{0,8}+$")
_WHOLE_QUOTE = re.compile(r"""["“”«„'‘`]([^"“”«»„`]{1,400}+)["”“»'’`][\s.!,…]{0,4}+""")

#: Asked in this order; what a sentence starts with tells more than what stands somewhere in it.
_ORDER: tuple[tuple[SpeechAct, bool], ...] = (
    (SpeechAct.RECITATION, True),
    (SpeechAct.INSTRUCTION, True),
    (SpeechAct.QUESTION, True),
    (SpeechAct.QUESTION, False),
    (SpeechAct.HYPOTHETICAL, True),
    (SpeechAct.QUOTATION, True),
    (SpeechAct.HYPOTHETICAL, False),
    (SpeechAct.QUOTATION, False),
    (SpeechAct.INSTRUCTION, False),
    (SpeechAct.RECITATION, False),
    (SpeechAct.PREDICTION, True),
    (SpeechAct.PREDICTION, False),
    (SpeechAct.PERFORMATIVE, True),
    (SpeechAct.PERFORMATIVE, False),
)
_HANDS_OVER = {SpeechAct.INSTRUCTION, SpeechAct.QUESTION, SpeechAct.QUOTATION}


class Heard(NamedTuple):
    """A sentence and what it does."""

    passage: Passage
    act: SpeechAct


def hear(text: str) -> Iterator[Heard]:
    """The sentences of a text with their speech acts.

    Shape: behind a sentence that hands over material ("translate the following", "she wrote:") all is quotation, and so
    is what follows `MAX_JUDGED` sentences.
    """
    material = False
    for count, passage in enumerate(split(text)):
        material = material or count >= MAX_JUDGED
        judged = SpeechAct.QUOTATION if material else act(passage)
        yield Heard(passage, judged)
        material = material or _hands_over(passage, judged)


def sentences(text: str) -> tuple[Sentence, ...]:
    """The sentences of a text in the shape an utterance keeps them."""
    return tuple(Sentence(start=passage.byte_start, end=passage.byte_end, act=judged) for passage, judged in hear(text))


def act(passage: Passage) -> SpeechAct:
    """What one sentence does, judged by itself.

    Shape: quoted lines and code count as quotations: whoever sends them does not say them.
    """
    if passage.block in {Block.QUOTED, Block.CODE} or _WHOLE_QUOTE.fullmatch(passage.text):
        return SpeechAct.QUOTATION
    if _QUESTION_END.search(passage.text, max(0, len(passage.text) - 12)):
        return SpeechAct.QUESTION
    text = cues.plain(_OPAQUE.sub("`x`", passage.text[:_LOOKED_AT]))
    if any(_is_speech(next(filter(None, quote.groups()))) for quote in _QUOTES.finditer(text)):
        return SpeechAct.QUOTATION
    judged = [_judge(text, language) for language in words.languages_of(text)]
    return next((one for one in judged if one is not SpeechAct.ASSERTION), SpeechAct.ASSERTION)


def _judge(text: str, language: Words) -> SpeechAct:
    core = cues.core(text, language)
    found = words.found(core.text)
    if not found:
        return SpeechAct.PERFORMATIVE
    for candidate, at_start in _ORDER:
        if core.fronted and at_start and candidate is SpeechAct.QUESTION:
            continue
        table = language.acts[candidate]
        if table.starts.start(found) if at_start else table.anywhere.anywhere(found):
            return candidate
    return SpeechAct.ASSERTION


def _is_speech(quoted: str) -> bool:
    return quoted.rstrip()[-1:] in {".", "!", "?", "…"} or len(quoted.split()) >= _LONG_QUOTE


def _hands_over(passage: Passage, judged: SpeechAct) -> bool:
    """Whether what follows is material: an order, a question or a report that points ahead."""
    if judged not in _HANDS_OVER or passage.block in {Block.QUOTED, Block.CODE}:
        return False
    text = passage.text[:_LOOKED_AT]
    if passage.text.endswith(":"):
        return True
    found = words.found(text)
    return any(language.context["material"].anywhere(found) for language in words.languages_of(text))
