"""What a project knows, to be looked at: state, history, evidence, revisions. Nothing here writes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from a008.clock import Clock, Instant
from a008.errors import NotFound, UsageError
from a008.memory import address, lifecycle, revision_name
from a008.memory.acceptance import Acceptance
from a008.memory.claim import Status
from a008.memory.lifecycle import Lifecycle
from a008.memory.revision_name import Numbered
from a008.memory.support import Support, sum_up
from a008.retrieval.query import Snapshot
from a008.retrieval.search import Found, search
from a008.runtime import bisect, person
from a008.runtime.bisect import KnowledgeAt
from a008.runtime.conflicts import Conflict, conflicts
from a008.store import (
    blame,
    claims,
    details,
    difference,
    heads,
    history,
    lifecycles,
    revisions,
    support,
    utterances,
)
from a008.store.address_page import AddressPage, address_page
from a008.store.blame import Blamed, MovedOn
from a008.store.connection import Connection
from a008.store.details import Details
from a008.store.difference import Difference
from a008.store.heads import Head
from a008.store.projects import Project
from a008.store.revisions import Revision
from a008.store.store import Store
from a008.store.utterances import UtteranceRow

#: Addresses read at a time when a whole project is listed, and most slots of one entity.
_PAGE = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """Why something is believed: the claim, who said it where, where it stands, and how readily it comes back.

    Shape: `evidence` and `support.sources` are about the same utterances; `bindings` are all that the claim has held,
    past ones included; `moved_on` is what changed, corrected, ended or contested it there; `strength` and `active` are
    of the instant asked about, `lifecycle` the state they follow from (`None` where none was written).
    """

    claim_id: str
    proposition: str
    status: Status
    attributed_to: str
    certainty: str
    acceptance: Acceptance
    support: Support
    evidence: tuple[UtteranceRow, ...]
    bindings: tuple[Head, ...]
    moved_on: tuple[MovedOn, ...]
    contests: tuple[str, ...]
    lifecycle: Lifecycle | None
    strength: float
    active: bool
    revision: int


class Knowledge:
    """A read-only view of one project; every read takes a world instant and a revision, both now by default.

    Shape: `as_of` is an instant or its ISO text, where a date alone means the end of that day (UTC); `at_revision` is
    any name of a revision that `revision` takes, or any number that the store has reached.

    Errors: `UsageError` for text that is no such time or names no revision; `NotFound` for one that is not there.
    """

    def __init__(self, store: Store, project: Project, clock: Clock) -> None:
        self.project = project
        self._store = store
        self._clock = clock

    def state(
        self, entity: str | None = None, *, as_of: Instant | str | None = None, at_revision: int | str | None = None
    ) -> tuple[Head, ...]:
        """What holds, by address: of one entity, or of the whole project.

        Errors: `NotFound` for a name that no entity has.
        """
        moment = self._moment(as_of)

        def read(conn: Connection) -> tuple[Head, ...]:
            revision = self._revision(conn, at_revision)
            if entity is None:
                return self._all_heads(conn, moment, revision)
            owners = [each.id for each in person.meant(conn, self.project.id, entity, at_revision=revision)]
            slots = [
                slot for owner in owners for slot in heads.slots_of(conn, owner, at_revision=revision, limit=_PAGE)
            ]
            return heads.heads_of(conn, [slot.id for slot in slots], as_of=moment, at_revision=revision)

        return self._store.read(read)

    def history(self, at: str, *, at_revision: int | str | None = None) -> tuple[Head, ...]:
        """Every binding believed at an address, newest first: past, present and scheduled.

        Errors: `UsageError` for what is no address; `NotFound` for one that the project does not have.
        """
        wanted = address.normal(at)

        def read(conn: Connection) -> tuple[Head, ...]:
            revision = self._revision(conn, at_revision)
            slot_id = self._slot(conn, wanted, revision)
            return tuple(reversed(heads.history_of(conn, [slot_id], at_revision=revision)))

        return self._store.read(read)

    def held(
        self, at: str, *, as_of: Instant | str | None = None, at_revision: int | str | None = None
    ) -> tuple[Head, ...]:
        """What holds at one address: nothing, its value, or the members of a set.

        Errors: `UsageError` for what is no address.
        """
        wanted, moment = address.normal(at), self._moment(as_of)

        def read(conn: Connection) -> tuple[Head, ...]:
            revision = self._revision(conn, at_revision)
            slots = heads.slots_at(conn, self.project.id, [wanted], at_revision=revision)
            return heads.heads_of(conn, [slot.id for slot in slots], as_of=moment, at_revision=revision)

        return self._store.read(read)

    def search(self, text: str, *, limit: int = 20) -> tuple[Found, ...]:
        """Claims and utterances whose words match, best first; any text is a valid search."""
        now = self._clock()

        def read(conn: Connection) -> tuple[Found, ...]:
            return search(Snapshot.of(conn, self.project.id, now), text, limit=limit)

        return self._store.read(read)

    def why(self, claim_id: str, *, at_revision: int | str | None = None) -> Explanation:
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

    def conflicts(self, *, at_revision: int | str | None = None) -> tuple[Conflict, ...]:
        """The conflict inbox: what competes with what holds and waits for a person, or did at a revision."""
        now = self._clock()

        def read(conn: Connection) -> tuple[Conflict, ...]:
            at = None if at_revision is None else self._revision(conn, at_revision)
            return conflicts(conn, self.project.id, as_of=now, at_revision=at)

        return self._store.read(read)

    def log(self, *, limit: int = 50, before: int | None = None) -> tuple[Revision, ...]:
        """The project's revisions, newest first."""
        return self._store.read(lambda conn: revisions.log(conn, self.project.id, before=before, limit=limit))

    def revision(self, name: int | str) -> Revision:
        """A revision of the project by its name: a number, `HEAD`, `HEAD~3`, or eight or more digits of its hash.

        Errors: `UsageError` for what names none, or more than one; `NotFound` for one that the project does not have.
        """
        return self._store.read(lambda conn: history.named(conn, self.project.id, revision_name.parse(str(name))))

    def show(self, revision: int | str) -> Details:
        """Everything that one revision changed, with the turn that it belongs to.

        Errors: those of `revision`.
        """
        name = revision_name.parse(str(revision))
        return self._store.read(lambda conn: details.details(conn, history.named(conn, self.project.id, name)))

    def diff(self, before: int | str, after: int | str, *, as_of: Instant | str | None = None) -> Difference:
        """What holds at an instant (now by default), as believed at two revisions; 0 stands before the first.

        Errors: those of `revision`.
        """
        moment = self._moment(as_of)

        def read(conn: Connection) -> Difference:
            ends = (self._named(conn, before), self._named(conn, after))
            return difference.difference(conn, self.project.id, *ends, as_of=moment)

        return self._store.read(read)

    def blame(self, at: str, *, at_revision: int | str | None = None) -> tuple[Blamed, ...]:
        """Every binding believed at an address, newest first: which revision put it there, and whose words.

        Errors: `UsageError` for what is no address; `NotFound` for one that the project does not have.
        """
        wanted = address.normal(at)

        def read(conn: Connection) -> tuple[Blamed, ...]:
            revision = self._revision(conn, at_revision)
            return blame.blame(conn, self._slot(conn, wanted, revision), at_revision=revision)

        return self._store.read(read)

    def page(self, at: str) -> AddressPage:
        """Everything about one address, as the Knowledge Manager shows it: bindings of both axes, moves, support.

        Errors: `UsageError` for what is no address; `NotFound` for one that the project does not have.
        """
        wanted = address.normal(at)

        def read(conn: Connection) -> AddressPage:
            found = address_page(conn, self._slot(conn, wanted, self._revision(conn, None)))
            assert found is not None
            return found

        return self._store.read(read)

    def bisect(
        self,
        holds: Callable[[KnowledgeAt], bool],
        *,
        good: int | str | None = None,
        bad: int | str | None = None,
        as_of: Instant | str | None = None,
    ) -> Revision:
        """The first revision at which something holds, on the word that it goes on to hold from there.

        Shape: it must not hold at `good` (before the first revision by default) and hold at `bad` (the newest); of n
        revisions in between about log2(n) are looked at. Every look is as of the same instant, now by default.

        Errors: `UsageError` when it holds at `good` already; `NotFound` when it does not hold at `bad`.
        """
        moment = self._moment(as_of)
        low, high = self._store.read(
            lambda conn: (0 if good is None else self._named(conn, good), self._named(conn, bad or "HEAD"))
        )

        def middle(low: int, high: int) -> int | None:
            return self._store.read(lambda conn: history.between(conn, self.project.id, low, high))

        def looked_at(number: int) -> bool:
            return holds(KnowledgeAt(self, number, moment))

        return self.revision(bisect.first(middle, looked_at, good=low, bad=high))

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
            acceptance=support.acceptances(conn, [claim.id], at_revision=revision)[claim.id],
            support=sum_up(support.evidence(conn, [claim.id], at_revision=revision)[claim.id]),
            evidence=utterances.utterances(
                conn, self.project.id, [link.utterance_id for link in links], at_revision=revision
            ),
            bindings=tuple(head for head in held if head.claim.id == claim.id),
            moved_on=blame.moved_on(conn, claim.id, slot_ids, at_revision=revision),
            contests=tuple(contest.claim.proposition for contest in open_ones),
            lifecycle=state,
            strength=1.0 if state is None else lifecycle.effective_strength(state, now),
            active=state is None or lifecycle.is_active(state, now),
            revision=row.rev_from,
        )

    def _claim_id(self, conn: Connection, given: str, revision: int) -> str:
        links = utterances.resting_on(conn, [given], at_revision=revision)
        return links[0].claim_id if links else given

    def _all_heads(self, conn: Connection, moment: Instant, revision: int) -> tuple[Head, ...]:
        result: list[Head] = []
        after = ""
        while slots := heads.slots_in(conn, self.project.id, after=after, at_revision=revision, limit=_PAGE):
            result.extend(heads.heads_of(conn, [slot.id for slot in slots], as_of=moment, at_revision=revision))
            after = slots[-1].address
        return tuple(result)

    def _slot(self, conn: Connection, wanted: str, revision: int) -> str:
        slots = heads.slots_at(conn, self.project.id, [wanted], at_revision=revision)
        if not slots:
            raise NotFound("no such address", item=wanted, remedy="`a008 memory state` lists the addresses")
        if len(slots) > 1:
            there = ", ".join(slot.address for slot in slots)
            raise UsageError(
                f"this name has {len(slots)} such addresses: {there}", item=wanted, remedy="name one of them"
            )
        return slots[0].id

    def _named(self, conn: Connection, name: int | str) -> int:
        """The number that a name stands for; 0, before the first revision, is no revision and still a place."""
        parsed = revision_name.parse(str(name))
        if parsed == Numbered(number=0):
            return 0
        return history.named(conn, self.project.id, parsed).number

    def _revision(self, conn: Connection, wanted: int | str | None) -> int:
        return history.place(conn, self.project.id, wanted)

    def _moment(self, as_of: Instant | str | None) -> Instant:
        if as_of is None:
            return self._clock()
        return Instant.through(as_of) if isinstance(as_of, str) else as_of
