"""One revision in full: every row that it wrote or closed, found by the keys in its own list of changes.

The cost follows the number of changes, never the size of the store.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from a008 import canon
from a008.memory.address import Entity
from a008.memory.claim import Relation, Status
from a008.memory.label import Axis, Label
from a008.memory.reconcile import Outcome, Verdict
from a008.store import claims, heads, salience_moves, utterances
from a008.store.claims import ClaimRow
from a008.store.connection import Connection
from a008.store.heads import Head
from a008.store.revisions import Change, Revision
from a008.store.salience_moves import PullMove, StrengthMove
from a008.store.utterances import UtteranceRow

_TURN = """
SELECT t.id, t.conversation_id, t.position, t.model, m.content
FROM turn AS t LEFT JOIN message AS m ON m.turn_id = t.id AND m.role = 'user'
WHERE t.occurrence_id = :occurrence AND t.project_id = :project ORDER BY m.position LIMIT 1
"""
_SOURCES = """
SELECT a.id, a.kind, a.locator, a.size
FROM json_each(:keys) AS wanted CROSS JOIN artifact AS a ON a.id = wanted.value ORDER BY wanted.key
"""
_ENTITIES = """
SELECT e.id, e.key, e.label
FROM json_each(:keys) AS wanted CROSS JOIN entity AS e ON e.id = wanted.value ORDER BY wanted.key
"""
_ADDRESSES = """
SELECT s.address FROM json_each(:keys) AS wanted CROSS JOIN slot AS s ON s.id = wanted.value ORDER BY wanted.key
"""
_SUPPORT = """
SELECT p.claim_id, c.proposition, p.utterance_id, p.relation, u.speaker, u.text, p.start_byte, p.end_byte
FROM json_each(:keys) AS wanted
CROSS JOIN provenance AS p ON p.claim_id = wanted.value ->> 0 AND p.utterance_id = wanted.value ->> 1
CROSS JOIN claim AS c ON c.id = p.claim_id CROSS JOIN utterance AS u ON u.id = p.utterance_id
WHERE p.rev_from = :rev ORDER BY wanted.key, p.relation
"""
_STATUSES = """
SELECT s.claim_id, c.proposition, b.status, s.status, s.policy, s.reason
FROM json_each(:keys) AS wanted
CROSS JOIN claim_status AS s ON s.claim_id = wanted.value AND s.rev_from = :rev
CROSS JOIN claim AS c ON c.id = s.claim_id
LEFT JOIN claim_status AS b ON b.claim_id = s.claim_id AND b.rev_to = :rev
ORDER BY wanted.key
"""
_MOVES = """
SELECT s.address, t.outcome, t.verdict, t.from_claim, t.to_claim, t.utterance_id, t.decided_by
FROM transition AS t CROSS JOIN slot AS s ON s.id = t.slot_id
WHERE t.number >= :first AND t.number < :end ORDER BY t.number
"""
_LAST_MOVE = "SELECT number FROM transition ORDER BY number DESC LIMIT 1"
_WRITTEN_BY = "SELECT rev_from FROM transition WHERE number >= :number ORDER BY number LIMIT 1"
_CONTESTS = """
SELECT s.address, x.claim_id, c.proposition, x.against_claim_id, a.proposition, x.resolution, x.rev_from = :rev
FROM json_each(:keys) AS wanted
CROSS JOIN contest AS x ON x.claim_id = wanted.value ->> 0 AND x.against_claim_id = wanted.value ->> 1
CROSS JOIN slot AS s ON s.id = x.slot_id
CROSS JOIN claim AS c ON c.id = x.claim_id CROSS JOIN claim AS a ON a.id = x.against_claim_id
WHERE x.rev_from = :rev OR x.rev_to = :rev ORDER BY wanted.key, x.slot_id, x.rev_from
"""
_WRITE, _CLOSE = "write", "close"
#: Tables whose rows have a list of their own in `Details`; each closing of the last three is the `before` of a writing.
_SPELLED = {"artifact", "utterance", "claim", "provenance", "entity", "slot", "binding", "transition", "contest"}
_SPELLED |= {"label", "association", "claim_status", "lifecycle", "association_state"}


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnOf:
    """The turn that a revision belongs to: where it stands in which conversation, and the message that began it."""

    id: str
    conversation_id: str
    position: int
    model: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """An artifact that was first met. Units: `size` in bytes."""

    id: str
    kind: str
    locator: str
    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SupportGiven:
    """A claim came to rest on an utterance; `words` are those that bear it out, or all of it where none were proved."""

    claim_id: str
    proposition: str
    utterance_id: str
    relation: Relation
    speaker: str
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusMove:
    """A claim's status moved; `before` is `None` for its first."""

    claim_id: str
    proposition: str
    before: Status | None
    after: Status
    policy: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StateMove:
    """A transition: what happened to an address, how that was judged, and by what it was decided."""

    address: str
    outcome: Outcome
    verdict: Verdict
    from_claim: str | None
    to_claim: str | None
    utterance_id: str
    decided_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ContestMove:
    """A conflict was opened, or resolved (`resolution` then says how)."""

    address: str
    claim_id: str
    proposition: str
    against_claim_id: str
    against: str
    resolution: str
    opened: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Details:
    """A revision with everything it changed, each list in the order in which it was written.

    Shape: `turn` is `None` for a revision outside of conversations. `written` and `closed` are bindings. `others` are
    the changes that follow from those above and have no list of their own: sentences, mentions, words to be found by.
    """

    revision: Revision
    turn: TurnOf | None
    sources: tuple[Source, ...]
    utterances: tuple[UtteranceRow, ...]
    entities: tuple[Entity, ...]
    addresses: tuple[str, ...]
    claims: tuple[ClaimRow, ...]
    support: tuple[SupportGiven, ...]
    statuses: tuple[StatusMove, ...]
    written: tuple[Head, ...]
    closed: tuple[Head, ...]
    moves: tuple[StateMove, ...]
    contests: tuple[ContestMove, ...]
    labels: tuple[Label, ...]
    strengths: tuple[StrengthMove, ...]
    associations: tuple[PullMove, ...]
    others: tuple[Change, ...]


def details(conn: Connection, revision: Revision) -> Details:
    """A revision with everything it changed."""
    keys = _Keys(conn, revision)
    project, at = revision.project_id, revision.number
    return Details(
        revision=revision,
        turn=turn_of(conn, project, revision.occurrence_id),
        sources=tuple(
            Source(id=row[0], kind=row[1], locator=row[2], size=row[3])
            for row in keys.read(_SOURCES, keys.of("artifact"))
        ),
        utterances=utterances.utterances(conn, project, keys.of("utterance"), at_revision=at),
        entities=tuple(Entity(id=row[0], key=row[1], label=row[2]) for row in keys.read(_ENTITIES, keys.of("entity"))),
        addresses=tuple(row[0] for row in keys.read(_ADDRESSES, keys.of("slot"))),
        claims=claims.claims(conn, project, keys.of("claim"), at_revision=at),
        support=tuple(_support(row) for row in keys.read(_SUPPORT, keys.pairs("provenance"))),
        statuses=tuple(_status(row) for row in keys.read(_STATUSES, keys.of("claim_status"))),
        written=heads.bindings(conn, keys.of("binding"), at_revision=at),
        closed=heads.bindings(conn, keys.of("binding", _CLOSE), at_revision=at),
        moves=_moves(conn, at) if keys.of("transition") else (),
        contests=tuple(_contest(row) for row in keys.read(_CONTESTS, keys.pairs("contest"))),
        labels=tuple(_label(key) for key in keys.of("label")),
        strengths=salience_moves.strengths(conn, keys.of("lifecycle"), revision=at),
        associations=salience_moves.pulls(conn, keys.of("association_state"), revision=at),
        others=tuple(change for change in revision.changes if change.table not in _SPELLED),
    )


def turn_of(conn: Connection, project_id: str, occurrence_id: str) -> TurnOf | None:
    """The turn of a project that is an occurrence; `None` for one that is something else."""
    row = conn.execute(_TURN, {"occurrence": occurrence_id, "project": project_id}).fetchone()
    if row is None:
        return None
    return TurnOf(id=row[0], conversation_id=row[1], position=row[2], model=row[3], message=row[4] or "")


def words_of(text: str, start: int | None, end: int | None) -> str:
    """The words of an utterance inside a span of bytes; all of them when there is none."""
    return text if start is None or end is None else text.encode()[start:end].decode(errors="replace")


class _Keys:
    """The keys of a revision's changes by table, and reading by them."""

    def __init__(self, conn: Connection, revision: Revision) -> None:
        self._conn = conn
        self._number = revision.number
        self._changes = revision.changes

    def of(self, table: str, action: str = _WRITE) -> list[str]:
        """Keys of the rows of a table that were written (or closed), each once."""
        return list(dict.fromkeys(c.row for c in self._changes if c.table == table and c.action == action))

    def pairs(self, table: str) -> list[list[str]]:
        """Keys that are made of two ids, of rows written or closed."""
        both = dict.fromkeys([*self.of(table), *self.of(table, _CLOSE)])
        return [[one, other] for one, _, other in (key.partition("/") for key in both)]

    def read(self, statement: str, keys: Iterable[canon.Json]) -> Iterable[tuple[Any, ...]]:
        """Rows of a statement by keys."""
        return self._conn.execute(statement, {"keys": canon.text(list(keys)), "rev": self._number})


def _support(row: tuple[Any, ...]) -> SupportGiven:
    return SupportGiven(
        claim_id=row[0],
        proposition=row[1],
        utterance_id=row[2],
        relation=Relation(row[3]),
        speaker=row[4],
        words=words_of(row[5], row[6], row[7]),
    )


def _status(row: tuple[Any, ...]) -> StatusMove:
    return StatusMove(
        claim_id=row[0],
        proposition=row[1],
        before=None if row[2] is None else Status(row[2]),
        after=Status(row[3]),
        policy=row[4],
        reason=row[5],
    )


def _moves(conn: Connection, revision: int) -> tuple[StateMove, ...]:
    """The transitions of a revision, found by halving: they are numbered in the order in which they are written."""
    values = {"first": _first_move(conn, revision), "end": _first_move(conn, revision + 1)}
    return tuple(_move(row) for row in conn.execute(_MOVES, values))


def _first_move(conn: Connection, revision: int) -> int:
    """The number from which on transitions belong to a revision or a later one."""
    last = conn.execute(_LAST_MOVE).fetchone()
    low, high = 0, 0 if last is None else int(last[0]) + 1
    while low < high:
        middle = (low + high) // 2
        if int(conn.execute(_WRITTEN_BY, {"number": middle}).fetchone()[0]) < revision:
            low = middle + 1
        else:
            high = middle
    return low


def _move(row: tuple[Any, ...]) -> StateMove:
    return StateMove(
        address=row[0],
        outcome=Outcome(row[1]),
        verdict=Verdict(row[2]),
        from_claim=row[3],
        to_claim=row[4],
        utterance_id=row[5],
        decided_by=row[6],
    )


def _contest(row: tuple[Any, ...]) -> ContestMove:
    return ContestMove(
        address=row[0],
        claim_id=row[1],
        proposition=row[2],
        against_claim_id=row[3],
        against=row[4],
        resolution=row[5],
        opened=bool(row[6]),
    )


def _label(key: str) -> Label:
    claim_id, axis, value = key.split("/", 2)
    return Label(claim_id=claim_id, axis=Axis(axis), value=value)
