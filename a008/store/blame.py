"""Who put there what is believed at an address: for each binding the revision, the turn and the words behind it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from a008 import canon
from a008.clock import Instant
from a008.memory.origin import Origin
from a008.memory.reconcile import Outcome
from a008.store import heads
from a008.store.connection import Connection
from a008.store.details import words_of
from a008.store.heads import Head

_REVISIONS = """
SELECT r.number, r.hash, r.author, r.cause, r.recorded_at
FROM json_each(:keys) AS wanted CROSS JOIN revision AS r ON r.number = wanted.value ORDER BY wanted.key
"""
_PUT = """
SELECT p.claim_id, u.id, u.speaker, u.origin, u.text, p.start_byte, p.end_byte, u.turn_id, t.conversation_id
FROM json_each(:keys) AS wanted
CROSS JOIN provenance AS p ON p.claim_id = wanted.value AND p.rev_from <= :rev
CROSS JOIN utterance AS u ON u.id = p.utterance_id LEFT JOIN turn AS t ON t.id = u.turn_id
ORDER BY wanted.key, p.rev_from DESC, p.relation, p.utterance_id DESC
"""
_ENDED = """
SELECT m.rev_from, u.id, u.speaker, u.origin, u.text, NULL, NULL, u.turn_id, t.conversation_id
FROM transition AS m CROSS JOIN utterance AS u ON u.id = m.utterance_id LEFT JOIN turn AS t ON t.id = u.turn_id
WHERE m.slot_id = :slot AND m.rev_from <= :rev ORDER BY m.number DESC
"""
#: What moved a claim's addresses away from it, or contested it there.
_MOVED_ON = """
SELECT m.rev_from, u.id, u.speaker, u.origin, u.text, NULL, NULL, u.turn_id, t.conversation_id, m.outcome
FROM json_each(:slots) AS wanted
CROSS JOIN transition AS m ON m.slot_id = wanted.value AND m.from_claim = :claim AND m.rev_from <= :rev
CROSS JOIN utterance AS u ON u.id = m.utterance_id LEFT JOIN turn AS t ON t.id = u.turn_id
ORDER BY m.number
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """What somebody said: the words that count, in which utterance and, where there was one, in which turn."""

    utterance_id: str
    speaker: str
    origin: Origin
    text: str
    turn_id: str | None
    conversation_id: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Authored:
    """A revision as far as it answers who, when and why; `words` is `None` where nobody's are on record."""

    revision: int
    hash: str
    author: str
    cause: str
    at: Instant
    words: Words | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Blamed:
    """One believed binding, what put it there, and what gave it the dates it has now.

    Shape: `put` is the revision that bound the claim to the address for this time; `revised` the one that wrote the
    binding as it is now (it ended it, as a rule), `None` where that is the same.
    """

    head: Head
    put: Authored
    revised: Authored | None


@dataclass(frozen=True, slots=True, kw_only=True)
class MovedOn:
    """What came after a claim at its address: a revision with its outcome there, and the words behind it."""

    revision: int
    outcome: Outcome
    words: Words


def blame(conn: Connection, slot_id: str, *, at_revision: int) -> tuple[Blamed, ...]:
    """Every binding of an address believed at a revision, newest start first, each with what put it there."""
    record = heads.record_of(conn, [slot_id], at_revision=at_revision)
    believed = [head for head in reversed(record) if head.rev_to is None]
    claim_ids = list(dict.fromkeys(head.claim.id for head in believed))
    values = {"keys": canon.text(claim_ids), "slot": slot_id, "rev": at_revision}
    put = _words(conn.execute(_PUT, values))  # the first evidence comes last and stays
    revised = _words(conn.execute(_ENDED, values))
    closed: dict[tuple[int | None, str], list[Head]] = {}
    for row in record:
        closed.setdefault((row.rev_to, row.claim.id), []).append(row)
    first = [_first(head, closed) for head in believed]
    wanted = sorted({*first, *(head.rev_from for head in believed)})
    made = {row[0]: row for row in conn.execute(_REVISIONS, {"keys": canon.text(wanted)})}
    return tuple(
        Blamed(
            head=head,
            put=_authored(made[number], put.get(head.claim.id)),
            revised=None if head.rev_from == number else _authored(made[head.rev_from], revised.get(head.rev_from)),
        )
        for head, number in zip(believed, first, strict=True)
    )


def moved_on(conn: Connection, claim_id: str, slot_ids: Iterable[str], *, at_revision: int) -> tuple[MovedOn, ...]:
    """What came after a claim at some addresses, by a revision, oldest first."""
    values = {"claim": claim_id, "slots": canon.text(list(slot_ids)), "rev": at_revision}
    return tuple(
        MovedOn(revision=row[0], words=_said(row), outcome=Outcome(row[9])) for row in conn.execute(_MOVED_ON, values)
    )


def _first(head: Head, closed: dict[tuple[int | None, str], list[Head]]) -> int:
    """The revision that a binding began with: each row that took another's place, of one claim and time, leads back."""
    over = head.binding.interval
    before = next(
        (r for r in closed.get((head.rev_from, head.claim.id), ()) if r.binding.interval.overlaps(over)), None
    )
    return head.rev_from if before is None else _first(before, closed)


def _authored(row: tuple[Any, ...], words: Words | None) -> Authored:
    return Authored(revision=row[0], hash=row[1], author=row[2], cause=row[3], at=Instant.parse(row[4]), words=words)


def _words(rows: Iterable[tuple[Any, ...]]) -> dict[str | int, Words]:
    return {row[0]: _said(row) for row in rows}


def _said(row: tuple[Any, ...]) -> Words:
    return Words(
        utterance_id=row[1],
        speaker=row[2],
        origin=Origin(row[3]),
        text=words_of(row[4], row[5], row[6]),
        turn_id=row[7],
        conversation_id=row[8],
    )
