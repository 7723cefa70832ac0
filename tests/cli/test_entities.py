"""`a008 memory entities`, `alias`, `unalias`, `merge`, `split` and `undo`."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Call


@pytest.fixture
def told(a008: Call) -> None:
    """Two names of one server."""
    for message in ("nas uses postgres.", "shop uses PostgreSQL.", "I live in Lund."):
        assert a008("ask", message).status == 0


def _state(a008: Call) -> dict[str, str]:
    found = a008("memory", "state", "--json").document
    return {f"{head['slot']['address']} {head['binding']['member']}": head["claim"]["id"] for head in found}


def test_they_are_listed_with_their_other_names(a008: Call, told: None) -> None:
    assert a008("memory", "alias", "nas", "the old box", "--yes").status == 0
    assert "the old box" in next(row for row in a008("memory", "entities").out.splitlines() if row.startswith("nas"))
    (found,) = a008("memory", "entities", "The Old Box", "--json").document
    assert found["entity"]["label"] == "nas"
    assert a008("memory", "unalias", "nas", "the old box", "--yes").status == 0
    assert a008("memory", "entities", "the old box").status == 3


@pytest.mark.parametrize(
    "words",
    [
        ("merge", "postgres", "PostgreSQL"),
        ("alias", "nas", "box"),
        ("split", "user", "Ann", "residence"),
    ],
)
def test_a_change_is_only_shown_until_it_is_confirmed_and_is_taken_back(
    a008: Call, told: None, words: tuple[str, ...]
) -> None:
    before, log = _state(a008), a008("memory", "log", "--json").document
    shown = a008("memory", *words)
    assert shown.status == 0
    assert "Nothing has changed yet" in shown.err
    assert a008("memory", "log", "--json").document == log
    done = a008("memory", *words, "--yes", "--by", "Ann", "--reason", "I looked.")
    assert done.status == 0
    assert "takes it back" in done.out
    assert a008("memory", "log", "--json").document[0]["author"] == "Ann"
    assert a008("memory", "undo", "HEAD", "--yes").status == 0
    assert _state(a008) == before
    assert a008("verify").status == 0


def test_what_goes_along_and_what_collides_is_shown(a008: Call, told: None) -> None:
    a008("ask", "My residence is Lund.")
    a008("memory", "split", "user", "Ann", "residence", "--yes")
    a008("ask", "I live in Kiruna.")
    ran = a008("memory", "merge", "Ann", "user")
    assert "Kiruna stays, Lund is contested" in ran.out
    assert "1 address says something else there" in ran.out


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (("merge", "user", "nas"), 2),
        (("merge", "nobody", "nas"), 3),
        (("merge", "nas", "nas"), 2),
        (("split", "nas", "x", "nothing"), 3),
        (("undo", "1"), 2),
        (("undo", "99"), 3),
    ],
)
def test_a_mistake_ends_with_its_status_and_says_what_to_do(
    a008: Call, told: None, words: tuple[str, ...], status: int
) -> None:
    ran = a008("memory", *words, "--yes")
    assert ran.status == status
    assert "Traceback" not in ran.err
    assert ran.out == ""
