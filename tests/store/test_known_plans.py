"""What a plan is made upon is read by index probes: no statement walks a project."""

import re
from pathlib import Path

import pytest

from a008.store import commit, conversations, known
from a008.store.store import Store

STATEMENTS = {
    f"{module.__name__.rpartition('.')[2]}{name}": text
    for module in (known, commit, conversations)
    for name, text in vars(module).items()
    if name.isupper() and isinstance(text, str) and re.match(r"\s*(SELECT|UPDATE)\b", text)
}


@pytest.mark.parametrize("name", STATEMENTS)
def test_a_statement_is_a_probe(tmp_path: Path, name: str) -> None:
    with Store.open(tmp_path / "memory.sqlite") as store:
        values = dict.fromkeys(re.findall(r":([a-z_0-9]+)", STATEMENTS[name]), "x")
        steps = store.write(
            lambda conn: [row[3] for row in conn.execute(f"EXPLAIN QUERY PLAN {STATEMENTS[name]}", values)]
        )
    assert not [step for step in steps if step.startswith("SCAN") and "CONSTANT ROW" not in step], steps


def test_claims_in_the_same_words_are_found_by_their_words(tmp_path: Path) -> None:
    """The order once made SQLite walk the project's claims from the newest to the oldest."""
    with Store.open(tmp_path / "memory.sqlite") as store:
        (step,) = store.write(
            lambda conn: [
                row[3]
                for row in conn.execute(f"EXPLAIN QUERY PLAN {known._SAME_TEXT}", {"project": "x", "key": "y"})
                if "SEARCH" in row[3]
            ]
        )
    assert "text_key=?" in step
