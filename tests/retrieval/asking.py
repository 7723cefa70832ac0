"""Asking a `Memory` of tests: one envelope for one message, everything else as usual."""

from __future__ import annotations

from a008.clock import Instant
from a008.memory.envelope import DEFAULT_BUDGET, Candidate, Envelope, ItemType
from a008.retrieval.define import define
from a008.retrieval.query import Query, RetrievalRequest, Snapshot
from a008.retrieval.retrieve import retrieve
from a008.retrieval.vocabulary import vocabulary
from a008.store.connection import Connection
from tests.turns import Memory


def request(
    memory: Memory,
    message: str,
    *,
    budget: int = DEFAULT_BUDGET,
    scope: tuple[str, ...] = (),
    recent: tuple[str, ...] = (),
    required: tuple[str, ...] = (),
    now: str | None = None,
    as_of: str | None = None,
    at_revision: int | None = None,
    tokenizer: str | None = None,
    dense: str | None = None,
) -> RetrievalRequest:
    """A request of the memory's project at its own time."""
    return RetrievalRequest(
        project_id=memory.project.id,
        message=message,
        now=memory.clock.now if now is None else Instant.parse(now),
        budget=budget,
        scope=scope,
        recent=recent,
        required_ids=required,
        as_of=None if as_of is None else Instant.parse(as_of),
        at_revision=at_revision,
        tokenizer=tokenizer,
        dense=dense,
    )


def ask(memory: Memory, message: str, **more: object) -> Envelope:
    """The envelope of a message."""
    return retrieve(memory.store, request(memory, message, **more))  # type: ignore[arg-type]


def understood(memory: Memory, message: str, *, recent: tuple[str, ...] = ()) -> Query:
    """What DEFINE makes of a message."""
    wanted = request(memory, message, recent=recent)
    return memory.store.read(lambda conn: define(snapshot(conn, memory), wanted, vocabulary()))


def snapshot(conn: Connection, memory: Memory) -> Snapshot:
    """The newest state of a memory."""
    return Snapshot.of(conn, memory.project.id, memory.clock.now)


def shown(envelope: Envelope, *types: ItemType) -> list[str]:
    """The propositions sent, of some types or of all."""
    return [item.proposition for item in envelope.items if not types or item.type in types]


def fate(envelope: Envelope, part: str) -> Candidate:
    """The only candidate whose proposition holds a text."""
    (found,) = (each for each in envelope.candidates if part in each.item.proposition)
    return found


def verdicts(envelope: Envelope) -> dict[str, str]:
    """Verdicts by type and proposition."""
    return {f"{each.item.type}: {each.item.proposition}": each.verdict for each in envelope.candidates}
