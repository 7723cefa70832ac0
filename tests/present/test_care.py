"""Care in words: a line for each carrier and each association, and nothing that a terminal would obey."""

from __future__ import annotations

from dataclasses import replace

import pytest

from a008.present import plain
from a008.present.care import ShownCare, lines
from a008.present.display import ShownDetails
from a008.present.explanation import view
from a008.present.look_back import details
from a008.runtime.knowledge import Knowledge
from tests.present.samples import HOSTILE
from tests.turns import Memory, document, fact, relation


@pytest.fixture
def memory() -> Memory:
    memory = Memory()
    memory.learn(document(new_knowledge=[fact("a", "x", 1), fact("a", "y", 2)]))
    memory.learn(document(relation_updates=[relation("a", "feeds", "b")]))
    return memory


def care(memory: Memory) -> ShownCare:
    return ShownCare(memory.store, memory.project, memory.clock)


def test_each_carrier_has_a_line_with_what_was_done_and_its_strength(memory: Memory) -> None:
    x, y = memory.item("a.x"), memory.item("a.y")
    assert lines(care(memory).weaken(x, y, reason="too loud")).splitlines() == [
        f'revision 5: "The x of a is 1." is weakened: strength 0.80 before, 0.60 now ({x})',
        f'revision 5: "The y of a is 2." is weakened: strength 0.80 before, 0.60 now ({y})',
    ]
    pinned = f'revision 6: "The x of a is 1." is pinned and stands in every envelope: strength 0.60 ({x})'
    assert lines(care(memory).pin(x, reason="everywhere", standing=True)) == pinned


def test_what_falls_asleep_by_it_is_said_to_be_dormant_unless_it_is_pinned(memory: Memory) -> None:
    x, y = memory.item("a.x"), memory.item("a.y")
    care(memory).pin(y, reason="for good")
    for _ in range(3):
        said = lines(care(memory).weaken(x, y, reason="too loud"))
        assert "dormant" not in said
    asleep, pinned = lines(care(memory).weaken(x, y, reason="too loud")).splitlines()
    assert asleep.endswith(f"strength 0.20 before, 0.00 now, dormant ({x})")
    assert "dormant" not in pinned


def test_an_association_has_a_line_with_its_attraction(memory: Memory) -> None:
    done = care(memory).repel("a", "b", reason="too far")
    edge = done.associations[0].association_id
    assert lines(done) == f"revision 5: a --feeds--> b: attraction 0.00 before, -0.20 now ({edge})"


def test_why_tells_from_when_on_it_will_be_dormant_unless_it_is_pinned_or_is_already(memory: Memory) -> None:
    x, knowledge = memory.item("a.x"), Knowledge(memory.store, memory.project, memory.clock)
    assert view(knowledge.why(x)).salience.endswith(", dormant from 2026-06-30 00:00 if nothing happens to it")
    memory.clock.advance(days=181)
    assert view(knowledge.why(x)).salience.startswith("dormant: ")
    assert "dormant from" not in view(knowledge.why(x)).salience
    care(memory).pin(x, reason="everywhere", standing=True)
    assert view(knowledge.why(x)).salience.startswith("pinned, in every envelope, active: ")
    assert "dormant from" not in view(knowledge.why(x)).salience


def test_what_was_done_draws_itself_with_its_reason(memory: Memory) -> None:
    done = care(memory).pin(memory.item("a.x"), reason="It matters.", standing=True)
    assert isinstance(done, ShownDetails)
    for shown in (str(done), plain.page(details(done)), done._repr_html_()):
        assert "It matters." in shown
        assert "in every envelope" in shown
    assert "Far off." in str(care(memory).repel("a", "b", reason="Far off."))


@pytest.mark.parametrize("hostile", HOSTILE)
def test_hostile_words_show_as_text(memory: Memory, hostile: str) -> None:
    done = care(memory).weaken(memory.item("a.x"), reason="noise")
    shown = lines(replace(done, strengths=(replace(done.strengths[0], text=hostile),)))
    assert all(char.isprintable() or char in "\n\u200c\u200d" for char in shown)
