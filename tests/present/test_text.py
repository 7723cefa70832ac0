"""Text of others is safe to look at and cut between characters only. Source: our choice; fault H19 for terminals."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from a008.present.text import ELLIPSIS, byte_count, counted, graphemes, shorten, visible, width
from tests.present.samples import HOSTILE

_FAMILY = "👩‍👩‍👧‍👦"
_ANYTHING = st.text(st.characters(exclude_categories=()))


@pytest.mark.parametrize(
    ("given_text", "shown"),
    [
        ("\x1b[31mred\x1b[0m", "\\x1b[31mred\\x1b[0m"),
        ("\x1b]0;title\x07", "\\x1b]0;title\\x07"),
        ("\x9b31m", "\\x9b31m"),
        ("exe\u202egpj", "exe\\u202egpj"),
        ("a\u2066b\u2069", "a\\u2066b\\u2069"),
        ("zero\u200bwidth", "zero\\u200bwidth"),
        ("hidden\U000e0041", "hidden\\U000e0041"),
        ("\ud800", "\\ud800"),
        ("a\u2028b", "a\\u2028b"),
        ("two\nlines\tand\r", "two\\nlines\\tand\\r"),
    ],
)
def test_what_acts_on_a_terminal_or_hides_shows_as_an_escape(given_text: str, shown: str) -> None:
    assert visible(given_text) == shown


@pytest.mark.parametrize("harmless", ["", "plain", "naïve Malmö 漢字", _FAMILY, "می‌خواهم", "עברית", "e\u0301"])
def test_letters_marks_and_joined_emoji_stay_as_they_are(harmless: str) -> None:
    assert visible(harmless) == harmless


def test_several_lines_keep_their_line_feeds_and_tabs_alone() -> None:
    assert visible("a\r\nb\tc\x1b\rd", lines=True) == "a\nb\tc\\x1b\\rd"


@given(_ANYTHING)
def test_no_text_leaves_a_control_a_format_character_or_a_surrogate_behind(source: str) -> None:
    shown = visible(source)
    assert {unicodedata.category(char) for char in shown if char not in "\u200c\u200d"}.isdisjoint(
        {"Cc", "Cf", "Cs", "Zl", "Zp"}
    )
    assert visible(shown) == shown
    shown.encode("utf-8")


@pytest.mark.parametrize(
    ("source", "clusters"),
    [
        ("e\u0301a", ["e\u0301", "a"]),
        (_FAMILY + "!", [_FAMILY, "!"]),
        ("🇸🇪🇳🇴🇩", ["🇸🇪", "🇳🇴", "🇩"]),
        ("👍🏽x", ["👍🏽", "x"]),
        ("❤️x", ["❤️", "x"]),
        ("\r\n\n", ["\r\n", "\n"]),
        ("", []),
    ],
)
def test_characters_are_what_people_see_as_one(source: str, clusters: list[str]) -> None:
    assert list(graphemes(source)) == clusters


@given(_ANYTHING, st.integers(min_value=1, max_value=30))
def test_a_short_text_is_a_beginning_of_whole_characters_within_its_limit(source: str, limit: int) -> None:
    assert "".join(graphemes(source)) == source
    short = shorten(source, limit)
    if short != source:
        kept = list(graphemes(source))[: limit - 1]
        assert short == "".join(kept) + ELLIPSIS
    assert len(list(graphemes(source))) <= limit or short.endswith(ELLIPSIS)


def test_shortening_never_cuts_a_family_in_two() -> None:
    assert shorten(_FAMILY * 3, 2) == _FAMILY + ELLIPSIS
    assert shorten(_FAMILY * 2, 2) == _FAMILY * 2


def test_a_pile_of_marks_without_end_is_split_so_that_it_can_be_shortened() -> None:
    assert len(shorten("a" + "\u0301" * 100_000, 3)) < 100


def test_widths_count_the_columns_of_a_terminal() -> None:
    assert [width(text) for text in ("abc", "漢字", "e\u0301", _FAMILY, "")] == [3, 4, 1, 2, 0]


def test_numbers_stand_with_their_nouns() -> None:
    assert (byte_count(1), byte_count(1234), byte_count(0)) == ("1 byte", "1,234 bytes", "0 bytes")
    assert counted(2, "reply", "replies") == "2 replies"


@pytest.mark.parametrize("hostile", HOSTILE)
def test_hostile_text_loses_nothing_that_people_can_read(hostile: str) -> None:
    readable = [char for char in hostile if char.isprintable()]
    shown = iter(visible(hostile))
    assert all(char in shown for char in readable)  # in order
