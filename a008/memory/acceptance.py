"""Acceptance: whether a claim is taken as somebody's own assertion, decided by a named policy. Pure.

A decision is recorded as support, in the claim's status. It never decides what holds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from a008.errors import UsageError
from a008.memory.claim import Status
from a008.memory.origin import Origin
from a008.memory.utterance import SpeechAct

#: The policy that accepts what a user asserted in so many words.
USER_ASSERTION = "user-assertion-v1"
#: The shortest proposition that says something, in characters. Source: memory reference, acceptance.
SHORTEST = 8


class Decision(StrEnum):
    """What is decided of a claim; rejected is only what a person decides against or takes back."""

    ACCEPTED = "accepted"
    NOT_ACCEPTED = "not_accepted"
    CONTESTED = "contested"
    REJECTED = "rejected"


class Voice(StrEnum):
    """Who speaks, as far as acceptance asks: the user, a person who decided on what is known, or anybody else."""

    USER = "user"
    DECIDED = "decided"
    OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """A claim and the sentence that bears it out, as a policy looks at them.

    Shape: `act` is what that sentence does, whatever the rest of its message does; `None` when no span was `proved`.
    `contested` says that the claim competes with what holds.
    """

    proposition: str
    origin: Origin
    act: SpeechAct | None
    proved: bool
    contested: bool

    @property
    def voice(self) -> Voice:
        """Who speaks: the runtime set it, never a model."""
        named = {Origin.USER: Voice.USER, Origin.USER_CONFIRMED: Voice.DECIDED}
        return named.get(self.origin, Voice.OTHER)

    @property
    def short(self) -> bool:
        """Whether the proposition is too short to say anything, with runs of blanks as one."""
        return len(" ".join(self.proposition.split())) < SHORTEST


@dataclass(frozen=True, slots=True, kw_only=True)
class PolicyRow:
    """One row of a policy: the first whose every given field agrees decides; `None` agrees with anything."""

    decision: Decision
    reason: str
    contested: bool | None = None
    voice: Voice | None = None
    proved: bool | None = None
    act: SpeechAct | None = None
    short: bool | None = None

    def matches(self, statement: Statement) -> bool:
        """Whether every given field agrees."""
        wanted = ((field, getattr(self, field)) for field in POLICY_FIELDS)
        return all(value is None or value == getattr(statement, field) for field, value in wanted)


POLICY_FIELDS = ("contested", "voice", "proved", "act", "short")
_NO = Decision.NOT_ACCEPTED

#: Policies by name. Source: memory reference, acceptance. Read from the top; the last row matches everything left.
POLICIES: Mapping[str, tuple[PolicyRow, ...]] = {
    USER_ASSERTION: (
        PolicyRow(decision=Decision.CONTESTED, reason="competes with the head", contested=True),
        PolicyRow(decision=_NO, reason="nobody but its speaker vouches for it", voice=Voice.OTHER),
        PolicyRow(decision=Decision.ACCEPTED, reason="a person decided so", voice=Voice.DECIDED),
        PolicyRow(decision=_NO, reason="the user's own words do not say it", proved=False),
        PolicyRow(decision=_NO, reason="the user only asked", act=SpeechAct.QUESTION),
        PolicyRow(decision=_NO, reason="the user asked for something to be done", act=SpeechAct.INSTRUCTION),
        PolicyRow(decision=_NO, reason="the user only supposed it", act=SpeechAct.HYPOTHETICAL),
        PolicyRow(decision=_NO, reason="the user quoted somebody", act=SpeechAct.QUOTATION),
        PolicyRow(decision=_NO, reason="the user recited it", act=SpeechAct.RECITATION),
        PolicyRow(decision=_NO, reason="the user only foretold it", act=SpeechAct.PREDICTION),
        PolicyRow(decision=_NO, reason="too short to say anything", short=True),
        PolicyRow(decision=Decision.ACCEPTED, reason="the user asserted it in so many words"),
    ),
}

#: The status that a decision gives a claim.
_STATUSES = {
    Decision.ACCEPTED: Status.ACCEPTED,
    Decision.NOT_ACCEPTED: Status.ASSERTED,
    Decision.CONTESTED: Status.CONTESTED,
    Decision.REJECTED: Status.REJECTED,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Acceptance:
    """How a claim stands: what was decided, by which policy and why."""

    decision: Decision
    policy: str
    reason: str

    @property
    def status(self) -> Status:
        """The status that the decision gives the claim."""
        return _STATUSES[self.decision]


def judge(policy: str, statement: Statement) -> Acceptance:
    """Decide on one statement, by the first row of a policy that agrees with it.

    Errors: `UsageError` for a policy without a name, and for one that is not known.
    """
    rows = POLICIES.get(policy)
    if rows is None:
        what = "no acceptance policy of this name" if policy.strip() else "an acceptance policy needs a name"
        raise UsageError(what, item=repr(policy), remedy=f"known: {', '.join(POLICIES)}")
    row = next(row for row in rows if row.matches(statement))
    return Acceptance(decision=row.decision, policy=policy, reason=row.reason)


def decided(status: Status, policy: str, reason: str) -> Acceptance:
    """The decision that a claim's status on record stands for; a claim that was taken back is rejected."""
    found = {each: decision for decision, each in _STATUSES.items()}
    return Acceptance(decision=found.get(status, Decision.REJECTED), policy=policy, reason=reason)
