"""PROJECT: what fits, by exact bytes. Required things first; then one order by value per byte, cut at one place.

The order does not depend on the budget and nothing behind the cut is let in, so that a larger budget admits everything
that a smaller one does. Nothing is cut inside an item.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from typing import NamedTuple

from a008.errors import ProjectionError
from a008.memory.envelope import Candidate, Fate, ItemType, payload
from a008.retrieval.compose import Composed

#: Bytes of an envelope without items.
FRAME = len(payload(()).encode())


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

    @property
    def score(self) -> float:
        return max(each.candidate.score for each in self.members)


def pack(things: Iterable[Composed], budget: int) -> Packed:
    """Admit what fits; a rank counts from 0 in the order of packing.

    Units: `budget` in bytes of the payload.
    Errors: `ProjectionError` when a required thing, or an envelope without any, does not fit.
    """
    if budget < FRAME:
        raise ProjectionError(item="the empty envelope", needed=FRAME, budget=budget)
    units = _units(things)
    required = sorted((unit for unit in units if unit.required), key=lambda unit: unit.members[0].place)
    optional = _by_value_per_byte([unit for unit in units if not unit.required])
    used = FRAME - 1  # every item counts its comma, and the last one has none
    for unit in required:
        used += unit.bytes
        if used > budget:
            needed = FRAME - 1 + sum(each.bytes for each in required)
            raise ProjectionError(item=unit.first.item.id, needed=needed, budget=budget)
    admitted = [each for unit in required for each in unit.members]
    left_out: list[Composed] = []
    for unit in optional:
        used += unit.bytes
        if used <= budget:
            admitted.extend(unit.members)
        else:
            left_out.extend(_without_room(each, used - budget) for each in unit.members)
    return Packed(admitted=tuple(_ranked(admitted)), left_out=tuple(left_out))


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
    """Best first, where the n-th best find is worth an n-th of the first: about so the chance to be of use falls.

    A find of four times the bytes must be twice as good: a long text says more than a short one, if not in step.
    """
    best_first = sorted(units, key=lambda unit: (-unit.score, unit.bytes, unit.first.item.id, unit.first.item.type))
    cost = [(place + 1) * math.sqrt(unit.bytes) for place, unit in enumerate(best_first)]
    return [best_first[place] for place in sorted(range(len(cost)), key=lambda place: (cost[place], place))]


def _ranked(admitted: Iterable[Composed]) -> Iterable[Composed]:
    for rank, each in enumerate(admitted):
        yield each._replace(candidate=replace(each.candidate, rank=rank))


def _without_room(each: Composed, missing: int) -> Composed:
    candidate = replace(each.candidate, fate=Fate.OVER_BUDGET, detail=f"by {missing} bytes")
    return each._replace(candidate=candidate)
