"""Resolutions on any history: what was believed stays, what was decided holds, every invariant with it."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from a008.errors import UsageError
from a008.memory.resolution import Resolution
from a008.runtime import conflicts
from a008.runtime.conflicts import Conflict
from a008.runtime.knowledge import Knowledge
from a008.store import revisions
from a008.store.invariants import INVARIANTS
from tests.turns import Memory, document, fact

_DAYS = [f"20{year}-01-01" for year in range(15, 36)]
_SAID = st.tuples(
    st.sampled_from("ABCD"),
    st.sampled_from(["plain", "change", "correction", "retraction", *["conflict"] * 3]),
    st.none() | st.sampled_from(_DAYS),
    st.none() | st.none() | st.sampled_from(_DAYS),
)
_STEPS = st.lists(
    st.tuples(
        st.sampled_from([1, 30, 400]), st.one_of(_SAID, st.sampled_from(Resolution), st.sampled_from(Resolution))
    ),
    min_size=4,
    max_size=14,
)


@settings(max_examples=25)
@given(steps=_STEPS)
def test_a_resolution_does_what_it_says_and_never_touches_what_was_believed(steps: list[tuple[int, Any]]) -> None:
    memory = Memory()
    for days, step in steps:
        memory.clock.advance(days=days)
        if isinstance(step, Resolution):
            for conflict in Knowledge(memory.store, memory.project, memory.clock).conflicts()[:1]:
                _resolve(memory, conflict, step)
        else:
            value, wording, start, stop = step
            start = None if start and stop and start >= stop else start
            memory.learn(
                document(new_knowledge=[fact("x", "a", value, wording=wording, valid_from=start, valid_to=stop)])
            )
        for invariant in INVARIANTS:
            assert _rows(memory, invariant.statement) == [], invariant.says
    assert memory.store.read(revisions.broken) == ()
    memory.store.close()


def _resolve(memory: Memory, conflict: Conflict, way: Resolution) -> None:
    revision, before, past = memory.store.revision(), _values(memory, conflict), _past(memory)
    try:
        conflicts.resolve(
            memory.store,
            memory.project,
            conflict.other.claim_id,
            way,
            by="Ann",
            reason="",
            clock=memory.clock,
            new_attribute="b" if way is Resolution.SPLIT else None,
        )
    except UsageError:
        assert memory.store.revision() == revision
        return
    after, other = _values(memory, conflict), conflict.other
    assert memory.store.revision() == revision + 1
    assert _past(memory, revision) == past
    if way is Resolution.KEEP_HEAD:
        assert _past(memory) == past
    elif way is Resolution.SPLIT:
        assert after == before
    elif other.interval.holds_at(memory.clock.now):
        assert other.value in after
    if way is Resolution.KEEP_BOTH:
        assert set(before) <= set(after) <= {*before, other.value}
        assert len(after) == len(set(after)), "a value is a member once"


def _rows(memory: Memory, statement: str) -> list[tuple[Any, ...]]:
    return memory.store.read(lambda conn: conn.execute(statement).fetchall())


def _values(memory: Memory, conflict: Conflict) -> list[Any]:
    held = memory.state().get(conflict.address, [])
    return held if isinstance(held, list) else [held]


def _past(memory: Memory, revision: int | None = None) -> dict[str, dict[str, Any]]:
    return {day: memory.state(day, revision) for day in _DAYS}
