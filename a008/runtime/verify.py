"""Verifying an open store: the same checks as in `doctor`, and what they found as one value."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass

from a008.errors import Code, StoreError
from a008.store import revisions
from a008.store.checks import Checked, checked_copy, copied
from a008.store.connection import translated
from a008.store.store import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """What was checked and found.

    Shape: `hash` is that of the newest revision, re-derived when the store is sound: two stores with the same one hold
    the same history. `failure` stands for all findings as one error, `None` when there are none.
    """

    revision: int
    hash: str
    checks: tuple[Checked, ...]
    failure: StoreError | None

    @property
    def is_sound(self) -> bool:
        """Whether nothing was found."""
        return self.failure is None


def verify(store: Store) -> Verification:
    """Check everything on a private copy of one snapshot of the store; nothing is changed, and nobody waits.

    Errors: `StoreError` for a store that cannot be read at all.
    """
    with translated(store.path), closing(store.read(copied)) as copy:
        revision, chain_hash = revisions.newest(copy)
        checks = checked_copy(copy, store.blobs)
    faults = sum(len(done.findings) for done in checks)
    failure = damaged(faults, str(store.path or ":memory:")) if faults else None
    return Verification(revision=revision, hash=chain_hash, checks=checks, failure=failure)


def damaged(faults: int, item: str) -> StoreError:
    """The one error that stands for everything that was found wrong with a store."""
    what = "a fault was found" if faults == 1 else f"{faults} faults were found"
    remedy = "keep a copy of the file and do not write to it"
    return StoreError(what, code=Code.STORE_CORRUPT, item=item, remedy=remedy)
