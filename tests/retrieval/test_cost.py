"""What a question costs depends on the question: no more steps of SQLite in a larger store. Source: rule 18, fault Q14.

Steps of its virtual machine are counted, which no other load on the machine changes; the full text keeps its own
lists, whose bound is tested in lanes/test_lanes. Plans are in tests/store/test_reading_plans, times are the business
of `a008 bench retrieval`.
"""

from __future__ import annotations

import os

import pytest

from a008.retrieval.retrieve import envelope
from a008.retrieval.vocabulary import vocabulary
from a008.store.connection import Connection
from tests.retrieval.asking import request
from tests.retrieval.telling import QUESTIONS, Unshown, rich
from tests.turns import Memory, document, fact

#: Facts that nobody asks about: so many, or as many as the fault says with `A008_SLOW=1`.
MANY = 100_000 if os.environ.get("A008_SLOW") else 1_000
#: Opcodes between two calls of the handler.
_STRIDE = 10


def steps(memory: Memory, question: str) -> int:
    """Steps of SQLite's virtual machine that one envelope takes, in tens."""
    counted = 0

    def count() -> int:
        nonlocal counted
        counted += 1
        return 0

    def read(conn: Connection) -> None:
        conn.set_progress_handler(count, _STRIDE)
        try:
            assert envelope(conn, request(memory, question, scope=("home",)), vocabulary()).items
        finally:
            conn.set_progress_handler(None, 0)

    memory.store.read(read)
    return counted


def fill(memory: Memory, first: int) -> None:
    for sheet in range(first, first + MANY, 100):
        facts = [fact(f"screw{n}", "length", f"{n} mm", tags=["steel"]) for n in range(sheet, sheet + 100)]
        said = f"The list of screws, sheet {sheet}."
        memory.learn(document(new_knowledge=facts), message=said, answer="Filed.", occurrence=said)


@pytest.mark.timeout(3_600)
@pytest.mark.parametrize("place", ["another project", "the same project"])
def test_what_nobody_asks_about_costs_nothing(place: str) -> None:
    """In one project, from where on its texts are no longer counted (`relevance.COMMON`)."""
    memory = rich(None)
    crowd = Unshown.beside(memory, memory.project.name if place == "the same project" else "screws")
    fill(crowd, 0)
    before = [steps(memory, question) for question in QUESTIONS]
    assert min(before) > 50, "the steps of a read are counted"
    fill(crowd, MANY)
    after = [steps(memory, question) for question in QUESTIONS]
    assert max(new / old for old, new in zip(before, after, strict=True)) < 1.05, (before, after)
