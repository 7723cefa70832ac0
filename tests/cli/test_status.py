"""`a008 status`."""

import os
from pathlib import Path

from tests.cli.conftest import Call


def test_it_says_where_things_are_and_how_much_there_is(told: Call) -> None:
    ran = told("status")
    home = os.environ["A008_HOME"]
    assert ran.out.startswith(f"home       {home}\nstore      {home}/memory.sqlite\nrevision   6\n")
    assert told("status", "--json").document["projects"] == [
        {
            "id": told("status", "--json").document["projects"][0]["id"],
            "name": "default",
            "conversations": 3,
            "turns": 3,
            "claims": 3,
            "addresses": 2,
            "revision": 6,
        }
    ]


def test_each_project_has_its_own_numbers(told: Call) -> None:
    told("--project", "garden", "ask", "We grow beans.")
    counts = {each["name"]: each["turns"] for each in told("status", "--json").document["projects"]}
    assert counts == {"default": 3, "garden": 1}


def test_without_a_store_it_says_so_and_makes_none(a008: Call) -> None:
    ran = a008("status")
    assert ran.status == 0
    assert "memory.sqlite (does not exist yet)" in ran.out
    assert "There is no project yet." in ran.out
    assert list(Path(os.environ["A008_HOME"]).iterdir()) == []


def test_in_memory_there_is_no_file(a008: Call) -> None:
    assert "in memory: nothing is written" in a008("--store", ":memory:", "status").out
    assert a008("--store", ":memory:", "status", "--json").document["store"] is None
