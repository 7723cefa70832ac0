"""What more bytes buy: how much of what should be in an envelope is, at rising budgets. Reads, and writes nothing."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from statistics import fmean

from a008.errors import ProjectionError, UsageError
from a008.memory.envelope import Item
from a008.runtime.session import Session

#: Budgets that are tried: steps of a half from a few items to the default.
BUDGETS = (512, 768, 1_024, 1_536, 2_048, 3_072, 4_096, 6_144, 8_192, 12_288, 16_384, 24_576, 32_768)


@dataclass(frozen=True, slots=True, kw_only=True)
class BudgetPoint:
    """Means over some messages at one budget.

    Shape: `recall` is the share of what is wanted that was sent; `refused` counts messages whose required items alone
    do not fit, with a recall of 0. Units: bytes.
    """

    budget: int
    bytes: float
    items: float
    recall: float
    refused: int


def budget_curve(
    session: Session, wanted: Mapping[str, Collection[str]], budgets: Iterable[int] = BUDGETS
) -> tuple[BudgetPoint, ...]:
    """Recall over bytes for some messages, the smallest budget first; ready for a dataframe.

    Shape: `wanted` gives for each message what its envelope should hold, each by the id of its item or by words that
    stand in it, whatever their case.
    Errors: `UsageError` when nothing is wanted.
    """
    if not wanted or not all(wanted.values()):
        raise UsageError(
            "a message without anything wanted", remedy="name for each message what its envelope should hold"
        )
    return tuple(_point(session, wanted, budget) for budget in sorted(set(budgets)))


def knee(points: Iterable[BudgetPoint]) -> BudgetPoint:
    """The point from which on more bytes buy little: the one farthest above the line from the first to the last.

    Errors: `UsageError` without any point.
    """
    every = tuple(points)
    if not every:
        raise UsageError("a curve without points has no knee", remedy="name at least one budget")
    first, last = every[0], every[-1]
    width = max(last.bytes - first.bytes, 1.0)
    rise = last.recall - first.recall

    def above(point: BudgetPoint) -> float:
        return point.recall - first.recall - rise * (point.bytes - first.bytes) / width

    return max(every, key=lambda point: (round(above(point), 9), -point.budget))


def _point(session: Session, wanted: Mapping[str, Collection[str]], budget: int) -> BudgetPoint:
    sent: list[tuple[int, int, float]] = []
    refused = 0
    for message, things in wanted.items():
        try:
            envelope = session.envelope(message, budget=budget)
        except ProjectionError:
            refused += 1
            sent.append((0, 0, 0.0))
            continue
        found = sum(any(_is(item, thing) for item in envelope.items) for thing in things)
        sent.append((envelope.receipt.bytes, len(envelope.items), found / len(things)))
    return BudgetPoint(
        budget=budget,
        bytes=fmean(each[0] for each in sent),
        items=fmean(each[1] for each in sent),
        recall=fmean(each[2] for each in sent),
        refused=refused,
    )


def _is(item: Item, thing: str) -> bool:
    return item.id == thing or thing.casefold() in item.proposition.casefold()
