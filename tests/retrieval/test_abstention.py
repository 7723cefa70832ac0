"""Abstention: the envelope says when nothing is above the floor. Source: issue 4; the three reasons are ours."""

import pytest

from a008.memory.envelope import Abstention
from a008.runtime.care import Care
from tests.retrieval.asking import ask
from tests.turns import Memory, document, fact


@pytest.fixture
def memory() -> Memory:
    filled = Memory()
    filled.learn(document(new_knowledge=[fact("house", "colour", "red", domains=["home"])]))
    return filled


def test_what_nothing_leads_to_is_abstained_from(memory: Memory) -> None:
    envelope = ask(memory, "How deep is the Mariana Trench?")
    assert envelope.abstains
    assert envelope.receipt.abstention is Abstention.NOTHING_FOUND
    assert envelope.items == ()


def test_what_something_known_bears_on_is_not(memory: Memory) -> None:
    assert not ask(memory, "What colour has the house?").abstains


def test_a_find_without_room_is_known_all_the_same(memory: Memory) -> None:
    memory.learn(document(), message="The trench is deep, said Ann of the trench and its depth.")
    envelope = ask(memory, "How deep is the trench?", budget=64)
    assert envelope.items == ()
    assert not envelope.abstains


def test_what_shares_too_little_is_below_the_floor(memory: Memory) -> None:
    for word in ("trench", "fox", "Zanzibar", "elephant", "purple"):
        memory.learn(document(), message=f"We saw a {word}.")
    envelope = ask(memory, "Did the fox of Zanzibar dig the trench of the purple elephant?")
    assert envelope.receipt.abstention is Abstention.BELOW_FLOOR


def test_what_has_faded_is_left_out(memory: Memory) -> None:
    memory.learn(document(), message="The trench is deep.")
    memory.clock.advance(days=3_000)
    assert ask(memory, "How deep was the trench?").receipt.abstention is Abstention.LEFT_OUT


def test_what_asks_nothing_is_answered_by_nothing(memory: Memory) -> None:
    assert not ask(memory, "Hello!").abstains
    assert not ask(memory, "How are you?").abstains
    assert not ask(memory, "Glaciers calve at night.").abstains


def test_what_comes_with_every_message_is_no_answer(memory: Memory) -> None:
    Care(memory.store, memory.project, memory.clock).pin(memory.item("house.colour"), reason="always", standing=True)
    envelope = ask(memory, "How deep is the Mariana Trench?", scope=("home",))
    assert len(envelope.items) == 1
    assert envelope.receipt.abstention is Abstention.NOTHING_FOUND
