"""A tiny embedding model for tests: each word of a table stands for a thing, and a text means the things it names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from a008.retrieval import embedder
from a008.runtime.embedding import Embedded, embed
from tests.turns import Memory, document

if TYPE_CHECKING:
    from a008.retrieval.numbers import Rows

NAME = "tiny"
#: Words of one line mean the same thing, and share no stem.
_THINGS = ("dog hound puppy", "boat ship vessel", "red scarlet crimson", "song tune melody", "cook chef kitchen")


class Tiny:
    """One number for each thing, 1 if it is named; a text that names none is zeros."""

    dimensions = len(_THINGS)
    near = 0.7

    def __init__(self, model: str = "tiny:1") -> None:
        self.model = model
        self.asked: list[str] = []

    def embed(self, texts: Sequence[str]) -> Rows:
        """One row for each text."""
        import numpy as np

        self.asked += texts
        words = [set(text.lower().replace(".", " ").replace("?", " ").split()) for text in texts]
        rows = [[float(bool(said & set(thing.split()))) for thing in _THINGS] for said in words]
        return np.array(rows, np.float32).reshape(len(texts), self.dimensions)


@contextmanager
def known(monkeypatch: pytest.MonkeyPatch, model: Tiny) -> Iterator[Tiny]:
    """Have the model known by its name while the block runs."""
    monkeypatch.setitem(embedder.MAKERS, NAME, lambda: model)
    embedder.embedder.cache_clear()
    yield model
    embedder.embedder.cache_clear()


def told(memory: Memory, *messages: str) -> Memory:
    """Say some things, each in a turn of its own."""
    for message in messages:
        memory.learn(document(), message)
    return memory


def embedded(memory: Memory, model: Tiny) -> Embedded:
    """Embed the memory's project."""
    return embed(memory.store, memory.project.id, model)
