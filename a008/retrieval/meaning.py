"""What lies near a question in meaning: every vector of a project against the question's own. Nothing is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from a008.errors import UsageError
from a008.memory.envelope import Lane
from a008.retrieval.embedder import Embedder, embedder
from a008.retrieval.numbers import cosines, to_bytes
from a008.retrieval.query import Snapshot
from a008.retrieval.vector_memory import Held, VectorMemory
from a008.store import vectors
from a008.store.vectors import VectorSet

if TYPE_CHECKING:
    from a008.retrieval.numbers import Doubles

#: Texts that are looked at for their nearness alone, whatever words they share.
NEAREST = 50
#: Characters that are embedded of a text or a question, the first; it says by then what it is about.
EMBEDDED = 4_000

_MEMORY = VectorMemory()


class Wording(NamedTuple):
    """A text of which the nearness is asked."""

    record_id: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Nearness:
    """How near texts are to a question; empty where the lane is off or cannot be.

    Shape: `cosines` by number; `near` is the cosine from which on a text means about the same; `notes` tell what is
    missing, as they stand in an envelope's `degraded`.
    """

    cosines: Mapping[int, float]
    near: float
    notes: tuple[str, ...]

    def of(self, number: int) -> float:
        """How near a text is; 0 where that cannot be told, and for one that is turned away from the question."""
        return max(0.0, self.cosines.get(number, 0.0))

    def means_the_same(self, number: int) -> bool:
        """Whether a text says about what is asked."""
        return self.of(number) >= self.near


class Meaning:
    """A question among the texts of a project. Shape: `nearest` are numbers of texts, the nearest first."""

    def __init__(self, snapshot: Snapshot, model: Embedder, held: Held, seen: VectorSet, message: str) -> None:
        import numpy as np

        self._snapshot = snapshot
        self._model = model
        (asked,) = to_bytes(model.embed([message[:EMBEDDED]]))
        there = np.flatnonzero((held.numbers <= snapshot.last) & (held.places <= seen.last))
        there = there[np.argsort(held.numbers[there], kind="stable")]
        self._numbers = held.numbers[there]
        self._cosines: Doubles = cosines(asked, held.packed)[there]
        self.nearest = self._foremost()

    def nearness(self, texts: Mapping[int, Wording]) -> Nearness:
        """How near some texts are, given by number; notes those that have no vector, or one of another wording."""
        made_of = vectors.digests(self._snapshot.conn, self._model.model, [each.record_id for each in texts.values()])
        known = {number: made_of.get(each.record_id) for number, each in texts.items()}
        told = [number for number, each in texts.items() if known[number] == digest_of(each.text)]
        found = self._of(told)
        missing = sum(digest is None for digest in known.values())
        other = len(texts) - missing - len(found)
        counted = (("without_vector", missing), ("other_wording", other))
        notes = tuple(f"{Lane.DENSE}:{reason}:{count}" for reason, count in counted if count)
        return Nearness(cosines=found, near=self._model.near, notes=notes)

    def _of(self, numbers: Sequence[int]) -> dict[int, float]:
        import numpy as np

        if not len(self._numbers):
            return {}
        wanted = np.array(numbers, np.int64)
        places = np.minimum(np.searchsorted(self._numbers, wanted), len(self._numbers) - 1)
        there = self._numbers[places] == wanted
        return dict(zip(wanted[there].tolist(), self._cosines[places[there]].tolist(), strict=True))

    def _foremost(self) -> tuple[int, ...]:
        """The nearest, equals by number, the last first."""
        import numpy as np

        if len(self._cosines) > NEAREST:
            least = np.partition(self._cosines, -NEAREST)[-NEAREST]
            some = np.flatnonzero(self._cosines >= least)
        else:
            some = np.arange(len(self._cosines))
        order = some[np.lexsort((-self._numbers[some], -self._cosines[some]))][:NEAREST]
        return tuple(int(number) for number in self._numbers[order])


def meaning(snapshot: Snapshot, name: str | None, message: str) -> Meaning | str:
    """A message among the vectors of a project; or why that cannot be, as a note.

    Shape: `name` is an embedding model's, as of `embedder`; `None` turns the lane off, and the note is ''.
    """
    if name is None:
        return ""
    try:
        model = embedder(name)
    except UsageError as error:
        return f"{Lane.DENSE}:unusable:{error.item}"
    conn, scope = snapshot.conn, snapshot.scope
    there = vectors.found(conn, scope, model.model)
    if there is None or not there.last:
        others = any(other != model.model for other in vectors.models(conn, scope))
        return f"{Lane.DENSE}:{'other_model' if others else 'no_vectors'}"
    if there.dimensions != model.dimensions:
        return f"{Lane.DENSE}:other_model"
    held = _MEMORY.held(conn, scope, model.model, there)
    try:
        return Meaning(snapshot, model, held, there, message)
    except Exception as error:  # a model is code of others, and an envelope does without it
        return f"{Lane.DENSE}:error:{type(error).__name__}"


def nearness(known: Meaning | str, texts: Mapping[int, Wording]) -> Nearness:
    """How near some texts are; where the lane cannot be, none is, and the note stands."""
    if isinstance(known, str):
        return Nearness(cosines={}, near=1.0, notes=(known,) if known else ())
    return known.nearness(texts)


def digest_of(text: str) -> str:
    """The digest of what is embedded of a text."""
    return vectors.digest(text[:EMBEDDED])
