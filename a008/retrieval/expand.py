"""EXPAND: what goes with a find. Domains of exact hits lead to their neighbours, found words to addresses."""

from __future__ import annotations

from collections.abc import Iterable

from a008.memory.envelope import ItemType, Lane
from a008.memory.label import MAX_DOMAINS, subjects
from a008.retrieval.find import Find
from a008.retrieval.lanes.slot import Exact
from a008.retrieval.query import Query, Snapshot
from a008.store import labels
from a008.store.claims import ClaimRow
from a008.store.heads import Head

#: Addresses that a question without any is taken to be about: those behind the best finds by words.
_BY_WORDS = 3
#: Claims of named entities whose domains count, the newest.
_NEIGHBOURS = 16


def domains(snapshot: Snapshot, query: Query, exact: Exact, named: Iterable[Find]) -> tuple[str, ...]:
    """The subjects of a message: domains that stand in it, then those of what it asks for and of what it names."""
    focus = {slot.id for slot in exact.focus}
    asked = [find.subject for find in exact.finds if isinstance(find.subject, Head) and find.subject.slot.id in focus]
    mentioned = [find.subject for find in named if isinstance(find.subject, ClaimRow)][:_NEIGHBOURS]
    ids = dict.fromkeys([head.claim.id for head in asked] + [row.claim.id for row in mentioned])
    found = labels.labels_of(snapshot.conn, ids, at_revision=snapshot.at_revision)
    beyond = [domain for key in ids if key in found for domain in subjects(found[key].domains)]
    most = max(MAX_DOMAINS, len(query.domains))
    return tuple(dict.fromkeys((*query.domains, *beyond)))[:most]


def focus(exact: Exact, finds: Iterable[Find]) -> tuple[str, ...]:
    """Ids of the addresses that a message is about: those it asks for; failing that, those that its words led to."""
    if exact.focus:
        return tuple(slot.id for slot in exact.focus)
    by_words = [find for find in finds if find.lane is Lane.TEXT and find.type is ItemType.STATE]
    by_words.sort(key=lambda find: find.rank)
    ids = dict.fromkeys(find.subject.slot.id for find in by_words if isinstance(find.subject, Head))
    return tuple(ids)[:_BY_WORDS]
