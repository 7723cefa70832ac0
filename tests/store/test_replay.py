"""The audit of salience: figures that follow from nothing are found, and the first wrong row is named.

Source: memory reference, integrity of associations; lifecycle part of the issue.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from a008.runtime.care import Care
from a008.store import checks, replay
from a008.store.checks import Check
from a008.store.replay import unreplayed
from tests.store.looking import plan, statements
from tests.turns import Memory, document, fact, relation


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A store in which a claim and an association were cared for in every way."""
    path = tmp_path / "memory.sqlite"
    memory = Memory(path)
    memory.learn(document(new_knowledge=[fact("a", "x", 1)], relation_updates=[relation("a", "feeds", "b")]))
    claim = memory.item("a.x")
    memory.learn(document(reinforcements=[{"id": claim}]), at="2026-02-01")
    memory.learn(document(relation_updates=[relation("a", "feeds", "b")]), at="2026-03-01")
    care = Care(memory.store, memory.project, memory.clock)
    care.weaken(claim, reason="too loud")
    memory.clock.advance(days=400)
    care.repel("a", "b", reason="a mistake")
    care.reactivate(claim, reason="needed again")
    care.pin(claim, reason="always", standing=True)
    care.reinforce(claim, reason="right again")
    care.pin(claim, reason="not everywhere")
    memory.clock.advance(days=-500)
    care.unpin(claim, reason="no longer")
    care.repel("a", "b", reason="by a clock that went back")
    memory.store.close()
    return path


def findings(path: Path, *statements: str) -> list[str]:
    """What the audit finds after another program's statements."""
    with closing(sqlite3.connect(path, isolation_level=None)) as conn:
        for (name,) in conn.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            conn.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            conn.execute(statement)
        return list(unreplayed(conn))


def test_every_sort_of_care_replays_to_what_is_stored(path: Path) -> None:
    with closing(sqlite3.connect(path)) as conn:
        causes = {row[0] for row in conn.execute("SELECT cause FROM lifecycle")}
        pulls = {row[0] for row in conn.execute("SELECT cause FROM association_state")}
    assert causes == {"created", "reinforced", "weakened", "reactivated", "pinned", "unpinned"}
    assert pulls == {"created", "reinforced", "weakened"}
    assert {done.check: done.findings for done in checks.checked(path)}[Check.SALIENCE] == ()


_CLAIM = "evidence_id = (SELECT evidence_id FROM lifecycle WHERE cause = 'pinned' LIMIT 1) AND cause = "
HARMS = {
    "a strength that was raised": (
        f"UPDATE lifecycle SET strength = strength + 1e-6 WHERE {_CLAIM} 'weakened'",
        "says strength",
    ),
    "a first strength that no policy gives": (
        f"UPDATE lifecycle SET strength = 0.9 WHERE {_CLAIM} 'created'",
        "says strength 0.9, where 0.8 follows",
    ),
    "a pin that nobody set": (
        f"UPDATE lifecycle SET pinned = 1 WHERE {_CLAIM} 'weakened'",
        "cannot be pinned by weakened",
    ),
    "a pin that nobody took off": (
        f"UPDATE lifecycle SET pinned = 0, standing = NULL WHERE {_CLAIM} 'pinned'",
        "cannot be without its pin by pinned",
    ),
    "a policy that changed on the way": (
        f"UPDATE lifecycle SET half_life = half_life * 2 WHERE {_CLAIM} 'weakened'",
        "changes its own policy",
    ),
    "a baseline that moved back": (
        f"UPDATE lifecycle SET updated_at = '2020-01-01T00:00:00.000Z' WHERE {_CLAIM} 'weakened'",
        "moves the baseline back",
    ),
    "a second beginning": (f"UPDATE lifecycle SET cause = 'created' WHERE {_CLAIM} 'weakened'", "cannot be created"),
    "a beginning that is gone": (
        f"DELETE FROM lifecycle WHERE {_CLAIM} 'created'",
        "cannot be reinforced",
    ),
    "a row that is gone": (f"DELETE FROM lifecycle WHERE {_CLAIM} 'weakened'", "leaves a gap"),
    "a time that is none": (
        f"UPDATE lifecycle SET updated_at = '2026-13-01T00:00:00.000Z' WHERE {_CLAIM} 'weakened'",
        "cannot be read",
    ),
    "an attraction from nowhere": (
        "UPDATE association_state SET attraction = 0.5 WHERE cause = 'created'",
        "says attraction 0.5, where 0 follows",
    ),
    "an attraction that kept its sign": (
        "UPDATE association_state SET attraction = -attraction WHERE cause = 'weakened'",
        "says attraction",
    ),
    "a use that was no use": (
        "UPDATE association_state SET cause = 'weakened' WHERE cause = 'reinforced'",
        "says strength",
    ),
}


@pytest.mark.parametrize("harm", HARMS)
def test_the_first_row_that_does_not_follow_is_named_and_no_other(path: Path, harm: str) -> None:
    statement, words = HARMS[harm]
    (finding,) = findings(path, statement)
    assert words in finding, finding
    assert finding.startswith(("the strength of claim_", "the association association_"))


def test_the_row_is_named_by_the_revision_that_wrote_it(path: Path) -> None:
    with closing(sqlite3.connect(path)) as conn:
        query = f"SELECT evidence_id, rev_from FROM lifecycle WHERE {_CLAIM} 'reactivated'"
        claim, revision = conn.execute(query).fetchone()
    (finding,) = findings(path, f"UPDATE lifecycle SET strength = 0.99 WHERE rev_from = {revision}")
    assert finding.startswith(f"the strength of {claim}: the row of revision {revision} says strength 0.99, where 0.")


def test_rounding_in_the_last_digits_is_no_finding(path: Path) -> None:
    assert findings(path, "UPDATE lifecycle SET strength = strength - 1e-12 WHERE cause = 'weakened'") == []


def test_the_audit_reads_each_table_once_in_the_order_of_its_key(path: Path) -> None:
    with closing(sqlite3.connect(path)) as conn:
        steps = [plan(conn, text) for text in statements(replay).values()]
    assert sorted(steps) == [["SCAN l"], ["SCAN x"]]
