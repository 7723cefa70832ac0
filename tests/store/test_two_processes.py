"""Two processes write to one store: nothing is lost, the chain of revisions is one, and no boost goes missing.

Faults C01 to C03. 300 commits in an ordinary run, 10,000 with `A008_SLOW=1`.
"""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import closing
from itertools import pairwise
from pathlib import Path

import pytest

from a008 import canon
from a008.memory import lifecycle
from a008.memory.lifecycle import Lifecycle
from a008.store import checks, lifecycles, revisions
from a008.store.connection import Connection
from tests.turns import Memory, document, fact

SLOW = bool(os.environ.get("A008_SLOW"))
#: Turns of each process; one turn is two commits, what was said and what was learnt.
TURNS = 2_500 if SLOW else 75
SHARED = fact("house", "colour", "white", severity="minor")
WRITER = """
import json, sys
from pathlib import Path
from a008.errors import StaleState
from tests.turns import Memory, document, fact

class Unshown(Memory):
    def heads(self, moment, at_revision=None):
        return ()  # nothing is shown, so that a turn costs the same however long the store has lived

name, turns, shared = sys.argv[2], int(sys.argv[3]), json.loads(sys.argv[4])
memory = Unshown(Path(sys.argv[1]))
for number in range(turns):
    memory.clock.advance(days=1)
    text = document(new_knowledge=[shared, fact(name, f"n{number}", number)])
    turn = memory.turn(text, occurrence=f"{name}:{number}")
    again, plan = 0, memory.decide(turn, text)
    if number == 0:  # both have decided on one state before either commits, so that one is too late
        print("ready", flush=True)
        sys.stdin.readline()
    while True:
        try:
            receipt = memory.store.commit(plan)
            break
        except StaleState:
            again, plan = again + 1, memory.decide(turn, text)
    print(receipt.revision, len(receipt.reinforced), again, flush=True)
memory.store.close()
"""
_STRENGTHS = f"SELECT {lifecycles.COLUMNS} FROM lifecycle AS l WHERE l.evidence_id = :key ORDER BY l.rev_from"


def write_together(store: Path) -> list[tuple[int, int, int]]:
    """Two processes at once; the revision, the boosts and the attempts too many that each of their turns reported."""
    command = [sys.executable, "-c", WRITER, str(store)]
    running = [
        subprocess.Popen(
            [*command, name, str(TURNS), canon.text(SHARED)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for name in ("left", "right")
    ]
    for process in running:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in running:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    told: list[tuple[int, int, int]] = []
    for process in running:
        output, errors = process.communicate(timeout=550)
        assert (process.returncode, errors) == (0, "")
        told.extend((int(a), int(b), int(c)) for a, b, c in (line.split() for line in output.splitlines()))
    return told


def strengths(conn: Connection, claim_id: str) -> list[Lifecycle]:
    """Every state that a carrier has had, the first one first."""
    return [lifecycles.lifecycle_of(row) for row in conn.execute(_STRENGTHS, {"key": claim_id})]


@pytest.mark.timeout(600)
def test_two_processes_lose_no_commit_and_no_boost(tmp_path: Path) -> None:
    store = tmp_path / "memory.sqlite"
    memory = Memory(store)
    memory.learn(document(new_knowledge=[SHARED]))
    claim_id = memory.item("house.colour")
    first = memory.store.revision()
    told = write_together(store)
    newest = memory.store.revision()

    assert newest - first == 4 * TURNS
    acknowledged = [revision for revision, _, _ in told]
    assert len(set(acknowledged)) == 2 * TURNS
    assert first < min(acknowledged)
    assert max(acknowledged) <= newest
    assert memory.store.read(revisions.broken) == ()
    state = memory.state()
    assert len(state) == 1 + 2 * TURNS
    assert all(state[f"{name}.n{n}"] == n for name in ("left", "right") for n in range(TURNS))

    rows = memory.store.read(lambda conn: strengths(conn, claim_id))
    assert sum(boosts for _, boosts, _ in told) == 2 * TURNS == len(rows) - 1
    for row, following in pairwise(rows):
        boosted = lifecycle.reinforced(row, following.occurrence_id, following.updated_at, following.reason)
        assert boosted == following
    assert any(again for _, _, again in told), "the two never met, so nothing was shown"
    with closing(memory.store.read(checks.copied)) as copy:
        found = checks.checked_copy(copy, memory.store.blobs)
    assert [finding for each in found for finding in each.findings] == []
    memory.store.close()
