"""What became of one id in one envelope, whether a lane brought it or not."""

from __future__ import annotations

from dataclasses import dataclass

from a008.memory.envelope import Candidate, Fate, Lane


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """One lane that did not bring an id, and why it did not."""

    lane: Lane
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """What became of one id in one envelope: one fate, and how it came about.

    Shape: `proposition` is '' for what the project does not hold. `candidates` are the guises in which lanes brought
    it (a state, its claim, what was said), the one that decides the fate first. When there is none, `looked` says why
    each lane did not; `nearest` is what would bring it, '' for what is in or can never be.
    """

    id: str
    proposition: str
    fate: Fate
    detail: str
    candidates: tuple[Candidate, ...]
    looked: tuple[Look, ...]
    nearest: str

    @property
    def verdict(self) -> str:
        """The fate with its figure, as of a candidate."""
        return f"{self.fate} {self.detail}".strip()
