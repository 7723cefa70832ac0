"""The audit of salience: every row must follow from the one before it, by its own policy and its recorded cause.

Whoever alters a strength and makes the chain of revisions anew is found out here: the figures no longer replay.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import groupby
from typing import Any, TypeVar

from a008.errors import UsageError
from a008.memory import association, lifecycle
from a008.memory.association import AssociationState
from a008.memory.lifecycle import Cause, Lifecycle
from a008.store import associations, lifecycles
from a008.store.connection import Connection

#: How far a stored figure may lie from the derived one: far more than rounding, far less than any policy can move it.
TOLERANCE = 1e-9

_LIFECYCLES = (
    f"SELECT l.rev_from, l.rev_to, {lifecycles.COLUMNS} FROM lifecycle AS l ORDER BY l.evidence_id, l.rev_from"
)
_ASSOCIATIONS = f"""
SELECT x.rev_from, x.rev_to, {associations.COLUMNS}
FROM association_state AS x ORDER BY x.association_id, x.rev_from
"""
S = TypeVar("S", Lifecycle, AssociationState)


def unreplayed(conn: Connection) -> Iterator[str]:
    """The first row of each carrier and of each association that does not follow, in a sentence.

    Cost: one pass over each table in the order of its key, one row of it in memory.
    """
    yield from _broken(conn.execute(_LIFECYCLES), "the strength of", lifecycles.lifecycle_of, _carrier_fault)
    yield from _broken(conn.execute(_ASSOCIATIONS), "the association", associations.state_of, _pull_fault)


def _broken(
    rows: Iterable[tuple[Any, ...]],
    what: str,
    read: Callable[[tuple[Any, ...]], S],
    fault_of: Callable[[S | None, S], str | None],
) -> Iterator[str]:
    for key, chain in groupby(rows, key=lambda row: str(row[2])):
        before: S | None = None
        ended: int | None = None
        for rev_from, rev_to, *values in chain:
            fault: str | None
            try:
                found = read(tuple(values))
            except (UsageError, ValueError):
                fault = "cannot be read"
            else:
                fault = fault_of(before, found) if before is None or rev_from == ended else "leaves a gap"
                before, ended = found, rev_to
            if fault is not None:
                yield f"{what} {key}: the row of revision {rev_from} {fault}"
                break  # what follows from a wrong row says nothing new


def _carrier_fault(before: Lifecycle | None, found: Lifecycle) -> str | None:
    if (before is None) != (found.cause is Cause.CREATED):
        return f"cannot be {found.cause}"
    if before is None:
        due = replace(found, strength=found.policy.strength, pinned=False, standing=False)
    elif _rules(found) != _rules(before):
        return "changes its own policy"
    elif found.updated_at < before.updated_at:
        return "moves the baseline back"
    else:
        due = lifecycle.after(before, found.cause, "", found.updated_at, "", standing=found.standing)
    if (found.pinned, found.standing) != (due.pinned, due.standing):
        return f"cannot be {'pinned' if found.pinned else 'without its pin'} by {found.cause}"
    return _off("strength", found.strength, due.strength)


def _pull_fault(before: AssociationState | None, found: AssociationState) -> str | None:
    if (before is None) != (found.cause is Cause.CREATED):
        return f"cannot be {found.cause}"
    if before is None:
        due = replace(found, strength=found.policy.strength, attraction=0.0)
    elif (found.version, found.policy) != (before.version, before.policy):
        return "changes its own policy"
    elif found.updated_at < before.updated_at:
        return "moves the baseline back"
    else:
        due = association.adjusted(before, "", found.updated_at, positive=found.cause is Cause.REINFORCED)
    return _off("strength", found.strength, due.strength) or _off("attraction", found.attraction, due.attraction)


def _rules(state: Lifecycle) -> tuple[object, ...]:
    return state.carrier, state.severity, state.version, state.policy


def _off(what: str, found: float, due: float) -> str | None:
    return None if abs(found - due) <= TOLERANCE else f"says {what} {found:.12g}, where {due:.12g} follows"
