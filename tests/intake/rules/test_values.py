"""Which words are a value of a kind (our choice)."""

from __future__ import annotations

import pytest

from a008.intake.rules import values, words
from a008.intake.rules.values import Kind

EN = words.of("en")


@pytest.mark.parametrize(
    ("surface", "kind", "value"),
    [
        ("green", Kind.TEXT, "green"),
        ("on 4 May", Kind.TEXT, "4 May"),
        ("a fox", Kind.TEXT, "fox"),
        ('"A008".', Kind.TEXT, "A008"),
        ("`it is fine`", Kind.TEXT, "it is fine"),
        ("the U.S.", Kind.TEXT, "U.S."),
        ("10:00;", Kind.TEXT, "10:00"),
        ("only .md files", Kind.FREE, "only .md files"),
        ("the API settings", Kind.FREE, "API settings"),
        ("only CSV", Kind.ONLY, "only CSV"),
        ("Bo Ek", Kind.NAME, "Bo Ek"),
        ("bo", Kind.NAME, "bo"),
        ("Ludwig van Beethoven", Kind.PROPER, "Ludwig van Beethoven"),
        ("Acme with Anna", Kind.PROPER, "Acme"),
        ("Lyon, France", Kind.PLACE, "Lyon, France"),
        ("the Netherlands", Kind.PLACE, "Netherlands"),
        ("lyon", Kind.PLACE, "lyon"),
        ("the post office", Kind.ORGANISATION, "post office"),
        ("docs", Kind.LOCATION, "docs"),
        ("tools/deploy.sh", Kind.LOCATION, "tools/deploy.sh"),
        ("the Beatles", Kind.OBJECT, "Beatles"),
        ("green tea", Kind.OBJECT, "green tea"),
        ("a software engineer at Acme", Kind.ROLE, "software engineer"),
        ("nuts", Kind.ALLERGEN, "nuts"),
        ("a cache", Kind.THING, "cache"),
        ("broken", Kind.STATUS, "broken"),
        ("34", Kind.NUMBER, 34),
        ("1990-05-04", Kind.DATE, "1990-05-04"),
        ("4 May", Kind.DATE, "4 May"),
    ],
)
def test_a_value_is_cleaned(surface: str, kind: Kind, value: str | int) -> None:
    found = values.value(surface, kind, EN)
    assert found is not None
    assert found.value == value


@pytest.mark.parametrize(
    ("surface", "kind"),
    [
        ("", Kind.TEXT),
        (" . ", Kind.TEXT),
        ("x" * 121, Kind.TEXT),
        ("x " * 13, Kind.TEXT),
        ("great", Kind.TEXT),
        ("what it is", Kind.TEXT),
        ("green because I say so", Kind.TEXT),
        ("CSV", Kind.ONLY),
        ("not important", Kind.NAME),
        ("Monday", Kind.PROPER),
        ("crazy", Kind.PROPER),
        ("Lyon and Paris", Kind.PLACE),
        ("a house", Kind.PLACE),
        ("fear", Kind.PLACE),
        ("a bank", Kind.ORGANISATION),
        ("trouble", Kind.LOCATION),
        ("the idea", Kind.OBJECT),
        ("your idea", Kind.OBJECT),
        ("it", Kind.OBJECT),
        ("Mondays", Kind.ALLERGEN),
        ("it", Kind.THING),
        ("so much better", Kind.STATUS),
        ("0", Kind.NUMBER),
        ("1990-02-30", Kind.DATE),
        ("spring", Kind.DATE),
    ],
)
def test_what_is_no_value(surface: str, kind: Kind) -> None:
    assert values.value(surface, kind, EN) is None


def test_every_kind_has_a_check() -> None:
    for kind in Kind:
        values.value("some words", kind, EN)


@pytest.mark.parametrize(
    ("text", "strong"),
    [
        ("Paris", True),
        ("5 MB", True),
        ("bo@example.org", True),
        ("main.py", True),
        ("two weeks", True),
        ("brown", False),
    ],
)
def test_strong_values_look_like_values_by_themselves(text: str, strong: bool) -> None:
    assert values.is_strong(text, EN) is strong
