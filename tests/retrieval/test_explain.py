"""The whole decision, as rows."""

from __future__ import annotations

import pytest

from a008.memory.envelope import Fate, Intent, Lane
from a008.retrieval.explain import Decision, explained
from a008.retrieval.fuse import WEIGHTS
from a008.retrieval.query import Question
from a008.retrieval.retrieve import envelope
from a008.retrieval.vocabulary import vocabulary
from a008.store.connection import Connection
from tests.retrieval.asking import request, snapshot
from tests.turns import Memory, document, fact


@pytest.fixture
def memory() -> Memory:
    made = Memory()
    for number, colour in enumerate(["white", "red", "green"], 1):
        entry = fact("house", "colour", colour, wording="change", tags=["paint"])
        made.learn(document(new_knowledge=[entry]), at=f"2026-0{number}-01T00:00:00Z")
    made.learn(document(new_knowledge=[fact("boat", "berth", "Bergen")]), "The boat's berth is Bergen.")
    return made


def decided(memory: Memory, message: str, **more: object) -> Decision:
    asked = request(memory, message, **more)  # type: ignore[arg-type]

    def read(conn: Connection) -> Decision:
        return explained(snapshot(conn, memory), asked, envelope(conn, asked, vocabulary()), vocabulary())

    return memory.store.read(read)


def test_what_was_understood_is_told(memory: Memory) -> None:
    found = decided(memory, "What was the colour of the house before, in March 2026, and its paint?").understood
    assert found.intents == (Intent.CURRENT_STATE, Intent.HISTORY)
    assert found.entities == ("house",)
    assert found.days == ("2026-03-01 to 2026-03-31",)
    assert found.labels == ("paint",)
    assert not found.idle
    assert decided(memory, "When was it?").understood.question is Question.WHEN
    assert decided(memory, "Tell me of house.colour").understood.addresses == ("house.colour",)
    assert decided(memory, "And its colour?", recent=("Tell me about the house.",)).understood.entities == (
        "house (from the dialogue)",
    )
    assert decided(memory, "Hello!").understood.idle


def test_words_stand_by_weight_and_an_unknown_one_weighs_nothing(memory: Memory) -> None:
    found = decided(memory, "Is the colour of the house or the berth purple?").understood
    assert found.words[0].word == "berth"
    assert found.words[-1].word == "purple"
    assert (found.words[-1].texts, found.words[-1].weight) == (0, 0.0)
    weights = [each.weight for each in found.words]
    assert weights == sorted(weights, reverse=True)
    assert 0 < found.floor < sum(weights)


def test_every_lane_stands_in_the_order_in_which_it_counts(memory: Memory) -> None:
    found = decided(memory, "What is the colour of the house?")
    assert [each.lane for each in found.lanes] == list(WEIGHTS)
    uses = {each.lane: each for each in found.lanes}
    assert (uses[Lane.SLOT].brought, uses[Lane.SLOT].sent) == (1, 1)
    assert uses[Lane.HISTORY].brought == 0
    for each in found.lanes:
        assert each.brought == sum(each.lane in row.lanes for row in found.fates)


def test_fates_stand_in_the_order_of_packing_and_the_last_one_sent_fills_the_payload(memory: Memory) -> None:
    found = decided(memory, "What was the colour of the house before?")
    receipt = found.envelope.receipt
    sent = [row for row in found.fates if row.fate is Fate.IN]
    assert [row.order for row in found.fates] == list(range(1, len(found.envelope.candidates) + 1))
    assert found.fates[: len(sent)] == tuple(sent)
    used = [row.used for row in sent]
    assert used == sorted(used, key=lambda value: value or 0)
    assert used[-1] == receipt.bytes
    assert {row.id for row in sent} == {item.id for item in found.envelope.items}
    assert all(row.used is None for row in found.fates[len(sent) :])
    tight = decided(memory, "What was the colour of the house before?", budget=receipt.bytes - 1)
    assert Fate.OVER_BUDGET in {row.fate for row in tight.fates}
