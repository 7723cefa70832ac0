"""The ground of a turn: its envelope, message and answer, and where a proposal stands on them."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import NamedTuple

from a008.clock import Instant
from a008.memory.claim import Event, Form, text_key
from a008.memory.envelope import Envelope
from a008.memory.known import Wanted
from a008.memory.origin import Origin
from a008.memory.proposal import Proposal, Proposed, Refusal, RefusalCode
from a008.memory.reconcile import Wording
from a008.memory.utterance import SpeechAct, Utterance

#: What a sentence may do to bear out a claim about the world. Source: rule 10.
_BEARS_OUT = {SpeechAct.ASSERTION, SpeechAct.PREDICTION, SpeechAct.PERFORMATIVE}
#: Unicode categories of what words with blanks between them, and numbers, are written in.
_WORDS = {"Lu", "Ll", "Nd"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """What intake knows of a turn: exactly what the extractor saw, and who said it when."""

    project_id: str
    occurrence_id: str
    now: Instant
    envelope: Envelope
    message: Utterance
    answer: Utterance | None


class Evidence(NamedTuple):
    """Where a proposal stands: its utterance, the proved span in bytes (or `None`), and what that sentence does."""

    utterance: Utterance
    start: int | None
    end: int | None
    act: SpeechAct | None

    @property
    def origin(self) -> Origin:
        """Who vouches: the runtime reads it off the utterance, whatever the model said."""
        return self.utterance.origin


def evidence(turn: Turn, proposed: Proposed) -> Evidence | Refusal:
    """Find the words of the turn that bear a proposal out.

    A quote that stands in the message, or the proposition itself if it does, makes the user vouch; a piece of a word or
    of a number is no quote. Anything else is the answer's own statement. A sentence that asks, quotes, supposes or
    instructs bears nothing out.
    """
    quote, occurrence = proposed.proposition, 1
    if proposed.support is not None:
        quote, occurrence = proposed.support.quote, proposed.support.occurrence
    found = _span(turn.message, quote, occurrence)
    if found is not None:
        if found.act not in _BEARS_OUT:
            return refusal(proposed, RefusalCode.NOT_ASSERTED, f"the user's sentence is a {found.act}")
        return found
    if turn.answer is None:
        return refusal(proposed, RefusalCode.NO_EVIDENCE, "nothing in the message bears this out")
    return Evidence(turn.answer, None, None, None)


def refusal(proposed: Proposed, code: RefusalCode, reason: str) -> Refusal:
    """A proposal refused by a rule."""
    return Refusal(path=proposed.path, code=code, reason=reason)


def wanted(turn: Turn, proposal: Proposal) -> Wanted:
    """Everything that must be known before the proposal can be decided."""
    slots: set[str] = set()
    forms: list[Form] = []
    labels: set[str] = set()
    evidence_ids = {item.cites for item in proposal.reinforcements} | {item.id for item in turn.envelope.items}
    for proposed in proposal.claims:
        labels.update(proposed.entities)
        if proposed.cites is not None:
            evidence_ids.add(proposed.cites)
            candidate = turn.envelope.admitted(proposed.cites)
            if candidate is not None and candidate.slot_id is not None:
                slots.add(candidate.slot_id)
            continue
        if proposed.form is not None:
            forms.append(proposed.form)
        if isinstance(proposed.form, Event):
            labels.update(proposed.form.participants)
    return Wanted(
        forms=tuple(forms),
        labels=frozenset(labels),
        slots=frozenset(slots),
        evidence=frozenset(evidence_ids),
        text_keys=frozenset(text_key(proposed.proposition) for proposed in proposal.claims),
        takes_back=any(proposed.wording is Wording.RETRACTION for proposed in proposal.claims),
    )


def _span(utterance: Utterance, quote: str, occurrence: int) -> Evidence | None:
    """The n-th place of a quote in an utterance, as bytes; of what its sentences do, what bears nothing out counts."""
    start = -1
    for _ in range(occurrence):
        start = utterance.text.find(quote, start + 1)
        if start < 0:
            return None
    if _divides(utterance.text, start) or _divides(utterance.text, start + len(quote)):
        return None
    first = len(utterance.text[:start].encode())
    last = first + len(quote.encode())
    acts = [s.act for s in utterance.sentences if s.start < last and first < s.end] or [SpeechAct.ASSERTION]
    return Evidence(utterance, first, last, min(acts, key=lambda act: act in _BEARS_OUT))


def _divides(text: str, place: int) -> bool:
    """Whether a place lies inside a word or a number; scripts without blanks between words have no such places."""
    if not 0 < place < len(text):
        return False
    before, behind, next_but_one = text[place - 1], text[place], text[place + 1 : place + 2]
    if before.isdecimal() and behind in ".," and next_but_one.isdecimal():
        return True
    return {unicodedata.category(before), unicodedata.category(behind)} <= _WORDS
