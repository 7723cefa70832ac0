"""What can be seen of a text by its words alone."""

import pytest

from a008.retrieval.clues import asks, tells
from a008.retrieval.vocabulary import vocabulary

_KNOWN = vocabulary()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("I met her last week.", True),
        ("It was in 2019.", True),
        ("We left on Friday", True),
        ("Vi sågs i förra veckan.", True),
        ("The sky is blue.", False),
        ("Sundays-like", False),
    ],
)
def test_a_time(text: str, told: bool) -> None:
    assert tells(text, _KNOWN.time) is told


@pytest.mark.parametrize(
    ("text", "told"), [("I have two dogs.", True), ("Jag har tre barn", True), ("Nothing.", False)]
)
def test_a_number(text: str, told: bool) -> None:
    assert tells(text, _KNOWN.number) is told


@pytest.mark.parametrize(("text", "told"), [("I'm here", True), ("Det är min bil", True), ("Ann is here", False)])
def test_something_of_the_speaker(text: str, told: bool) -> None:
    assert tells(text, _KNOWN.own) is told


@pytest.mark.parametrize(
    ("text", "asked"), [("Really? ", True), ("本当？", True), ("Really? Yes.", False), ("", False)]
)
def test_that_it_ends_in_a_question(text: str, asked: bool) -> None:
    assert asks(text) is asked


def test_of_a_long_text_both_ends_are_looked_at() -> None:
    filler = "x " * 2_000
    assert tells(f"{filler} yesterday", _KNOWN.time)
    assert tells(f"yesterday {filler}", _KNOWN.time)
    assert not tells(f"{filler} yesterday {filler}", _KNOWN.time)
