"""How much of a message is read, and that the receipt says so. Source: issue 4 (query limits), fault Q02."""

import time

import pytest

from a008.memory.reading import Reading
from a008.retrieval.define import MAX_ASKED
from a008.retrieval.mentions import MAX_CHARACTERS, MAX_WORDS
from tests.retrieval.asking import ask, shown
from tests.turns import Memory, document, fact


@pytest.fixture(scope="module")
def memory() -> Memory:
    filled = Memory()
    filled.learn(document(new_knowledge=[fact("house", "colour", "red"), fact("garden", "size", "9 acres")]))
    return filled


def reading(characters: tuple[int, int], words: tuple[int, int], terms: tuple[int, int]) -> Reading:
    """Of each, how much there was and how much was read."""
    return Reading(
        characters=characters[0],
        characters_read=characters[1],
        words=words[0],
        words_searched=words[1],
        terms=terms[0],
        terms_asked=terms[1],
    )


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("What colour has the house?", reading((26, 26), (5, 5), (2, 2))),
        ("", reading((0, 0), (0, 0), (0, 0))),
        ("house " * 200_000, reading((1_200_000, MAX_CHARACTERS), (200_000, MAX_WORDS), (3, 3))),
        (
            " ".join(f"w{number}" for number in range(100_000)),
            reading((688_889, MAX_CHARACTERS), (100_000, MAX_WORDS), (2_721, MAX_ASKED)),
        ),
        ("x" * 1_000_000, reading((1_000_000, MAX_CHARACTERS), (1, 1), (1, 1))),
        ("\x00" * 1_000_000, reading((1_000_000, MAX_CHARACTERS), (1, 1), (0, 0))),
        ("\udc81" * 1_000_000, reading((1_000_000, MAX_CHARACTERS), (1, 1), (1, 1))),
    ],
    ids=["whole", "empty", "megabyte", "words", "word", "nul", "surrogate"],
)
def test_the_receipt_says_how_much_of_a_message_was_read(memory: Memory, message: str, expected: Reading) -> None:
    """The bound is far above what it takes, which is about a tenth of a second."""
    started = time.perf_counter()
    envelope = ask(memory, message)
    assert time.perf_counter() - started < 5
    assert envelope.receipt.reading == expected
    assert expected.is_cut is (len(message) > MAX_CHARACTERS)
    assert envelope.degraded == ()


def test_both_ends_of_a_long_message_are_read(memory: Memory) -> None:
    sent = ask(memory, f"What colour has the house? {'word ' * 100_000} What size has the garden?")
    assert {"The colour of house is red.", "The size of garden is 9 acres."} <= set(shown(sent))


@pytest.mark.parametrize("count", [MAX_ASKED, MAX_ASKED + 1])
def test_a_word_too_many_is_told_of(memory: Memory, count: int) -> None:
    told = ask(memory, " ".join(f"word{number}" for number in range(count))).receipt.reading
    assert (told.terms, told.terms_asked, told.is_cut) == (count, MAX_ASKED, count > MAX_ASKED)
