"""From a sentence to facts: clauses, times, wordings (our choice)."""

from __future__ import annotations

import pytest

from a008.clock import Instant
from a008.intake.rules import words
from a008.intake.rules.reading import Fact, read
from a008.memory.claim import Severity
from a008.memory.reconcile import Wording

EN, SV = words.of("en"), words.of("sv")


def addresses(facts: tuple[Fact, ...]) -> list[tuple[str, str | int]]:
    return [(f"{fact.entity}.{fact.slot}", fact.value) for fact in facts]


@pytest.mark.parametrize(
    ("sentence", "facts"),
    [
        ("I live in Lyon and work at Acme.", [("user.residence", "Lyon"), ("user.employer", "Acme")]),
        ("I live in Lyon, but I work at Acme.", [("user.residence", "Lyon"), ("user.employer", "Acme")]),
        (
            "My name is Bo and I'm 34 years old and I live in Lyon.",
            [("user.name", "Bo"), ("user.age", 34), ("user.residence", "Lyon")],
        ),
        (
            "We use PostgreSQL for storage and Redis for caching.",
            [("project.storage", "PostgreSQL"), ("project.caching", "Redis")],
        ),
        (
            "loadfile.c lists only .md files and returns a list.",
            [("loadfile.c.lists", "only .md files"), ("loadfile.c.returns", "list")],
        ),
        ("Anna lives in Oslo and works at Acme.", [("Anna.residence", "Oslo"), ("Anna.employer", "Acme")]),
        ("I live in Lyon and it is great.", [("user.residence", "Lyon")]),
        ("All is well and I live in Lyon.", [("user.residence", "Lyon")]),
        ("I live in Lyon and Paris.", []),
        ("I live in Lyon and somewhere else.", []),
    ],
)
def test_clauses(sentence: str, facts: list[tuple[str, str | int]]) -> None:
    assert addresses(read(sentence, EN)) == facts


def test_clauses_in_swedish() -> None:
    assert addresses(read("Jag bor i Lyon och jobbar på Acme.", SV)) == [
        ("user.residence", "Lyon"),
        ("user.employer", "Acme"),
    ]


@pytest.mark.parametrize(
    ("sentence", "objects"),
    [
        ("I like tea and coffee.", ["tea", "coffee"]),
        ("I like tea, coffee and milk.", ["tea", "coffee", "milk"]),
        ("I like mac and cheese.", ["mac and cheese"]),
        ("I like action and scary films.", ["action and scary films"]),
        ("We use Docker and GitHub Actions.", ["Docker", "GitHub Actions"]),
    ],
)
def test_lists_of_objects_are_divided_when_their_parts_are_whole(sentence: str, objects: list[str]) -> None:
    assert [fact.value for fact in read(sentence, EN)] == objects


@pytest.mark.parametrize(
    ("sentence", "since", "until"),
    [
        ("I live in Lyon.", None, None),
        ("Since 2024-03-01 I live in Lyon.", "2024-03-01", None),
        ("I live in Lyon since 2024-03-01.", "2024-03-01", None),
        ("From 2024-03-01 to 2025-03-01 the server's port is 8080.", "2024-03-01", "2025-03-01"),
        ("The server's port is 8080 until 2025-03-01.", None, "2025-03-01"),
        ("I live in Lyon since last year.", None, None),
        ("Since 2024-03-01 I no longer live in Lyon.", None, "2024-03-01"),
    ],
)
def test_only_iso_dates_become_times(sentence: str, since: str | None, until: str | None) -> None:
    (fact,) = read(sentence, EN)
    assert fact.since == (None if since is None else Instant.parse(since))
    assert fact.until == (None if until is None else Instant.parse(until))


@pytest.mark.parametrize(
    "sentence", ["Since 2024-02-30 I live in Lyon.", "From 2025-01-01 to 2024-01-01 I live in Lyon."]
)
def test_dates_that_cannot_be_leave_a_sentence_unread(sentence: str) -> None:
    assert read(sentence, EN) == ()


@pytest.mark.parametrize(
    ("sentence", "wording"),
    [
        ("I live in Lyon.", Wording.PLAIN),
        ("I now live in Lyon.", Wording.CHANGE),
        ("I live in Lyon now.", Wording.CHANGE),
        ("These days I live in Lyon.", Wording.CHANGE),
        ("I actually live in Lyon.", Wording.CORRECTION),
        ("No, I live in Lyon.", Wording.CORRECTION),
        ("Actually, I now live in Lyon.", Wording.CHANGE),
        ("I don't live in Lyon.", Wording.RETRACTION),
        ("Correction: I no longer live in Lyon.", Wording.RETRACTION),
    ],
)
def test_wording(sentence: str, wording: Wording) -> None:
    assert [fact.wording for fact in read(sentence, EN)] == [wording]


@pytest.mark.parametrize(
    ("sentence", "severity"),
    [
        ("I'm allergic to nuts.", Severity.CRITICAL),
        ("I live in Lyon.", Severity.IMPORTANT),
        ("We use Redis for caching.", Severity.IMPORTANT),
        ("I like tea.", Severity.MINOR),
        ("My favourite colour is green.", Severity.MINOR),
        ("The server is now down.", Severity.MINOR),
    ],
)
def test_severity(sentence: str, severity: Severity) -> None:
    assert [fact.severity for fact in read(sentence, EN)] == [severity]


@pytest.mark.parametrize(
    ("english", "swedish"),
    [
        ("I live in Lyon.", "Jag bor i Lyon."),
        ("My favourite colour is Prussian.", "Min favoritfärg är Prussian."),
        ("My sister's birthday is 4.", "Min systers födelsedag är 4."),
        ("We use PostgreSQL for storage.", "Vi använder PostgreSQL till lagring."),
        ("loadfile.c reads UTF-8.", "loadfile.c läser UTF-8."),
        ("Anna's phone number is 5.", "Annas telefonnummer är 5."),
        ("Our deadline is 2026-05-01.", "Vår deadline är 2026-05-01."),
        ("The project's licence is MIT.", "Projektets licens är MIT."),
    ],
)
def test_both_languages_hit_the_same_address(english: str, swedish: str) -> None:
    assert addresses(read(english, EN)) == addresses(read(swedish, SV)) != []


def test_an_overlong_sentence_is_not_read() -> None:
    assert read("I live in " + "L" * 1_000, EN) == ()
