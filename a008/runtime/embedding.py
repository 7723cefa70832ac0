"""Writing what texts mean: a vector for each text of a project that has none yet, apart from any revision."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

from a008.errors import UsageError
from a008.retrieval.embedder import Embedder, embedder
from a008.retrieval.meaning import EMBEDDED, digest_of
from a008.retrieval.numbers import LONGEST, to_bytes
from a008.store import projects, search, vectors
from a008.store.store import Store
from a008.store.vectors import Text, Vector

#: Told how many texts were looked at since the last time, and how many there are.
Progress = Callable[[int, int], None]
#: Texts that are embedded between two writes, so that what was done holds when the rest is stopped.
_BATCH = 256


@dataclass(frozen=True, slots=True, kw_only=True)
class Embedded:
    """What was done: texts that got a vector, and texts that had theirs already."""

    model: str
    made: int
    kept: int


def embed(store: Store, project_id: str, model: Embedder, progress: Progress = lambda done, of: None) -> Embedded:
    """Give each text of a project its vector; again, it does what is left to do and no more.

    Shape: nothing is locked while texts are embedded. A vector that was made of another wording is made anew.
    Errors: `UsageError` for a model whose vectors are too long.
    """
    scope = _scope(store, project_id)
    total = store.read(lambda conn: vectors.count(conn, scope))
    number = made = kept = 0
    while page := _page(store, scope, model, number):
        number = page[-1].number
        new = _embedded(store, scope, model, page)
        made += new
        kept += len(page) - new
        progress(len(page), total)
    return Embedded(model=model.model, made=made, kept=kept)


def keep_up(store: Store, project_id: str, name: str | None) -> None:
    """Embed what a turn brought, or what is next in a project that was not embedded before: one batch, at the end.

    Shape: `name` as of `embedder`. Nothing is raised: the turn is done, and an envelope tells which texts have no
    vector.
    """
    if name is None:
        return
    with suppress(Exception):  # of whatever kind: a model is a third party's, and the answer is there already
        model = embedder(name)
        scope = _scope(store, project_id)
        last = store.read(lambda conn: vectors.last_number(conn, scope, model.model))
        _embedded(store, scope, model, _page(store, scope, model, last))


def drop(store: Store, project_id: str) -> int:
    """Take out every vector of a project, of any model, and say how many there were; `embed` makes them again."""
    scope = _scope(store, project_id)
    return store.write(lambda conn: vectors.drop(conn, scope))


def _scope(store: Store, project_id: str) -> str:
    return search.scope_term(store.read(lambda conn: projects.number(conn, project_id)))


def _page(store: Store, scope: str, model: Embedder, number: int) -> tuple[Text, ...]:
    return store.read(lambda conn: vectors.texts(conn, scope, model.model, number=number, limit=_BATCH))


def _embedded(store: Store, scope: str, model: Embedder, page: Sequence[Text]) -> int:
    """Embed those of some texts that need it; how many they were."""
    if model.dimensions > LONGEST:
        raise UsageError("the model's vectors are too long", item=model.model, remedy=f"at most {LONGEST} numbers")
    wanted = [text for text in page if text.embedded != digest_of(text.text)]
    if wanted:
        rows = to_bytes(model.embed([text.text[:EMBEDDED] for text in wanted]))
        made = [Vector(text.record_id, digest_of(text.text), row) for text, row in zip(wanted, rows, strict=True)]
        store.write(lambda conn: vectors.keep(conn, scope, model.model, model.dimensions, made))
    return len(wanted)
