"""What tests of entities say to a memory, and read back from it."""

from __future__ import annotations

from typing import Any

from a008.memory.resolution import Resolution
from a008.runtime.conflicts import conflicts, resolve
from a008.runtime.entities import Entities
from a008.store import revisions
from a008.store.checks import checked_copy, copied
from a008.store.heads import Head, history_of, slots_at
from tests.turns import Memory, document


def entities_of(memory: Memory) -> Entities:
    """The entities of a memory, to be changed."""
    return Entities(memory.store, memory.project, memory.clock)


def tell(memory: Memory, *facts: dict[str, Any], at: str | None = None) -> None:
    """Learn facts in so many words."""
    memory.learn(document(new_knowledge=list(facts)), at=at)


def inbox(memory: Memory) -> list[tuple[str, Any, Any]]:
    """Open conflicts: where, what holds, what competes."""
    found = memory.store.read(lambda conn: conflicts(conn, memory.project.id, as_of=memory.clock.now, at_revision=None))
    sides = [(each.address, None if each.head is None else each.head.value, each.other.value) for each in found]
    return sorted(sides, key=str)


def settle(memory: Memory, way: Resolution) -> None:
    """Decide the one open conflict."""
    (claim_id,) = memory.store.read(
        lambda conn: [row[0] for row in conn.execute("SELECT claim_id FROM contest WHERE rev_to IS NULL")]
    )
    resolve(memory.store, memory.project, claim_id, way, by="user", reason="", clock=memory.clock)


def history(memory: Memory, address: str) -> list[tuple[Any, str, str]]:
    """Values of an address with both ends of each, sorted."""

    def read(conn: Any) -> tuple[Head, ...]:
        revision = revisions.newest(conn)[0]
        slots = slots_at(conn, memory.project.id, [address], at_revision=revision)
        return history_of(conn, [slot.id for slot in slots], at_revision=revision)

    return sorted(
        (head.value, str(head.binding.interval.start), str(head.binding.interval.end))
        for head in memory.store.read(read)
    )


def is_sound(memory: Memory) -> bool:
    """Whether everything that can be checked about the store holds."""

    def look(conn: Any) -> list[str]:
        copy = copied(conn)
        found = [finding for check in checked_copy(copy, memory.store.blobs) for finding in check.findings]
        copy.close()
        return found

    assert memory.store.read(look) == []
    return True
