"""What the words of a question weigh in a project: how rare each is there, looked up as the text lane does."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from a008.memory.terms import Word
from a008.retrieval.query import Snapshot
from a008.retrieval.relevance import COMMON, Weighed, weight
from a008.store import search


@dataclass(frozen=True, slots=True, kw_only=True)
class Weighing:
    """A word of a question, how many texts of the project hold it, and what it weighs.

    Shape: `texts` counts up to `COMMON`, from which on a word is simply common; a word that none holds weighs 0, since
    it finds nothing. Units: `weight` as of `relevance`.
    """

    word: str
    texts: int
    weight: float


def weighings(snapshot: Snapshot, words: Iterable[Word]) -> tuple[Weighing, ...]:
    """Some words with their weights, the heaviest first."""
    held = [(word.text, _texts(snapshot, word)) for word in words]
    found = [
        Weighing(word=word, texts=texts, weight=weight(texts, snapshot.texts) if texts else 0.0) for word, texts in held
    ]
    return tuple(sorted(found, key=lambda each: -each.weight))


def weighed(snapshot: Snapshot, words: Iterable[Word]) -> tuple[Weighed, ...]:
    """The words that any text of the project holds, as `relevance` takes them."""
    held = ((word, _texts(snapshot, word)) for word in words)
    return tuple(Weighed(word=word, weight=weight(texts, snapshot.texts)) for word, texts in held if texts)


def _texts(snapshot: Snapshot, word: Word) -> int:
    return len(
        search.postings(
            snapshot.conn, snapshot.scope, word.forms, last=snapshot.last, limit=COMMON, alone=snapshot.alone
        )
    )
