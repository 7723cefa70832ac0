"""What is found in items. Source for the dates: `memory.time.describe`; the rest is our choice."""

from __future__ import annotations

import pytest

from a008.clock import Instant
from a008.memory.time import Edge, Interval, describe
from a008.providers.embedded.english import ENGLISH
from a008.providers.embedded.index import Entry, index
from a008.providers.embedded.lexicon import Concept
from tests.providers.embedded.envelopes import item


def _entry(proposition: str, *tags: str, kind: str = "state") -> Entry:
    (entry,) = index((item(proposition, kind, *tags),), ENGLISH)
    return entry


@pytest.mark.parametrize(
    ("proposition", "lead"),
    [
        ("Maria lives in Paris.", "maria"),
        ("loadfile.c lists every file.", "loadfile.c"),
        ("Until 2024-01-01: Maria lives in Paris.", "maria"),
        ("The user lives in Paris.", None),
        ("the build takes 5 minutes", None),
        ("", None),
    ],
)
def test_the_name_that_an_item_begins_with_is_whom_it_is_about(proposition: str, lead: str | None) -> None:
    assert _entry(proposition).lead == lead


def test_ideas_are_found_in_any_language_and_in_tags_but_not_in_names() -> None:
    assert _entry("Användaren bor i Lyon.").concepts == {Concept.RESIDENCE}
    assert _entry("It is 34.", "age").concepts == {Concept.AGE}
    assert _entry("The editor met Bo.").concepts == {Concept.EDITOR}


def test_owners_are_those_besides_the_user() -> None:
    assert [owner.stems for owner in _entry("The user's dog's name is Rex.").owners] == [{"dog"}]
    assert [owner.stems & {"hund"} for owner in _entry("Användarens hund heter Rex.").owners] == [{"hund"}]
    assert _entry("The user's name is Anna.").owners == ()


def test_who_speaks_is_the_subject_only_where_somebody_speaks() -> None:
    assert _entry('user, 2026-11-30: "We use pnpm."', kind="utterance").subjects == {"user", "project"}
    assert _entry("We use pnpm.").subjects == frozenset()


_A, _B = Instant.parse("2020-05-01"), Instant.parse("2022-05-01")


@pytest.mark.parametrize(
    ("interval", "years"),
    [
        (Interval(start=_A, end=_B), [2020, 2021, 2022]),
        (Interval(start=_A, end=Edge.UNKNOWN), [2020, 2021, 2022, 2023]),
        (Interval(start=_A, end=Edge.OPEN), [2020, 2021, 2022, 2023]),
        (Interval(start=Edge.UNKNOWN, end=_B), [2019, 2020, 2021, 2022]),
        (Interval(start=Edge.UNKNOWN, end=Edge.UNKNOWN), [2019, 2020, 2021, 2022, 2023]),
    ],
)
def test_dates_before_a_proposition_say_which_years_it_covers(interval: Interval, years: list[int]) -> None:
    entry = _entry(f"{describe(interval)}: Maria lives in Paris.", kind="history")
    assert [year for year in range(2019, 2024) if entry.covers((year,))] == years
    assert entry.covers(())
    assert entry.lead == "maria"
