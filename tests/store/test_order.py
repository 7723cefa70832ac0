"""Every list has one order, whatever way SQLite walks its tables. Case B069."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from a008.store import conversations
from a008.store import store as store_file
from a008.store.connection import open_reader
from a008.store.store import Store
from tests.cases.telling import knowledge
from tests.retrieval.asking import ask
from tests.turns import Memory, document, fact, relation


def told(memory: Memory) -> list[Any]:
    """Everything that can be looked up, read back as it comes."""
    looked = knowledge(memory)
    state, log = looked.state(), looked.log(limit=1_000)
    claims = [head.binding.claim_id for head in state]
    addresses = [head.address for head in state]
    conversation = [
        memory.store.read(lambda conn: conversations.listed(conn, memory.project.id, 100)),
        [looked.show(revision.number) for revision in log],
    ]
    return [
        state,
        log,
        [looked.history(address) for address in addresses],
        [looked.blame(address) for address in addresses],
        [looked.page(address) for address in addresses],
        [looked.why(claim) for claim in claims],
        looked.conflicts(),
        looked.search("port"),
        looked.diff(1, log[0].number),
        conversation,
        ask(memory, "Which port has every server, and what does it use?").payload,
    ]


def test_a_store_that_is_walked_backwards_or_packed_anew_tells_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "memory.sqlite"
    memory = Memory(path)
    for number in range(12):
        memory.learn(
            document(
                new_knowledge=[
                    *(fact(f"server{each}", "port", 8000 + number, wording="correction") for each in range(4)),
                    fact("server0", "owner", f"owner{number}", **({"wording": "conflict"} if number else {})),
                ],
                relation_updates=[relation(f"server{each}", "uses", f"disk{number % 2}") for each in range(4)],
            ),
            at=f"2026-01-{1 + number:02}",
        )
    before = told(memory)
    assert [number for number, each in enumerate(before) if not each] == []

    def backwards(where: Path) -> sqlite3.Connection:
        conn = open_reader(where)
        conn.execute("PRAGMA reverse_unordered_selects = ON")
        return conn

    memory.store.close()
    monkeypatch.setattr(store_file, "open_reader", backwards)
    memory.store = Store.open(path)
    assert told(memory) == before
    memory.store.close()
    with sqlite3.connect(path) as conn:
        conn.execute("VACUUM")
    conn.close()
    memory.store = Store.open(path)
    assert told(memory) == before
