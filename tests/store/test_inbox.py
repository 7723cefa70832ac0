"""The conflict inbox in SQL: what is open, in which order, and at which price."""

from __future__ import annotations

import pytest

from a008.store import inbox
from tests.store.looking import plan, statements
from tests.turns import Memory, document, fact


def test_what_waits_is_listed_by_address_and_then_by_age() -> None:
    memory = Memory()
    memory.learn(document(new_knowledge=[fact("house", "colour", "white"), fact("car", "colour", "black")]))
    for entity, value in (("house", "red"), ("car", "grey"), ("house", "blue")):
        memory.learn(document(new_knowledge=[fact(entity, "colour", value, wording="conflict")]))
    found = memory.store.read(lambda conn: inbox.pending(conn, memory.project.id, at_revision=None))
    assert [(row.address, row.claim.proposition.split()[-1]) for row in found] == [
        ("car.colour", "grey."),
        ("house.colour", "red."),
        ("house.colour", "blue."),
    ]
    now = memory.store.revision()
    assert memory.store.read(lambda conn: inbox.pending(conn, memory.project.id, at_revision=now)) == found
    earlier = memory.store.read(lambda conn: inbox.pending(conn, memory.project.id, at_revision=now - 1))
    assert len(earlier) == 2
    assert memory.store.read(lambda conn: inbox.pending(conn, "elsewhere", at_revision=None)) == ()


@pytest.mark.parametrize(("name", "walks"), [("_OPEN", "SCAN x USING INDEX contest_open"), ("_WERE_OPEN", "SCAN x")])
def test_the_inbox_walks_over_conflicts_and_nothing_else(name: str, walks: str) -> None:
    steps = Memory().store.read(lambda conn: plan(conn, statements(inbox)[name]))
    assert [step for step in steps if step.startswith("SCAN")] == [walks]
