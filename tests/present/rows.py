"""Rows of the store and results of the runtime that the tests of what people see share."""

from __future__ import annotations

from a008.clock import Instant
from a008.errors import A008Error
from a008.memory import address, binding, lifecycle
from a008.memory.acceptance import Acceptance, Decision
from a008.memory.address import Cardinality, SlotKind
from a008.memory.claim import Attribute, Certainty, Claim, Form, Severity, Status, Value
from a008.memory.lifecycle import Carrier
from a008.memory.origin import Origin
from a008.memory.receipt import Receipt
from a008.memory.support import EvidenceRoot, RootKind, Source, SourceKind, Support
from a008.memory.time import ALWAYS, Edge, Interval
from a008.messages import Usage
from a008.runtime.knowledge import Explanation
from a008.runtime.outcome import (
    AnswerOutcome,
    AnswerStatus,
    EffectOutcome,
    EffectStatus,
    MemoryOutcome,
    MemoryStatus,
    TurnResult,
)
from a008.store.heads import Head
from a008.store.utterances import UtteranceRow
from tests.present.samples import NOW, library, receipt

MARCH = Instant.parse("2021-03-10T09:00:00Z")


def claim(proposition: str, form: Form | None = None, interval: Interval = ALWAYS) -> Claim:
    """A claim of the user's."""
    return Claim(
        id="claim_aaaaaaaaaaaaaaaa",
        proposition=proposition,
        form=form,
        certainty=Certainty.CERTAIN,
        origin=Origin.USER,
        attributed_to="user",
        severity=Severity.IMPORTANT,
        interval=interval,
        utterance_id="utterance_aaaaaaaaaaaaaaaa",
    )


def head(value: Value = "every file", interval: Interval = ALWAYS, *, form: Form | None = None) -> Head:
    """A binding of `loadfile.c.lists`."""
    owner = address.entity("project", "loadfile.c")
    slot = address.slot(owner, SlotKind.ATTRIBUTE, "lists", Cardinality.SINGLE)
    stated = claim(f"loadfile.c lists {value}.", form or Attribute(entity="loadfile.c", attribute="lists", value=value))
    bound = binding.bind(slot, binding.member_of(value), None, stated.id, interval, 3)
    return Head(entity=owner, slot=slot, binding=bound, claim=stated, rev_from=4, rev_to=None, object_label=None)


def explanation(said: str = "It lists every file.", *, pinned: bool = False, undated: bool = False) -> Explanation:
    """Why `loadfile.c lists every file.` is believed."""
    state = lifecycle.created("claim_aaaaaaaaaaaaaaaa", Carrier.CLAIM, Severity.IMPORTANT, "turn:1", MARCH)
    return Explanation(
        claim_id="claim_aaaaaaaaaaaaaaaa",
        proposition="loadfile.c lists every file.",
        status=Status.ACCEPTED,
        attributed_to="user",
        certainty=Certainty.CERTAIN,
        acceptance=Acceptance(
            decision=Decision.ACCEPTED,
            policy="user-assertion-v1",
            reason="the user asserted it in so many words",
        ),
        support=Support(
            sources=(Source(utterance_id="utterance_aaaaaaaaaaaaaaaa", kind=SourceKind.USER),),
            roots=(EvidenceRoot(kind=RootKind.PERSON, identity="user", times=1),),
            independent=1,
            repeats=0,
        ),
        evidence=(
            UtteranceRow(
                id="utterance_aaaaaaaaaaaaaaaa",
                speaker="user",
                origin=Origin.USER,
                text=said,
                asserted_at=Edge.UNKNOWN if undated else MARCH,
                recorded_at=NOW,
                turn_id=None,
                rev_from=3,
            ),
        ),
        bindings=(head(),),
        moved_on=(),
        contests=("loadfile.c lists nothing.",),
        lifecycle=None if pinned else state,
        strength=1.0 if pinned else 0.07,
        active=pinned,
        revision=4,
    )


def turn(
    answer: str = "loadfile.c lists only .md files.",
    *,
    status: AnswerStatus = AnswerStatus.COMPLETED,
    error: A008Error | None = None,
    learnt: Receipt | None = None,
    memory: MemoryStatus = MemoryStatus.COMMITTED,
    reason: str = "",
    recorded: bool = True,
) -> TurnResult:
    """A turn about `loadfile.c`."""
    kept = learnt or receipt() if memory is MemoryStatus.COMMITTED else None
    return TurnResult(
        turn_id="A008_v1_turn_00000000-0000-4000-8000-000000000001",
        message="What does loadfile.c list?",
        answer=AnswerOutcome(
            status=status,
            text=answer,
            model="embedded:librarian",
            usage=Usage(input_tokens=1_200, output_tokens=None),
            notes=("text_repaired",),
            error=error,
        ),
        envelope=library(),
        memory=MemoryOutcome(status=memory, reason=reason, receipt=kept),
        effects=EffectOutcome(status=EffectStatus.NONE),
        recorded=recorded,
    )
