"""Why no lane brought an id, and what would have: asked beside an envelope, at its revision; it decides nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from a008.memory import association, name, terms
from a008.memory.account import Account, Look
from a008.memory.claim import Event, Status
from a008.memory.envelope import Fate, Intent, Lane
from a008.memory.place import labels_in
from a008.retrieval.define import define
from a008.retrieval.lanes import hop
from a008.retrieval.query import Query, RetrievalRequest, Snapshot
from a008.retrieval.ranking import ranked
from a008.retrieval.relevance import relevance
from a008.retrieval.vocabulary import Vocabulary
from a008.retrieval.weighing import weighed, weighings
from a008.store import claims, heads, labels, utterances, whereabouts
from a008.store.claims import ClaimRow
from a008.store.heads import Head
from a008.store.labels import NO_LABELS, Labels
from a008.store.utterances import UtteranceRow

#: Words that are suggested, and words of a text among which they are chosen.
_SUGGESTED, _READ = 3, 64
_UNPINNED = "it is not pinned to stand in every envelope"


class _Refusal(NamedTuple):
    """A fate that follows from what an id is, whatever the message; and what there is to do."""

    fate: Fate
    detail: str
    nearest: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Known:
    """What is known of a claim or an utterance that no lane brought.

    Shape: `held` are the bindings of the addresses that it has ever held, `holding` those that hold now; `names` are
    those of the entities in it.
    """

    row: ClaimRow | UtteranceRow
    text: str
    held: tuple[Head, ...]
    holding: tuple[Head, ...]
    names: tuple[str, ...]
    labels: Labels
    terms: tuple[str, ...]

    @property
    def addresses(self) -> tuple[str, ...]:
        """Its addresses, each once."""
        return tuple(dict.fromkeys(head.address for head in (*self.holding, *self.held)))


def unfound(snapshot: Snapshot, request: RetrievalRequest, known: Vocabulary, evidence_id: str) -> Account:
    """The account of an id that is no candidate of the envelope of a request.

    Shape: of what another project holds, nothing but that is told.
    """
    row = _row(snapshot, evidence_id)
    if row is None:
        return _account(evidence_id, "", _elsewhere(snapshot, evidence_id), ())
    found = _known(snapshot, row)
    query = define(snapshot, request, known)
    refusal = _gone(found, query)
    if refusal is None:
        refusal = _Refusal(Fate.NO_MATCH, "no lane found it", _nearest(snapshot, found, known))
    return _account(evidence_id, found.text, refusal, tuple(_looks(snapshot, found, query, request, known)))


def _account(evidence_id: str, text: str, refusal: _Refusal, looked: tuple[Look, ...]) -> Account:
    return Account(
        id=evidence_id,
        proposition=text,
        fate=refusal.fate,
        detail=refusal.detail,
        candidates=(),
        looked=looked,
        nearest=refusal.nearest,
    )


def _row(snapshot: Snapshot, evidence_id: str) -> ClaimRow | UtteranceRow | None:
    project, at = snapshot.project_id, snapshot.at_revision
    made = claims.claims(snapshot.conn, project, [evidence_id], at_revision=at)
    said = utterances.utterances(snapshot.conn, project, [evidence_id], at_revision=at)
    found: list[ClaimRow | UtteranceRow] = [*made, *said]
    return next(iter(found), None)


def _elsewhere(snapshot: Snapshot, evidence_id: str) -> _Refusal:
    there = whereabouts.whereabouts(snapshot.conn, evidence_id)
    if there is None:
        return _Refusal(Fate.UNKNOWN, "", "")
    if there.project_id != snapshot.project_id:
        return _Refusal(Fate.OTHER_PROJECT, "", "")
    detail = f"recorded in revision {there.revision}, this was read at {snapshot.at_revision}"
    return _Refusal(Fate.NOT_APPLICABLE, detail, f"look from revision {there.revision} on")


def _known(snapshot: Snapshot, row: ClaimRow | UtteranceRow) -> _Known:
    conn, at = snapshot.conn, snapshot.at_revision
    if isinstance(row, UtteranceRow):
        return _Known(
            row=row,
            text=row.text,
            held=(),
            holding=(),
            names=(row.speaker,),
            labels=NO_LABELS,
            terms=whereabouts.indexed(conn, row.id),
        )
    claim = row.claim
    slots = dict.fromkeys(bound.slot_id for bound in heads.bound_by(conn, [claim.id], at_revision=at))
    return _Known(
        row=row,
        text=claim.proposition,
        held=heads.history_of(conn, slots, at_revision=at),
        holding=heads.heads_of(conn, slots, as_of=snapshot.as_of, at_revision=at),
        names=labels_in(claim.form),
        labels=labels.labels_of(conn, [claim.id], at_revision=at).get(claim.id, NO_LABELS),
        terms=whereabouts.indexed(conn, claim.id),
    )


def _gone(found: _Known, query: Query) -> _Refusal | None:
    """Whether it would not be shown even if a lane found it."""
    if not isinstance(found.row, ClaimRow):
        return None
    if found.row.status in (Status.RETRACTED, Status.REJECTED):
        return _Refusal(Fate.RETRACTED, found.row.status, "")
    if not found.held or any(head.claim.id == found.row.claim.id for head in found.holding):
        return None
    if query.wants(Intent.HISTORY):
        return None
    successor = next(iter(found.holding), None)
    detail = "" if successor is None else f"by {successor.claim.id}"
    return _Refusal(Fate.SUPERSEDED, detail, f"ask what {found.addresses[0]} was before")


def _nearest(snapshot: Snapshot, found: _Known, known: Vocabulary) -> str:
    """The least that a message would have to say to bring it."""
    if found.holding:
        return f"ask for {found.holding[0].address}"
    if found.held:
        return f"ask what {found.addresses[0]} was before"
    words = [word for word in terms.words(found.text)[:_READ] if word.text not in known.stop]
    rarest = [each.word for each in weighings(snapshot, words) if each.texts][:_SUGGESTED]
    if rarest:
        return f"say a word of it: {', '.join(rarest)}"
    return f"require it by id: {_id(found)}"


def _looks(
    snapshot: Snapshot, found: _Known, query: Query, request: RetrievalRequest, known: Vocabulary
) -> Iterator[Look]:
    """Each lane that looked, in the order in which they count, and why it did not bring this."""
    yield Look(lane=Lane.CALLER, why="the caller did not require it")
    if query.idle:
        yield Look(lane=Lane.STANDING, why=f"the message asks for nothing, and {_UNPINNED}")
        return
    yield Look(lane=Lane.SLOT, why=_slot(found, query))
    yield Look(lane=Lane.ENTITY, why=_entity(found, query))
    yield Look(lane=Lane.HISTORY, why=_asked(query, Intent.HISTORY, "what was before", _past(found)))
    yield Look(lane=Lane.ATTRIBUTION, why=_asked(query, Intent.ATTRIBUTION, "who said so", _evidence(found)))
    yield Look(lane=Lane.EVENT, why=_asked(query, Intent.EVENT, "what happened", _event(found)))
    yield Look(lane=Lane.TEXT, why=_text(snapshot, found, query, known))
    if request.dense is not None:
        yield Look(lane=Lane.DENSE, why="its meaning is not near to the message's, or it has no vector")
    yield Look(lane=Lane.LABEL, why=_label(found))
    yield Look(lane=Lane.HOP, why=_hop(snapshot, found, query))
    yield Look(lane=Lane.DIALOGUE, why=_dialogue(found, request))
    yield Look(lane=Lane.STANDING, why=_UNPINNED)


def _slot(found: _Known, query: Query) -> str:
    if not found.addresses:
        return "it has no address"
    if query.addresses or query.entities:
        return f"the message asks for something other than {found.addresses[0]}"
    return f"the message names neither {found.addresses[0]} nor what it belongs to"


def _entity(found: _Known, query: Query) -> str:
    if isinstance(found.row, UtteranceRow):
        return "it is an utterance, which is found by its words"
    if not found.names:
        return "it mentions no entity"
    said = f"the message names none of {', '.join(found.names)} by name"
    return said if not query.entities else f"{said}, or newer claims came first"


def _asked(query: Query, intent: Intent, what: str, otherwise: str) -> str:
    return otherwise if query.wants(intent) else f"the message does not ask {what}"


def _past(found: _Known) -> str:
    return "it is no earlier value of an address that the message is about"


def _evidence(found: _Known) -> str:
    is_said = isinstance(found.row, UtteranceRow)
    return "nothing that the message is about rests on it" if is_said else "it is no utterance"


def _event(found: _Known) -> str:
    is_event = isinstance(found.row, ClaimRow) and isinstance(found.row.claim.form, Event)
    return "the message names nobody who took part" if is_event else "it is no event"


def _text(snapshot: Snapshot, found: _Known, query: Query, known: Vocabulary) -> str:
    if not query.words:
        return "no word of the message tells anything apart"
    held = set(found.terms)
    shared = [word.text for word in query.words if not held.isdisjoint(word.forms)]
    if not shared:
        return "it shares no word with the message"
    mass, needed = relevance(weighed(snapshot, query.words), found.terms).mass, ranked(snapshot, query, known).floor
    if mass < needed:
        return f"it shares {', '.join(shared)}: {mass:.1f} of {needed:.1f} needed"
    return f"it shares {', '.join(shared)}, and texts that answer better came first"


def _label(found: _Known) -> str:
    carried = (*found.labels.tags, *found.labels.domains)
    return f"the message names none of its labels: {', '.join(carried)}" if carried else "it carries no tag or domain"


def _hop(snapshot: Snapshot, found: _Known, query: Query) -> str:
    """Whether an association leads to it all the same: one that sleeps, or past what came first."""
    ends = {name.key(label) for label in found.names}
    near = [each.entity for each in query.entities if not (each.is_pronoun or each.ambiguous)]
    leading = [
        (entity, edge)
        for entity in near
        for edge in hop.edges(snapshot, entity)
        if edge.other.key in ends and edge.other.id not in {each.id for each in near}
    ]
    if not leading:
        return "no association leads to it from what the message names"
    awake = [(entity, edge) for entity, edge in leading if association.is_active(edge.state, snapshot.now)]
    entity, edge = (awake or leading)[0]
    strength = association.strength_at(edge.state, snapshot.now)
    told = f"the association {entity.label} {edge.association.relation} {edge.other.label}"
    return f"{told} led to newer things first" if awake else f"{told} is dormant s={strength:.2f}"


def _dialogue(found: _Known, request: RetrievalRequest) -> str:
    if not request.scope:
        return "the conversation has no scope yet"
    if not set(found.labels.domains) & set(request.scope):
        return f"it lies outside of the conversation's scope: {', '.join(request.scope)}"
    return "newer claims of the conversation's scope came first"


def _id(found: _Known) -> str:
    return found.row.id if isinstance(found.row, UtteranceRow) else found.row.claim.id
