"""The user's care for what comes back: pins, boosts, and associations that mislead. It moves salience, never truth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from a008 import canon
from a008.clock import Clock, Instant
from a008.errors import NotFound, UsageError
from a008.intake import care
from a008.intake.care import Carried, Deed
from a008.memory import address
from a008.memory.envelope import DEFAULT_BUDGET, Fate
from a008.memory.known import Wanted
from a008.memory.lifecycle import Cause
from a008.memory.plan import CommitPlan
from a008.memory.revision_name import Numbered
from a008.retrieval.budget import STANDING_SHARE
from a008.retrieval.measure import measure
from a008.retrieval.query import RetrievalRequest
from a008.retrieval.retrieve import envelope
from a008.retrieval.vocabulary import vocabulary
from a008.runtime import person
from a008.runtime.evidence import USER
from a008.runtime.person import Signed
from a008.store import associations, details, history, known, lifecycles, revisions, utterances
from a008.store.associations import Edge
from a008.store.connection import Connection
from a008.store.details import Details
from a008.store.projects import Project
from a008.store.store import Store

#: A budget that nothing is refused by, for measuring.
_ANY_SIZE = 2**40
_IDS = "`a008 memory search` and `a008 memory why` show ids"


class Care:
    """How readily what one project knows comes back, and a person's say in it.

    Each method is one revision in the name of `by`, with a reason that must be given; it does all that it is asked for
    or nothing, and returns what it changed. An id given twice counts once.

    Shape: `budget` and `tokenizer` are those of the envelopes that what is pinned must fit.

    Errors: `NotFound` for an id that is not in the project; `UsageError` without an id, a reason or a name;
    `StaleState` when a strength moved while this was decided.
    """

    def __init__(
        self,
        store: Store,
        project: Project,
        clock: Clock,
        budget: int = DEFAULT_BUDGET,
        tokenizer: str | None = None,
    ) -> None:
        self._store = store
        self._project = project
        self._clock = clock
        self._budget = budget
        self._by = measure(tokenizer)

    def pin(self, *claim_ids: str, reason: str, by: str = USER, standing: bool = False) -> Details:
        """Keep claims from ever growing dormant; with `standing`, put them into every envelope of the project.

        Pinning again with another `standing` changes that alone.

        Errors: besides those of the class, `UsageError` for a claim that no user said or confirmed, for one that is
        pinned so already, and when the standing items would take more than a quarter of the budget.
        """
        return self._tend(Cause.PINNED, claim_ids, by, reason, standing=standing)

    def unpin(self, *claim_ids: str, reason: str, by: str = USER) -> Details:
        """Let pinned claims fade again, from the strength that decay has left; none stands in every envelope then.

        Errors: besides those of the class, `UsageError` for what is not pinned.
        """
        return self._tend(Cause.UNPINNED, claim_ids, by, reason)

    def reinforce(self, *ids: str, reason: str, by: str = USER) -> Details:
        """Give claims or utterances one boost, as their use in an answer would; what is dormant wakes up."""
        return self._tend(Cause.REINFORCED, ids, by, reason)

    def weaken(self, *ids: str, reason: str, by: str = USER) -> Details:
        """Take 0.2 from the strength of claims or utterances, down to nothing; they stay findable by name."""
        return self._tend(Cause.WEAKENED, ids, by, reason)

    def reactivate(self, *ids: str, reason: str, by: str = USER) -> Details:
        """Add 0.5 to the strength of claims or utterances, and at least what it takes to be active."""
        return self._tend(Cause.REACTIVATED, ids, by, reason)

    def repel(self, source: str, target: str, *, reason: str, by: str = USER, relation: str | None = None) -> Details:
        """Say that the association from one entity to another misleads: its attraction falls by one boost.

        Shape: `source` and `target` are names of entities; without `relation` every association that leads from one to
        the other is meant. What the relation states, and what answers a question by name, stays as it is.

        Errors: besides those of the class, `NotFound` when nothing leads from one to the other.
        """
        (by, reason), at = self._signed(by, reason)

        def read(conn: Connection) -> CommitPlan:
            revision = revisions.newest(conn)[0]
            edges = self._edges(conn, source, target, relation, revision)
            ids = [edge.association.id for edge in edges]
            return care.repelled(
                self._deed(Cause.WEAKENED, ids, by, reason, at, revision), [edge.state for edge in edges]
            )

        return self._done(self._store.read(read))

    def _tend(self, cause: Cause, ids: Sequence[str], by: str, reason: str, *, standing: bool = False) -> Details:
        (by, reason), at = self._signed(by, reason)
        wanted = tuple(dict.fromkeys(each.strip() for each in ids))
        if not wanted:
            raise UsageError("nothing is named that this is to be done to", remedy=f"give an id; {_IDS}")

        def read(conn: Connection) -> CommitPlan:
            revision = revisions.newest(conn)[0]
            deed = self._deed(cause, wanted, by, reason, at, revision, standing=standing)
            plan = care.tended(deed, self._carriers(conn, wanted, revision))
            if standing:
                self._check_room(conn, wanted, at, revision)
            return plan

        return self._done(self._store.read(read))

    def _carriers(self, conn: Connection, ids: Sequence[str], revision: int) -> list[Carried]:
        wanted = Wanted(
            forms=(),
            labels=frozenset(),
            slots=frozenset(),
            evidence=frozenset(ids),
            text_keys=frozenset(),
            takes_back=False,
        )
        ground = known.known(conn, self._project.id, wanted)
        said = {row.id for row in utterances.utterances(conn, self._project.id, ids, at_revision=revision)}
        for each in ids:
            if each not in ground.lifecycles or not (each in ground.claims or each in said):
                raise NotFound("no claim or utterance of this project", item=each, remedy=_IDS)
        return [
            Carried(
                state=ground.lifecycles[each],
                is_vouched_for=each in ground.claims and ground.claims[each].supported_by_user,
            )
            for each in ids
        ]

    def _check_room(self, conn: Connection, ids: Sequence[str], at: Instant, revision: int) -> None:
        """Refuse standing items that would leave too little of an envelope to others.

        What holds no more counts too: it may hold at the time of a question about the past.
        """
        there = lifecycles.standing(conn, self._project.id, at_revision=revision)
        every = tuple(dict.fromkeys((*there, *ids)))
        request = RetrievalRequest(
            project_id=self._project.id,
            message="",
            now=at,
            budget=_ANY_SIZE,
            scope=(),
            recent=(),
            required_ids=every,
            as_of=None,
            at_revision=revision,
            tokenizer=None,
        )
        sent = envelope(conn, request, vocabulary()).candidates
        sizes = {each.item.id: self._by.cost(each) for each in sent if each.fate is Fate.IN}
        total, added = sum(sizes.get(each, 0) for each in every), sum(sizes.get(each, 0) for each in ids)
        share = self._budget // STANDING_SHARE
        if total > share:
            raise UsageError(
                f"standing items may take {share:,} {self._by.unit} of each envelope, "
                f"and these would make it {total:,}: "
                f"{added:,} on top of {total - added:,}",
                item=", ".join(ids),
                remedy="unpin another first, or pin it without standing",
            )

    def _edges(
        self, conn: Connection, source: str, target: str, relation: str | None, revision: int
    ) -> tuple[Edge, ...]:
        project = self._project.id
        start, end = (person.one(conn, project, each, at_revision=revision) for each in (source, target))
        found = associations.between(conn, project, start.id, end, at_revision=revision)
        chosen = tuple(e for e in found if relation is None or e.association.relation == address.slot_key(relation))
        if not chosen:
            there = ", ".join(edge.association.relation for edge in found)
            raise NotFound(
                "no association leads from one to the other",
                item=f"{start.label} --{relation or '...'}--> {end.label}",
                remedy=f"there is: {there}" if there else "the direction counts; try the other one",
            )
        return chosen

    def _deed(
        self,
        cause: Cause,
        ids: Iterable[str],
        by: str,
        reason: str,
        at: Instant,
        revision: int,
        *,
        standing: bool = False,
    ) -> Deed:
        digest = canon.digest(canon.encode([*ids, by, reason, standing]))[:16]
        return Deed(
            project_id=self._project.id,
            cause=cause,
            standing=standing,
            by=by,
            reason=reason,
            at=at,
            occurrence_id=f"{cause}:{revision}:{digest}",
            base_revision=revision,
        )

    def _signed(self, by: str, reason: str) -> tuple[Signed, Instant]:
        found = person.signed(by, reason)
        if not found.reason:
            raise UsageError("care needs a reason, which is kept on record", remedy="say why")
        return found, self._clock()

    def _done(self, plan: CommitPlan) -> Details:
        number = self._store.commit(plan).revision
        assert number is not None
        return self._store.read(
            lambda conn: details.details(conn, history.named(conn, self._project.id, Numbered(number=number)))
        )
