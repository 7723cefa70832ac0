"""A memory with something of everything, and questions that reach every lane."""

from __future__ import annotations

from pathlib import Path

from a008.clock import Instant
from a008.store.heads import Head
from tests.turns import Memory, document, fact, relation

QUESTIONS = (
    "Which shade has part3?",
    "What did I like before?",
    "Who said that part1 fits part2?",
    "Tell me about part5",
    "Compare shade, taste, batch1 and batch2",
)


class Unshown(Memory):
    """A memory whose turns are shown nothing of what is known, so that one costs the same however much that is."""

    def heads(self, moment: Instant, at_revision: int | None = None) -> tuple[Head, ...]:
        return ()


def rich(path: Path | None) -> Memory:
    """Thirty turns about parts that fit each other and change their colour, and about what the user likes."""
    memory = Memory(path)
    for number in range(30):
        batch = ["shade", f"batch{number % 3}"]
        memory.learn(
            document(
                new_knowledge=[
                    fact(
                        f"part{number % 7}", "colour", f"shade {number}", wording="change", domains=["home"], tags=batch
                    ),
                    fact("user", f"likes{number % 5}", f"thing {number}", wording="change", tags=["taste"]),
                ],
                relation_updates=[relation(f"part{number % 7}", "fits", f"part{number % 3}")],
            ),
            answer=f"Noted: shade {number} for part{number % 7}.",
        )
    return memory
