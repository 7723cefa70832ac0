"""Lines broken to a width."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from a008.present import text
from a008.present.wrap import wrapped


def test_a_line_that_fits_and_a_block_without_a_width_stay_as_they_are() -> None:
    assert wrapped("short\n  and  indented", 40) == "short\n  and  indented"
    assert wrapped("x " * 100, None) == "x " * 100


def test_a_long_line_goes_on_two_columns_further_in() -> None:
    assert wrapped("  1. state: we use SQLite for storage now", 30) == "  1. state: we use SQLite for\n    storage now"


def test_a_name_that_is_set_off_keeps_its_column() -> None:
    assert wrapped("model    embedded librarian and more", 30) == "model    embedded librarian\n         and more"


def test_a_word_longer_than_a_line_is_broken() -> None:
    assert wrapped("claim_" + "a" * 40, 30).splitlines() == ["claim_" + "a" * 24, "  " + "a" * 16]


def test_wide_characters_count_twice() -> None:
    assert [text.width(line) for line in wrapped("漢字" * 20, 21).splitlines()] == [20, 20, 20, 20, 8]


@pytest.mark.parametrize("width", [1, 5, 19])
def test_a_terminal_too_narrow_to_read_is_left_to_wrap_by_itself(width: int) -> None:
    assert wrapped("one two three four five six seven", width) == "one two three four five six seven"


@given(st.text(st.characters(exclude_categories=["Cs", "Cc", "Cf", "Mn", "Me", "Mc", "Zl", "Zp"])), st.integers(20, 90))
def test_no_line_is_too_wide_and_no_word_is_lost(block: str, width: int) -> None:
    block = block.replace("\x1f", "")
    broken = wrapped(block, width)
    assert all(text.width(line) <= width for line in broken.split("\n"))
    assert "".join(broken.split()) == "".join(block.split())
