"""Reading utterances: verbatim, by id; and which claims rest on which of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from a008 import canon
from a008.clock import Instant
from a008.memory.origin import Origin
from a008.memory.time import WorldTime
from a008.memory.utterance import Sentence, SpeechAct
from a008.store.connection import Connection
from a008.store.row import world_of

_BY_ID = """
SELECT u.id, u.speaker, u.origin, u.text, u.asserted_at, u.recorded_at, u.turn_id, u.rev_from
FROM json_each(:ids) AS wanted
CROSS JOIN utterance AS u ON u.id = wanted.value AND u.project_id = :project AND u.rev_from <= :rev
ORDER BY wanted.key
"""
_SENTENCES = """
SELECT s.utterance_id, s.start_byte, s.end_byte, s.act
FROM json_each(:ids) AS wanted CROSS JOIN sentence AS s ON s.utterance_id = wanted.value
ORDER BY wanted.key, s.position
"""
_BEHIND_CLAIMS = """
SELECT p.claim_id, p.utterance_id, p.start_byte, p.end_byte
FROM json_each(:ids) AS wanted
CROSS JOIN provenance AS p ON p.claim_id = wanted.value AND p.rev_from <= :rev
ORDER BY wanted.key, p.rev_from, p.utterance_id, p.relation
"""
_RESTING_ON = """
SELECT p.claim_id, p.utterance_id, p.start_byte, p.end_byte
FROM json_each(:ids) AS wanted
CROSS JOIN provenance AS p ON p.utterance_id = wanted.value AND p.rev_from <= :rev
ORDER BY wanted.key, p.claim_id, p.relation
"""


_ORIGINS = {str(origin): origin for origin in Origin}


@dataclass(frozen=True, slots=True, kw_only=True)
class UtteranceRow:
    """What was said or read, by whom and when; `turn_id` is `None` for what came from outside a conversation."""

    id: str
    speaker: str
    origin: Origin
    text: str
    asserted_at: WorldTime
    recorded_at: Instant
    turn_id: str | None
    rev_from: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """A claim rests on an utterance.

    Units: bytes of the utterance's UTF-8, end exclusive; `None` when no span of it was proved.
    """

    claim_id: str
    utterance_id: str
    start: int | None
    end: int | None


def utterances(conn: Connection, project_id: str, ids: Iterable[str], *, at_revision: int) -> tuple[UtteranceRow, ...]:
    """Utterances of a project by id, in the order asked for; unknown ids and those of other projects are left out."""
    values = {"ids": canon.text(list(ids)), "project": project_id, "rev": at_revision}
    return tuple(
        UtteranceRow(
            id=row[0],
            speaker=row[1],
            origin=_ORIGINS[row[2]],
            text=row[3],
            asserted_at=world_of(row[4]),
            recorded_at=Instant.parse(row[5]),
            turn_id=row[6],
            rev_from=row[7],
        )
        for row in conn.execute(_BY_ID, values)
    )


def behind(conn: Connection, claim_ids: Iterable[str], *, at_revision: int) -> tuple[Link, ...]:
    """The utterances that claims rest on, the first evidence of each first."""
    return _links(conn, _BEHIND_CLAIMS, claim_ids, at_revision)


def resting_on(conn: Connection, utterance_ids: Iterable[str], *, at_revision: int) -> tuple[Link, ...]:
    """The claims that rest on utterances."""
    return _links(conn, _RESTING_ON, utterance_ids, at_revision)


def sentences_of(conn: Connection, utterance_ids: Iterable[str]) -> dict[str, tuple[Sentence, ...]]:
    """The sentences of utterances by id, in their order; an utterance without any is absent."""
    found: dict[str, list[Sentence]] = {}
    for utterance_id, start, end, act in conn.execute(_SENTENCES, {"ids": canon.text(list(utterance_ids))}):
        found.setdefault(utterance_id, []).append(Sentence(start=start, end=end, act=SpeechAct(act)))
    return {key: tuple(sentences) for key, sentences in found.items()}


def _links(conn: Connection, statement: str, ids: Iterable[str], at_revision: int) -> tuple[Link, ...]:
    rows = conn.execute(statement, {"ids": canon.text(list(ids)), "rev": at_revision})
    return tuple(Link(claim_id=row[0], utterance_id=row[1], start=row[2], end=row[3]) for row in rows)
