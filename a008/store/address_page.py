"""One semantic address in full: what it was bound to on both time axes, what moved it, and what bears it out.

Every function takes a connection on one snapshot.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from a008 import canon
from a008.clock import Instant
from a008.memory.address import SlotKind
from a008.memory.claim import Certainty, Relation, Status
from a008.memory.origin import Origin
from a008.memory.plan import Cause
from a008.memory.reconcile import Outcome
from a008.memory.time import Interval, WorldTime
from a008.store.connection import Connection
from a008.store.row import interval_of, world_of

_SLOT = """
SELECT s.id, s.address, s.kind, s.project_id, p.name, e.id, e.label
FROM slot AS s JOIN project AS p ON p.id = s.project_id JOIN entity AS e ON e.id = s.entity_id
WHERE s.id = :slot
"""
_BINDINGS = """
SELECT b.id, b.member, o.label, b.claim_id, b.valid_from, b.valid_to, b.is_open,
       b.rev_from, r.recorded_at, b.rev_to, closed.recorded_at
FROM binding AS b
JOIN revision AS r ON r.number = b.rev_from
LEFT JOIN revision AS closed ON closed.number = b.rev_to
LEFT JOIN entity AS o ON o.id = b.object_id
WHERE b.slot_id = :slot ORDER BY b.rev_from DESC, b.valid_from DESC, b.id LIMIT :limit
"""
_TRANSITIONS = """
SELECT t.outcome, t.from_claim, t.to_claim, t.decided_by, t.utterance_id, t.rev_from, r.recorded_at, r.cause
FROM transition AS t JOIN revision AS r ON r.number = t.rev_from
WHERE t.slot_id = :slot ORDER BY t.number DESC LIMIT :limit
"""
_CONTESTS = """
SELECT claim_id, against_claim_id, resolution, rev_from, rev_to
FROM contest WHERE slot_id = :slot ORDER BY claim_id, against_claim_id, rev_from LIMIT :limit
"""
_CLAIMS = """
SELECT c.id, c.proposition, c.certainty, c.attributed_to, c.origin, s.status, s.reason
FROM json_each(:claims) AS wanted CROSS JOIN claim AS c ON c.id = wanted.value
CROSS JOIN claim_status AS s ON s.claim_id = c.id AND s.rev_to IS NULL
ORDER BY c.rev_from DESC, c.id
"""
_SUPPORT = """
SELECT p.claim_id, p.relation, p.start_byte, p.end_byte,
       u.id, u.speaker, u.origin, u.text, u.asserted_at, u.recorded_at, u.turn_id
FROM json_each(:claims) AS wanted CROSS JOIN provenance AS p ON p.claim_id = wanted.value
CROSS JOIN utterance AS u ON u.id = p.utterance_id
ORDER BY u.recorded_at DESC, u.id LIMIT :limit
"""
#: Rows of each list on one page; with more, the newest are shown and the page says so.
LISTED = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class AddressSlot:
    """The address itself and whose it is."""

    id: str
    address: str
    kind: SlotKind
    project_id: str
    project: str
    entity_id: str
    entity: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """One binding: a value over valid time (`interval`), believed over record time.

    Shape: `believed_from` and `recorded_at` are the revision that wrote the row and its instant; `believed_to` and
    `closed_at` are the revision that closed it, `None` while it is still believed.
    """

    id: str
    member: str
    object_label: str | None
    claim_id: str
    interval: Interval
    believed_from: int
    recorded_at: Instant
    believed_to: int | None
    closed_at: Instant | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """One transition: what happened to the address, when, through which utterance, decided by what.

    Shape: `cause` is that of the revision: a turn, an import, a merge, a person's decision.
    """

    outcome: Outcome
    from_claim: str | None
    to_claim: str | None
    decided_by: str
    utterance_id: str
    revision: int
    recorded_at: Instant
    cause: Cause


@dataclass(frozen=True, slots=True, kw_only=True)
class Contested:
    """A conflict; `resolution` is '' and `closed` is `None` while it is open."""

    claim_id: str
    against_claim_id: str
    resolution: str
    revision: int
    closed: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedClaim:
    """A claim about the address, and where it stands."""

    id: str
    proposition: str
    certainty: Certainty
    attributed_to: str
    origin: Origin
    status: Status
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Support:
    """An utterance that bears a claim out.

    Units: `start` and `end` are byte offsets into the UTF-8 of `text`, `None` when no span was proved.
    """

    claim_id: str
    relation: Relation
    start: int | None
    end: int | None
    utterance_id: str
    speaker: str
    origin: Origin
    text: str
    asserted_at: WorldTime
    recorded_at: Instant
    turn_id: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class AddressPage:
    """Everything about one address.

    Shape: bindings, moves and support are newest first; `complete` is false when a list was cut at `LISTED` rows.
    """

    slot: AddressSlot
    bindings: tuple[Held, ...]
    moves: tuple[Move, ...]
    contests: tuple[Contested, ...]
    claims: tuple[StatedClaim, ...]
    support: tuple[Support, ...]
    complete: bool


def address_page(conn: Connection, slot_id: str) -> AddressPage | None:
    """An address by the id of its slot; `None` for an id that is not in this store."""
    found = conn.execute(_SLOT, {"slot": slot_id}).fetchone()
    if found is None:
        return None
    values = {"slot": slot_id, "limit": LISTED}
    bindings = tuple(_held(tuple(row)) for row in conn.execute(_BINDINGS, values))
    moves = tuple(_move(tuple(row)) for row in conn.execute(_TRANSITIONS, values))
    contests = tuple(
        Contested(claim_id=row[0], against_claim_id=row[1], resolution=row[2], revision=row[3], closed=row[4])
        for row in conn.execute(_CONTESTS, values)
    )
    named = {held.claim_id for held in bindings}
    named |= {claim for move in moves for claim in (move.from_claim, move.to_claim) if claim is not None}
    named |= {claim for contest in contests for claim in (contest.claim_id, contest.against_claim_id)}
    behind = {"claims": canon.text(sorted(named)), "limit": LISTED}
    support = tuple(_support(tuple(row)) for row in conn.execute(_SUPPORT, behind))
    return AddressPage(
        slot=AddressSlot(
            id=found[0],
            address=found[1],
            kind=SlotKind(found[2]),
            project_id=found[3],
            project=found[4],
            entity_id=found[5],
            entity=found[6],
        ),
        bindings=bindings,
        moves=moves,
        contests=contests,
        claims=tuple(_claim(tuple(row)) for row in conn.execute(_CLAIMS, behind)),
        support=support,
        complete=max(len(bindings), len(moves), len(contests), len(support)) < LISTED,
    )


def _held(row: tuple[Any, ...]) -> Held:
    return Held(
        id=row[0],
        member=row[1],
        object_label=row[2],
        claim_id=row[3],
        interval=interval_of(row[4], row[5], row[6]),
        believed_from=row[7],
        recorded_at=Instant.parse(row[8]),
        believed_to=row[9],
        closed_at=None if row[10] is None else Instant.parse(row[10]),
    )


def _move(row: tuple[Any, ...]) -> Move:
    return Move(
        outcome=Outcome(row[0]),
        from_claim=row[1],
        to_claim=row[2],
        decided_by=row[3],
        utterance_id=row[4],
        revision=row[5],
        recorded_at=Instant.parse(row[6]),
        cause=Cause(row[7]),
    )


def _claim(row: tuple[Any, ...]) -> StatedClaim:
    return StatedClaim(
        id=row[0],
        proposition=row[1],
        certainty=Certainty(row[2]),
        attributed_to=row[3],
        origin=Origin(row[4]),
        status=Status(row[5]),
        reason=row[6],
    )


def _support(row: tuple[Any, ...]) -> Support:
    return Support(
        claim_id=row[0],
        relation=Relation(row[1]),
        start=row[2],
        end=row[3],
        utterance_id=row[4],
        speaker=row[5],
        origin=Origin(row[6]),
        text=row[7],
        asserted_at=world_of(row[8]),
        recorded_at=Instant.parse(row[9]),
        turn_id=row[10],
    )
