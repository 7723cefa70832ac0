"""Lifecycles as recorded at a revision. Source: rule 30."""

from functools import partial
from pathlib import Path

from a008.memory.lifecycle import Cause
from a008.runtime.care import Care
from a008.store import lifecycles
from tests.turns import Memory, document, fact


def test_a_carrier_has_the_state_of_the_revision_asked_for() -> None:
    memory = Memory()
    memory.learn(document(new_knowledge=[fact("a", "x", 1)]))
    claim, before = memory.item("a.x"), memory.store.revision()
    memory.learn(document(reinforcements=[{"id": claim}]), at="2026-02-01")
    now = memory.store.revision()
    then = memory.store.read(lambda conn: lifecycles.lifecycles(conn, [claim, "claim_none"], at_revision=before))
    later = memory.store.read(lambda conn: lifecycles.lifecycles(conn, [claim], at_revision=now))
    assert (then[claim].cause, later[claim].cause) == (Cause.CREATED, Cause.REINFORCED)
    assert set(then) == {claim}


def test_what_stands_in_another_project_is_not_told(tmp_path: Path) -> None:
    one, two = (Memory(tmp_path / "memory.sqlite", project=name) for name in ("one", "two"))
    one.learn(document(new_knowledge=[fact("a", "x", 1)]))
    key = one.item("a.x")
    Care(one.store, one.project, one.clock).pin(key, reason="everywhere", standing=True)
    revision = one.store.revision()
    told = [
        one.store.read(partial(lifecycles.standing, project_id=each.project.id, at_revision=revision))
        for each in (one, two)
    ]
    assert told == [(key,), ()]
    one.store.close()
    two.store.close()


def test_what_stands_is_told_in_the_order_of_pinning_for_the_revision_asked_for() -> None:
    memory = Memory()
    memory.learn(document(new_knowledge=[fact("a", "x", 1), fact("a", "y", 2), fact("a", "z", 3)]))
    x, y, z = (memory.item(address) for address in ("a.x", "a.y", "a.z"))
    care = Care(memory.store, memory.project, memory.clock)
    care.pin(z, reason="everywhere", standing=True)
    both = care.pin(x, reason="everywhere", standing=True).revision.number
    care.pin(y, reason="always")
    later = care.unpin(z, reason="no longer").revision.number

    def standing(revision: int) -> tuple[str, ...]:
        return memory.store.read(lambda conn: lifecycles.standing(conn, memory.project.id, at_revision=revision))

    assert [standing(revision) for revision in (both - 2, both - 1, both, later)] == [(), (z,), (z, x), (x,)]
