"""kill -9 at every write of a turn: what was acknowledged is there, the rest is absent or whole.

Faults A01, A03, A04. A child process chats; `strace` kills it at the n-th call of one kind. The sweep is complete in
`make test-slow`; `make test` takes a fixed part of it.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from a008 import open_workbench
from a008.store import conversations, projects, revisions
from a008.store.connection import Connection
from a008.store.store import Store
from tests.faults.strace import needs_strace, run_killed

SLOW = bool(os.environ.get("A008_SLOW"))
CHAT = """
import sys
from a008 import open_workbench
from a008.clock import Instant, ManualClock
from a008.ids import CountedIds
clock = ManualClock(Instant.parse("2026-01-01"))
with open_workbench(store=sys.argv[1], clock=clock, mint=CountedIds("kill")) as workbench:
    session = workbench.session("kill")
    for number, message in enumerate(["We use PostgreSQL for storage.", "We use SQLite for storage now."]):
        clock.advance(days=1)
        result = session.ask(message, command_id=f"command {number}")
        assert result.memory.receipt is not None, result.memory
        print("ack", result.memory.receipt.revision, flush=True)
"""
#: Calls that change files; `make test` kills at every n-th of them.
STEPS = {"pwrite64": 29, "fdatasync": 5, "ftruncate": 3, "unlink": 1}


def check_whole(store: Path, acknowledged: list[int]) -> None:
    """Open the store without any manual step: nothing acknowledged is missing, nothing is half."""
    with Store.open(store) as opened:
        assert opened.read(revisions.broken) == ()
        newest = opened.revision()
        assert all(revision <= newest for revision in acknowledged)
        assert opened.write(lambda conn: conn.execute("PRAGMA integrity_check").fetchall()) == [("ok",)]
        assert opened.write(lambda conn: conn.execute("PRAGMA foreign_key_check").fetchall()) == []
        opened.write(lambda conn: conn.execute("INSERT INTO search_index (search_index) VALUES ('integrity-check')"))
        heads = "SELECT count(*) FROM binding WHERE is_open AND rev_to IS NULL GROUP BY slot_id HAVING count(*) > 1"
        assert opened.read(lambda conn: conn.execute(heads).fetchall()) == []
        assert opened.read(_half_turns) == []


def _half_turns(conn: Connection) -> list[tuple[str]]:
    """Turns whose memory says committed without a revision, or the other way round, or that lack a message."""
    found: list[tuple[str]] = conn.execute(
        """
        SELECT id FROM turn AS t
        WHERE (memory_status = 'committed') <> (learnt_rev IS NOT NULL) OR recorded_rev IS NULL
           OR (SELECT count(*) FROM message WHERE turn_id = t.id) <> 2
        """
    ).fetchall()
    return found


def points(call: str, tmp_path: Path) -> Iterator[tuple[int, list[int]]]:
    """Kill at one call after another until a run goes through; the fast part leaves most of them out."""
    step = 1 if SLOW else STEPS[call]
    number = 1
    while True:
        folder = tmp_path / f"{call}-{number}"
        status, acknowledged = run_killed(["-c", CHAT, str(folder / "memory.sqlite")], call, number)
        check_whole(folder / "memory.sqlite", acknowledged)
        yield number, acknowledged
        if status == 0:
            return
        number += step


@needs_strace
@pytest.mark.timeout(600)
@pytest.mark.parametrize("call", STEPS)
def test_a_kill_at_any_write_of_a_turn_loses_no_acknowledged_commit(call: str, tmp_path: Path) -> None:
    killed = list(points(call, tmp_path))
    assert len(killed) > 1 or call == "unlink"
    assert killed[-1][1] == [3, 5] or killed[-1][1] == [2, 4]


@needs_strace
@pytest.mark.timeout(120)
def test_a_command_that_was_killed_before_its_receipt_arrived_has_one_effect_when_it_is_sent_again(
    tmp_path: Path,
) -> None:
    """A04: the commit was made, the acknowledgement was not seen."""
    store = tmp_path / "memory.sqlite"
    status, _ = run_killed(["-c", CHAT, str(store)], "fdatasync", 8)
    assert status != 0
    done = subprocess.run(
        [sys.executable, "-c", CHAT, str(store)], capture_output=True, text=True, check=False, timeout=50
    )
    assert done.returncode == 0, done.stderr
    with open_workbench(store=store) as workbench:
        history = workbench.knowledge("kill").history("project.storage")
        assert [(binding.value, binding.binding.interval.is_open) for binding in history] == [
            ("SQLite", True),
            ("PostgreSQL", False),
        ]
        project = workbench.store.read(lambda conn: projects.get(conn, "kill"))
        turns = workbench.store.read(
            lambda conn: [conversations.by_command(conn, project.id, f"command {n}") for n in (0, 1)]
        )
        assert [turn is not None and turn.memory.status for turn in turns] == ["committed", "committed"]
