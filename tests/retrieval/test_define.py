"""DEFINE. Source: rules 14 and 15, memory reference 3.1, issue 4 ("change its colour"); follow-ups are our choice."""

import pytest

from a008.memory.envelope import Intent
from tests.retrieval.asking import understood
from tests.turns import Memory, document, fact


@pytest.fixture(scope="module")
def memory() -> Memory:
    filled = Memory()
    filled.learn(
        document(
            new_knowledge=[
                fact("loadfile.c", "lists", "every file", tags=["c", "listing"], domains=["development"]),
                fact("house", "colour", "red", tags=["paint"], domains=["home"]),
                fact("user", "residence", "Lyon", tags=["residence"], domains=["personal"]),
                fact("project", "storage", "PostgreSQL", tags=["storage"], domains=["development"]),
            ]
        )
    )
    return filled


def entities(memory: Memory, message: str, *recent: str) -> list[str]:
    return [each.entity.key for each in understood(memory, message, recent=recent).entities]


def words(memory: Memory, message: str, *recent: str) -> list[str]:
    return [word.text for word in understood(memory, message, recent=recent).words]


def test_what_a_message_names_is_looked_up(memory: Memory) -> None:
    query = understood(memory, "Does `loadfile.c` list C files in the development branch?")
    assert [each.entity.label for each in query.entities] == ["loadfile.c"]
    assert (query.tags, query.domains) == (("c",), ("development",))
    assert [word.text for word in query.asked_of(query.entities[0])] == ["list", "c", "files", "development", "branch"]


def test_the_first_person_is_the_user_and_the_plural_is_the_project(memory: Memory) -> None:
    assert entities(memory, "Where do I live?") == ["user"]
    assert entities(memory, "Var bor jag?") == ["user"]
    assert entities(memory, "What do we use?") == ["project"]
    assert entities(memory, "Vad heter vårt projekt och min hund?") == ["user", "project"]
    assert entities(memory, "It rains.") == []


def test_an_address_may_be_named_outright(memory: Memory) -> None:
    query = understood(memory, "What is house.colour?")
    assert query.addresses == ("house.colour",)


def test_common_words_carry_nothing_unless_there_are_no_others(memory: Memory) -> None:
    assert words(memory, "What is the deadline of it?") == ["deadline"]
    assert words(memory, "what is this") == ["what", "is", "this"]


def test_a_message_that_points_back_borrows_from_the_dialogue(memory: Memory) -> None:
    query = understood(memory, "What was it before?", recent=("Where do I live?", "The user lives in Lyon."))
    assert [(each.entity.key, each.borrowed) for each in query.entities] == [("user", True)]
    assert {"live", "lyon"} <= {word.text for word in query.words}
    assert query.wants(Intent.HISTORY)


def test_change_its_colour_is_about_what_was_spoken_of(memory: Memory) -> None:
    assert entities(memory, "Change its colour.", "Tell me about the house.", "The colour of house is red.") == [
        "house"
    ]
    assert words(memory, "Change its colour.", "Tell me about the house.") == ["change", "colour"]


def test_a_message_that_names_something_borrows_nothing(memory: Memory) -> None:
    assert entities(memory, "And is loadfile.c older than that?", "Tell me about the house.") == ["loadfile.c"]
    assert entities(memory, "Tell me about me.", "Tell me about the house.") == ["user"]


def test_citations_of_an_answer_are_no_words(memory: Memory) -> None:
    cited = words(memory, "Who said so?", "The user lives in Lyon. [claim_abcdefghijklmnop]")
    assert "lyon" in cited
    assert not [word for word in cited if "claim" in word]


def test_a_greeting_is_idle_unless_it_names_something(memory: Memory) -> None:
    assert understood(memory, "Hello there!").idle
    assert not understood(memory, "Hello house!").idle
    assert not understood(memory, "Hello, where am I?").idle


def test_a_message_too_long_is_read_at_both_ends_and_says_so(memory: Memory) -> None:
    query = understood(memory, "house " + "x" * 100_000 + " loadfile.c")
    assert query.cut
    assert [each.entity.label for each in query.entities] == ["house", "loadfile.c"]
