"""Search by words. Source: cases B001 to B007 and B013 to B015, faults Q01, Q03 and Q04."""

import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from a008.memory.lifecycle import Carrier
from a008.retrieval.search import Found, search
from tests.retrieval.asking import snapshot
from tests.turns import Memory, document, fact

_STORED = (
    "The harbour park closes at nine.",
    "Vol. 2 – (Live) [remaster] AND more",
    "Release freeze begins 2026-03-14",
    "one line that holds @nasa #tag a=b foo&bar 50% x\\y it's",
    "Migration of the orders database is planned for May",
    "升级libpng后重测通过",
    "项目的部署脚本已更新",
    "use db for cache",
    "부산역에서 출발합니다",
    "a host called blue-116 on Straße 5",
)


@pytest.fixture(scope="module")
def memory() -> Memory:
    filled = Memory()
    for text in _STORED:
        filled.learn(document(), message=text, answer="Good.")
    return filled


def found(memory: Memory, text: str, limit: int = 20) -> list[Found]:
    return list(memory.store.read(lambda conn: search(snapshot(conn, memory), text, limit=limit)))


def texts(memory: Memory, text: str) -> list[str]:
    return [each.text for each in found(memory, text)]


@pytest.mark.parametrize("query", ["park.", "park!", "park?", "(park", "park)", '"park"', "park*", "PARK"])
def test_punctuation_around_a_word_is_no_operator(memory: Memory, query: str) -> None:
    """Case B001."""
    assert texts(memory, query) == ["The harbour park closes at nine."]


@pytest.mark.parametrize("text", _STORED)
def test_a_text_is_the_first_hit_for_itself(memory: Memory, text: str) -> None:
    """Case B002."""
    assert texts(memory, text)[0] == text


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("what happens on 2026-03-14?", "Release freeze begins 2026-03-14"),
        ("database migration", "Migration of the orders database is planned for May"),
        ("libpng", "升级libpng后重测通过"),
        ("重测", "升级libpng后重测通过"),
        ("部署", "项目的部署脚本已更新"),
        ("脚", "项目的部署脚本已更新"),
        ("db", "use db for cache"),
        ("부산", "부산역에서 출발합니다"),
        ("산역", "부산역에서 출발합니다"),
        ("출발", "부산역에서 출발합니다"),
        ("blue-116", "a host called blue-116 on Straße 5"),
        ("strasse", "a host called blue-116 on Straße 5"),
        *((token, _STORED[3]) for token in ("@nasa", "#tag", "a=b", "foo&bar", "50%", "x\\y", "it's")),
    ],
)
def test_a_part_of_a_text_finds_it(memory: Memory, query: str, text: str) -> None:
    """Cases B003, B005, B007, B013 to B015."""
    assert text in texts(memory, query)


@pytest.mark.parametrize(
    "query", ["", " ", '"', "'", "*", "AND", "OR NOT", "NEAR(", "terms:", "d", "^", "\x00", "\udc81"]
)
def test_nothing_to_look_for_is_an_empty_answer_and_no_error(memory: Memory, query: str) -> None:
    """Case B005, fault Q01: a single quote is an empty query, not a crash."""
    assert [text for text in texts(memory, query) if text not in _STORED] == []


def test_a_hit_says_what_it_is_and_who_said_it() -> None:
    memory = Memory()
    memory.learn(document(new_knowledge=[fact("user", "age", 41)]), message="Well, the age of user is 41.")
    hits = {each.carrier: each for each in found(memory, "age")}
    assert (hits[Carrier.CLAIM].text, hits[Carrier.CLAIM].said_by) == ("The age of user is 41.", "assistant")
    assert (hits[Carrier.UTTERANCE].text, hits[Carrier.UTTERANCE].said_by) == ("Well, the age of user is 41.", "user")


def test_no_more_than_asked_for_comes_back(memory: Memory) -> None:
    assert len(found(memory, "good", limit=3)) == 3


@settings(max_examples=40)
@given(st.lists(st.text(st.characters(codec=None), min_size=1, max_size=60), min_size=1, max_size=6))
def test_every_text_with_something_to_see_finds_itself(said: list[str]) -> None:
    """Case B002 as a property; what cannot be stored is repaired by whoever stores it."""
    memory = Memory()
    kept = []
    for text in said:
        message = text.encode("utf-8", "replace").decode()
        visible = [sign for sign in unicodedata.normalize("NFKC", message) if unicodedata.category(sign)[0] in "LNPS"]
        if [sign for sign in visible if sign != "\u0640"]:
            memory.learn(document(), message=message)
            kept.append(message)
    for message in kept:
        assert message in texts(memory, message)
