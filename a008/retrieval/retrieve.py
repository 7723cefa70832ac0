"""The librarian before the call: DEFINE, RETRIEVE, EXPAND, FILTER, COMPOSE, PROJECT, on one snapshot of the store."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from a008 import canon
from a008.memory.envelope import Candidate, Envelope, EnvelopeReceipt, Fate, Intent, Lane, payload
from a008.memory.label import Axis, widened
from a008.retrieval import expand
from a008.retrieval.abstention import abstention
from a008.retrieval.backing import Backing, backing, conflicts, states
from a008.retrieval.budget import pack
from a008.retrieval.compose import composed, in_order
from a008.retrieval.define import define
from a008.retrieval.excerpt import passages
from a008.retrieval.filter import Grounds, is_divided, judged
from a008.retrieval.find import Find, gather
from a008.retrieval.fuse import fused
from a008.retrieval.lanes import (
    attribution,
    caller,
    dense,
    dialogue,
    entity,
    event,
    history,
    hop,
    label,
    slot,
    standing,
    text,
)
from a008.retrieval.meaning import meaning
from a008.retrieval.measure import Measure, measure
from a008.retrieval.query import Query, RetrievalRequest, Snapshot
from a008.retrieval.ranking import ranked
from a008.retrieval.tokens import tokenizer
from a008.retrieval.vocabulary import Vocabulary, vocabulary
from a008.store import heads, labels, lifecycles, utterances
from a008.store.connection import Connection, DatabaseError, data_version
from a008.store.store import Store
from a008.store.utterances import UtteranceRow

F = TypeVar("F")

#: Bindings of one address whose evidence an attribution question looks up, the last recorded.
_EVIDENCED = 8


class _Found(NamedTuple):
    """Everything that was found, what it backs, and the domains that the message is in."""

    finds: tuple[Find, ...]
    backed: Backing
    domains: tuple[str, ...]


class _Lanes:
    """Runs lanes that an envelope can do without; one that fails is named, never taken for one that found nothing."""

    def __init__(self) -> None:
        self.degraded: list[str] = []

    def run(self, lane: Lane, find: Callable[[], tuple[F, ...]]) -> tuple[F, ...]:
        """What a lane finds; nothing, and a note, when SQLite fails in it."""
        try:
            return find()
        except DatabaseError as error:
            self.degraded.append(f"{lane}:error:{type(error).__name__}")
            return ()


def retrieve(store: Store, request: RetrievalRequest, *, tables: tuple[str, ...] = ()) -> Envelope:
    """The envelope of a message: the same bytes for the same store, message, instant and settings, in any process.

    Shape: `tables` are language tables of the user's own, as TOML texts (see `vocabulary.py`).
    Errors: `NotFound` for a project or a required id that is not there; `ProjectionError` when something required does
    not fit; `UsageError` for a tokenizer that is not there; `StoreError`.
    """
    known = vocabulary(*tables)
    return store.read(lambda conn: envelope(conn, request, known))


def envelope(conn: Connection, request: RetrievalRequest, known: Vocabulary) -> Envelope:
    """As `retrieve`, on a connection inside a transaction; nothing is written."""
    before = data_version(conn)
    project, at = request.project_id, request.at_revision
    snapshot = Snapshot.of(conn, project, request.now, as_of=request.as_of, at_revision=at)
    query = define(snapshot, request, known)
    lanes = _Lanes()
    by = measure(request.tokenizer)
    if query.idle and not request.required_ids:
        found = _standing(snapshot, known)
    else:
        found = _retrieved(snapshot, query, request, known, lanes)
    admitted, left_out = _projected(snapshot, query, found, known, request.budget, by)
    items = tuple(candidate.item for candidate in admitted)
    sent = payload(items)
    candidates = (*admitted, *left_out)
    return Envelope(
        project_id=request.project_id,
        message=request.message,
        intents=query.intents,
        items=items,
        candidates=candidates,
        payload=sent,
        scope=widened(request.scope, found.domains),
        degraded=tuple(lanes.degraded),
        receipt=EnvelopeReceipt(
            revision=snapshot.at_revision,
            data_version_before=before,
            data_version_after=data_version(conn),
            bytes=len(sent.encode()),
            tokens=None if request.tokenizer is None else tokenizer(request.tokenizer).count(sent),
            budget=request.budget,
            tokenizer=request.tokenizer,
            sha256=canon.digest(sent.encode()),
            at=request.now,
            reading=query.reading,
            abstention=None if query.idle or query.question is None else abstention(candidates),
        ),
    )


def _standing(snapshot: Snapshot, known: Vocabulary) -> _Found:
    """What a message that asks for nothing brings: the items that stand in every envelope."""
    finds = standing.find(snapshot)
    backed = backing(snapshot, finds, known)
    return _Found(finds=(*finds, *conflicts(finds, backed)), backed=backed, domains=())


def _retrieved(snapshot: Snapshot, query: Query, request: RetrievalRequest, known: Vocabulary, lanes: _Lanes) -> _Found:
    """RETRIEVE and EXPAND: exact lanes first, and a fault in one of them is raised."""
    exact = slot.find(snapshot, query, known)
    named = entity.find(snapshot, query)
    stands = standing.find(snapshot)
    finds = [*caller.find(snapshot, request.required_ids), *exact.finds, *named]
    domains = expand.domains(snapshot, query, exact, named)
    meant = meaning(snapshot, request.dense, query.message)
    for ranking in lanes.run(Lane.TEXT, lambda: (ranked(snapshot, query, known, meant),)):
        lanes.degraded += ranking.notes
        finds += (*text.find(query, ranking), *dense.find(query, ranking))
    finds += lanes.run(Lane.LABEL, lambda: label.find(snapshot, Axis.TAG, query.tags, "in the message"))
    finds += lanes.run(Lane.LABEL, lambda: label.find(snapshot, Axis.DOMAIN, domains, "subject of the message"))
    finds += lanes.run(Lane.DIALOGUE, lambda: dialogue.find(snapshot, request.scope, set(domains)))
    finds += lanes.run(Lane.HOP, lambda: hop.find(snapshot, query))
    if query.wants(Intent.EVENT):
        finds += event.find(snapshot, query)
    backed = backing(snapshot, (*finds, *stands), known)
    finds += states(finds, backed)
    about = expand.focus(exact, finds)
    if query.wants(Intent.HISTORY):
        finds += history.find(snapshot, about)
    if query.wants(Intent.ATTRIBUTION):
        held = heads.newest_of(snapshot.conn, about, at_revision=snapshot.at_revision, limit=_EVIDENCED)
        finds += attribution.find(snapshot, held)
    finds += stands
    finds += conflicts(finds, backed)
    return _Found(finds=tuple(finds), backed=backed, domains=domains)


def _projected(
    snapshot: Snapshot, query: Query, found: _Found, known: Vocabulary, budget: int, by: Measure
) -> tuple[tuple[Candidate, ...], tuple[Candidate, ...]]:
    """FILTER, COMPOSE, PROJECT: what is sent, in the order of the payload, and what is not, the best first."""
    things = gather(found.finds)
    ids = dict.fromkeys(thing.id for thing in things)
    said = [t.subject for t in things if isinstance(t.subject, UtteranceRow) and is_divided(t.subject, found.backed)]
    carried = lifecycles.lifecycles(snapshot.conn, ids, at_revision=snapshot.at_revision)
    sentences = utterances.sentences_of(snapshot.conn, [row.id for row in said])
    grounds = Grounds(
        query=query,
        backed=found.backed,
        sentences={row.id: passages(row.text, sentences.get(row.id, ())) for row in said},
        stop=known.stop,
        asked=frozenset(form for word in query.words for form in word.forms),
        as_of=snapshot.as_of,
    )
    fates = judged(fused(things, carried, snapshot.now), grounds)
    carried_labels = labels.labels_of(snapshot.conn, ids, at_revision=snapshot.at_revision)
    candidates = [composed(each, carried_labels, found.backed) for each in fates]
    packed = pack([each for each in candidates if each.candidate.fate is Fate.IN], budget, by)
    refused = [each for each in candidates if each.candidate.fate is not Fate.IN]
    return in_order(packed.admitted), tuple(each.candidate for each in (*packed.left_out, *refused))
