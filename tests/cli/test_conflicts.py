"""`a008 memory conflicts` and `a008 memory resolve`, from the inbox to the decision."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from a008.memory.origin import Origin
from a008.memory.resolution import Resolution
from tests.cli.conftest import Call
from tests.shelf import Fact, Shelf

WAYS = [each.replace("_", "-") for each in Resolution]


@pytest.fixture
def claim_id() -> str:
    """The id of a claim on the web that contests what a user said."""
    shelf = Shelf(Path(os.environ["A008_HOME"]) / "memory.sqlite")
    shelf.tell(Fact("project", "storage", "SQLite", "We use SQLite for storage."))
    told = shelf.tell(Fact("project", "storage", "MySQL", "We use MySQL for storage."), origin=Origin.WEB)
    shelf.close()
    return told.written[0].claim_id


def _words(way: str, claim_id: str) -> list[str]:
    return [
        *("memory", "resolve", claim_id, way, "--by", "Ann", "--reason", "I looked."),
        *(("--as", "archive") if way == "split" else ()),
    ]


def test_the_inbox_lists_both_sides_and_the_claim_to_decide_on(a008: Call, claim_id: str) -> None:
    ran = a008("memory", "conflicts")
    assert ran.status == 0
    (row,) = ran.out.splitlines()[2:]
    for part in ("project.storage", "We use SQLite for storage.", "We use MySQL for storage.", claim_id):
        assert part in row
    (found,) = a008("memory", "conflicts", "--json").document
    assert (found["head"]["value"], found["other"]["value"], found["other"]["origin"]) == ("SQLite", "MySQL", "web")


@pytest.mark.parametrize(
    ("way", "state"),
    [
        ("keep-head", [("project.storage", '"SQLite"')]),
        ("take-other", [("project.storage", '"MySQL"')]),
        ("keep-both", [("project.storage", '"MySQL"'), ("project.storage", '"SQLite"')]),
        ("split", [("project.archive", '"MySQL"'), ("project.storage", '"SQLite"')]),
    ],
)
def test_each_decision_is_carried_out_told_and_leaves_a_sound_store(
    a008: Call, claim_id: str, way: str, state: list[tuple[str, str]]
) -> None:
    ran = a008(*_words(way, claim_id))
    assert ran.status == 0
    assert ran.out.startswith("revision 5: project.")
    found = a008("memory", "state", "--json").document
    assert sorted((head["slot"]["address"], head["binding"]["member"]) for head in found) == state
    (newest, *_) = a008("memory", "log", "--json").document
    assert (newest["author"], newest["cause"]) == ("Ann", "conflict resolved")
    assert a008("memory", "conflicts").out == "There is no open conflict.\n"
    assert len(a008("memory", "conflicts", "--at-revision", "4", "--json").document) == 1
    assert a008("doctor").status == 0


@pytest.mark.parametrize("way", WAYS)
def test_a_second_decision_finds_no_conflict(a008: Call, claim_id: str, way: str) -> None:
    assert a008(*_words(way, claim_id)).status == 0
    ran = a008(*_words("keep-head", claim_id), "--json")
    assert (ran.status, ran.document["error"]["code"]) == (3, "not_found")
    assert claim_id in ran.err


def test_a_decision_speaks_json(a008: Call, claim_id: str) -> None:
    document = a008(*_words("take-other", claim_id), "--json").document
    assert document["revision"] == 5
    assert (document["written"][0]["outcome"], document["written"][0]["reason"]) == ("correction", "I looked.")


@pytest.mark.parametrize(
    "words", [["split"], ["keep-head", "--as", "archive"], ["split", "--as", "storage"], ["forget"], []]
)
def test_what_cannot_be_decided_is_a_usage_error(a008: Call, claim_id: str, words: list[str]) -> None:
    ran = a008("memory", "resolve", claim_id, *words)
    assert (ran.status, ran.out) == (2, "")
    assert len(a008("memory", "conflicts", "--json").document) == 1
