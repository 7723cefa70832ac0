"""What a project knows, to be looked at: state, history, evidence, revisions. Nothing here writes."""

from __future__ import annotations

from dataclasses import dataclass

from a008.clock import Clock, Instant
from a008.errors import NotFound
from a008.memory import address, lifecycle, name
from a008.memory.claim import Status
from a008.memory.lifecycle import Lifecycle
from a008.retrieval.query import Snapshot
from a008.retrieval.search import Found, search
from a008.store import claims, entities, heads, lifecycles, revisions, utterances
from a008.store.connection import Connection
from a008.store.heads import Head
from a008.store.projects import Project
from a008.store.revisions import Revision
from a008.store.search import last_number, scope_term
from a008.store.store import Store
from a008.store.utterances import UtteranceRow

#: Addresses read at a time when a whole project is listed, and most slots of one entity.
_PAGE = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """Why something is believed: the claim, who said it where, where it stands, and how readily it comes back.

    Shape: `bindings` are all that the claim has held, past ones included; `strength` and `active` are of the instant
    asked about, `lifecycle` the state they follow from (`None` where none was written).
    """

    claim_id: str
    proposition: str
    status: Status
    attributed_to: str
    certainty: str
    evidence: tuple[UtteranceRow, ...]
    bindings: tuple[Head, ...]
    contests: tuple[str, ...]
    lifecycle: Lifecycle | None
    strength: float
    active: bool
    revision: int


class Knowledge:
    """A read-only view of one project; every read takes a world instant and a revision, both now by default."""

    def __init__(self, store: Store, project: Project, clock: Clock) -> None:
        self.project = project
        self._store = store
        self._clock = clock

    def state(
        self, entity: str | None = None, *, as_of: Instant | None = None, at_revision: int | None = None
    ) -> tuple[Head, ...]:
        """What holds, by address: of one entity, or of the whole project.

        Errors: `NotFound` for a name that no entity has.
        """
        moment = as_of or self._clock()

        def read(conn: Connection) -> tuple[Head, ...]:
            revision = self._revision(conn, at_revision)
            if entity is None:
                return self._all_heads(conn, moment, revision)
            owners = self._owners(conn, entity, revision)
            slots = [
                slot for owner in owners for slot in heads.slots_of(conn, owner, at_revision=revision, limit=_PAGE)
            ]
            return heads.heads_of(conn, [slot.id for slot in slots], as_of=moment, at_revision=revision)

        return self._store.read(read)

    def history(self, at: str, *, at_revision: int | None = None) -> tuple[Head, ...]:
        """Every binding believed at an address, newest first: past, present and scheduled.

        Errors: `UsageError` for what is no address; `NotFound` for one that the project does not have.
        """
        wanted = address.normal(at)

        def read(conn: Connection) -> tuple[Head, ...]:
            revision = self._revision(conn, at_revision)
            slots = heads.slots_at(conn, self.project.id, [wanted], at_revision=revision)
            if not slots:
                raise NotFound("no such address", item=wanted, remedy="`a008 memory state` lists the addresses")
            return tuple(reversed(heads.history_of(conn, [slots[0].id], at_revision=revision)))

        return self._store.read(read)

    def search(self, text: str, *, limit: int = 20) -> tuple[Found, ...]:
        """Claims and utterances whose words match, best first; any text is a valid search."""
        now = self._clock()

        def read(conn: Connection) -> tuple[Found, ...]:
            revision = self._revision(conn, None)
            snapshot = Snapshot(
                conn=conn,
                project_id=self.project.id,
                scope=scope_term(self.project.number),
                last=last_number(conn, at_revision=revision),
                now=now,
                as_of=now,
                at_revision=revision,
            )
            return search(snapshot, text, limit=limit)

        return self._store.read(read)

    def why(self, claim_id: str, *, at_revision: int | None = None) -> Explanation:
        """Why a claim is believed, or an utterance's claim.

        Errors: `NotFound` for an id that is not in this project.
        """
        now = self._clock()

        def read(conn: Connection) -> Explanation:
            revision = self._revision(conn, at_revision)
            found = claims.claims(
                conn, self.project.id, [self._claim_id(conn, claim_id, revision)], at_revision=revision
            )
            if not found:
                raise NotFound("no such claim in this project", item=claim_id, remedy="`a008 memory search` shows ids")
            return self._explanation(conn, found[0], now, revision)

        return self._store.read(read)

    def log(self, *, limit: int = 50, before: int | None = None) -> tuple[Revision, ...]:
        """The project's revisions, newest first."""
        return self._store.read(lambda conn: revisions.log(conn, self.project.id, before=before, limit=limit))

    def _explanation(self, conn: Connection, row: claims.ClaimRow, now: Instant, revision: int) -> Explanation:
        claim = row.claim
        links = utterances.behind(conn, [claim.id], at_revision=revision)
        slot_ids = [bound.slot_id for bound in heads.bound_by(conn, [claim.id], at_revision=revision)]
        held = heads.history_of(conn, slot_ids, at_revision=revision)
        open_ones = claims.contests(conn, slot_ids, at_revision=revision)
        states = lifecycles.lifecycles(conn, [claim.id], at_revision=revision)
        state = states.get(claim.id)
        return Explanation(
            claim_id=claim.id,
            proposition=claim.proposition,
            status=row.status,
            attributed_to=claim.attributed_to,
            certainty=claim.certainty,
            evidence=utterances.utterances(
                conn, self.project.id, [link.utterance_id for link in links], at_revision=revision
            ),
            bindings=tuple(head for head in held if head.claim.id == claim.id),
            contests=tuple(contest.claim.proposition for contest in open_ones),
            lifecycle=state,
            strength=1.0 if state is None else lifecycle.effective_strength(state, now),
            active=state is None or lifecycle.is_active(state, now),
            revision=row.rev_from,
        )

    def _claim_id(self, conn: Connection, given: str, revision: int) -> str:
        links = utterances.resting_on(conn, [given], at_revision=revision)
        return links[0].claim_id if links else given

    def _owners(self, conn: Connection, label: str, revision: int) -> tuple[str, ...]:
        found = entities.named(conn, self.project.id, [name.key(label)], at_revision=revision)
        if not found:
            raise NotFound("nothing of that name is known", item=repr(label), remedy="`a008 memory state` lists names")
        return tuple(entity.id for entity in found[0].entities)

    def _all_heads(self, conn: Connection, moment: Instant, revision: int) -> tuple[Head, ...]:
        result: list[Head] = []
        after = ""
        while slots := heads.slots_in(conn, self.project.id, after=after, at_revision=revision, limit=_PAGE):
            result.extend(heads.heads_of(conn, [slot.id for slot in slots], as_of=moment, at_revision=revision))
            after = slots[-1].address
        return tuple(result)

    @staticmethod
    def _revision(conn: Connection, wanted: int | None) -> int:
        return revisions.newest(conn)[0] if wanted is None else wanted
