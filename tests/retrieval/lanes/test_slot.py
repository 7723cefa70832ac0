"""The slot lane. Source: rules 14 and 21; what makes an address asked for is our choice."""

import pytest

from a008.memory.envelope import ItemType
from a008.retrieval.lanes import slot
from a008.retrieval.lanes.slot import MAX_SLOTS, SMALL, Exact
from a008.retrieval.vocabulary import vocabulary
from tests.retrieval.asking import snapshot, understood
from tests.turns import Memory, document, fact, relation


@pytest.fixture(scope="module")
def memory() -> Memory:
    filled = Memory()
    filled.learn(
        document(
            new_knowledge=[
                fact("house", "colour", "red"),
                fact("house", "owner", "Ann"),
                fact("user", "residence", "Lyon", proposition="The user lives in Lyon."),
                fact("user", "pet", "cat", proposition="The user keeps a cat."),
                *(fact("engine", f"part{n}", f"steel {n}") for n in range(SMALL + 3)),
            ],
            relation_updates=[relation("shelf", "holds", f"book {n}") for n in range(SMALL + 4)],
        )
    )
    return filled


def found(memory: Memory, message: str, recent: tuple[str, ...] = ()) -> Exact:
    query = understood(memory, message, recent=recent)
    return memory.store.read(lambda conn: slot.find(snapshot(conn, memory), query, vocabulary()))


def required(memory: Memory, message: str) -> list[str]:
    return [find.subject.address for find in found(memory, message).finds if find.required]  # type: ignore[union-attr]


def test_an_address_named_outright_is_required(memory: Memory) -> None:
    exact = found(memory, "Show house.colour")
    assert exact.finds[0].reason == "names house.colour"
    assert exact.finds[0].required


def test_what_is_asked_of_an_entity_comes_before_the_rest_of_it(memory: Memory) -> None:
    exact = found(memory, "Who is the owner of the house?")
    assert [find.reason for find in exact.finds][:1] == ["asks for house.owner"]
    assert [each.address for each in exact.focus] == ["house.owner"]


def test_a_small_entity_named_by_name_is_required_as_a_whole(memory: Memory) -> None:
    assert set(required(memory, "Is the house ready?")) == {"house.colour", "house.owner"}


def test_of_a_large_entity_only_what_is_asked_for_is_required(memory: Memory) -> None:
    assert required(memory, "Is part3 of the engine good?") == ["engine.part3"]
    assert required(memory, "Is the engine good?") == []
    assert len(found(memory, "Is the engine good?").finds) == SMALL + 3


def test_what_is_asked_of_an_entity_is_found_however_many_slots_it_has() -> None:
    many = Memory()
    many.learn(
        document(
            new_knowledge=[
                *(fact("user", f"aspect {n:02d}x", n) for n in range(MAX_SLOTS)),
                fact("user", "wireless network name", "Fjord"),
                fact("user", "residence", "Lyon", proposition="Lyon it is."),
            ]
        )
    )
    assert required(many, "What is my wireless network name?") == ["user.wireless_network_name"]
    assert required(many, "Where do I live?") == ["user.residence"]


def test_of_one_address_only_so_many_members_are_required(memory: Memory) -> None:
    finds = found(memory, "What does the shelf hold? book 11?").finds
    assert len([find for find in finds if find.required]) == SMALL
    assert "book 11" in finds[0].subject.claim.proposition  # type: ignore[union-attr]


def test_of_the_speaker_only_what_is_asked_for_comes(memory: Memory) -> None:
    assert required(memory, "Where do I live?") == ["user.residence"]
    assert len(found(memory, "Where do I live?").finds) == 1


def test_a_question_about_the_speaker_that_asks_for_nothing_known_brings_all_of_it_unasked(memory: Memory) -> None:
    exact = found(memory, "What do you know about me?")
    assert len(exact.finds) == 2
    assert required(memory, "What do you know about me?") == []
    assert found(memory, "I am tired.").finds == ()


def test_nothing_is_required_by_a_question_of_the_past_alone_nor_by_a_borrowed_name(memory: Memory) -> None:
    assert required(memory, "What was the colour of the house previously?") == []
    exact = found(memory, "Is it red?", ("Tell me about the house.",))
    assert exact.finds
    assert not any(find.required for find in exact.finds)


def test_everything_it_finds_is_state(memory: Memory) -> None:
    assert {find.type for find in found(memory, "house engine shelf").finds} == {ItemType.STATE}
