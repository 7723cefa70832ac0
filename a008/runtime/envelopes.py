"""The envelopes of a project: what its turns were sent, and what a message would get. Nothing here writes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from a008.clock import Clock, Instant
from a008.errors import NotFound
from a008.memory import address, turn_name
from a008.memory.account import Account
from a008.memory.envelope import Envelope, Fate
from a008.memory.envelope_diff import EnvelopeDiff, compare
from a008.memory.turn_name import LAST
from a008.retrieval.define import LOOK_BACK
from a008.retrieval.explain import Decision, explained
from a008.retrieval.query import RetrievalRequest, Snapshot
from a008.retrieval.unfound import unfound
from a008.retrieval.vocabulary import vocabulary
from a008.runtime.envelope_check import EnvelopesChecked, Progress, TurnChecked, check, summed
from a008.runtime.named_turn import conversation_named, turn_named
from a008.runtime.rebuild import as_sent, rebuilt, request_of
from a008.store import conversations, heads, history, sent
from a008.store.connection import Connection
from a008.store.conversations import Conversation
from a008.store.projects import Project
from a008.store.sent import Sent
from a008.store.store import Store

#: Turns read at a time when all of them are verified.
_PAGE = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Usual:
    """How envelopes are put together unless something else is said.

    Shape: `recent_messages` is how many of the dialogue a message is read with; `dense` and `tables` as of `retrieve`.
    Units: `budget` in bytes, or in tokens where a `tokenizer` is named.
    """

    budget: int
    tokenizer: str | None
    dense: str | None
    recent_messages: int
    tables: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnSent:
    """A turn in a list: where it stands, what it asked, and the hash of what it was sent."""

    turn_id: str
    conversation_id: str
    number: int
    asked_at: Instant
    message: str
    revision: int
    budget: int
    sha256: str


class _Asked(NamedTuple):
    """An envelope with the request that leads to it."""

    request: RetrievalRequest
    envelope: Envelope


class Envelopes:
    """The envelopes of one project, kept and possible.

    Shape: a turn is named by its id, `last`, `last~2` (two before it) or its number in a conversation. `conversation`
    is the id of one, or `last` for the one used last; where it is not given, `last` counts the turns of the whole
    project, a number those of the conversation used last, and a message has no dialogue before it. `about` is the name
    of a turn, or else a message, asked now with the usual budget; or an envelope, whose message is then taken without
    the dialogue before it, about the instant at which it was asked.

    Errors: `NotFound` for a turn, a conversation or a revision that the project does not have.
    """

    def __init__(self, store: Store, project: Project, clock: Clock, usual: Usual) -> None:
        self.project = project
        self._store = store
        self._clock = clock
        self._usual = usual

    def turns(self, *, conversation: str | None = None, limit: int = 50) -> Sequence[TurnSent]:
        """The turns whose envelopes are kept, the last first."""

        def read(conn: Connection) -> tuple[TurnSent, ...]:
            home = conversation_named(conn, self.project.id, conversation)
            found = sent.before(
                conn, self.project.id, None, conversation_id=None if home is None else home.id, limit=limit
            )
            return tuple(map(_listed, found))

        return self._store.read(read)

    def sent(self, turn: str = LAST, *, conversation: str | None = None) -> Envelope:
        """The envelope that a turn was sent, with the fate of everything where it can still be told."""

        def read(conn: Connection) -> Envelope:
            found = turn_named(conn, self.project.id, turn, conversation)
            return as_sent(conn, found, self._request_of(conn, found), self._usual.tables)

        return self._store.read(read)

    def of(
        self,
        message: str,
        *,
        budget: int | None = None,
        at: Instant | str | None = None,
        as_of: Instant | str | None = None,
        at_revision: int | str | None = None,
        required_ids: Sequence[str] = (),
        conversation: str | None = None,
    ) -> Envelope:
        """The envelope that a message would get: with another budget, at another instant, as believed at a revision.

        Shape: `at` is when it is asked, `as_of` the instant in the world that it is about; both are now by default. As
        text, a date alone means the end of that day.
        Errors: those of `retrieve`.
        """
        now = self._moment(at) or self._clock()

        def read(conn: Connection) -> Envelope:
            home = conversation_named(conn, self.project.id, conversation)
            request = RetrievalRequest(
                project_id=self.project.id,
                message=message,
                now=now,
                budget=self._usual.budget if budget is None else budget,
                scope=() if home is None else home.scope,
                recent=self._recent(conn, home),
                required_ids=tuple(required_ids),
                as_of=self._moment(as_of),
                at_revision=history.place(conn, self.project.id, at_revision),
                tokenizer=self._usual.tokenizer,
                dense=self._usual.dense,
            )
            return rebuilt(conn, request, self._usual.tables)

        return self._store.read(read)

    def verify(
        self,
        turn: str | None = None,
        *,
        conversation: str | None = None,
        progress: Progress = lambda done, of: None,
    ) -> EnvelopesChecked:
        """Whether what was sent is still what the store says: of one turn, or of all of a project or conversation.

        The bytes that are kept must have the hash that is kept, and putting the envelope together again must give the
        same bytes; where another version of the rules made it, that is said instead.
        """
        if turn is None:
            return summed(self._all_checked(conversation, progress))

        def read(conn: Connection) -> TurnChecked:
            return self._check(conn, turn_named(conn, self.project.id, turn, conversation))

        found = self._store.read(read)
        progress(1, 1)
        return summed([found])

    def diff(self, before: str | Envelope, after: str | Envelope) -> EnvelopeDiff:
        """Two envelopes compared: items that came, went, moved, or are worded or found in another way."""

        def read(conn: Connection) -> EnvelopeDiff:
            return compare(self._about(conn, before).envelope, self._about(conn, after).envelope)

        return self._store.read(read)

    def why(self, given: str, about: str | Envelope = LAST) -> tuple[Account, ...]:
        """What became of an id in an envelope, whichever it is: in, left out, or brought by no lane.

        Shape: `given` is the id of a claim or an utterance, with or without brackets, or an address, which stands for
        what holds there, or held last.
        Errors: besides those of the class, `NotFound` for an address that the project does not have.
        """

        def read(conn: Connection) -> tuple[Account, ...]:
            asked = self._about(conn, about)
            snapshot = self._snapshot(conn, asked.request)
            ids = _ids(snapshot, given)
            return tuple(self._account(snapshot, asked, evidence_id) for evidence_id in ids)

        return self._store.read(read)

    def why_not(self, given: str, about: str | Envelope = LAST) -> tuple[Account, ...]:
        """As `why`, of what was not sent; nothing for what was."""
        return tuple(account for account in self.why(given, about) if account.fate is not Fate.IN)

    def explain(self, about: str | Envelope = LAST) -> Decision:
        """The whole decision: what was understood, what words weigh, which lanes brought what, and each fate."""

        def read(conn: Connection) -> Decision:
            asked = self._about(conn, about)
            return explained(
                self._snapshot(conn, asked.request), asked.request, asked.envelope, vocabulary(*self._usual.tables)
            )

        return self._store.read(read)

    def _all_checked(self, conversation: str | None, progress: Progress) -> Iterator[TurnChecked]:
        """Page by page, each turn in a snapshot of its own, so that a long check holds up nobody."""
        home = self._store.read(lambda conn: conversation_named(conn, self.project.id, conversation))
        where = None if home is None else home.id
        total = self._store.read(lambda conn: sent.count(conn, self.project.id, conversation_id=where))
        done = 0
        page: tuple[Sent, ...] = ()
        while page := self._page(page[-1] if page else None, where):
            for turn in page:
                yield self._read_check(turn)
                done += 1
                progress(done, max(done, total))

    def _page(self, later: Sent | None, where: str | None) -> tuple[Sent, ...]:
        return self._store.read(
            lambda conn: sent.before(conn, self.project.id, later, conversation_id=where, limit=_PAGE)
        )

    def _read_check(self, turn: Sent) -> TurnChecked:
        return self._store.read(lambda conn: self._check(conn, turn))

    def _check(self, conn: Connection, turn: Sent) -> TurnChecked:
        return check(conn, turn, self._request_of(conn, turn), self._usual.tables)

    def _about(self, conn: Connection, about: str | Envelope) -> _Asked:
        if isinstance(about, Envelope):
            return _Asked(self._request(about.message, about), about)
        if turn_name.parse(about) is None:
            request = self._request(about, None)
            return _Asked(request, rebuilt(conn, request, self._usual.tables))
        turn = turn_named(conn, self.project.id, about, None)
        request = self._request_of(conn, turn)
        return _Asked(request, as_sent(conn, turn, request, self._usual.tables))

    def _request(self, message: str, envelope: Envelope | None) -> RetrievalRequest:
        receipt = None if envelope is None else envelope.receipt
        return RetrievalRequest(
            project_id=self.project.id,
            message=message,
            now=self._clock() if receipt is None else receipt.at,
            budget=self._usual.budget if receipt is None else receipt.budget,
            scope=() if envelope is None else envelope.scope,
            recent=(),
            required_ids=(),
            as_of=None,
            at_revision=None if receipt is None else receipt.revision,
            tokenizer=self._usual.tokenizer if receipt is None else receipt.tokenizer,
            dense=self._usual.dense,
        )

    def _request_of(self, conn: Connection, turn: Sent) -> RetrievalRequest:
        return request_of(conn, self.project.id, turn, recent_messages=self._usual.recent_messages)

    def _snapshot(self, conn: Connection, request: RetrievalRequest) -> Snapshot:
        return Snapshot.of(conn, self.project.id, request.now, as_of=request.as_of, at_revision=request.at_revision)

    def _account(self, snapshot: Snapshot, asked: _Asked, evidence_id: str) -> Account:
        guises = [each for each in asked.envelope.candidates if each.item.id == evidence_id]
        if not guises:
            return unfound(snapshot, asked.request, vocabulary(*self._usual.tables), evidence_id)
        guises.sort(key=lambda each: each.fate is not Fate.IN)
        first = guises[0]
        return Account(
            id=evidence_id,
            proposition=first.item.proposition,
            fate=first.fate,
            detail=first.detail,
            candidates=tuple(guises),
            looked=(),
            nearest="",
        )

    def _recent(self, conn: Connection, home: Conversation | None) -> tuple[str, ...]:
        if home is None:
            return ()
        return tuple(each.content for each in conversations.messages(conn, home.id, LOOK_BACK))

    @staticmethod
    def _moment(given: Instant | str | None) -> Instant | None:
        return Instant.through(given) if isinstance(given, str) else given


def _listed(turn: Sent) -> TurnSent:
    return TurnSent(
        turn_id=turn.turn_id,
        conversation_id=turn.conversation_id,
        number=turn.position + 1,
        asked_at=turn.asked_at,
        message=turn.message,
        revision=turn.revision,
        budget=turn.budget,
        sha256=turn.sha256,
    )


def _ids(snapshot: Snapshot, given: str) -> tuple[str, ...]:
    """The claims that an address stands for; anything else is an id."""
    word = given.strip().removeprefix("[").removesuffix("]")
    if not address.is_address(word):
        return (word,)
    conn, at = snapshot.conn, snapshot.at_revision
    slots = [slot.id for slot in heads.slots_at(conn, snapshot.project_id, [address.normal(word)], at_revision=at)]
    holding = heads.heads_of(conn, slots, as_of=snapshot.as_of, at_revision=at)
    held = holding or heads.newest_of(conn, slots, at_revision=at, limit=1)
    if not held:
        raise NotFound("no such address", item=word, remedy="`a008 memory state` lists the addresses")
    return tuple(dict.fromkeys(head.claim.id for head in held))
