"""The conflict inbox as it is stored: the conflicts of a project that are open, or were at a revision."""

from __future__ import annotations

from dataclasses import dataclass

from a008.memory.claim import Claim
from a008.store.claims import COLUMNS, WIDTH, claim_of
from a008.store.connection import Connection

_CONTESTS = f"""
SELECT {COLUMNS}, x.slot_id, s.address, x.against_claim_id, x.rev_from
FROM contest AS x CROSS JOIN slot AS s ON s.id = x.slot_id CROSS JOIN claim AS c ON c.id = x.claim_id
WHERE s.project_id = :project AND {{when}}
ORDER BY s.address, x.rev_from, x.claim_id, x.against_claim_id
"""
_OPEN = _CONTESTS.format(when="x.rev_to IS NULL")
_WERE_OPEN = _CONTESTS.format(when="x.rev_from <= :rev AND (x.rev_to IS NULL OR x.rev_to > :rev)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Pending:
    """An open conflict: where, the competing claim, the claim contested when it began, and since which revision."""

    slot_id: str
    address: str
    claim: Claim
    against_claim_id: str
    rev_from: int


def pending(conn: Connection, project_id: str, *, at_revision: int | None) -> tuple[Pending, ...]:
    """The conflicts of a project that wait for a person, or did at a revision, by address and then by age.

    Cost: a row for each open conflict of the store; for each that ever was, when a revision is given.
    """
    statement = _OPEN if at_revision is None else _WERE_OPEN
    return tuple(
        Pending(
            slot_id=row[WIDTH],
            address=row[WIDTH + 1],
            claim=claim_of(row[:WIDTH]),
            against_claim_id=row[WIDTH + 2],
            rev_from=row[WIDTH + 3],
        )
        for row in conn.execute(statement, {"project": project_id, "rev": at_revision})
    )
