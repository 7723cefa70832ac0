"""The extractor's document for one turn: what the user's message states, and which items the answer used.

Nothing is ever extracted from the answer or from the context (echo guard): the answer is searched for citations only,
the context for what a swapped value or a turned taste is about.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Protocol

from a008 import canon
from a008.intake.rules import labels
from a008.intake.rules import words as wordlists
from a008.intake.rules.learn import Learnt, learn
from a008.intake.rules.swaps import Held
from a008.memory.address import USER, SlotKind
from a008.memory.envelope import ItemType
from a008.memory.reconcile import Wording

#: Most proposals and reinforcements of one document, so that it stays within the 128 entries and the bytes that the
#: parser takes.
MAX_PROPOSALS = 64
MAX_REINFORCEMENTS = 64
#: A plain statement of a person is taken for certain.
CONFIDENCE = 0.95

_CITED = re.compile(r"\[((?:claim|utterance)_[A-Za-z0-9_-]{1,64})\]")


class BaselineItem(Protocol):
    """What is looked at of an item that the turn's model was shown."""

    @property
    def id(self) -> str:
        """Its stable identity."""
        ...

    @property
    def proposition(self) -> str:
        """What it says."""
        ...

    @property
    def type(self) -> str:
        """What sort of item it is."""
        ...


def extract(message: str, answer: str, items: Sequence[BaselineItem]) -> str:
    """The extractor document of a turn as canonical JSON text.

    Shape: always the four arrays, possibly empty. Quotes are exact pieces of the message with lone surrogates repaired.
    """
    states = tuple(Held(item_id=item.id, proposition=item.proposition) for item in items if item.type == ItemType.STATE)
    told = {_folded(state.proposition) for state in states}
    learnt = [one for each in learn(message, states) for one in _with_denial(each, told)][:MAX_PROPOSALS]
    attributes = [one for one in learnt if one.fact.form is SlotKind.ATTRIBUTE]
    return canon.text(
        {
            "new_knowledge": [_attribute(one) for one in attributes if not one.cites],
            "state_updates": [_update(one) for one in attributes if one.cites],
            "relation_updates": [_relation(one) for one in learnt if one.fact.form is SlotKind.RELATION],
            "reinforcements": [{"id": cited} for cited in _cited(answer, {item.id for item in items})],
        }
    )


def _with_denial(learnt: Learnt, told: set[str]) -> Iterator[Learnt]:
    """A fact, and before it the end of the held one that the same words deny: who hates tea no longer likes it."""
    fact = learnt.fact
    if fact.opposite and fact.entity == USER and fact.wording is not Wording.RETRACTION:
        holding = (wordlists.of(language).stances[fact.opposite].holds for language in wordlists.LANGUAGES)
        if any(_folded(holds.format(object=fact.value)) in told for holds in holding):
            over = wordlists.of(fact.language).stances[fact.opposite].over.format(object=fact.value)
            denied = replace(
                fact, slot=fact.opposite, wording=Wording.RETRACTION, proposition=over, since=None, until=None
            )
            yield replace(learnt, fact=denied)
    yield learnt


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


def _cited(answer: str, ids: set[str]) -> list[str]:
    cited = dict.fromkeys(match.group(1) for match in _CITED.finditer(answer) if match.group(1) in ids)
    return list(islice(cited, MAX_REINFORCEMENTS))


def _attribute(learnt: Learnt) -> canon.Json:
    fact = learnt.fact
    form = {"form": str(fact.form), "entity": fact.entity, "attribute": fact.slot, "value": fact.value}
    return {**_common(learnt), "structured": form, "entities": [fact.entity]}


def _update(learnt: Learnt) -> canon.Json:
    fact = learnt.fact
    return {**_common(learnt), "id": learnt.cites, "address": f"{fact.entity}.{fact.slot}", "value": fact.value}


def _relation(learnt: Learnt) -> canon.Json:
    fact = learnt.fact
    return {**_common(learnt), "subject": fact.entity, "relation": fact.slot, "object": str(fact.value)}


def _common(learnt: Learnt) -> dict[str, canon.Json]:
    fact = learnt.fact
    return {
        "proposition": fact.proposition,
        "severity": str(fact.severity),
        "wording": str(fact.wording),
        "valid_from": None if fact.since is None else str(fact.since),
        "valid_to": None if fact.until is None else str(fact.until),
        "tags": list(labels.tags(fact)),
        "domains": list(labels.domains(fact)),
        "confidence": CONFIDENCE,
        "support": {"source": "message", "quote": learnt.quote, "occurrence": learnt.occurrence},
    }
