"""Lifecycles as recorded at a revision. Source: rule 30."""

from a008.memory.lifecycle import Cause
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
