"""Abstention: an envelope says so when nothing that is known bears on the message."""

from __future__ import annotations

from collections.abc import Iterable

from a008.memory.envelope import Abstention, Candidate, Fate, Lane

#: Lanes that bring things whatever the message says.
_UNASKED = frozenset({Lane.STANDING, Lane.DIALOGUE})
#: What became of a find that is good enough to be sent.
_ABOVE = frozenset({Fate.IN, Fate.OVER_BUDGET})


def abstention(candidates: Iterable[Candidate]) -> Abstention | None:
    """Why nothing bears on a message; `None` when something does, though it may have found no room.

    What stands in every envelope, and what the conversation brings along, was not found by the message and counts for
    nothing.
    """
    fates = {each.fate for each in candidates if not _UNASKED.issuperset(each.lanes)}
    if fates & _ABOVE:
        return None
    if not fates:
        return Abstention.NOTHING_FOUND
    return Abstention.BELOW_FLOOR if fates == {Fate.NO_MATCH} else Abstention.LEFT_OUT
