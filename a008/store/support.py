"""Reading what claims rest on: who said it in which words, and how each claim was accepted."""

from __future__ import annotations

from collections.abc import Iterable

from a008 import canon
from a008.memory import acceptance
from a008.memory.acceptance import Acceptance
from a008.memory.claim import Status
from a008.memory.origin import Origin
from a008.memory.support import Evidence
from a008.memory.utterance import SpeechAct
from a008.store.connection import Connection

#: A span may lie in several sentences: the one that least bears a claim out counts, as when it was decided.
_EVIDENCE = """
SELECT p.claim_id, u.id, u.origin, u.speaker, a.locator, a.digest,
       (SELECT s.act FROM sentence AS s
        WHERE s.utterance_id = u.id AND s.start_byte < p.end_byte AND s.end_byte > p.start_byte
        ORDER BY s.act IN ('assertion', 'prediction', 'performative'), s.position LIMIT 1),
       p.start_byte IS NOT NULL OR instr(u.text, c.proposition) > 0,
       coalesce(c.valid_to <= u.recorded_at, 0)
FROM json_each(:ids) AS wanted
CROSS JOIN claim AS c ON c.id = wanted.value
CROSS JOIN provenance AS p ON p.claim_id = c.id AND p.rev_from <= :rev
CROSS JOIN utterance AS u ON u.id = p.utterance_id
CROSS JOIN artifact AS a ON a.id = u.artifact_id
ORDER BY wanted.key, p.rev_from, u.id, p.relation
"""
_ACCEPTANCE = """
SELECT s.claim_id, s.status, s.policy, s.reason
FROM json_each(:ids) AS wanted
CROSS JOIN claim_status AS s
  ON s.claim_id = wanted.value AND s.rev_from <= :rev AND (s.rev_to IS NULL OR s.rev_to > :rev)
ORDER BY wanted.key
"""
_VOUCHERS = """
SELECT DISTINCT p.claim_id, u.speaker
FROM json_each(:ids) AS wanted
CROSS JOIN claim_status AS s ON s.claim_id = wanted.value AND s.rev_to IS NULL AND s.status = 'accepted'
CROSS JOIN provenance AS p ON p.claim_id = wanted.value
CROSS JOIN utterance AS u ON u.id = p.utterance_id AND u.origin IN ('user', 'user_confirmed')
ORDER BY wanted.key, u.speaker
"""


def evidence(conn: Connection, claim_ids: Iterable[str], *, at_revision: int) -> dict[str, tuple[Evidence, ...]]:
    """What each claim rests on, the first evidence first; an unknown claim is absent."""
    found: dict[str, list[Evidence]] = {}
    for row in conn.execute(_EVIDENCE, {"ids": canon.text(list(claim_ids)), "rev": at_revision}):
        found.setdefault(row[0], []).append(
            Evidence(
                utterance_id=row[1],
                origin=Origin(row[2]),
                speaker=row[3],
                locator=row[4],
                digest=row[5],
                act=None if row[6] is None else SpeechAct(row[6]),
                verbatim=bool(row[7]),
                past=bool(row[8]),
            )
        )
    return {key: tuple(each) for key, each in found.items()}


def acceptances(conn: Connection, claim_ids: Iterable[str], *, at_revision: int) -> dict[str, Acceptance]:
    """How claims stand at a revision, and by which policy; an unknown claim is absent."""
    rows = conn.execute(_ACCEPTANCE, {"ids": canon.text(list(claim_ids)), "rev": at_revision})
    return {row[0]: acceptance.decided(Status(row[1]), row[2], row[3]) for row in rows}


def vouchers(conn: Connection, claim_ids: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """The people who vouch for claims that are accepted now, by name; a claim of nobody's is absent.

    Cost: one probe for each utterance behind a claim, so it is read only where something is taken back.
    """
    found: dict[str, list[str]] = {}
    for claim_id, speaker in conn.execute(_VOUCHERS, {"ids": canon.text(list(claim_ids))}):
        found.setdefault(claim_id, []).append(speaker)
    return {key: tuple(speakers) for key, speakers in found.items()}
