"""Names in a message. Source: rule 4 (names keep their punctuation) and issue 4; the bounds are fault Q02."""

import time

import pytest

from a008.retrieval.mentions import MAX_CHARACTERS, MAX_QUOTATIONS, MAX_WORDS, longest, mentions, readable
from a008.retrieval.vocabulary import vocabulary

_STOP = frozenset({"the", "it", "is"})
_ENDINGS = vocabulary().endings


def named(message: str, *known: str) -> list[str]:
    return [key for _, key in longest(mentions(readable(message), _STOP, _ENDINGS), set(known))]


def outright(message: str, *known: str) -> list[bool]:
    return [key in each.keys for each, key in longest(mentions(readable(message), _STOP, _ENDINGS), set(known))]


@pytest.mark.parametrize(
    ("message", "name"),
    [
        ("What does loadfile.c do?", "loadfile.c"),
        ("in `loadfile.c`, please", "loadfile.c"),
        ("loadfile.c's author", "loadfile.c"),
        ("the file (src/a/loadfile.c).", "src/a/loadfile.c"),
        ("open ~/notes/b.md now", "~/notes/b.md"),
        (r"open C:\Users\x\b.txt.", r"c:\users\x\b.txt"),
        ("call main() now", "main"),
        ("main()'s result", "main"),
        ("Annas hund", "anna"),
        ("Anna's dog", "anna"),
        ("Lars’ dog", "lars"),
        ("Åsas båt", "åsa"),
        ("ΣΊΣΥΦΟΣ rolls", "σίσυφοσ"),
        ("Straße 5 is long", "strasse_5"),
        ("“Unreal Engine” rocks", "unreal_engine"),
        ("Unreal  Engine!", "unreal_engine"),
        ("ANNA?!", "anna"),
        ("only .md files", ".md"),
        ("only .md files", "md"),
        ("package-lock.json", "package-lock.json"),
        ("What is house.colour?", "house.colour"),
        ("What is Unreal Engine.version?", "unreal_engine.version"),
        ("東京 の 天気", "東京"),
    ],
)
def test_a_name_is_found_in_whatever_form_it_stands(message: str, name: str) -> None:
    assert named(message, name) == [name]
    assert outright(message, name) == [True]


@pytest.mark.parametrize("pair", ['""', "''", "``", "“”", "„“", "„”", "«»", "»«", "‘’", "‹›"])
def test_what_stands_in_quotation_marks_is_one_name_however_long(pair: str) -> None:
    title = "The Old Man and the Sea of Dreams"
    key = "the_old_man_and_the_sea_of_dreams"
    assert named(f"Who wrote {pair[0]}{title}{pair[1]}, please?", key, "old", "man") == [key]
    assert named(f"Who wrote({pair[0]}{title}{pair[1]})?", key) == [key]


def test_an_apostrophe_inside_a_word_opens_no_quotation() -> None:
    assert named("It's Anna's and Bob's house", "s_anna", "anna", "bob") == ["anna", "bob"]
    assert named("don't touch the dogs' bowls", "t_touch_the_dogs", "bowls") == ["bowls"]


def test_the_longest_name_wins_and_no_word_counts_twice() -> None:
    assert named("New York City is big", "new_york", "new_york_city", "york", "big") == ["new_york_city", "big"]


def test_a_file_name_is_not_another_that_begins_like_it() -> None:
    assert named("package-lock.json", "package.json", "package") == []


@pytest.mark.parametrize(
    ("message", "name"),
    [
        ("in src/a/loadfile.c, please", "loadfile.c"),
        (r"in C:\src\loadfile.c, please", "loadfile.c"),
        ("What is house.colour?", "house"),
        ("Vilken färg har huset?", "hus"),
        ("Vilken färg har husets tak?", "hus"),
        ("Var är bilen?", "bil"),
        ("Var är flickan?", "flicka"),
        ("Var är hundarna?", "hund"),
        ("Where are the boxes?", "box"),
    ],
)
def test_what_only_comes_near_a_name_is_found_and_not_taken_for_it(message: str, name: str) -> None:
    assert named(message, name) == [name]
    assert outright(message, name) == [False]


def test_a_name_itself_is_taken_before_what_is_near_another() -> None:
    assert named("in src/a.c", "src/a.c", "a.c") == ["src/a.c"]
    assert named("Var är huset?", "huset", "hus") == ["huset"]
    assert named("where src/a.c b lies", "a.c", "src/a.c_b") == ["src/a.c_b"]


def test_a_proper_name_is_no_form_of_a_shorter_one() -> None:
    assert named("What does Evan like?", "eva") == []


def test_a_common_word_names_something_only_in_quotation_marks() -> None:
    assert named("is it ready", "it") == []
    assert named('is "it" ready', "it") == ["it"]
    assert named('say "it is ready" now', "it") == []


def test_the_cost_is_bounded_by_what_is_read() -> None:
    message = "alpha " + "word " * 100_000 + "omega"
    assert len(readable(message)) <= MAX_CHARACTERS + 1
    assert len(mentions(readable(message), _STOP, _ENDINGS)) <= 5 * MAX_WORDS
    assert set(named(message, "alpha", "omega")) == {"alpha", "omega"}
    quoted = mentions("`a b` " * 1_000, _STOP)
    assert sum(each.quoted for each in quoted) == MAX_QUOTATIONS


@pytest.mark.parametrize(
    "message",
    [
        "x" * 1_000_000,
        "w " * 500_000,
        "'" * 1_000_000,
        '"a' * 500_000,
        "“" * 1_000_000,
        "()" * 500_000,
        "." * 1_000_000,
        "/a" * 500_000,
        "\x00" * 1_000_000,
        "\ud800" * 1_000_000,
    ],
    ids=lambda text: f"{text[:3]!a}",
)
def test_a_megabyte_of_anything_is_read_in_no_time(message: str) -> None:
    started = time.perf_counter()
    mentions(readable(message), _STOP, _ENDINGS)
    assert time.perf_counter() - started < 2
