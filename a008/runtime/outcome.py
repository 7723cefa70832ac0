"""What a turn comes to: three outcomes that are never one, and the events on the way there."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from a008.errors import A008Error
from a008.memory.envelope import Envelope
from a008.memory.receipt import Receipt
from a008.messages import Delta, Thought, Usage


class AnswerStatus(StrEnum):
    """What became of the answer."""

    COMPLETED = "completed"
    INTERRUPTED = "interrupted"
    FAILED = "failed"
    CANCELLED = "cancelled"


class MemoryStatus(StrEnum):
    """What became of the turn's memory."""

    COMMITTED = "committed"
    NOTHING = "nothing"
    FAILED = "failed"
    NOT_RUN = "not_run"
    OFF = "off"


class EffectStatus(StrEnum):
    """What is known of effects outside this program."""

    NONE = "none"
    KNOWN = "known"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerOutcome:
    """The answer, or as much of it as arrived.

    Shape: `model` is the route asked; `error` says why it is not complete, `None` when it is.
    """

    status: AnswerStatus
    text: str
    model: str
    usage: Usage | None
    notes: tuple[str, ...]
    error: A008Error | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryOutcome:
    """What was learnt, refused or failed.

    Shape: `receipt` is `None` unless a proposal was decided on; `reason` is one line, '' when there is nothing to
    explain.
    """

    status: MemoryStatus
    reason: str
    receipt: Receipt | None


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectOutcome:
    """Effects outside this program; a turn without tools has none."""

    status: EffectStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnResult:
    """One turn, complete.

    Shape: `recorded` is false when the store failed after the model had answered; the answer is here all the same.
    """

    turn_id: str
    message: str
    answer: AnswerOutcome
    envelope: Envelope
    memory: MemoryOutcome
    effects: EffectOutcome
    recorded: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class EnvelopeReady:
    """The envelope is put together; the model is called next."""

    envelope: Envelope


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """The answer is complete, or will not become so; memory comes next."""

    answer: AnswerOutcome


@dataclass(frozen=True, slots=True, kw_only=True)
class Completed:
    """The turn is over; always the last event."""

    result: TurnResult


TurnEvent = EnvelopeReady | Delta | Thought | Answered | Completed
