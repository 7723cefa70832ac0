"""Why something is believed, as people read it: the words it rests on, where it has held, what contests it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from a008.memory.time import Edge
from a008.present import listing, text, words
from a008.present.table import Table

if TYPE_CHECKING:
    from a008.runtime.knowledge import Explanation
    from a008.store.utterances import UtteranceRow


@dataclass(frozen=True, slots=True, kw_only=True)
class Quotation:
    """Somebody's words: who, when, and verbatim."""

    who: str
    when: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplanationView:
    """A claim and all it rests on.

    Shape: `standing` and `salience` are one sentence each; `contests` are the propositions that compete with it.
    """

    claim_id: str
    proposition: str
    standing: str
    salience: str
    evidence: tuple[Quotation, ...]
    held: Table
    contests: tuple[str, ...]


def view(explanation: Explanation) -> ExplanationView:
    """The view of an explanation."""
    return ExplanationView(
        claim_id=text.visible(explanation.claim_id),
        proposition=text.visible(explanation.proposition, lines=True),
        standing=text.visible(
            f"{explanation.certainty}, {explanation.status}; claimed by {explanation.attributed_to}, "
            f"first written in revision {explanation.revision:,}"
        ),
        salience=_salience(explanation),
        evidence=tuple(_quotation(utterance) for utterance in explanation.evidence),
        held=listing.history(explanation.bindings),
        contests=tuple(text.visible(contest, lines=True) for contest in explanation.contests),
    )


def _salience(explanation: Explanation) -> str:
    state = explanation.lifecycle
    if state is None:
        return "never weakens"
    pinned = "pinned, " if state.pinned else ""
    standing = "active" if explanation.active else "dormant"
    return (
        f"{pinned}{standing}: strength {explanation.strength:.2f} against a threshold of {state.policy.threshold:.2f}, "
        f"{state.cause} {listing.moment(state.updated_at)}"
    )


def _who(utterance: UtteranceRow) -> str:
    if utterance.speaker == utterance.origin:
        return utterance.speaker
    return f"{utterance.speaker}, {words.ORIGINS[utterance.origin]}"


def _quotation(utterance: UtteranceRow) -> Quotation:
    said = utterance.asserted_at
    when = f"recorded {listing.moment(utterance.recorded_at)}" if said is Edge.UNKNOWN else listing.moment(said)
    return Quotation(
        who=text.visible(_who(utterance)),
        when=when,
        text=text.visible(utterance.text, lines=True),
    )
