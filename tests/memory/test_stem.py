"""Stems. Our choice of rules; the pairs are what the rules are for."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from a008.memory.stem import stems


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("list", "lists"),
        ("file", "files"),
        ("live", "living"),
        ("lived", "lives"),
        ("party", "parties"),
        ("tried", "try"),
        ("run", "running"),
        ("class", "classes"),
        ("box", "boxes"),
        ("use", "used"),
        ("quick", "quickly"),
        ("buy", "bought"),
        ("adopt", "adoption"),
        ("donate", "donations"),
        ("celebrated", "celebration"),
        ("inspires", "inspiration"),
        ("achieve", "achievement"),
        ("thought", "thoughtful"),
        ("happy", "happiness"),
        ("child", "children"),
        ("fil", "filerna"),
        ("fil", "filen"),
        ("sprak", "spraket"),
        ("jobbar", "jobbade"),
        ("byta", "bytte"),
        ("gillar", "gillade"),
        ("bor", "bodde"),
        ("anna", "annas"),
    ],
)
def test_forms_of_one_word_share_a_stem(one: str, other: str) -> None:
    assert {one, *stems(one)} & {other, *stems(other)}


@pytest.mark.parametrize(("one", "other"), [("need", "ne"), ("bring", "br"), ("bus", "bu"), ("red", "r"), ("fly", "f")])
def test_short_words_are_not_cut_down_to_nothing(one: str, other: str) -> None:
    assert other not in stems(one)


@given(st.text(st.characters(categories=["Ll"], max_codepoint=0x7F), min_size=1, max_size=30))
def test_every_word_has_a_stem_and_none_is_empty(word: str) -> None:
    assert stems(word)
    assert all(stems(word))
