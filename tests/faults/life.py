"""A life of a store in which every verdict, every outcome and every resolution comes once; each commit is acknowledged.

As a program: `python -m tests.faults.life STORE`, on a store that `prepare` made.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from a008.intake.ground import wanted
from a008.intake.proposal import parse
from a008.intake.validate import validate
from a008.memory.proposal import Judgement
from a008.memory.receipt import Receipt
from a008.memory.reconcile import Verdict
from a008.memory.resolution import Resolution
from a008.runtime import conflicts
from a008.store import inbox, known
from tests.turns import Memory, document, fact, relation

#: Statements in the order in which they are made; a day lies between two of them.
_SAID = {
    "new": fact("house", "colour", "white"),
    "restatement": fact("house", "colour", "white"),
    "change": fact("house", "colour", "red", wording="change"),
    "correction with a date": fact("house", "colour", "green", wording="correction", valid_from="2025-12-01"),
    "scheduled": fact("house", "colour", "blue", valid_from="2027-01-01"),
    "late": fact("house", "colour", "grey", valid_from="2025-01-01", valid_to="2025-06-01"),
    "retraction": fact("house", "colour", "green", wording="retraction"),
    "no op": fact("house", "colour", "black", wording="retraction"),
}


def prepare(store: Path) -> None:
    """Make a store with a project and nothing in it."""
    Memory(store).store.close()


def live(store: Path) -> Iterator[Receipt]:
    """Every receipt, as soon as its commit is made."""
    memory = Memory(store)
    for said in _SAID.values():
        yield _learnt(memory, document(new_knowledge=[said]))
    yield _learnt(memory, document(relation_updates=[relation("maria", "likes", "tea")]))
    yield _extended(memory)
    for number, way in enumerate(Resolution):
        yield _learnt(memory, document(new_knowledge=[fact(f"door {number}", "colour", "white")]))
        yield _learnt(memory, document(new_knowledge=[fact(f"door {number}", "colour", "red", wording="conflict")]))
        yield _resolved(memory, way)
    memory.store.close()


def _learnt(memory: Memory, text: str) -> Receipt:
    memory.clock.advance(days=1)
    return memory.learn(text)


def _extended(memory: Memory) -> Receipt:
    """A statement without an address, of which a classifier says that it extends another claim."""
    memory.clock.advance(days=1)
    text = document(new_knowledge=[{**fact("x", "y", 1), "structured": None, "proposition": "Maria likes green tea."}])
    turn, proposal = memory.turn(text), parse(text)
    extends = Judgement(path="$.new_knowledge[0]", verdict=Verdict.EXTEND, targets=(memory.item("maria --likes-->"),))
    truth = memory.store.read(lambda conn: known.known(conn, memory.project.id, wanted(turn, proposal)))
    return memory.store.commit(validate(turn, proposal, (extends,), truth, author="test"))


def _resolved(memory: Memory, way: Resolution) -> Receipt:
    memory.clock.advance(days=1)
    (pending,) = memory.store.read(lambda conn: inbox.pending(conn, memory.project.id, at_revision=None))
    return conflicts.resolve(
        memory.store,
        memory.project,
        pending.claim.id,
        way,
        by="Ann",
        reason="I asked.",
        clock=memory.clock,
        new_attribute="frame" if way is Resolution.SPLIT else None,
    )


if __name__ == "__main__":
    for receipt in live(Path(sys.argv[1])):
        print("ack", receipt.revision, flush=True)
