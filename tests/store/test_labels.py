"""Tags and domains. Source: memory reference, cases 34 to 36; the bounds are our choice."""

import pytest

from a008.memory.label import Axis
from a008.store import labels
from a008.store.labels import Labels
from tests.turns import Memory, document, fact


@pytest.fixture
def memory() -> Memory:
    filled = Memory()
    filled.learn(document(new_knowledge=[fact("a", "x", 1, tags=["C", "Listing"], domains=["Development"])]))
    filled.learn(document(new_knowledge=[fact("b", "y", 2, tags=["c"], domains=["cooking"])]))
    return filled


def test_only_labels_in_use_are_known_and_only_in_their_project_and_axis(memory: Memory) -> None:
    revision, asked = memory.store.revision(), ["listing", "none", "c", "cooking"]
    known = memory.store.read(lambda conn: labels.known(conn, memory.project.id, Axis.TAG, asked, at_revision=revision))
    assert known == ("listing", "c")
    assert memory.store.read(lambda conn: labels.known(conn, "elsewhere", Axis.TAG, asked, at_revision=revision)) == ()
    assert memory.store.read(lambda conn: labels.known(conn, memory.project.id, Axis.TAG, asked, at_revision=1)) == ()


def test_claims_that_carry_a_label_come_newest_first_and_bounded(memory: Memory) -> None:
    revision = memory.store.revision()

    def carrying(limit: int) -> tuple[str, ...]:
        return memory.store.read(
            lambda conn: labels.carrying(conn, memory.project.id, Axis.TAG, "c", at_revision=revision, limit=limit)
        )

    assert carrying(9) == (memory.item("b.y"), memory.item("a.x"))
    assert carrying(1) == (memory.item("b.y"),)


def test_a_claim_carries_its_own_labels(memory: Memory) -> None:
    revision, claim = memory.store.revision(), memory.item("a.x")
    found = memory.store.read(lambda conn: labels.labels_of(conn, [claim, "claim_none"], at_revision=revision))
    assert found == {claim: Labels(tags=("c", "listing"), domains=("development",))}


def test_the_vocabulary_is_in_the_order_of_the_alphabet_and_bounded(memory: Memory) -> None:
    def vocabulary(limit: int) -> tuple[str, ...]:
        return memory.store.read(lambda conn: labels.vocabulary(conn, memory.project.id, Axis.TAG, limit=limit))

    assert vocabulary(9) == ("c", "listing")
    assert vocabulary(1) == ("c",)
