"""Where a run works and with what: settings, and what the store holds if there is one."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from a008.config import Settings
from a008.store import census, revisions
from a008.store.census import ProjectCount
from a008.store.connection import Connection
from a008.store.store import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """Where things are.

    Shape: `store` is `None` for one in memory; `exists` is false for a file that nobody has made yet; `revision` is the
    newest of all projects.
    """

    home: Path
    store: Path | None
    exists: bool
    project: str
    model: str
    extractor: str
    revision: int
    projects: tuple[ProjectCount, ...]


def status(settings: Settings, store: Store | None) -> Status:
    """The status of an open store, or of one that does not exist yet (`None`)."""

    def read(conn: Connection) -> tuple[int, tuple[ProjectCount, ...]]:
        return revisions.newest(conn)[0], census.counted(conn)

    revision, projects = (0, ()) if store is None else store.read(read)
    return Status(
        home=settings.home,
        store=None if settings.in_memory else settings.store_path,
        exists=store is not None,
        project=settings.project,
        model=settings.model,
        extractor=settings.extractor,
        revision=revision,
        projects=projects,
    )
