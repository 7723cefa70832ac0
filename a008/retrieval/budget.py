"""PROJECT: what fits, by exact bytes or tokens. Required things first; then one order, cut at one place.

The order does not depend on the budget and nothing behind the cut is let in, so that a larger budget admits everything
that a smaller one does. Nothing is cut inside an item.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from a008.errors import ProjectionError
from a008.memory.envelope import Candidate, Fate, ItemType, Lane
from a008.retrieval.compose import Composed
from a008.retrieval.measure import BYTES, Measure

#: What stands in every envelope may take a quarter of any budget, and no more when other things need less: nothing is
#: lent, so that whether it fits depends on no message. Source: issue 4; the size is our choice.
STANDING_SHARE = 4
#: How many times the bytes make a find cost twice as much. Source: set by hand; a page against a sentence.
_TIMES_THE_BYTES = 32
_BYTES = math.log(2, _TIMES_THE_BYTES)


class Packed(NamedTuple):
    """What is admitted, and what found no room."""

    admitted: tuple[Composed, ...]
    left_out: tuple[Composed, ...]


class _Unit(NamedTuple):
    """Things that travel together: a head with what contests it, or one thing alone."""

    members: tuple[Composed, ...]

    @property
    def first(self) -> Candidate:
        return self.members[0].candidate

    @property
    def required(self) -> bool:
        return any(each.candidate.required for each in self.members)

    @property
    def bytes(self) -> int:
        return sum(each.candidate.bytes for each in self.members)

    def cost(self, by: Measure) -> int:
        """What they add to a payload."""
        return sum(by.cost(each.candidate) for each in self.members)

    @property
    def score(self) -> float:
        return max(each.candidate.score for each in self.members)


def pack(things: Iterable[Composed], budget: int, by: Measure = BYTES) -> Packed:
    """Admit what fits; a rank counts from 0 in the order of packing.

    Units: `budget` in what `by` counts.
    Errors: `ProjectionError` when a required thing, or an envelope without any, does not fit, and when what stands in
    every envelope takes more than its share.
    """
    if budget < by.empty:
        raise ProjectionError(item="the empty envelope", needed=by.empty, budget=budget, unit=by.unit)
    units = _units(things)
    required = sorted((unit for unit in units if unit.required), key=lambda unit: unit.members[0].place)
    optional = _by_value_per_byte([unit for unit in units if not unit.required])
    _check_share(required, budget, by)
    used = by.frame
    for unit in required:
        used += unit.cost(by)
        if used > budget:
            needed = by.frame + sum(each.cost(by) for each in required)
            raise ProjectionError(item=unit.first.item.id, needed=needed, budget=budget, unit=by.unit)
    admitted = [each for unit in required for each in unit.members]
    left_out: list[Composed] = []
    for unit in optional:
        used += unit.cost(by)
        if used <= budget:
            admitted.extend(unit.members)
        else:
            left_out.extend(_without_room(each, used - budget, by.unit) for each in unit.members)
    return Packed(admitted=tuple(_ranked(admitted)), left_out=tuple(left_out))


def _check_share(required: Iterable[_Unit], budget: int, by: Measure) -> None:
    """Refuse standing things that would take more than their share: it depends on neither message nor question."""
    members = (each.candidate for unit in required for each in unit.members)
    standing = [each for each in members if each.required and Lane.STANDING in each.lanes]
    needed, share = sum(map(by.cost, standing)), budget // STANDING_SHARE
    if needed > share:
        raise ProjectionError(
            item=", ".join(each.item.id for each in standing),
            needed=needed,
            budget=share,
            unit=by.unit,
            what="the items that stand in every envelope do not fit their quarter of it",
        )


def _units(things: Iterable[Composed]) -> list[_Unit]:
    """Each head with its conflicts; a conflict whose head is not there stands alone."""
    everything = tuple(things)
    conflicts: dict[str, list[Composed]] = {}
    for each in everything:
        if each.candidate.item.type is ItemType.CONFLICT and each.beside is not None:
            conflicts.setdefault(each.beside, []).append(each)
    units: list[_Unit] = []
    for each in everything:
        binding = each.candidate.binding_id
        if each.candidate.item.type is ItemType.STATE and binding is not None:
            units.append(_Unit((each, *conflicts.pop(binding, ()))))
        elif each.candidate.item.type is not ItemType.CONFLICT or each.beside is None:
            units.append(_Unit((each,)))
    units.extend(_Unit((each,)) for alone in conflicts.values() for each in alone)
    return units


def _by_value_per_byte(units: list[_Unit]) -> list[_Unit]:
    """Best first, where the n-th best find is worth 1 / (n + 2): about so the chance to be of use falls.

    A find of `_TIMES_THE_BYTES` times the bytes must be twice as good: a long text says more than a short one, if not
    in step, so that only what is much longer makes room for what is a little less good.
    """
    best_first = sorted(units, key=lambda unit: (-unit.score, unit.bytes, unit.first.item.id, unit.first.item.type))
    cost = [(place + 3) * unit.bytes**_BYTES for place, unit in enumerate(best_first)]
    return [best_first[place] for place in sorted(range(len(cost)), key=lambda place: (cost[place], place))]


def _ranked(admitted: Iterable[Composed]) -> Iterable[Composed]:
    for rank, each in enumerate(admitted):
        yield each._replace(candidate=replace(each.candidate, rank=rank))


def _without_room(each: Composed, missing: int, unit: str) -> Composed:
    candidate = replace(each.candidate, fate=Fate.OVER_BUDGET, detail=f"by {missing} {unit}")
    return each._replace(candidate=candidate)
