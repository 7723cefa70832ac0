"""kill -9 at every write of a commit of each verdict, outcome and resolution: acknowledged is durable, the rest whole.

Fault A01, recipe K. The sweep is complete with `A008_SLOW=1`; an ordinary run takes a fixed part of it.
"""

from __future__ import annotations

import os
import shutil
from contextlib import closing
from pathlib import Path

import pytest

from a008.memory.reconcile import Outcome, Verdict
from a008.memory.resolution import Resolution
from a008.store import checks
from a008.store.connection import Connection
from a008.store.store import Store
from tests.faults.life import live, prepare
from tests.faults.strace import needs_strace, run_killed

SLOW = bool(os.environ.get("A008_SLOW"))
#: An ordinary run kills at every n-th write.
STEP = 1 if SLOW else 211


def chain(conn: Connection) -> list[str]:
    """The hash of every revision, the first one first; equal hashes mean equal rows."""
    return [row[0] for row in conn.execute("SELECT hash FROM revision ORDER BY number")]


def findings(store: Store) -> list[str]:
    """Everything that is wrong with a store."""
    with closing(store.read(checks.copied)) as copy:
        return [finding for each in checks.checked_copy(copy, store.blobs) for finding in each.findings]


def test_the_life_holds_every_verdict_outcome_and_resolution(tmp_path: Path) -> None:
    receipts = list(live(tmp_path / "memory.sqlite"))
    written = [each for receipt in receipts for each in receipt.written]
    assert all(receipt.refusals == () for receipt in receipts)
    assert {each.verdict for each in written} == set(Verdict)
    assert {each.outcome for each in written} == {*Outcome, None}
    with Store.open(tmp_path / "memory.sqlite") as store:
        ended = store.read(lambda conn: conn.execute("SELECT resolution FROM contest").fetchall())
        assert {Resolution(row[0]) for row in ended} == set(Resolution)
        assert findings(store) == []


@needs_strace
@pytest.mark.timeout(5_400)
def test_a_kill_at_any_write_leaves_a_beginning_of_the_same_life(tmp_path: Path) -> None:
    made = tmp_path / "made.sqlite"
    prepare(made)
    shutil.copy(made, tmp_path / "whole.sqlite")
    for receipt in live(tmp_path / "whole.sqlite"):
        assert receipt.revision is not None
    with Store.open(tmp_path / "whole.sqlite") as store:
        whole = store.read(chain)

    number, lengths = 1, set[int]()
    while True:
        folder = tmp_path / str(number)
        folder.mkdir()
        path = folder / "memory.sqlite"
        shutil.copy(made, path)
        status, acknowledged = run_killed(["-m", "tests.faults.life", str(path)], "pwrite64", number)
        with Store.open(path) as store:
            assert findings(store) == [], number
            kept = store.read(chain)
        assert kept == whole[: len(kept)], number
        assert len(kept) >= max(acknowledged, default=0), number
        lengths.add(len(kept))
        if status == 0:
            break
        shutil.rmtree(folder)
        number += STEP
    assert kept == whole
    assert number > 100
    assert not SLOW or lengths == set(range(len(whole) + 1)), "a commit at which no kill fell"
