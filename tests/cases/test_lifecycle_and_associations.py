"""Cases 65 to 79 on a real store: salience moves by exact steps, once, and never what holds.

Source: memory reference, section 11. The arithmetic itself is in tests/memory; 70 and 79 are in
tests/runtime/test_care, 78 in tests/sources/test_v0.
"""

from __future__ import annotations

import pytest

from a008.memory import association, lifecycle
from a008.memory.claim import Severity
from a008.memory.lifecycle import Lifecycle
from a008.store import lifecycles
from tests.cases.telling import count, rows
from tests.turns import Memory, document, fact, relation


def _state(memory: Memory, key: str) -> Lifecycle:
    revision = memory.store.revision()
    return memory.store.read(lambda conn: lifecycles.lifecycles(conn, [key], at_revision=revision))[key]


def _minor(memory: Memory) -> str:
    memory.learn(document(new_knowledge=[fact("a", "x", 1, severity="minor")]), at="2026-01-01")
    return memory.item("a.x")


def test_a_minor_claim_sleeps_after_a_fortnight_and_wakes_at_three_tenths(memory: Memory) -> None:
    """Case 65."""
    key = _minor(memory)
    born = memory.clock.now
    assert lifecycle.is_active(_state(memory, key), born.plus(days=14))
    assert not lifecycle.is_active(_state(memory, key), born.plus(days=14, seconds=1))
    memory.learn(document(reinforcements=[{"id": key}]), "Thanks.", at="2026-01-29")
    state = _state(memory, key)
    assert state.strength == pytest.approx(0.3)
    asleep = lifecycle.dormant_from(state, memory.clock.now)
    assert asleep is not None
    assert asleep.seconds_since(memory.clock.now) / 86_400 == pytest.approx(8.189475, abs=1e-6)


def test_a_claim_that_is_named_twice_in_its_turn_is_boosted_once(memory: Memory) -> None:
    """Case 66."""
    key = _minor(memory)
    receipt = memory.learn(document(reinforcements=[{"id": key}, {"id": key}]), "Thanks.")
    assert receipt.reinforced == (key,)
    assert _state(memory, key).strength == pytest.approx(0.6)
    assert rows(memory, f"SELECT count(*) FROM lifecycle WHERE evidence_id = '{key}'") == [(2,)]


def test_a_clock_that_went_back_raises_no_strength_and_keeps_the_later_time(memory: Memory) -> None:
    """Case 69."""
    key = _minor(memory)
    memory.learn(document(reinforcements=[{"id": key}]), "Thanks.", at="2025-12-01")
    state = _state(memory, key)
    assert str(state.updated_at) == "2026-01-01T00:00:00.000Z"
    assert state.strength == pytest.approx(0.6)


def test_a_fault_of_the_disk_leaves_all_as_it_was_and_the_next_try_counts_once(memory: Memory) -> None:
    """Case 71."""
    key = _minor(memory)
    learnt = document(reinforcements=[{"id": key}])
    plan = memory.decide(memory.turn(learnt, "Thanks."), learnt)
    before, moves = memory.store.revision(), count(memory, "lifecycle")
    memory.store.write(
        lambda conn: conn.execute(
            "CREATE TEMP TRIGGER fault BEFORE INSERT ON main.lifecycle BEGIN SELECT RAISE(ABORT, 'the disk'); END"
        )
    )
    with pytest.raises(Exception, match="the disk"):
        memory.store.commit(plan)
    assert (memory.store.revision(), count(memory, "lifecycle")) == (before, moves)
    memory.store.write(lambda conn: conn.execute("DROP TRIGGER fault"))
    assert memory.store.commit(plan).reinforced == (key,)
    assert _state(memory, key).strength == pytest.approx(0.6)


def test_a_policy_that_changes_moves_later_claims_alone(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Case 72."""
    key = _minor(memory)
    old = _state(memory, key).policy
    changed = lifecycle.Policy(strength=0.5, half_life=1.0, threshold=0.1, boost=0.1, cap=1.0)
    monkeypatch.setitem(lifecycle.POLICIES, Severity.MINOR, changed)
    memory.learn(document(new_knowledge=[fact("a", "y", 2, severity="minor")], reinforcements=[{"id": key}]))
    assert _state(memory, key).policy == old
    assert _state(memory, memory.item("a.y")).policy == changed


def test_an_edge_is_told_from_others_by_each_of_its_parts(memory: Memory) -> None:
    """Case 73: direction, relation and ends."""
    ways = [("ann", "likes", "bob"), ("bob", "likes", "ann"), ("ann", "knows", "bob"), ("ann", "likes", "cat")]
    memory.learn(document(relation_updates=[relation(*way) for way in ways]))
    assert count(memory, "association") == len(ways)
    assert rows(memory, "SELECT DISTINCT strength, attraction FROM association_state") == [
        (association.POLICY.strength, 0.0)
    ]


def test_use_together_on_day_90_finds_an_edge_at_three_tenths_and_pulls_by_one_step(memory: Memory) -> None:
    """Cases 73 and 76."""
    memory.learn(document(relation_updates=[relation("ann", "likes", "tea")]), at="2026-01-01")
    memory.learn(document(relation_updates=[relation("ann", "likes", "tea")]), at="2026-04-01")
    ((strength, attraction),) = rows(memory, "SELECT strength, attraction FROM association_state WHERE rev_to IS NULL")
    assert (strength, attraction) == (pytest.approx(0.3), pytest.approx(0.2))
