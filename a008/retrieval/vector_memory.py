"""The vectors of projects, kept in memory between questions; each use asks the store whether they are still all there.

What is asked is asked in the snapshot of the question: how far the vectors go by now, and how many were taken out. So
what another process wrote counts as well, and what a snapshot does not see yet does not.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from a008.retrieval.numbers import Packed, joined, packed
from a008.store import vectors
from a008.store.connection import Connection
from a008.store.vectors import VectorSet

if TYPE_CHECKING:
    from a008.retrieval.numbers import Wholes

#: Sets that are kept, those used last.
_KEPT = 4
#: What a set is kept under: its file, the project's term and the model.
_Key: TypeAlias = tuple[tuple[str, int, int], str, str]


class Held(NamedTuple):
    """The vectors of a project and a model, in the order of their places; of each also the number of its text."""

    removed: int
    places: Wholes
    numbers: Wholes
    packed: Packed

    @property
    def last(self) -> int:
        """The place of the last one, 0 without any."""
        return int(self.places[-1]) if len(self.places) else 0


class VectorMemory:
    """Keeps the sets used last, for any thread. A set is never changed, only replaced by one that goes further."""

    def __init__(self) -> None:
        self._sets: OrderedDict[_Key, Held] = OrderedDict()
        self._guard = threading.Lock()

    def held(self, conn: Connection, scope: str, model: str, there: VectorSet) -> Held:
        """The vectors of a set as a snapshot sees it; some may lie behind its `last` place.

        Cost: that of the vectors that are new since the last time; a store in memory is read anew each time.
        """
        file = vectors.file_of(conn)
        if file is None:
            return _read(conn, scope, model, there, None)
        key = (file, scope, model)
        with self._guard:
            known = self._sets.get(key)
        if known is None or known.removed != there.removed or known.last < there.last:
            usable = known if known is not None and known.removed == there.removed else None
            known = _read(conn, scope, model, there, usable)
        with self._guard:
            self._sets[key] = known
            self._sets.move_to_end(key)
            while len(self._sets) > _KEPT:
                self._sets.popitem(last=False)
        return known


def _read(conn: Connection, scope: str, model: str, there: VectorSet, known: Held | None) -> Held:
    """A set that goes as far as the snapshot, by reading what is behind what is known."""
    import numpy as np

    rows = vectors.after(conn, scope, model, 0 if known is None else known.last)
    new = Held(
        removed=there.removed,
        places=np.array([row.place for row in rows], np.int64),
        numbers=np.array([row.number for row in rows], np.int64),
        packed=packed([row.numbers for row in rows], there.dimensions),
    )
    if known is None:
        return new
    return Held(
        removed=there.removed,
        places=np.concatenate((known.places, new.places)),
        numbers=np.concatenate((known.numbers, new.numbers)),
        packed=joined(known.packed, new.packed),
    )
