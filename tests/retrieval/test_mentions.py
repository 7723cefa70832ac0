"""Names in a message. Source: rule 4 (names keep their punctuation) and issue 4; the bounds are fault Q02."""

import time

import pytest

from a008.retrieval.mentions import MAX_CHARACTERS, MAX_WORDS, longest, mentions, readable

_STOP = frozenset({"the", "it", "is"})


def named(message: str, *known: str) -> list[str]:
    return [key for _, key in longest(mentions(readable(message), _STOP), set(known))]


@pytest.mark.parametrize(
    ("message", "name"),
    [
        ("What does loadfile.c do?", "loadfile.c"),
        ("in `loadfile.c`, please", "loadfile.c"),
        ("loadfile.c's author", "loadfile.c"),
        ("the file (src/a/loadfile.c).", "src/a/loadfile.c"),
        ("call main() now", "main"),
        ("main()'s result", "main"),
        ("Annas hund", "anna"),
        ("Anna's dog", "anna"),
        ("Lars’ dog", "lars"),
        ("“Unreal Engine” rocks", "unreal_engine"),
        ("Unreal  Engine!", "unreal_engine"),
        ("ANNA?!", "anna"),
        ("only .md files", ".md"),
        ("only .md files", "md"),
        ("package-lock.json", "package-lock.json"),
    ],
)
def test_a_name_is_found_in_whatever_form_it_stands(message: str, name: str) -> None:
    assert named(message, name) == [name]


def test_the_longest_name_wins_and_no_word_counts_twice() -> None:
    assert named("New York City is big", "new_york", "new_york_city", "york", "big") == ["new_york_city", "big"]


def test_a_file_name_is_not_another_that_begins_like_it() -> None:
    assert named("package-lock.json", "package.json", "package") == []


def test_a_common_word_names_something_only_in_quotation_marks() -> None:
    assert named("is it ready", "it") == []
    assert named('is "it" ready', "it") == ["it"]


def test_the_cost_is_bounded_by_what_is_read() -> None:
    message = "alpha " + "word " * 100_000 + "omega"
    assert len(readable(message)) <= MAX_CHARACTERS + 1
    assert len(mentions(readable(message), _STOP)) <= 5 * MAX_WORDS
    assert set(named(message, "alpha", "omega")) == {"alpha", "omega"}


@pytest.mark.parametrize("message", ["x" * 1_000_000, "w " * 500_000, "'" * 1_000_000, "()" * 500_000, "." * 1_000_000])
def test_a_megabyte_of_anything_is_read_in_no_time(message: str) -> None:
    started = time.perf_counter()
    mentions(readable(message), _STOP)
    assert time.perf_counter() - started < 2
