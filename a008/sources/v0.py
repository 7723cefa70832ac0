"""Import of a v0 store: its rows are read twice, first to find the chains, then a batch of chains at a time.

Only the index of chains is held in memory. Each batch is one revision, so that an interrupted import is taken up again
where it ended, and a second one of the same file changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

from a008 import canon, ids
from a008.clock import Instant
from a008.errors import NotFound, Rejected, StaleState, UsageError
from a008.sources import rows, v0_item, v0_plan
from a008.sources.report import ImportReport, RefusedRow, Remark
from a008.sources.rows import Stretch
from a008.sources.v0_batch import NOTHING, Look, Sifted
from a008.sources.v0_chains import Chain, Entry, chains
from a008.sources.v0_item import CanonicalStatus, Item
from a008.sources.v0_plan import Import
from a008.store import projects
from a008.store.store import Store

#: Rows of one revision, and their bytes in the file, but for a chain that is longer.
BATCH, BATCH_BYTES = 250, 1_048_576
#: How often a batch is planned anew because another process wrote in between.
_ATTEMPTS = 5

#: Is told how many rows are done, of how many, after each batch.
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """Where rows go: a project by its name, made if it is new, but not on a dry run."""

    store: Store
    project: str
    at: Instant
    mint: ids.IdSource
    dry_run: bool


@dataclass(slots=True)
class _Tally:
    """What has become of the rows so far."""

    read: int = 0
    imported: int = 0
    there_already: int = 0
    entities: int = 0
    kept_awake: int = 0
    refused: list[RefusedRow] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    revisions: list[int] = field(default_factory=list)

    @property
    def done(self) -> int:
        return self.imported + self.there_already + len(self.refused)


def import_v0(target: Target, path: Path, progress: Progress) -> ImportReport:
    """Bring the rows of a file into a project.

    Errors: `NotFound` and `UsageError` for a file that cannot be read; `Rejected` for one that is no such document, of
    which nothing is imported; `StaleState` when the file changes meanwhile. A row that is refused stands in the report.
    """
    tally = _Tally()
    with _opened(path) as file:
        found = chains(list(_index(file, path.name, tally)))
        tally.remarks.extend(found.remarks)
        project_id = _project(target, bool(found.chains))
        for batch in _batches(found.chains):
            _settle(file, target, project_id, batch, tally)
            progress(tally.done, tally.read)
    return ImportReport(
        file=str(path),
        project=target.project,
        dry_run=target.dry_run,
        read=tally.read,
        imported=tally.imported,
        there_already=tally.there_already,
        refused=tuple(tally.refused),
        remarks=tuple(tally.remarks),
        entities=tally.entities,
        kept_awake=tally.kept_awake,
        revisions=tuple(tally.revisions),
    )


def _opened(path: Path) -> BinaryIO:
    try:
        file = path.open("rb")
    except FileNotFoundError:
        raise NotFound("no such file", item=str(path)) from None
    except OSError as error:
        raise UsageError(f"the file cannot be read ({error.strerror})", item=str(path)) from None
    if not file.seekable():
        file.close()
        raise UsageError("the file is read twice, which a pipe cannot be", item=str(path), remedy="write it to a file")
    return file


def _index(file: BinaryIO, name: str, tally: _Tally) -> Iterator[Entry]:
    """Every row that can be read, without its content; the others are refused."""
    seen: dict[str, str] = {}
    for stretch in rows.rows(file, name):
        tally.read += 1
        value: canon.Json = None
        try:
            value = canon.read(rows.read(file, stretch))
            item = v0_item.item(value)
        except Rejected as error:
            reason = error.what if error.path == "$" else f"{error.path.removeprefix('$.')}: {error.what}"
            tally.refused.append(RefusedRow(where=stretch.where, item=v0_item.id_of(value), reason=reason))
            continue
        if item.id in seen:
            reason = f"this id stands at {seen[item.id]} already"
            tally.refused.append(RefusedRow(where=stretch.where, item=item.id, reason=reason))
            continue
        seen[item.id] = stretch.where
        tally.remarks.extend(Remark(where=stretch.where, item=item.id, says=says) for says in _odd(item))
        yield Entry(
            id=item.id,
            stretch=stretch,
            current=item.status is CanonicalStatus.CURRENT,
            successor=item.superseded_by,
        )


def _odd(item: Item) -> Iterator[str]:
    if item.unknown:
        yield f"left out, since no v0 row has it: {', '.join(item.unknown)}"
    tags, domains = v0_plan.labels(item)
    if len(tags) < len({*item.tags}) or len(domains) < len({*item.scope}):
        yield "not every tag and scope is kept: some are blank or repeated, or a claim cannot have so many"


def _project(target: Target, needed: bool) -> str | None:
    """The project's id; `None` for one that does not exist, and need not yet."""
    found = target.store.read(lambda conn: projects.find(conn, target.project))
    if found is not None or target.dry_run or not needed:
        return None if found is None else found.id
    return target.store.write(lambda conn: projects.ensure(conn, target.project, target.mint, target.at)).id


def _batches(found: Iterable[Chain]) -> Iterator[list[Chain]]:
    """Chains that are imported together: as many as are held in memory at once."""
    batch: list[Chain] = []
    count = size = 0
    for chain in found:
        bytes_of = sum(entry.stretch.end - entry.stretch.start for entry in chain.members)
        if batch and (count + len(chain.members) > BATCH or size + bytes_of > BATCH_BYTES):
            yield batch
            batch, count, size = [], 0, 0
        batch.append(chain)
        count, size = count + len(chain.members), size + bytes_of
    if batch:
        yield batch


def _settle(file: BinaryIO, target: Target, project_id: str | None, batch: list[Chain], tally: _Tally) -> None:
    """Import a batch, or see that it is there; when the store moved meanwhile, look again."""
    read = [(chain, tuple(_again(file, entry.stretch, entry.id) for entry in chain.members)) for chain in batch]
    for attempt in range(_ATTEMPTS):
        look = Look(project_id, read)
        ground = target.store.read(look.ground) if project_id is not None else NOTHING
        sifted = look.sifted(ground)
        if target.dry_run or not sifted.statements or project_id is None:
            break
        occasion = Import(project_id=project_id, at=target.at, base_revision=ground.revision)
        try:
            receipt = target.store.commit(v0_plan.plan(tuple(sifted.statements), occasion))
        except StaleState:
            if attempt == _ATTEMPTS - 1:
                raise
            continue
        assert receipt.revision is not None
        tally.revisions.append(receipt.revision)
        break
    _count(sifted, tally)


def _again(file: BinaryIO, stretch: Stretch, item_id: str) -> Item:
    """Read a row once more.

    Errors: `StaleState` when it is not the one that was there before.
    """
    try:
        item = v0_item.item(canon.read(rows.read(file, stretch)))
    except Rejected:
        item = None
    if item is None or item.id != item_id:
        raise StaleState("the file changed while it was read", item=stretch.where, remedy="import it again")
    return item


def _count(sifted: Sifted, tally: _Tally) -> None:
    tally.there_already += sifted.there_already
    tally.refused.extend(sifted.refused)
    tally.entities += len(sifted.statements)
    for statement in sifted.statements:
        tally.imported += len(statement.items)
        tally.kept_awake += sum(item.keep_alive for item in statement.items)
