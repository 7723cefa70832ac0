"""What an extractor suggested, after strict parsing: nothing here has any effect by itself."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from a008.memory.claim import Form, Severity, Value
from a008.memory.reconcile import Verdict, Wording
from a008.memory.time import Interval


class Section(StrEnum):
    """The arrays of an extractor's document."""

    NEW_KNOWLEDGE = "new_knowledge"
    STATE_UPDATES = "state_updates"
    RELATION_UPDATES = "relation_updates"
    REINFORCEMENTS = "reinforcements"


@dataclass(frozen=True, slots=True, kw_only=True)
class Support:
    """Where the user's message bears a proposal out: the n-th place of a verbatim quote."""

    quote: str
    occurrence: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposed:
    """One proposed claim.

    Shape: `path` is its JSON path in the document. `cites` is the baseline item that a state update changes, with the
    `address` it copied; both `None` elsewhere. `value` of a state update takes the place of the form's value.
    """

    path: str
    section: Section
    proposition: str
    form: Form | None
    wording: Wording
    severity: Severity
    confidence: float
    interval: Interval
    tags: tuple[str, ...]
    domains: tuple[str, ...]
    entities: tuple[str, ...]
    support: Support | None
    cites: str | None
    address: str | None
    value: Value


@dataclass(frozen=True, slots=True, kw_only=True)
class ProposedReinforcement:
    """A baseline item that the turn used again."""

    path: str
    cites: str


class RefusalCode(StrEnum):
    """The rules by which an item is refused; the rest of its document goes on."""

    SCHEMA_VIOLATION = "schema_violation"
    SAYS_NOTHING = "says_nothing"
    NOT_ASSERTED = "not_asserted"
    NO_EVIDENCE = "no_evidence"
    OPEN_PREDICTION = "open_prediction"
    UNKNOWN_TARGET = "unknown_target"
    NOT_IN_BASELINE = "not_in_baseline"
    NOT_STATE = "not_state"
    ADDRESS_MISMATCH = "address_mismatch"
    STALE_HEAD = "stale_head"
    DUPLICATE = "duplicate"


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """One item that was refused: where it stood, by which rule, and why in words."""

    path: str
    code: RefusalCode
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A whole document: what may be decided on, and what the parser already refused."""

    claims: tuple[Proposed, ...]
    reinforcements: tuple[ProposedReinforcement, ...]
    refusals: tuple[Refusal, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """The classifier's verdict on one proposed claim, and the claims it points at."""

    path: str
    verdict: Verdict
    targets: tuple[str, ...]
