"""What a revision that merged, split or named entities did: what taking it back depends on."""

from __future__ import annotations

from dataclasses import dataclass

from a008.memory.address import Cardinality, Slot
from a008.memory.binding import Binding
from a008.memory.claim import ClaimStatus
from a008.memory.identity import Alias, Merge
from a008.memory.known import KnownSlot
from a008.memory.plan import Contest


@dataclass(frozen=True, slots=True, kw_only=True)
class Touched:
    """What a revision did to one slot.

    Shape: `known` is the slot now; `wrote` are its bindings that still say what the revision wrote, `closed` those that
    it closed. `moved` says that the slot says something else since, or that a person decided a conflict there;
    `before` is how it was defined if the revision defined it anew.
    """

    known: KnownSlot
    wrote: tuple[Binding, ...]
    closed: tuple[Binding, ...]
    opened_contests: tuple[Contest, ...]
    closed_contests: tuple[Contest, ...]
    moved: bool
    before: Cardinality | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """What a revision about entities did: slots, names that it gave and took, merges, what claims stood at before.

    Shape: `opened` and `before` hold only what has not changed since, `first` those of `opened` that their entity was
    met with; `gone_on` are names that it gave and that have
    gone on since. `merge` is the one that it made; `since` are addresses of the entity that things came to, which
    were met only afterwards.
    """

    number: int
    touched: tuple[Touched, ...]
    opened: tuple[Alias, ...]
    first: tuple[Alias, ...]
    ended: tuple[Alias, ...]
    gone_on: tuple[Alias, ...]
    merge: Merge | None
    before: tuple[ClaimStatus, ...]
    since: tuple[Slot, ...]
