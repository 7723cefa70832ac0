"""Reading sources: what each said, and none of another project."""

from __future__ import annotations

from pathlib import Path

from a008.store import artifacts
from tests.sources.items import current, import_rows, written
from tests.turns import Memory


def test_the_digests_of_the_sources_that_a_project_holds_are_told_by_id(tmp_path: Path) -> None:
    memory = Memory(project="old")
    import_rows(memory.store, written(tmp_path / "v0.jsonl", [current("a"), current("b")]))
    rows = memory.store.read(lambda conn: conn.execute("SELECT id, digest FROM artifact ORDER BY id").fetchall())
    keys = [row[0] for row in rows]
    told = memory.store.read(lambda conn: artifacts.digests(conn, memory.project.id, [*keys, "artifact_none"]))
    assert told == dict(rows)
    assert memory.store.read(lambda conn: artifacts.digests(conn, "another project", keys)) == {}


def test_the_look_up_is_one_probe_for_each(tmp_path: Path) -> None:
    memory = Memory()
    plan = memory.store.read(
        lambda conn: [
            str(row[3])
            for row in conn.execute(f"EXPLAIN QUERY PLAN {artifacts._DIGESTS}", {"ids": "[]", "project": ""})
        ]
    )
    assert "SEARCH a USING INDEX sqlite_autoindex_artifact_1 (id=?)" in " ".join(plan)
