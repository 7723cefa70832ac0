"""Reading changes nothing and asks nobody. Source: rule 12, fault Q06, reference cases 50 and 53.

100 retrievals in an ordinary run, 10,000 with `A008_SLOW=1`.
"""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from a008.clock import Instant, ManualClock
from a008.errors import StoreError
from a008.ids import CountedIds
from a008.messages import Purpose
from a008.providers.scripted import ScriptedProvider, scripted_route
from a008.retrieval.lanes import entity
from a008.retrieval.query import Snapshot
from a008.workbench import open_workbench
from tests.retrieval.asking import ask
from tests.retrieval.telling import QUESTIONS, rich
from tests.turns import Memory, document, fact

RETRIEVALS = 10_000 if os.environ.get("A008_SLOW") else 100
_HASH = "import hashlib, sys; print([hashlib.sha256(open(name, 'rb').read()).hexdigest() for name in sys.argv[1:]])"


def hashes(path: Path) -> str:
    """SHA-256 of the main file and the WAL, by another process: a plain read here would drop SQLite's locks."""
    command = [sys.executable, "-c", _HASH, str(path), f"{path}-wal"]
    return subprocess.run(command, capture_output=True, check=True, text=True).stdout


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    filled = rich(tmp_path / "store.sqlite")
    yield filled
    filled.store.close()


@pytest.mark.timeout(3_600)
def test_no_number_of_retrievals_changes_a_byte(memory: Memory) -> None:
    """Fault Q06, case 53: of one project and of another, with a scope and without, now and at an earlier revision."""
    path = memory.store.path
    assert path is not None
    other = Memory.beside(memory, "other")
    other.learn(document(new_knowledge=[fact("part3", "colour", "none of yours")]))
    assert Path(f"{path}-wal").stat().st_size > 0
    before, revision = hashes(path), memory.store.revision()
    versions = set()
    for number in range(RETRIEVALS):
        reader = other if number % 5 == 4 else memory
        earlier = revision - number % 40 if number % 7 == 6 else None
        scope = ("home",) if number % 3 else ()
        receipt = ask(reader, QUESTIONS[number % len(QUESTIONS)], scope=scope, at_revision=earlier).receipt
        versions |= {receipt.data_version_before, receipt.data_version_after}
    assert hashes(path) == before
    assert len(versions) == 1
    assert memory.store.revision() == revision


def test_another_process_that_writes_meanwhile_shows_in_the_receipt(memory: Memory) -> None:
    """Otherwise equal versions before and after would prove nothing."""
    first = ask(memory, QUESTIONS[0]).receipt
    assert first.data_version_before == first.data_version_after
    program = (
        "import sys; from pathlib import Path; from tests.turns import Memory, document, fact;"
        "memory = Memory(Path(sys.argv[1]), project='other');"
        "memory.learn(document(new_knowledge=[fact('a', 'x', 1)])); memory.store.close()"
    )
    root = Path(__file__).parents[2]
    subprocess.run([sys.executable, "-c", program, str(memory.store.path)], cwd=root, check=True, timeout=60)
    assert ask(memory, QUESTIONS[0]).receipt.data_version_before > first.data_version_after


def test_a_write_on_the_reading_side_is_refused(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rule 12: the connection itself would not carry it, whatever a lane tried."""

    def write(snapshot: Snapshot, *_: object) -> tuple[()]:
        snapshot.conn.execute("DELETE FROM claim")
        return ()

    monkeypatch.setattr(entity, "find", write)
    with pytest.raises(StoreError, match="readonly"):
        ask(memory, QUESTIONS[0])


def test_no_socket_is_opened_and_no_name_is_looked_up(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rule 12: not even to this machine."""

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a socket during retrieval")

    class Refusing:
        __init__ = refuse

    monkeypatch.setattr(socket, "socket", Refusing)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    monkeypatch.setattr(socket, "create_connection", refuse)
    with pytest.raises(AssertionError, match="a socket during retrieval"):
        socket.create_connection(("127.0.0.1", 9))
    for question in QUESTIONS:
        assert ask(memory, question).items


def test_no_model_is_asked_before_the_envelope_is_there_and_none_by_an_envelope_alone(tmp_path: Path) -> None:
    """Rule 12, case 50: one selection, that the answer and the extractor are both given, and nothing of its inside."""
    learnt = document(new_knowledge=[fact("house", "colour", "white", tags=["paint"], domains=["home"])])
    with open_workbench(tmp_path, clock=ManualClock(Instant.parse("2026-01-01")), mint=CountedIds("turn")) as workbench:
        provider = ScriptedProvider(["Noted.", "White."], extract=[learnt, document()])
        session = workbench.session("test", route=scripted_route(provider, extracts=True))
        session.ask("The colour of house is white.")
        asked = len(provider.requests)
        alone = session.envelope("What is the colour of the house?")
        assert len(provider.requests) == asked
        events = session.stream("What is the colour of the house?")
        next(events)
        assert len(provider.requests) == asked
        list(events)
    answer, extraction = provider.asked(Purpose.ANSWER)[-1], provider.asked(Purpose.EXTRACT)[-1]
    assert answer.context == extraction.context == alone.payload
    (item,) = alone.items
    for request in provider.requests:
        told = "".join(message.content for message in request.messages)
        assert not [word for word in ("score", "strength", "half_life", item.id + "x", "slot_") if word in told]
