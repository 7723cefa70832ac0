"""Supersede chains of v0 items, put together from what each row says of itself; every broken one has its outcome.

| in the file | what is made of it |
| --- | --- |
| a successor that is not there (or was refused) | the chain ends with this item |
| an item that is superseded and names no successor | the chain ends with it, and nothing holds there now |
| several items with one successor | all of them stand in its history, in the order of the file |
| an item that is current and has a successor | the chain decides: its last current item holds, the others are over |
| a circle | it is cut behind its last current item, or behind its last item of all |

Pure; a chain is a list of places in the index.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from a008.sources.report import Remark
from a008.sources.rows import Stretch

#: Replaced items that a remark names.
_NAMED = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """What is kept of a row while chains are looked for: where to read it again, and what it says of its chain."""

    id: str
    stretch: Stretch
    current: bool
    successor: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Chain:
    """Items that replaced each other, oldest first; `head` is the one that holds, `None` when none does."""

    members: tuple[Entry, ...]
    head: Entry | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Chains:
    """The chains of a file, in the order of their last items, and what was odd about them."""

    chains: tuple[Chain, ...]
    remarks: tuple[Remark, ...]


def chains(entries: list[Entry]) -> Chains:
    """Put chains together; every entry is in exactly one.

    Shape: `entries` are in the order of the file, each id once.
    """
    remarks: list[Remark] = []
    after = _successors(entries, remarks)
    _cut_circles(entries, after, remarks)
    before: dict[int, list[int]] = {}
    for place, successor in enumerate(after):
        if successor is not None:
            before.setdefault(successor, []).append(place)
    for place, replaced in before.items():
        if len(replaced) > 1:
            names = ", ".join(entries[each].id for each in replaced[:_NAMED])
            more = f" and {len(replaced) - _NAMED} more" if len(replaced) > _NAMED else ""
            remarks.append(_remark(entries[place], f"replaced {names}{more}; all of them are in its history"))
    made = tuple(_chain(entries, place, before) for place, successor in enumerate(after) if successor is None)
    return Chains(chains=made, remarks=tuple(remarks))


def _successors(entries: list[Entry], remarks: list[Remark]) -> list[int | None]:
    """The place of each entry's successor, `None` where a chain ends."""
    places = {entry.id: place for place, entry in enumerate(entries)}
    after: list[int | None] = []
    for entry in entries:
        found = None if entry.successor is None else places.get(entry.successor)
        after.append(found)
        if entry.successor is None and not entry.current:
            remarks.append(_remark(entry, "superseded by nothing; its chain ends here"))
        elif entry.successor is not None and found is None:
            remarks.append(_remark(entry, f"its successor {entry.successor} was not read; its chain ends here"))
        elif found is not None and entry.current:
            remarks.append(
                _remark(entry, f"current, though {entry.successor} replaced it; the last current item holds")
            )
    return after


def _cut_circles(entries: list[Entry], after: list[int | None], remarks: list[Remark]) -> None:
    """Open every circle of successors behind one of its items, so that it has a last one."""
    done = bytearray(len(entries))
    for first in range(len(entries)):
        path: list[int] = []
        here: int | None = first
        while here is not None and not done[here]:
            done[here] = 1
            path.append(here)
            here = after[here]
        if here is None or here not in path:
            continue
        circle = sorted(path[path.index(here) :])
        last = max(circle, key=lambda place: (entries[place].current, place))
        after[last] = None
        remarks.append(
            _remark(entries[last], f"one of {len(circle)} items that replace each other; taken as their last")
        )


def _chain(entries: list[Entry], last: int, before: dict[int, list[int]]) -> Chain:
    members = tuple(entries[place] for place in reversed(list(_backwards(last, before))))
    return Chain(members=members, head=next((entry for entry in reversed(members) if entry.current), None))


def _backwards(last: int, before: dict[int, list[int]]) -> Iterator[int]:
    """An item, then all that it replaced, the newest first; what replaced comes before what it replaced."""
    waiting = [last]
    while waiting:
        place = waiting.pop()
        yield place
        waiting.extend(before.get(place, ()))


def _remark(entry: Entry, says: str) -> Remark:
    return Remark(where=entry.stretch.where, item=entry.id, says=says)
