"""What tests of cases say to a memory and read back from it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from a008.clock import Instant
from a008.intake.ground import Turn
from a008.memory.envelope import Envelope, ItemType
from a008.memory.origin import Origin
from a008.memory.receipt import Receipt
from a008.memory.time import IntervalEnd
from a008.runtime import evidence
from a008.runtime.attachment import Attachment
from a008.runtime.evidence import Occasion, Said
from a008.runtime.knowledge import Knowledge
from a008.store.store import Store
from tests.turns import Memory, document


def knowledge(memory: Memory) -> Knowledge:
    """What a user can look up in a memory."""
    return Knowledge(memory.store, memory.project, memory.clock)


def history(memory: Memory, address: str, at_revision: int | None = None) -> list[tuple[Any, str, str]]:
    """Values of an address with the dates between which each held, or `unknown` or `open`."""
    found = knowledge(memory).history(address, at_revision=at_revision)
    return [(head.value, _edge(head.binding.interval.start), _edge(head.binding.interval.end)) for head in found]


def rows(memory: Memory, sql: str) -> list[Any]:
    """Rows of the store."""
    return memory.store.read(lambda conn: conn.execute(sql).fetchall())


def count(memory: Memory, table: str) -> int:
    """How many rows a table has."""
    found: int = rows(memory, f"SELECT count(*) FROM {table}")[0][0]
    return found


def reopen(memory: Memory) -> None:
    """Close the store of a memory on disk and open its file again."""
    path = memory.store.path
    assert path is not None
    memory.store.close()
    memory.store = Store.open(path)


def spoken(memory: Memory, speaker: str, text: str, origin: Origin = Origin.USER) -> Said:
    """What somebody says."""
    said = evidence.message(_occasion(memory), text)
    return said._replace(utterance=replace(said.utterance, speaker=speaker, origin=origin))


def file(memory: Memory, name: str, text: str) -> Said:
    """A file that is read."""
    return evidence.file(_occasion(memory), Attachment(name=name, content=text.encode(), text=text))


def tell(memory: Memory, said: Said, **parts: list[dict[str, Any]]) -> Receipt:
    """Keep what somebody said or a file holds, and learn from it what an extractor made of it."""
    occasion = _occasion(memory)
    memory.store.commit(evidence.plan(occasion, [said], memory.store.revision()))
    turn = Turn(
        project_id=memory.project.id,
        occurrence_id=occasion.occurrence_id,
        now=occasion.at,
        envelope=memory.baseline(),
        message=said.utterance,
        answer=None,
    )
    return memory.store.commit(memory.decide(turn, document(**parts)))


def sent(envelope: Envelope) -> list[tuple[ItemType, str]]:
    """What an envelope holds, by type."""
    return [(item.type, item.proposition) for item in envelope.items]


def update(memory: Memory, address: str, value: Any, **more: Any) -> dict[str, Any]:
    """An entry of `state_updates` that cites the head of an address."""
    return {
        "id": memory.item(address),
        "address": address,
        "value": value,
        "proposition": f"The {address.partition('.')[2]} of {address.partition('.')[0]} is {value}.",
        "severity": "important",
        "wording": "change",
        **more,
    }


def _edge(edge: IntervalEnd) -> str:
    return edge.date if isinstance(edge, Instant) else edge.value


def _occasion(memory: Memory) -> Occasion:
    return Occasion(memory.project.id, None, f"told:{memory.store.revision()}", memory.clock.now)
