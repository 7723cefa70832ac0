"""The text lane: claims and verbatim utterances that share words with the message. Broad: dormant ones stay away.

The rarest words lead to texts, all words rank them; no word is followed further than `COMMON` texts, the newest.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import NamedTuple

from a008.memory import terms
from a008.memory.envelope import Intent, ItemType, Lane
from a008.memory.terms import Word
from a008.retrieval.find import Find, claim_type, found
from a008.retrieval.query import Query, Snapshot
from a008.retrieval.relevance import COMMON, Relevance, Weighed, floor, relevance, weight
from a008.store import claims, search, utterances
from a008.store.search import IndexedText

#: Words that lead to texts, the rarest. Source: trials on dialogues, where six of them lost nothing.
LEADING = 12
#: Texts that are ranked in full, and that come out at most. Source: the same trials, where a hundred kept everything.
POOL = 100
#: Texts told of that share too little.
_TOLD = 10
#: A word that is written like the name of a file, a host or a symbol; dates and numbers are not.
_IDENTIFIER = re.compile(r"(?=.*[^\W\d_])[^.]+(?:[._].+|-\w*\d\w*)")


class Hit(NamedTuple):
    """A text that shares words with a question."""

    text: IndexedText
    terms: tuple[str, ...]
    relevance: Relevance


class Ranking(NamedTuple):
    """Texts that share words, the best first; and the least mass that is no coincidence."""

    hits: tuple[Hit, ...]
    floor: float


def find(snapshot: Snapshot, query: Query) -> tuple[Find, ...]:
    """Claims and utterances, the best first; under an attribution question, utterances as what somebody said."""
    ranking = ranked(snapshot, query.words, POOL)
    enough = [hit for hit in ranking.hits if hit.relevance.mass >= ranking.floor]
    hits = [*enough, *[hit for hit in ranking.hits if hit.relevance.mass < ranking.floor][:_TOLD]]
    ids = [hit.text.record_id for hit in hits]
    at = snapshot.at_revision
    claim_rows = {row.claim.id: row for row in claims.claims(snapshot.conn, snapshot.project_id, ids, at_revision=at)}
    said = {row.id: row for row in utterances.utterances(snapshot.conn, snapshot.project_id, ids, at_revision=at)}
    speech = ItemType.ATTRIBUTION if query.wants(Intent.ATTRIBUTION) else ItemType.UTTERANCE
    names = _names(query)
    finds: list[Find] = []
    for rank, hit in enumerate(hits):
        held = set(hit.terms)
        shared = [word.text for word in query.words if not held.isdisjoint(word.forms)]
        reason = f"shares {', '.join(shared[:5])}"
        strong = any(all(not held.isdisjoint(word.forms) for word in name) for name in names)
        key = hit.text.record_id
        missing = "" if rank < len(enough) else f"shares {hit.relevance.mass:.1f} of {ranking.floor:.1f} needed"
        if key in claim_rows:
            row = claim_rows[key]
            finds.append(found(Lane.TEXT, rank, reason, row, claim_type(row), strong=strong, missing=missing))
        elif key in said:
            finds.append(found(Lane.TEXT, rank, reason, said[key], speech, strong=strong, missing=missing))
    return tuple(finds)


def ranked(snapshot: Snapshot, words: tuple[Word, ...], limit: int) -> Ranking:
    """The texts of a project that share words with a question, the best first, equals by age, the newest first."""
    holding = {word: _postings(snapshot, word) for word in words}
    asked = tuple(Weighed(word=word, weight=weight(len(numbers))) for word, numbers in holding.items() if numbers)
    leading = sorted(asked, key=lambda each: -each.weight)[:LEADING]
    mass: dict[int, float] = defaultdict(float)
    for each in leading:
        for number in holding[each.word]:
            mass[number] += each.weight
    pool = sorted(mass, key=lambda number: (-mass[number], -number))[: max(limit, POOL)]
    hits = []
    for text in search.texts(snapshot.conn, pool):
        held = tuple(text.terms.split())
        hits.append(Hit(text, held, relevance(asked, held)))
    hits.sort(key=lambda hit: (-hit.relevance.score, -hit.text.number))
    return Ranking(hits=tuple(hits[:limit]), floor=floor(asked))


def _postings(snapshot: Snapshot, word: Word) -> tuple[int, ...]:
    return search.postings(snapshot.conn, snapshot.scope, word.forms, last=snapshot.last, limit=COMMON)


def _names(query: Query) -> list[tuple[Word, ...]]:
    """The words of each name in the message, known or not: a text that holds all of one is a strong match.

    A name is an entity, the owner of an address, or whatever is written like a file or a host: `loadfile.c`, `pve-01`.
    """
    labels = [each.entity.label for each in query.entities if not each.is_pronoun]
    owners = [address.rpartition(".")[0] for address in query.addresses if "." in address]
    parts = [[terms.words(part)[:1] for part in text.split()] for text in (*labels, *owners)]
    known = [whole for each in parts if (whole := tuple(word for words in each for word in words))]
    return known + [(word,) for word in query.words if _IDENTIFIER.fullmatch(word.text)]
