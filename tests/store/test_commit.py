"""Commits: one revision, all or nothing, rows that are never edited."""

import sqlite3

import pytest

from a008.errors import StaleState, StoreError
from a008.intake.ground import Turn, wanted
from a008.intake.proposal import parse
from a008.intake.validate import validate
from a008.memory.plan import CommitPlan
from a008.runtime import evidence
from a008.store import commit, known, revisions
from tests.turns import Memory, document, fact


@pytest.fixture
def memory() -> Memory:
    return Memory()


def plan_for(memory: Memory, text: str, occurrence: str = "turn:plan") -> CommitPlan:
    """A plan on the present state that is not committed yet, resting on an answer that is."""
    occasion = evidence.Occasion(memory.project.id, None, f"said:{occurrence}", memory.clock.now)
    said = [evidence.message(occasion, "Go on."), evidence.answer(occasion, "It is done.")]
    memory.store.commit(evidence.plan(occasion, said, memory.store.revision()))
    turn = Turn(
        project_id=memory.project.id,
        occurrence_id=occurrence,
        now=memory.clock.now,
        envelope=memory.baseline(),
        message=said[0].utterance,
        answer=said[1].utterance,
    )
    proposal = parse(text)
    truth = memory.store.read(lambda conn: known.known(conn, memory.project.id, wanted(turn, proposal)))
    return validate(turn, proposal, (), truth, author="test")


def count(memory: Memory, table: str) -> int:
    return int(memory.store.read(lambda conn: conn.execute(f"SELECT count(*) FROM {table}").fetchone()[0]))


def test_a_commit_is_one_revision_and_the_chain_is_whole(memory: Memory) -> None:
    before = memory.store.revision()
    memory.store.commit(plan_for(memory, document(new_knowledge=[fact("a", "b", 1), fact("c", "d", 2)])))
    assert memory.store.revision() == before + 2
    assert memory.store.read(revisions.broken) == ()


def test_two_plans_on_one_state_let_the_first_win_and_the_second_write_nothing(memory: Memory) -> None:
    """C02: both supersede the same head; exactly one may."""
    memory.learn(document(new_knowledge=[fact("house", "colour", "white")]))
    first = plan_for(memory, document(new_knowledge=[fact("house", "colour", "red")]), "turn:one")
    second = plan_for(memory, document(new_knowledge=[fact("house", "colour", "blue")]), "turn:two")
    memory.store.commit(first)
    claims = count(memory, "claim")
    with pytest.raises(StaleState) as stale:
        memory.store.commit(second)
    assert stale.value.item == "house.colour"
    assert memory.state() == {"house.colour": "red"}
    assert count(memory, "claim") == claims


def test_plans_on_different_addresses_do_not_disturb_each_other(memory: Memory) -> None:
    first = plan_for(memory, document(new_knowledge=[fact("house", "colour", "red")]), "turn:one")
    second = plan_for(memory, document(new_knowledge=[fact("house", "floors", 2)]), "turn:two")
    memory.store.commit(first)
    memory.store.commit(second)
    assert memory.state() == {"house.colour": "red", "house.floors": 2}


def test_a_fault_in_the_middle_of_a_commit_leaves_nothing_of_it(memory: Memory) -> None:
    plan = plan_for(memory, document(new_knowledge=[fact("a", "b", 1)]))
    tables = ("revision", "claim", "binding", "lifecycle", "label", "search_text", "entity")
    before = [count(memory, table) for table in tables]

    def fail(conn: sqlite3.Connection) -> None:
        commit.apply(conn, plan)
        conn.execute("INSERT INTO claim_status VALUES ('no claim', 'asserted', 'p', '', 1, NULL)")

    with pytest.raises(StoreError):
        memory.store.write(fail)
    assert [count(memory, table) for table in tables] == before
    memory.store.commit(plan)
    assert memory.state() == {"a.b": 1}


def test_a_plan_without_anything_accepted_commits_nothing(memory: Memory) -> None:
    receipt = memory.store.commit(plan_for(memory, document(reinforcements=[{"id": "nothing"}])))
    assert (receipt.revision, receipt.hash) == (None, None)
    assert len(receipt.refusals) == 1


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("UPDATE claim SET proposition = 'x'", "never edited"),
        ("UPDATE utterance SET text = 'x'", "never edited"),
        ("UPDATE revision SET author = 'x'", "never edited"),
        ("UPDATE binding SET valid_from = NULL", "never edited"),
        ("UPDATE binding SET member = '1'", "never edited"),
        ("UPDATE lifecycle SET strength = 1", "never edited"),
        ("DELETE FROM claim", "never deleted"),
        ("DELETE FROM revision", "never deleted"),
        ("DELETE FROM binding", "never deleted"),
        ("UPDATE binding SET rev_to = 99 WHERE rev_to IS NOT NULL", "closed once"),
    ],
)
def test_history_is_immutable_by_schema(memory: Memory, statement: str, words: str) -> None:
    memory.learn(document(new_knowledge=[fact("house", "colour", "white")]), at="2026-01-01")
    memory.learn(document(new_knowledge=[fact("house", "colour", "red")]), at="2026-01-02")
    with pytest.raises(StoreError, match=words):
        memory.store.write(lambda conn: conn.execute(statement))


def test_a_second_head_is_refused_by_schema(memory: Memory) -> None:
    memory.learn(document(new_knowledge=[fact("house", "colour", "white")]))
    again = """
    INSERT INTO binding SELECT 'other', project_id, slot_id, cardinality, '"red"', object_id, claim_id, NULL, NULL, 1,
                               rev_from, NULL FROM binding
    """
    with pytest.raises(StoreError, match="UNIQUE"):
        memory.store.write(lambda conn: conn.execute(again))


def test_overlapping_values_are_refused_by_schema(memory: Memory) -> None:
    memory.learn(document(new_knowledge=[fact("house", "colour", "white", valid_from="2026-01-01")]))
    again = """
    INSERT INTO binding SELECT 'other', project_id, slot_id, cardinality, '"red"', object_id, claim_id,
                               '2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z', 0, rev_from, NULL FROM binding
    """
    with pytest.raises(StoreError, match="overlap"):
        memory.store.write(lambda conn: conn.execute(again))


def test_a_claim_without_evidence_is_refused_by_schema(memory: Memory) -> None:
    memory.learn(document(new_knowledge=[fact("house", "colour", "white")]))
    bare = "INSERT INTO claim SELECT 'other', project_id, 'p', 'k', NULL, certainty, origin, attributed_to, severity, NULL, NULL, 1, 'nothing', rev_from FROM claim"  # noqa: E501
    with pytest.raises(StoreError, match="FOREIGN KEY"):
        memory.store.write(lambda conn: conn.execute(bare))


def test_the_row_digests_of_a_revision_cover_what_was_written(memory: Memory) -> None:
    memory.learn(document(new_knowledge=[fact("house", "colour", "white")]))
    (revision, *_) = memory.store.read(lambda conn: revisions.log(conn, memory.project.id, before=None, limit=1))
    tables = {change.table for change in revision.changes}
    assert {"claim", "claim_status", "provenance", "entity", "slot", "binding", "transition", "lifecycle"} <= tables
    assert all(len(change.digest) == 64 for change in revision.changes if change.action == "write")


def test_an_altered_or_missing_revision_is_named(memory: Memory) -> None:
    memory.learn(document(new_knowledge=[fact("house", "colour", "white")]))

    def tamper(conn: sqlite3.Connection) -> None:
        conn.execute("DROP TRIGGER revision_never_edited")
        conn.execute("UPDATE revision SET author = 'mallory' WHERE number = 1")

    memory.store.write(tamper)
    assert memory.store.read(revisions.broken) == ("revision 1 was altered",)
