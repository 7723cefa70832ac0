"""Import of a v0 store: what it becomes, that nothing is lost, and that a second run changes nothing.

Source: memory reference, migrations and case 78; the outcomes of broken rows are our choice.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

import a008
from a008.errors import NotFound, Rejected, StaleState, UsageError
from a008.memory.lifecycle import DAY, Lifecycle, is_active
from a008.memory.plan import CommitPlan
from a008.memory.receipt import Receipt
from a008.memory.time import Edge, Interval
from a008.sources import v0
from a008.sources.report import ImportReport
from a008.store import claims, heads, labels, lifecycles, projects, revisions, schema
from a008.store.checks import checked
from a008.store.connection import Connection
from a008.store.heads import Head
from a008.store.store import Store
from tests.sources.items import NOW, Row, chain, current, import_rows, superseded, written
from tests.turns import Memory, document, fact

#: Every field of a v0 row that no other part of the model has. Source: issue, v0 compatibility.
FOREIGN = (
    *("relevanceScore", "activationThreshold", "keepAlive", "activationStatus", "canonicalStatus", "supersededBy"),
)
_PACKAGE = Path(a008.__file__).parent


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A new store, which must be sound in the end."""
    path = tmp_path / "memory.sqlite"
    with closing(Store.open(path)) as opened:
        yield opened
    assert [found for check in checked(path) for found in check.findings] == []


def history(store: Store, address: str, project: str = "old") -> tuple[Head, ...]:
    """Every binding of an address, oldest first."""

    def read(conn: Connection) -> tuple[Head, ...]:
        home, revision = projects.get(conn, project), revisions.newest(conn)[0]
        slots = heads.slots_at(conn, home.id, [address], at_revision=revision)
        return heads.history_of(conn, [slot.id for slot in slots], at_revision=revision)

    return store.read(read)


def state(store: Store, project: str = "old") -> dict[str, object]:
    """What holds in a project, by address."""

    def read(conn: Connection) -> tuple[Head, ...]:
        home, revision = projects.get(conn, project), revisions.newest(conn)[0]
        slots = heads.slots_in(conn, home.id, after="", at_revision=revision, limit=100_000)
        return heads.heads_of(conn, [slot.id for slot in slots], as_of=NOW, at_revision=revision)

    return {head.address: head.value for head in store.read(read)}


def adds_up(report: ImportReport) -> bool:
    """Whether every row that was read has exactly one fate."""
    return report.read == report.imported + report.there_already + len(report.refused)


def test_a_chain_of_two_is_one_closed_and_one_open_binding_of_unknown_bounds(store: Store, tmp_path: Path) -> None:
    """Case 78."""
    path = written(tmp_path / "v0.jsonl", chain("a", "b"))
    report = import_rows(store, path)
    assert (report.read, report.imported, report.entities, report.remarks) == (2, 2, 1, ())
    first, second = history(store, "migrated_a.statement")
    assert (first.value, second.value) == ("The proposition of a.", "The proposition of b.")
    assert first.binding.interval == Interval(start=Edge.UNKNOWN, end=Edge.UNKNOWN)
    assert second.binding.interval == Interval(start=Edge.UNKNOWN, end=Edge.OPEN)
    assert state(store) == {"migrated_a.statement": "The proposition of b."}
    again = import_rows(store, path)
    assert (again.imported, again.there_already, again.revisions) == (0, 2, ())
    assert store.revision() == report.revisions[-1] == 1


@pytest.mark.parametrize("length", [3, v0.BATCH + 1])
def test_history_tells_a_chain_in_its_order_though_no_time_is_known(store: Store, tmp_path: Path, length: int) -> None:
    items = [f"k{place}" for place in range(length)]
    import_rows(store, written(tmp_path / "v0.jsonl", list(reversed(chain(*items)))))
    found = history(store, "migrated_k0.statement")
    assert [head.value for head in found] == [f"The proposition of {item}." for item in items]
    newest = store.read(lambda conn: heads.newest_of(conn, [found[0].slot.id], at_revision=1, limit=length))
    assert list(newest) == list(reversed(found))


def test_what_an_item_said_of_itself_has_its_place(store: Store, tmp_path: Path) -> None:
    row = current(
        "a", tags=["Sky  Blue", "x"], scope=["weather"], confidence=0.9, authority=0.8, sourceBacked=True, revision=4,
        kind="preference", provenance=[{"sourceId": "s1", "sourceType": "chat"}],
    )  # fmt: skip
    import_rows(store, written(tmp_path / "v0.jsonl", [row]))
    (head,) = history(store, "migrated_a.statement")
    claim = head.claim
    assert (claim.origin, claim.attributed_to, claim.certainty) == ("import", "migrated", "certain")
    found = store.read(lambda conn: labels.labels_of(conn, [claim.id], at_revision=1))[claim.id]
    assert (found.tags, found.domains) == (("sky blue", "x"), ("weather",))
    rows = store.read(
        lambda conn: conn.execute(
            "SELECT a.kind, a.locator, u.speaker, u.origin, u.text, u.asserted_at, p.relation, s.status, s.reason "
            "FROM claim AS c JOIN provenance AS p ON p.claim_id = c.id JOIN utterance AS u ON u.id = p.utterance_id "
            "JOIN artifact AS a ON a.id = u.artifact_id JOIN claim_status AS s ON s.claim_id = c.id"
        ).fetchall()
    )
    assert rows == [
        (
            *("import", "migrated:a", "migrated", "import", "The proposition of a.", None, "appears_in", "accepted"),
            "current in v0: preference, edition 4, backed by a source, authority 0.8, confidence 0.9; from chat s1",
        )
    ]


def carriers(store: Store) -> list[Lifecycle]:
    """The lifecycles of the store's one item: its claim's, then its utterance's."""

    def read(conn: Connection) -> list[Lifecycle]:
        keys = [row[0] for row in conn.execute("SELECT evidence_id FROM lifecycle")]
        return sorted(lifecycles.lifecycles(conn, keys, at_revision=1).values(), key=lambda found: found.carrier)

    return store.read(read)


@pytest.mark.parametrize(
    ("more", "strength", "threshold", "active"),
    [
        ({"activationStatus": "active", "relevanceScore": 0.9}, 0.9, 0.5, True),
        ({"activationStatus": "active", "relevanceScore": 0.1, "activationThreshold": 0.4}, 0.4, 0.4, True),
        ({"activationStatus": "dormant", "relevanceScore": 0.9}, 0.49, 0.5, False),
        ({"activationStatus": "dormant", "relevanceScore": 0.2}, 0.2, 0.5, False),
        ({"activationStatus": "active", "activationThreshold": 0}, 0.0, 0.0, True),
        ({"keepAlive": True, "relevanceScore": 0.1}, 0.5, 0.0, True),
    ],
)
def test_strength_is_what_it_was_worth_and_nothing_is_pinned(
    store: Store, tmp_path: Path, more: Row, strength: float, threshold: float, active: bool
) -> None:
    """Kept alive means never dormant; a pin is for what a user says, and would be the file's own word (rule 31)."""
    import_rows(store, written(tmp_path / "v0.jsonl", [current("a", **more)]))
    claim, utterance = carriers(store)
    assert (claim.carrier, utterance.carrier) == ("claim", "utterance")
    for found in (claim, utterance):
        assert (found.version, found.severity, found.updated_at) == ("legacy-exponential-v1", None, NOW)
        assert (found.policy.half_life, found.policy.boost, found.policy.cap) == (90 * DAY, 0.2, 1.0)
        assert (found.strength, found.policy.threshold) == (strength, threshold)
        assert (found.pinned, found.standing) == (False, False)
        assert is_active(found, NOW) is active
    assert is_active(claim, NOW.plus(days=3_650)) is (threshold == 0)


def test_the_last_current_item_is_accepted_and_all_others_are_retracted(store: Store, tmp_path: Path) -> None:
    import_rows(store, written(tmp_path / "v0.jsonl", [*chain("a", "b", "c"), superseded("d", None)]))

    def read(conn: Connection) -> dict[str, str]:
        keys = [row[0] for row in conn.execute("SELECT id FROM claim")]
        home = projects.get(conn, "old")
        return {row.claim.proposition: row.status for row in claims.claims(conn, home.id, keys, at_revision=1)}

    assert {text[19]: status for text, status in store.read(read).items()} == {
        "a": "retracted",
        "b": "retracted",
        "c": "accepted",
        "d": "retracted",
    }
    assert state(store) == {"migrated_a.statement": "The proposition of c."}


def test_bad_rows_are_refused_by_name_and_the_rest_goes_on(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "v0.jsonl"
    good = json.dumps(current("good"))
    lines = (
        good, "{", '{"id": "n", "proposition": NaN}', '{"id": "t", "id": "t"}', "7", '{"id": "x"}', good,
        json.dumps(current("other", createdAt=1)), json.dumps(superseded("s", "x")),
    )  # fmt: skip
    path.write_text("\n".join(lines), encoding="utf-8")
    report = import_rows(store, path)
    assert [(row.where, row.item) for row in report.refused] == [
        *(("line 2", None), ("line 3", None), ("line 4", None), ("line 5", None)),
        *(("line 6", "x"), ("line 7", "good")),
    ]
    assert report.refused[-2].reason == "proposition: missing"
    assert report.refused[-1].reason == "this id stands at line 1 already"
    assert {remark.item: remark.says for remark in report.remarks} == {
        "other": "left out, since no v0 row has it: createdAt",
        "s": "its successor x was not read; its chain ends here",
    }
    assert (report.imported, adds_up(report), report.is_partial) == (3, True, True)


def test_a_document_that_is_none_imports_nothing_and_makes_no_project(store: Store, tmp_path: Path) -> None:
    path = tmp_path / "v0.json"
    path.write_text(json.dumps([current("a"), current("b")])[:-1], encoding="utf-8")
    with pytest.raises(Rejected, match="ends in the middle"):
        import_rows(store, path)
    assert store.read(projects.listed) == ()
    with pytest.raises(NotFound):
        import_rows(store, tmp_path / "none.json")
    with pytest.raises(UsageError):
        import_rows(store, tmp_path)


def test_a_dry_run_says_the_same_and_writes_nothing(store: Store, tmp_path: Path) -> None:
    path = written(tmp_path / "v0.jsonl", [*chain("a", "b"), {"id": "c"}])
    tried = import_rows(store, path, dry_run=True)
    assert (store.revision(), store.read(projects.listed), tried.revisions) == (0, (), ())
    done = import_rows(store, path)
    assert (tried.read, tried.imported, tried.refused) == (done.read, done.imported, done.refused)
    assert import_rows(store, path, dry_run=True).there_already == 2


def test_an_import_that_was_interrupted_is_taken_up_where_it_ended(store: Store, tmp_path: Path) -> None:
    rows = [row for place in range(400) for row in chain(f"a{place}", f"b{place}")]
    path = written(tmp_path / "v0.jsonl", rows)

    def interrupt(done: int, of: int) -> None:
        assert of == 800
        if done == 2 * v0.BATCH:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        import_rows(store, path, progress=interrupt)
    assert (len(state(store)), store.revision()) == (v0.BATCH, 2)
    report = import_rows(store, path)
    assert (report.there_already, report.imported) == (2 * v0.BATCH, 800 - 2 * v0.BATCH)
    assert state(store) == {f"migrated_a{place}.statement": f"The proposition of b{place}." for place in range(400)}
    causes = store.read(lambda conn: conn.execute("SELECT DISTINCT author, cause FROM revision").fetchall())
    assert causes == [("import", "imported")]


def test_rows_that_are_long_share_a_revision_with_few_others(store: Store, tmp_path: Path) -> None:
    """Memory is bounded by bytes, not by rows alone."""
    rows = [current(f"k{place}", proposition=f"{place} {'x' * 300_000}") for place in range(7)]
    assert len(import_rows(store, written(tmp_path / "v0.jsonl", rows)).revisions) == 3


@pytest.mark.parametrize("name", ["v0.jsonl", "v0.txt", "array.json", "items.json", "pretty.json"])
def test_the_shape_of_the_file_makes_no_difference(store: Store, tmp_path: Path, name: str) -> None:
    rows = [*chain("a", "b"), current("c", proposition='A "quoted" \\ [thing], {with}: all of it.')]
    path = written(tmp_path / name, rows)
    if name.endswith(".json"):
        whole = rows if name == "array.json" else {"version": 0, "items": rows}
        path.write_text(json.dumps(whole, indent=2 if name == "pretty.json" else None), encoding="utf-8")
    assert import_rows(store, path).imported == 3
    assert state(store) == {
        "migrated_a.statement": "The proposition of b.",
        "migrated_c.statement": 'A "quoted" \\ [thing], {with}: all of it.',
    }


def test_what_changed_in_the_file_since_is_refused_and_not_mixed_in(store: Store, tmp_path: Path) -> None:
    import_rows(store, written(tmp_path / "one.jsonl", [*chain("a", "b"), current("c"), current("d")]))
    later = [*chain("a", "b", "e"), current("c", proposition="Another."), current("d"), current("f")]
    report = import_rows(store, written(tmp_path / "two.jsonl", later))
    assert (report.there_already, report.imported) == (2, 1)
    assert sorted(row.item or "" for row in report.refused) == ["b", "c", "e"]
    assert all("project of its own" in row.reason for row in report.refused)
    assert adds_up(report)
    assert state(store)["migrated_c.statement"] == "The proposition of c."


def test_ids_that_make_the_same_name_make_different_entities(store: Store, tmp_path: Path) -> None:
    path = written(tmp_path / "v0.jsonl", [current("K 1"), current("k_1"), current("K1")])
    assert import_rows(store, path).entities == 3
    found = state(store)
    assert found["migrated_k_1.statement"] == "The proposition of K 1."
    assert sorted(map(str, found.values())) == [f"The proposition of {item}." for item in ("K 1", "K1", "k_1")]
    assert import_rows(store, path).there_already == 3


def test_a_name_that_means_something_here_already_is_left_to_it(tmp_path: Path) -> None:
    """It takes another name; only when that means something, too, its chain is refused."""
    memory = Memory(project="old")
    memory.learn(document(new_knowledge=[fact("migrated_a", "colour", "red")]))
    path = written(tmp_path / "v0.jsonl", [current("a")])
    (apart,) = {address for address in _after(memory, path) if address.startswith("migrated_a_")}
    assert memory.state()["migrated_a.colour"] == "red"
    other = Memory(project="old")
    for owner in ("migrated_a", apart.removesuffix(".statement")):
        other.learn(document(new_knowledge=[fact(owner, "colour", "red")]))
    report = import_rows(other.store, path)
    assert [(row.item, row.where) for row in report.refused] == [("a", "line 1")]
    assert (report.imported, len(other.state())) == (0, 2)


def _after(memory: Memory, path: Path) -> dict[str, object]:
    assert import_rows(memory.store, path).imported == 1
    return memory.state()


def test_no_row_of_another_project_is_touched(store: Store, tmp_path: Path) -> None:
    path = written(tmp_path / "v0.jsonl", chain("a", "b"))
    import_rows(store, path, project="mine")

    def rows(conn: Connection) -> set[tuple[object, ...]]:
        tables = [row[0] for row in conn.execute("SELECT name FROM pragma_table_list WHERE type = 'table'")]
        ours = [table for table in tables if not table.startswith(("sqlite_", "search_index"))]
        return {(table, *row) for table in ours for row in conn.execute(f"SELECT * FROM {table}")}

    before = store.read(rows)
    report = import_rows(store, path, project="other")
    assert (report.imported, report.there_already) == (2, 0)
    assert before < store.read(rows)


def test_two_imports_of_one_file_at_once_import_each_row_once(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other one commits between our look and our commit: we look again, and find its rows."""
    path = written(tmp_path / "v0.jsonl", chain("a", "b"))
    commit = store.commit
    others: list[ImportReport] = []

    def overtaken(plan: CommitPlan) -> Receipt:
        if not others:
            monkeypatch.setattr(store, "commit", commit)
            others.append(import_rows(store, path))
        return commit(plan)

    monkeypatch.setattr(store, "commit", overtaken)
    report = import_rows(store, path)
    assert (others[0].imported, report.imported, report.there_already) == (2, 0, 2)
    assert store.revision() == 1


def test_a_file_that_changes_under_our_hands_is_noticed(store: Store, tmp_path: Path) -> None:
    path = written(tmp_path / "v0.jsonl", [current(f"a{place:03d}") for place in range(600)])

    def change(done: int, of: int) -> None:
        written(path, [current(f"b{place:03d}") for place in range(600)])

    with pytest.raises(StaleState, match="the file changed"):
        import_rows(store, path, progress=change)
    assert len(state(store)) == v0.BATCH


def test_the_fields_of_v0_occur_nowhere_else() -> None:
    """Not in a file of the package, but for those that read v0; not in a table, a view or a column."""
    names = re.compile("|".join(FOREIGN))
    files = [path for path in _PACKAGE.rglob("*") if path.suffix in {".py", ".js", ".css", ".html", ".json", ".toml"}]
    found = {path.relative_to(_PACKAGE).as_posix() for path in files if names.search(path.read_text(encoding="utf-8"))}
    assert found == {"sources/v0_item.py"}
    assert len(files) > 100
    with closing(Store.open(None)) as new:
        said = new.read(lambda conn: conn.execute("SELECT name, sql FROM sqlite_master").fetchall())
        columns = new.read(
            lambda conn: conn.execute(
                "SELECT t.name, c.name FROM pragma_table_list AS t JOIN pragma_table_info(t.name) AS c"
            ).fetchall()
        )
    assert schema.NEWEST >= 2
    shown = [str(part).lower().replace("_", "") for row in (*said, *columns) for part in row]
    assert len(shown) > 200
    assert [part for part in shown if any(name.lower() in part for name in FOREIGN)] == []
