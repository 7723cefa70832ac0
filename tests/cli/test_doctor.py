"""`a008 doctor`."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

from tests.cli.conftest import Call


def _findings(document: dict[str, list[dict[str, str]]]) -> dict[str, str]:
    return {finding["subject"]: finding["level"] for finding in document["findings"]}


def test_a_sound_store_ends_with_0_and_every_check_is_named(told: Call) -> None:
    ran = told("doctor")
    assert ran.status == 0, ran.out
    assert "Nothing is wrong" in ran.out
    levels = _findings(told("doctor", "--json").document)
    checks = ("pages", "references", "full text", "revisions", "rows", "state", "files")
    assert {name: levels[name] for name in checks} == dict.fromkeys(checks, "ok")


def test_without_a_store_it_says_so_and_makes_none(a008: Call) -> None:
    ran = a008("doctor")
    assert ran.status == 0
    assert "does not exist yet" in ran.out
    assert list(Path(os.environ["A008_HOME"]).iterdir()) == []


def test_a_fault_is_shown_with_the_rest_and_ends_with_8(told: Call) -> None:
    path = Path(os.environ["A008_HOME"]) / "memory.sqlite"
    with closing(sqlite3.connect(path, isolation_level=None)) as conn:
        conn.execute("DROP TRIGGER revision_never_edited")
        conn.execute("UPDATE revision SET author = 'nobody' WHERE number = 2")
    ran = told("doctor")
    assert ran.status == 8
    assert "X revisions   revision 2 was altered" in ran.out
    assert "providers" in ran.out
    assert ran.err == (f"a008: a fault was found: {path} (keep a copy of the file and do not write to it)\n")


def test_as_json_a_fault_is_one_document_with_its_error(told: Call) -> None:
    path = Path(os.environ["A008_HOME"]) / "memory.sqlite"
    path.write_bytes(b"\0" * 100 + path.read_bytes()[100:])
    ran = told("doctor", "--json")
    assert ran.status == 8
    assert ran.document["failure"]["code"] == "store_corrupt"
    assert _findings(ran.document)["file"] == "fault"
