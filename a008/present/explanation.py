"""Why something is believed, as people read it: its sources and their words, where it has held, what contests it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from a008.memory.acceptance import Decision
from a008.memory.lifecycle import dormant_from
from a008.memory.support import EvidenceRoot, RootKind, SourceKind, Support
from a008.memory.time import Edge
from a008.present import listing, text, words
from a008.present.table import Table

if TYPE_CHECKING:
    from a008.runtime.knowledge import Explanation
    from a008.store.blame import MovedOn
    from a008.store.utterances import UtteranceRow

#: Independent sources that are named; the rest is counted.
_MOST_NAMED = 10
_DECISIONS = {
    Decision.ACCEPTED: "accepted",
    Decision.NOT_ACCEPTED: "not accepted",
    Decision.CONTESTED: "contested",
    Decision.REJECTED: "rejected",
}
#: How a source knows what it says, where that is more than who it is.
_KINDS = {
    SourceKind.OBSERVATION: "the file's own words",
    SourceKind.FILE: "read out of the file",
    SourceKind.INFERENCE: "read out of an answer",
    SourceKind.QUOTATION: "quoted from somebody",
    SourceKind.PREDICTION: "a prediction",
    SourceKind.REPORT: "a report of the past",
}
#: What a root is called before its name, and what it did as often as it is counted.
_ROOTS = {
    RootKind.PERSON: ("", "said"),
    RootKind.ASSISTANT: ("the ", "said"),
    RootKind.TOOL: ("tool ", "seen"),
    RootKind.FILE: ("file ", "read"),
    RootKind.WEB: ("the web page or site ", "read"),
    RootKind.IMPORT: ("the import ", "read"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Quotation:
    """Somebody's words: who, when, and verbatim; `kind` is how they know it, '' where that goes without saying."""

    who: str
    when: str
    kind: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ExplanationView:
    """A claim and all it rests on.

    Shape: `standing`, `acceptance`, `sources` and `salience` are one sentence each; `moved_on` is a line for all that
    came after it at its address, oldest first; `contests` are the propositions that compete with it.
    """

    claim_id: str
    proposition: str
    standing: str
    acceptance: str
    sources: str
    salience: str
    evidence: tuple[Quotation, ...]
    held: Table
    moved_on: tuple[str, ...]
    contests: tuple[str, ...]


def view(explanation: Explanation) -> ExplanationView:
    """The view of an explanation."""
    kinds = {source.utterance_id: source.kind for source in explanation.support.sources}
    return ExplanationView(
        claim_id=text.visible(explanation.claim_id),
        proposition=text.visible(explanation.proposition, lines=True),
        standing=text.visible(
            f"{explanation.certainty}, {explanation.status}; claimed by {explanation.attributed_to}, "
            f"first written in revision {explanation.revision:,}"
        ),
        acceptance=_acceptance(explanation),
        sources=_sources(explanation.support),
        salience=_salience(explanation),
        evidence=tuple(_quotation(utterance, kinds.get(utterance.id)) for utterance in explanation.evidence),
        held=listing.history(explanation.bindings),
        moved_on=tuple(_later(each) for each in explanation.moved_on),
        contests=tuple(text.visible(contest, lines=True) for contest in explanation.contests),
    )


def _acceptance(explanation: Explanation) -> str:
    accepted = explanation.acceptance
    return text.visible(f"{_DECISIONS[accepted.decision]} by policy {accepted.policy}: {accepted.reason}")


def _sources(support: Support) -> str:
    named = [_root(root) for root in support.roots[:_MOST_NAMED]]
    if support.independent > _MOST_NAMED:
        named.append(f"{support.independent - _MOST_NAMED:,} more")
    count = "1 source" if support.independent == 1 else f"{support.independent:,} independent sources"
    return text.visible(f"{count}: {', '.join(named)}")


def _root(root: EvidenceRoot) -> str:
    before, did = _ROOTS[root.kind]
    name = "the user" if root.kind is RootKind.PERSON and root.identity == "user" else f"{before}{root.identity}"
    return f"{name} ({did} {root.times:,} times)" if root.times > 1 else name


def _salience(explanation: Explanation) -> str:
    state = explanation.lifecycle
    if state is None:
        return "never weakens"
    pinned = "pinned, " if state.pinned else ""
    stands = "in every envelope, " if state.standing else ""
    active = "active" if explanation.active else "dormant"
    until = dormant_from(state, state.updated_at) if explanation.active else None
    return (
        f"{pinned}{stands}{active}: strength {explanation.strength:.2f} against a threshold of "
        f"{state.policy.threshold:.2f}, {state.cause} {listing.moment(state.updated_at)}"
        f"{'' if until is None else f', dormant from {listing.moment(until)} if nothing happens to it'}"
    )


def _later(after: MovedOn) -> str:
    title = words.OUTCOMES[after.outcome].title
    return text.visible(f"{title} in revision {after.revision:,} by {after.words.speaker}: {after.words.text}")


def _who(utterance: UtteranceRow) -> str:
    if utterance.speaker == utterance.origin:
        return utterance.speaker
    return f"{utterance.speaker}, {words.ORIGINS[utterance.origin]}"


def _quotation(utterance: UtteranceRow, kind: SourceKind | None) -> Quotation:
    said = utterance.asserted_at
    when = f"recorded {listing.moment(utterance.recorded_at)}" if said is Edge.UNKNOWN else listing.moment(said)
    return Quotation(
        who=text.visible(_who(utterance)),
        when=when,
        kind="" if kind is None else _KINDS.get(kind, ""),
        text=text.visible(utterance.text, lines=True),
    )
