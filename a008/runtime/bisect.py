"""Finding the first revision at which something holds, by halving: each look reads the project at one revision."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from a008.clock import Instant
from a008.errors import NotFound, UsageError
from a008.memory import address
from a008.memory.claim import Value
from a008.store.heads import Head

if TYPE_CHECKING:
    from a008.runtime.knowledge import Knowledge


class KnowledgeAt:
    """A project as it was believed at one revision, and as of one instant. Nothing here writes."""

    def __init__(self, knowledge: Knowledge, revision: int, as_of: Instant) -> None:
        self.revision = revision
        self.as_of = as_of
        self._knowledge = knowledge

    def state(self, entity: str | None = None) -> tuple[Head, ...]:
        """What held, by address: of the project, or of one entity; nothing for a name that nobody had met."""
        try:
            return self._knowledge.state(entity, as_of=self.as_of, at_revision=self.revision)
        except NotFound:
            return ()

    def values(self, at: str) -> tuple[Value, ...]:
        """The values that an address had: none, one, or the members of a set.

        Errors: `UsageError` for what is no address.
        """
        wanted = address.normal(at)
        return tuple(head.value for head in self._knowledge.held(wanted, as_of=self.as_of, at_revision=self.revision))

    def value(self, at: str) -> Value:
        """The value that an address had; `None` where it had none, or members side by side.

        Errors: `UsageError` for what is no address.
        """
        found = self.values(at)
        return found[0] if len(found) == 1 else None


def first(numbers: Callable[[int, int], int | None], holds: Callable[[int], bool], *, good: int, bad: int) -> int:
    """The first revision behind `good`, `bad` at the latest, at which something holds that goes on to hold.

    Shape: `numbers(low, high)` is a revision to look at, near the middle of what lies behind `low` and before `high`,
    `None` when there is none; `holds` is called once for each revision that is looked at, both ends included.

    Errors: `UsageError` when the ends are the wrong way round, or it holds at `good` already; `NotFound` when it does
    not hold at `bad`.
    """
    if good >= bad:
        what = "the search ends where it begins" if good == bad else "the search begins behind its end"
        raise UsageError(what, item=f"{good} to {bad}", remedy="good must lie before bad")
    if holds(good):
        where = f"revision {good}" if good else "before the first revision"
        raise UsageError("it holds already where the search begins", item=where, remedy="begin earlier")
    if not holds(bad):
        raise NotFound("it does not hold where the search ends", item=f"revision {bad}", remedy="end where it holds")
    while (middle := numbers(good, bad)) is not None:
        if holds(middle):
            bad = middle
        else:
            good = middle
    return bad
