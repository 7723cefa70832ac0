"""What a message teaches: the facts of its asserted sentences, each once, with the quotes that bear them out."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from a008 import canon
from a008.intake.rules import speech
from a008.intake.rules import words as wordlists
from a008.intake.rules.reading import Fact, read
from a008.intake.rules.sentences import Passage
from a008.intake.rules.swaps import Held, swap
from a008.memory.address import SlotKind
from a008.memory.reconcile import Wording
from a008.memory.utterance import SpeechAct

#: Most sentences of a message that are read, and most facts of one turn. Source: intake staging budget (128 entries).
MAX_SENTENCES = 512
MAX_FACTS = 48

#: Characters of a joke mark that stands alone and takes back the sentence before it ("... lol", ";)").
_LONGEST_AFTERTHOUGHT = 12
_WINKS = re.compile(r"[;:]-?[)PpD](?!\w)|[😂🤣😜😉🙃🤪😏]")
_CODE = re.compile(r"[{}]|=>|->|[=!]=|:=|;$|^(?://|#include\b|\$ |>>> |/\*)")
_INLINE = re.compile(r"`[^`\n]{1,300}+`")


@dataclass(frozen=True, slots=True, kw_only=True)
class Learnt:
    """A fact and the sentence that states it.

    Shape: `cites` is the baseline item whose address the fact takes over, or empty; `occurrence` counts from 1 the
    places at which the quote stands in the message, overlapping ones included.
    """

    fact: Fact
    cites: str
    quote: str
    occurrence: int


def learn(message: str, states: Sequence[Held]) -> tuple[Learnt, ...]:
    """The facts that a message states, in their order; `states` only help to say of what.

    Shape: a slip that the same message corrects is dropped, and so is the end of a value that it replaces by another.
    Nothing comes from a message that takes itself back or tries to steer the model.
    """
    message = canon.repair(message).text
    if _is_taken_back(message):
        return ()
    kept: dict[tuple[str, ...], Learnt] = {}
    places: dict[str, tuple[int, int]] = {}
    before = dict(kept)
    for passage, act in islice(speech.hear(message), MAX_SENTENCES):
        if len(kept) >= MAX_FACTS:
            break
        if _is_unmeant(passage.text):
            kept = before if len(passage.text) <= _LONGEST_AFTERTHOUGHT else kept
            continue
        before = dict(kept)
        if act is SpeechAct.ASSERTION:
            for fact, cites in _facts(passage, states):
                where = _occurrence(message, passage, places)
                _keep(kept, Learnt(fact=fact, cites=cites, quote=passage.text, occurrence=where))
    return tuple(kept.values())[:MAX_FACTS]


def _is_taken_back(message: str) -> bool:
    found = wordlists.found(message)
    return any(
        words.context[table].anywhere(found)
        for words in map(wordlists.of, wordlists.LANGUAGES)
        for table in ("takes_back", "injections")
    )


def _is_unmeant(sentence: str) -> bool:
    """Whether a sentence is a joke or a line of code."""
    spoken = _INLINE.sub("", sentence)
    found = wordlists.found(spoken)
    jokes = any(words.context["jokes"].anywhere(found) for words in wordlists.languages_of(sentence))
    return jokes or _WINKS.search(spoken) is not None or _CODE.search(spoken) is not None


def _facts(passage: Passage, states: Sequence[Held]) -> Iterator[tuple[Fact, str]]:
    """The facts of a sentence, each with the item it cites, if it needs one for its address."""
    languages = wordlists.languages_of(passage.text)
    facts = next((facts for words in languages if (facts := read(passage.text, words))), ())
    yield from ((fact, "") for fact in facts)
    if not facts:
        swapped = next((one for words in languages if (one := swap(passage.text, states, words)) is not None), None)
        if swapped is not None:
            yield swapped.fact, swapped.item_id


def _keep(kept: dict[tuple[str, ...], Learnt], learnt: Learnt) -> None:
    """Take a fact in; what the message said before about the same attribute may be overtaken by it."""
    fact = learnt.fact
    slot = (str(fact.form), fact.entity.casefold(), fact.slot)
    earlier = [place for place in kept if place[: len(slot)] == slot] if fact.form is SlotKind.ATTRIBUTE else []
    for place in earlier:
        before = kept[place].fact
        if fact.wording is Wording.CORRECTION:
            learnt = replace(learnt, fact=replace(fact, wording=before.wording))
            del kept[place]
        elif before.wording is Wording.RETRACTION and before.value != fact.value:
            learnt = replace(learnt, fact=replace(fact, wording=Wording.CHANGE))
            del kept[place]
    kept.setdefault((*slot, canon.text(fact.value).casefold()), learnt)


def _occurrence(message: str, passage: Passage, places: dict[str, tuple[int, int]]) -> int:
    """Which place of its text in the message a sentence stands at; `places` holds the last one of each text."""
    count, at = places.get(passage.text, (0, -1))
    while at < passage.start:
        at = message.find(passage.text, at + 1)
        count += 1
    places[passage.text] = (count, at)
    return count
