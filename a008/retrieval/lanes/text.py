"""The text lane: claims and verbatim utterances that share words with the message. Broad: dormant ones stay away."""

from __future__ import annotations

import re

from a008.memory import terms
from a008.memory.envelope import Intent, ItemType, Lane
from a008.memory.terms import Word
from a008.retrieval.find import Find, claim_type, found
from a008.retrieval.query import Query
from a008.retrieval.ranking import Ranking
from a008.store.claims import ClaimRow
from a008.store.utterances import UtteranceRow

#: A word that is written like the name of a file, a host or a symbol; dates and numbers are not.
_IDENTIFIER = re.compile(r"(?=.*[^\W\d_])[^.]+(?:[._].+|-\w*\d\w*)")


def find(query: Query, ranking: Ranking) -> tuple[Find, ...]:
    """Claims and utterances, the best first; under an attribution question, utterances as what somebody said."""
    names = _names(query)
    finds: list[Find] = []
    for rank, hit in enumerate(ranking.placed):
        if hit.cosine and not ranking.shares(hit):
            continue  # the dense lane tells of it
        held = set(hit.text.terms.split())
        strong = hit.named or any(all(not held.isdisjoint(word.forms) for word in name) for name in names)
        missing = "" if ranking.shares(hit) else f"shares {hit.mass:.1f} of {ranking.floor:.1f} needed"
        kind = shown_as(query, hit.subject)
        finds.append(found(Lane.TEXT, rank, _reason(query, held), hit.subject, kind, strong=strong, missing=missing))
    return tuple(finds)


def shown_as(query: Query, subject: ClaimRow | UtteranceRow) -> ItemType:
    """What a text is shown as: an utterance, under an attribution question, as what somebody said."""
    if isinstance(subject, ClaimRow):
        return claim_type(subject)
    return ItemType.ATTRIBUTION if query.wants(Intent.ATTRIBUTION) else ItemType.UTTERANCE


def _reason(query: Query, held: set[str]) -> str:
    shared = [word.text for word in query.words if not held.isdisjoint(word.forms)]
    return f"shares {', '.join(shared[:5])}" if shared else "stands beside what shares words"


def _names(query: Query) -> list[tuple[Word, ...]]:
    """The words of each name in the message, known or not: a text that holds all of one is a strong match.

    A name is an entity, the owner of an address, or whatever is written like a file or a host: `loadfile.c`, `pve-01`.
    """
    labels = [each.entity.label for each in query.entities if not each.is_pronoun]
    owners = [address.rpartition(".")[0] for address in query.addresses if "." in address]
    parts = [[terms.words(part)[:1] for part in text.split()] for text in (*labels, *owners)]
    known = [whole for each in parts if (whole := tuple(word for words in each for word in words))]
    return known + [(word,) for word in query.words if _IDENTIFIER.fullmatch(word.text)]
