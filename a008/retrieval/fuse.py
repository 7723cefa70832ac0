"""Fusion: one score from the places that several lanes gave to a thing. Pure and deterministic.

Reciprocal rank fusion (Cormack, Clarke and Buettcher, 2009): each lane adds its weight over its place. What broad lanes
volunteer counts less the more it has faded, and what an edge leads to counts by the pull of that edge; what is asked
for by name counts in full whatever its strength.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from a008.clock import Instant
from a008.memory.envelope import Lane
from a008.memory.lifecycle import Lifecycle, effective_strength, is_active
from a008.retrieval.find import EXACT, Find, Gathered

#: How fast a place loses worth: the tenth is worth 6/7 of the first. Source: the paper's own constant.
_K = 60
#: Weight of each lane. Source: set by hand, each step half of the one before: what a caller or an address asks for;
#: what a name leads to; shared words or meaning; a shared label or an edge; the conversation's subject, and
#: what the user wants to stand everywhere, which is required and needs no score.
WEIGHTS: dict[Lane, float] = {
    Lane.CALLER: 8.0,
    Lane.SLOT: 8.0,
    Lane.ENTITY: 4.0,
    Lane.HISTORY: 4.0,
    Lane.ATTRIBUTION: 4.0,
    Lane.EVENT: 4.0,
    Lane.TEXT: 2.0,
    Lane.DENSE: 2.0,
    Lane.LABEL: 1.0,
    Lane.HOP: 1.0,
    Lane.DIALOGUE: 0.5,
    Lane.STANDING: 0.5,
}
#: Lanes that give places in the ranking of another one, so that the two count as one.
_SHARED = {Lane.DENSE: Lane.TEXT}


class Scored(NamedTuple):
    """A thing with its score; evidence without a lifecycle counts as strong and active."""

    gathered: Gathered
    score: float
    strength: float
    active: bool


def fused(things: Iterable[Gathered], states: Mapping[str, Lifecycle], now: Instant) -> tuple[Scored, ...]:
    """Score things, the best first, equals by id and type.

    Shape: `states` by evidence id.
    """
    scored = [_scored(each, states.get(each.id), now) for each in things]
    return tuple(sorted(scored, key=lambda each: (-each.score, each.gathered.id, each.gathered.type)))


def _scored(thing: Gathered, state: Lifecycle | None, now: Instant) -> Scored:
    strength = 1.0 if state is None else effective_strength(state, now)
    best: dict[Lane, float] = {}
    for find in thing.finds:
        lane = _SHARED.get(find.lane, find.lane)
        best[lane] = max(best.get(lane, 0.0), _worth(find, strength))
    return Scored(
        gathered=thing,
        score=round(sum(best[lane] for lane in WEIGHTS if lane in best), 9),
        strength=strength,
        active=state is None or is_active(state, now),
    )


def _worth(find: Find, strength: float) -> float:
    worth = WEIGHTS[find.lane] / (_K + find.rank)
    if find.lane in EXACT or find.strong:
        return worth
    faded = worth * (1 + strength) / 2
    return faded * (1 + find.pull) / 2 if find.lane is Lane.HOP else faded
