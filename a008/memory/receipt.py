"""What was committed: the acknowledgement that a caller may rely on."""

from __future__ import annotations

from dataclasses import dataclass

from a008.clock import Instant
from a008.memory.proposal import Refusal
from a008.memory.reconcile import Outcome, Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """What became of one accepted proposal.

    Shape: `address` is `None` for evidence without one; `outcome` is `None` for a reinforcement or plain evidence.
    """

    path: str
    proposition: str
    verdict: Verdict
    outcome: Outcome | None
    reason: str
    address: str | None
    claim_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Receipt:
    """One commit.

    Shape: `revision` and `hash` are `None` when nothing was accepted and so nothing committed.
    """

    revision: int | None
    hash: str | None
    occurrence_id: str
    at: Instant
    written: tuple[Written, ...]
    reinforced: tuple[str, ...]
    refusals: tuple[Refusal, ...]
