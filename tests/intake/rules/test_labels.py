"""Tags and domains of facts (our choice; limits from the seed)."""

from __future__ import annotations

import pytest

from a008.intake.rules import labels, words
from a008.intake.rules.reading import read
from a008.memory import label


@pytest.mark.parametrize(
    ("language", "sentence", "tags", "domains"),
    [
        (
            "en",
            "loadfile.c lists only .md files.",
            ("loadfile.c", "lists", "only .md files", "c", "md"),
            ("development", "file formats"),
        ),
        ("en", "Unreal Engine uses C++.", ("unreal engine", "uses", "c++"), ("development", "game engines")),
        ("en", "I love sushi.", ("likes", "sushi"), ("personal", "cooking")),
        ("en", "I live in Lyon.", ("residence", "lyon"), ("personal",)),
        ("en", "I work at Acme.", ("employer", "acme"), ("work", "personal")),
        ("en", "I'm allergic to nuts.", ("allergic to", "nuts"), ("health", "personal")),
        ("en", "My time zone is CET.", ("time zone", "cet"), ("personal",)),
        ("en", "Our budget is 5.", ("budget",), ("development", "finance")),
        ("en", "My email is bo@example.org", ("email", "bo@example.org"), ("personal",)),
        ("en", "Fido's colour is brown.", ("fido", "colour", "brown"), ("general",)),
        ("sv", "Jag älskar pannkakor.", ("likes", "pannkakor"), ("personal", "cooking")),
    ],
)
def test_labels(language: str, sentence: str, tags: tuple[str, ...], domains: tuple[str, ...]) -> None:
    (fact,) = read(sentence, words.of(language))
    assert (labels.tags(fact), labels.domains(fact)) == (tags, domains)


def test_a_fact_that_points_everywhere_keeps_within_the_limits() -> None:
    (fact,) = read("Anna's music school budget is soup, jazz, a flight, a dog and 5 tests.", words.of("en"))
    assert 1 <= len(labels.tags(fact)) <= label.MAX_TAGS
    assert len(labels.domains(fact)) == label.MAX_DOMAINS
