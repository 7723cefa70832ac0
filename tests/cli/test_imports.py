"""`a008 import v0`: from a file to what `a008 memory` shows of it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.cli.conftest import Call
from tests.sources.items import chain, current, superseded, written


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A file with a whole chain, a broken one and a row that cannot be read."""
    rows = [*chain("a", "b"), superseded("c", "gone"), {"id": "bad\x1b[31m"}]
    return written(tmp_path / "v0.jsonl", rows)


def test_what_was_imported_is_there_for_every_way_of_looking(a008: Call, tmp_path: Path) -> None:
    rows = chain("a", "b", tags=["letters"], relevanceScore=0.7)
    ran = a008("import", "v0", str(written(tmp_path / "v0.jsonl", rows)), "-p", "old")
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        "2 rows imported into old",
        "2 read = 2 imported + 0 there already + 0 refused",
        "1 chain, each an entity of its own",
        "revision 1",
    ]
    (head,) = a008("memory", "state", "-p", "old", "--json").document
    assert (head["slot"]["address"], head["claim"]["proposition"]) == ("migrated_a.statement", "The proposition of b.")
    history = a008("memory", "history", "migrated_a.statement", "-p", "old")
    assert [line.count("unknown") for line in history.out.splitlines() if "migrated_a" in line] == [1, 2]
    found = a008("memory", "search", "proposition of b", "-p", "old", "--json").document
    assert head["claim"]["id"] in {each["id"] for each in found}
    why = a008("memory", "why", head["claim"]["id"], "-p", "old").out
    for part in ("accepted", "import-v0", "migrated", "active", "The proposition of b."):
        assert part in why
    asked = a008("ask", "What is migrated_a?", "-p", "old", "--json").document
    assert "The proposition of b." in [item["proposition"] for item in asked["envelope"]["items"]]
    assert a008("verify").status == 0


def test_a_partial_import_ends_with_14_and_names_the_rows(a008: Call, path: Path) -> None:
    ran = a008("import", "v0", str(path))
    assert ran.status == 14
    assert ran.err == f"a008: 1 of 4 rows were refused: {path} (put them right and import it again)\n"
    assert "Refused: 1" in ran.out
    assert "proposition: missing" in ran.out
    assert "Odd, but understood: 1" in ran.out
    assert "its successor gone was not read" in ran.out
    assert "\x1b" not in ran.out
    ran = a008("import", "v0", str(path), "--json")
    assert (ran.status, ran.document["there_already"], ran.document["refused"][0]["where"]) == (14, 3, "line 4")


def test_a_long_list_of_refusals_is_cut_in_words_and_whole_in_json(a008: Call, tmp_path: Path) -> None:
    path = written(tmp_path / "v0.jsonl", [{"id": str(place)} for place in range(30)])
    assert "Refused: 30, of which 20 (--json has all)" in a008("import", "v0", str(path)).out
    assert len(a008("import", "v0", str(path), "--json").document["refused"]) == 30


def test_a_dry_run_makes_no_store(a008: Call, tmp_path: Path) -> None:
    ran = a008("import", "v0", str(written(tmp_path / "v0.jsonl", [current("a")])), "--dry-run")
    assert (ran.status, ran.out.splitlines()[0]) == (0, "1 row would be imported into default")
    assert not (Path(os.environ["A008_HOME"]) / "memory.sqlite").exists()


@pytest.mark.parametrize(("content", "status"), [("", 4), ("[1, 2", 4), ('{\n"rows": []\n}', 4), ("[]", 0), (None, 3)])
def test_a_document_that_is_none_is_one_error(a008: Call, tmp_path: Path, content: str | None, status: int) -> None:
    path = tmp_path / "v0.json"
    if content is not None:
        path.write_text(content, encoding="utf-8")
    ran = a008("import", "v0", str(path))
    assert ran.status == status
    assert (ran.err == "") is (status == 0)
