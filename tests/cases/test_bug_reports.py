"""Recipes of the bug reports, replayed on a store. The other numbers are in the tests of what they are about."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from a008.canon import digest
from a008.clock import Instant, ManualClock
from a008.ids import CountedIds
from a008.memory.proposal import RefusalCode
from a008.memory.reconcile import Outcome, Verdict
from a008.providers.scripted import ScriptedProvider, scripted_route
from a008.runtime.outcome import MemoryStatus
from a008.store import checks, conversations
from a008.workbench import open_workbench
from tests.cases.telling import count, history, knowledge, rows, update
from tests.retrieval.asking import ask, shown
from tests.turns import Memory, document, fact


def test_five_questions_after_a_correction_find_one_value(memory: Memory) -> None:
    """B025: the wrong item stayed active beside the corrected one."""
    wrong = memory.learn(document(new_knowledge=[fact("db", "engine", "PostgreSQL")]), at="2026-01-01")
    right = memory.learn(document(new_knowledge=[fact("db", "engine", "MySQL", wording="correction")]), at="2026-01-02")
    for _ in range(5):
        assert shown(ask(memory, "Which engine has db?")) == ["The engine of db is MySQL."]
    (move,) = (each for each in knowledge(memory).show("HEAD").moves if each.outcome is Outcome.CORRECTION)
    assert (move.from_claim, move.to_claim) == (wrong.written[0].claim_id, right.written[0].claim_id)


def test_an_update_changes_its_own_address_and_a_foreign_id_none(memory: Memory) -> None:
    """B026: unrelated facts retired each other."""
    memory.learn(document(new_knowledge=[fact("office", "editor", "vim"), fact("office", "room", "B2")]))
    own = update(memory, "office.room", "C1")
    foreign = update(memory, "office.room", "C1") | {"id": memory.item("office.editor")}
    receipt = memory.learn(document(state_updates=[foreign, own]), at="2026-01-02")
    assert [(each.path, each.code) for each in receipt.refusals] == [
        ("$.state_updates[0]", RefusalCode.ADDRESS_MISMATCH)
    ]
    assert memory.state() == {"office.editor": "vim", "office.room": "C1"}


def test_a_turn_that_reinforces_what_is_not_there_says_so(tmp_path: Path) -> None:
    """B030: new facts were reported as known, and never saved."""
    with open_workbench(tmp_path, clock=ManualClock(Instant.parse("2026-01-01")), mint=CountedIds("turn")) as workbench:
        stray = document(reinforcements=[{"id": "0"}, {"id": "1"}])
        route = scripted_route(ScriptedProvider(["Noted."], extract=[stray]), extracts=True)
        result = workbench.session("test", route=route).ask("The house is white.")
        assert (result.memory.status, result.memory.reason) == (MemoryStatus.NOTHING, "nothing committed, 2 refused")


def test_the_same_turn_under_another_id_leaves_one_claim_and_boosts_it_once(memory: Memory) -> None:
    """B032: adding the same memory again deleted the old one."""
    first = memory.learn(document(new_knowledge=[fact("house", "colour", "white")]))
    again = memory.learn(document(new_knowledge=[fact("house", "colour", "white")]))
    assert again.written[0].verdict is Verdict.RESTATEMENT
    assert memory.item("house.colour") == first.written[0].claim_id
    assert again.reinforced == (first.written[0].claim_id,)
    assert count(memory, "claim") == 1


def test_a_command_sent_twice_counts_once_and_another_adds_its_evidence(tmp_path: Path) -> None:
    """B033: the same capture made new rows with new ids."""
    learnt = document(new_knowledge=[fact("house", "colour", "white")])
    with open_workbench(tmp_path, clock=ManualClock(Instant.parse("2026-01-01")), mint=CountedIds("turn")) as workbench:
        provider = ScriptedProvider(["Noted."] * 2, extract=[learnt] * 2)
        session = workbench.session("test", route=scripted_route(provider, extracts=True))

        def counts() -> list[tuple[int, int]]:
            statement = "SELECT (SELECT count(*) FROM claim), (SELECT count(*) FROM provenance)"
            return workbench.store.read(lambda conn: conn.execute(statement).fetchall())

        text = "The colour of house is white."
        first = session.ask(text, command_id="one")
        assert session.ask(text, command_id="one").memory.receipt == first.memory.receipt
        assert counts() == [(1, 1)]
        session.ask(text, command_id="two")
        assert counts() == [(1, 2)]


@pytest.mark.parametrize("zone", ["Asia/Tokyo", "America/Los_Angeles"])
def test_a_time_is_stored_in_utc_wherever_the_machine_is(tmp_path: Path, zone: str) -> None:
    """B065: times were written in the zone of the machine, and days came out wrong near midnight."""
    path = tmp_path / "memory.sqlite"
    program = (
        "import sys; from pathlib import Path; from tests.turns import Memory, document, fact;"
        "memory = Memory(Path(sys.argv[1]), at='2025-07-25T02:00:00Z');"
        "memory.learn(document(new_knowledge=[fact('house', 'colour', 'white')])); memory.store.close()"
    )
    subprocess.run(
        [sys.executable, "-c", program, str(path)], env={**os.environ, "TZ": zone}, check=True, timeout=60, cwd=_ROOT
    )
    memory = Memory(path, at="2025-07-26")
    assert rows(memory, "SELECT DISTINCT recorded_at FROM revision") == [("2025-07-25T02:00:00.000Z",)]
    assert rows(memory, "SELECT DISTINCT recorded_at FROM utterance") == [("2025-07-25T02:00:00.000Z",)]
    memory.store.close()


_ROOT = Path(__file__).parents[2]


def test_a_day_ends_where_the_next_begins(memory: Memory) -> None:
    """B067: today leaked into yesterday; the last millisecond of a day is still that day, and midnight is not."""
    moments = {"one": "2026-01-01T00:00:00Z", "two": "2026-01-01T23:59:59.999Z", "three": "2026-01-02T00:00:00Z"}
    for value, start in moments.items():
        memory.learn(document(new_knowledge=[fact("item", "number", value, valid_from=start)]), at=start)
    memory.clock.advance(days=3)
    assert memory.state("2026-01-01T23:59:59.998Z") == {"item.number": "one"}
    assert memory.state("2026-01-01T23:59:59.999Z") == {"item.number": "two"}
    assert memory.state("2026-01-02T00:00:00Z") == {"item.number": "three"}
    assert [value for value, *_ in history(memory, "item.number")] == ["three", "two", "one"]


def test_two_hundred_messages_keep_their_order_under_a_frozen_clock_and_after_undoing(tmp_path: Path) -> None:
    """B069: a history was read without an order."""
    with open_workbench(tmp_path, clock=ManualClock(Instant.parse("2026-01-01")), mint=CountedIds("turn")) as workbench:
        provider = ScriptedProvider([f"a{n}" for n in range(100)], extract=[document()] * 100)
        session = workbench.session("test", route=scripted_route(provider, extracts=True))
        for number in range(100):
            session.ask(f"q{number}")
        for number in (99, 98):
            assert session.undo(), number
        with sqlite3.connect(tmp_path / "memory.sqlite") as conn:
            conn.execute("VACUUM")
        conn.close()
        found = workbench.store.read(lambda conn: conversations.messages(conn, session.conversation_id, 1_000))
    expected = [text for number in range(98) for text in (f"q{number}", f"a{number}")]
    assert [message.content for message in found] == expected


def test_frames_of_another_generation_than_their_wal_are_not_read(tmp_path: Path) -> None:
    """B075: the store looked damaged, and its owner removed the wrong file. A salt tells the generations apart."""
    path, kept, other = tmp_path / "memory.sqlite", tmp_path / "kept" / "memory.sqlite", tmp_path / "other.sqlite"
    kept.parent.mkdir()
    mine = Memory(path)
    mine.learn(document(new_knowledge=[fact("house", "colour", "white")]))
    header = Path(f"{path}-wal").read_bytes()[:32]
    mine.store.close()
    shutil.copy(path, kept)
    theirs = Memory(other)
    theirs.learn(document(new_knowledge=[fact("house", "colour", "red")]))
    foreign = Path(f"{other}-wal").read_bytes()
    theirs.store.close()
    assert len(header) == 32 < len(foreign)
    assert header[16:24] != foreign[16:24]
    Path(f"{kept}-wal").write_bytes(header + foreign[32:])
    before = digest(kept.read_bytes())
    found = Memory(kept)
    assert found.state() == {"house.colour": "white"}
    assert digest(kept.read_bytes()) == before
    found.store.close()
    assert [done for done in checks.checked(kept) if done.findings] == []


def test_in_a_tight_budget_a_sentence_said_three_times_leaves_room_for_another(memory: Memory) -> None:
    """B034: the page spent its budget on one sentence three times."""
    for spelling in (
        "The backup copies the archive.",
        "the backup copies the archive",
        "The  backup copies the archive!",
    ):
        memory.learn(document(new_knowledge=[{"proposition": spelling, "severity": "important"}]))
    memory.learn(document(new_knowledge=[{"proposition": "The backup spares the vault.", "severity": "important"}]))
    room = (
        3 * len('{"authority":"user","id":"claim_abcdefghijklmnop","proposition":"The backup copies the archive.",')
        + 200
    )
    envelope = ask(memory, "What does the backup do?", budget=room)
    told = [item.proposition.casefold() for item in envelope.items]
    assert sum("copies the archive" in each for each in told) == 1
    assert any("spares the vault" in each for each in told)
