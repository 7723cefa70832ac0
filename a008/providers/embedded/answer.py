"""The engine's answer: quotations from the envelope, and a few fixed phrases around them.

A line of knowledge is an item's proposition, word by word, and its id in brackets; all the rest comes from `Phrases`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from a008.memory.envelope import Item, ItemType
from a008.messages import Message, Role
from a008.providers.embedded.index import SPOKEN, Entry, index
from a008.providers.embedded.language import language_of
from a008.providers.embedded.lexicon import Phrases
from a008.providers.embedded.question import Reading, read, with_topic
from a008.providers.embedded.ranking import contests, near, rank, repeats, spoken_of
from a008.providers.embedded.sentences import Sentence, Sort, sentences_of

#: Items quoted for one question, and states held against what a message states.
MAX_QUOTES: Final = 6
MAX_TOUCHED: Final = 3

_NOW: Final = (ItemType.STATE, ItemType.EVENT, ItemType.CLAIM)
_BEFORE: Final = (ItemType.HISTORY,)
_DISPUTED: Final = (ItemType.CONFLICT,)
_QUOTE: Final = re.compile(r"^(.*) \[\w+\]$", re.MULTILINE)
#: What was said and says nothing: an earlier quotation from memory; and what says nothing but that it was asked.
_ECHO: Final = re.compile(r"\[(?:claim|utterance)_\w+\]")
_ASKED: Final = re.compile(r"\?[\"'”’)\]\s]*$")


class _Passage(NamedTuple):
    """What is said to one question: a remark, quotations, or both."""

    remark: str | None
    quotes: tuple[Entry, ...]


def answer(message: str, earlier: Sequence[Message], items: tuple[Item, ...]) -> str:
    """The answer to a message.

    Shape: `earlier` is the dialogue before it, oldest first; it only tells what "it" means.
    """
    lexicon = language_of(message, *(said.content for said in reversed(earlier) if said.role is Role.USER))
    phrases = lexicon.phrases
    sentences = sentences_of(message, lexicon)
    readings = tuple(read(sentence.text, lexicon) for sentence in sentences)
    sorts = [sentence.sort for sentence in sentences]
    entries = index(items, lexicon)
    paragraphs = []
    if Sort.STATEMENT in sorts:
        stated = [reading for reading, sort in zip(readings, sorts, strict=True) if sort is Sort.STATEMENT]
        paragraphs.append(_to_statements(stated, entries, phrases))
    for place in (place for place, sort in enumerate(sorts) if sort is Sort.QUESTION):
        topics = (*reversed(readings[:place]), *_topics(earlier))
        passage = _to_question(with_topic(readings[place], topics), entries, phrases)
        repeated = sentences[place].text if sorts.count(Sort.QUESTION) > 1 and not passage.quotes else None
        paragraphs.append(_written(passage, repeated, phrases))
    return "\n\n".join(dict.fromkeys(paragraphs)) or _courtesy(sentences, phrases)


def _to_statements(stated: Sequence[Reading], entries: tuple[Entry, ...], phrases: Phrases) -> str:
    touched = {entry: reading for reading in stated for entry in spoken_of(reading, entries)}
    shown = sorted(touched, key=lambda entry: entry.order)[:MAX_TOUCHED]
    lines = [phrases.read]
    for heading, repeated in ((phrases.so_far, False), (phrases.already, True)):
        quotes = [_quoted(entry) for entry in shown if repeats(touched[entry], entry) is repeated]
        lines += [heading, *quotes] if quotes else []
    return "\n".join(lines)


def _to_question(reading: Reading, entries: tuple[Entry, ...], phrases: Phrases) -> _Passage:
    if not (reading.terms or reading.subjects or reading.about_the_past or reading.overview):
        return _Passage(phrases.nothing, ())
    if reading.about_the_past:
        found = _of_the_past(reading, entries)
        if found:
            return _Passage(None, found)
    before = rank(reading, entries, _BEFORE) if reading.past else ()
    now = () if before and reading.years else _now(reading, entries)
    if before or now:
        return _Passage(_missing(reading, phrases), (*before, *now))
    close = near(reading, entries, _NOW)
    return _Passage(phrases.near if close else phrases.nothing, close)


def _of_the_past(reading: Reading, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """Earlier values and what was said, in the order of the envelope."""
    before = rank(reading, entries, _BEFORE) if reading.history or reading.asked else ()
    said = _said(reading, entries) if reading.attribution or reading.asked else ()
    return tuple(sorted((*before, *said), key=lambda entry: entry.order))


def _said(reading: Reading, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """Utterances that answer, without what only echoes; questions among them where earlier questions are asked for."""
    spoken = [entry for entry in entries if entry.item.type in SPOKEN and not _ECHO.search(entry.item.proposition)]
    telling = tuple(entry for entry in spoken if reading.asked or not _ASKED.search(entry.item.proposition))
    return rank(reading, telling, SPOKEN)


def _now(reading: Reading, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """What holds, each state followed by what contests it; failing that, what was said."""
    found = rank(reading, entries, _NOW) or _said(reading, entries)
    disputes = [entry for entry in entries if entry.item.type is ItemType.CONFLICT]
    pairs = {entry: [dispute for dispute in disputes if contests(dispute, entry)] for entry in found}
    alone = [entry for entry in rank(reading, entries, _DISPUTED) if not any(entry in pair for pair in pairs.values())]
    return tuple(dict.fromkeys((*(each for entry, pair in pairs.items() for each in (entry, *pair)), *alone)))


def _missing(reading: Reading, phrases: Phrases) -> str | None:
    """What to admit before telling something else than what was asked for."""
    if reading.attribution:
        return phrases.no_source
    if reading.asked:
        return phrases.not_asked
    return phrases.no_history if reading.history else None


def _topics(earlier: Sequence[Message]) -> Iterator[Reading]:
    """What was spoken of before, newest first: in the user's words, failing that in quotations of earlier answers."""
    newest = tuple(reversed(earlier))
    asked = [said.content for said in newest if said.role is Role.USER]
    answered = [quote for said in newest if said.role is Role.ASSISTANT for quote in _QUOTE.findall(said.content)]
    yield from (read(text, language_of(text)) for text in (*asked, *answered))


def _written(passage: _Passage, repeated: str | None, phrases: Phrases) -> str:
    lines = [_quoted(entry) for entry in passage.quotes[:MAX_QUOTES]]
    if passage.remark is not None:
        lines.insert(0, passage.remark if repeated is None else f"{repeated} {passage.remark}")
    rest = len(passage.quotes) - MAX_QUOTES
    return "\n".join([*lines, phrases.more.format(count=rest)] if rest > 0 else lines)


def _quoted(entry: Entry) -> str:
    return f"{entry.item.proposition} [{entry.item.id}]"


def _courtesy(sentences: tuple[Sentence, ...], phrases: Phrases) -> str:
    said = {sentence.sort for sentence in sentences}
    if Sort.ABOUT in said:
        return phrases.about
    if Sort.GREETING in said:
        return phrases.greeting
    return phrases.thanks if Sort.THANKS in said else phrases.no_words
