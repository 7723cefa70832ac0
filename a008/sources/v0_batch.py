"""A batch of v0 chains in the light of what a project holds: what is new, what is there already, what is refused."""

from __future__ import annotations

from dataclasses import dataclass, field

from a008 import canon
from a008.memory import address
from a008.memory.address import Entity
from a008.sources import v0_plan
from a008.sources.report import RefusedRow
from a008.sources.v0_chains import Chain, Entry
from a008.sources.v0_item import Item
from a008.sources.v0_plan import Statement
from a008.store import artifacts, entities, revisions
from a008.store.connection import Connection

#: What to do about a row that this project cannot take.
_ELSEWHERE = "import the file into a project of its own (-p)"
_LATER = "its chain was imported before it had this item"
_CHANGED = "it was imported before, and said something else then"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """What a project knows of a batch: digests of its items by source, and the names that mean something already."""

    revision: int
    digests: dict[str, str]
    taken: frozenset[str]


#: What is known where there is no project yet.
NOTHING = Ground(revision=0, digests={}, taken=frozenset())


@dataclass(slots=True)
class Sifted:
    """What is to become of a batch."""

    statements: list[Statement] = field(default_factory=list)
    there_already: int = 0
    refused: list[RefusedRow] = field(default_factory=list)


class Look:
    """A batch, looked at; the project may not exist yet, as on a dry run."""

    def __init__(self, project_id: str | None, batch: list[tuple[Chain, tuple[Item, ...]]]) -> None:
        self._project_id = project_id or ""
        self._batch = batch

    def ground(self, conn: Connection) -> Ground:
        """What the project knows of the batch, in one snapshot."""
        revision = revisions.newest(conn)[0]
        sources = [self._source(item) for _, items in self._batch for item in items]
        keys = [each.key for _, items in self._batch for each in self._candidates(items[0])]
        named = entities.named(conn, self._project_id, keys, at_revision=revision)
        return Ground(
            revision=revision,
            digests=artifacts.digests(conn, self._project_id, sources),
            taken=frozenset(each.key for each in named),
        )

    def sifted(self, ground: Ground) -> Sifted:
        """What is to become of each chain."""
        sifted = Sifted()
        taken = set(ground.taken)
        for chain, items in self._batch:
            there = [ground.digests.get(self._source(item)) for item in items]
            if any(there):
                self._compare(chain, items, there, sifted)
                continue
            entity = self._name(items[0], taken)
            if entity is None:
                sifted.refused.extend(
                    _refused(entry, f"its name means something else here; {_ELSEWHERE}") for entry in chain.members
                )
                continue
            head = None if chain.head is None else chain.members.index(chain.head)
            sifted.statements.append(Statement(entity=entity, items=items, head=head))
        return sifted

    def _compare(self, chain: Chain, items: tuple[Item, ...], there: list[str | None], sifted: Sifted) -> None:
        """A chain of which something is there: nothing is added to it, and what differs is refused."""
        for entry, item, digest in zip(chain.members, items, there, strict=True):
            if digest == canon.digest(item.content):
                sifted.there_already += 1
            else:
                what = _LATER if digest is None else _CHANGED
                sifted.refused.append(_refused(entry, f"{what}; {_ELSEWHERE}"))

    def _name(self, oldest: Item, taken: set[str]) -> Entity | None:
        """The entity of a chain: the first of its possible names that means nothing yet; it is taken from then on."""
        free = next((each for each in self._candidates(oldest) if each.key not in taken), None)
        if free is not None:
            taken.add(free.key)
        return free

    def _candidates(self, oldest: Item) -> tuple[Entity, Entity]:
        """The entity of a chain by its oldest item; the second sets ids apart that are the same in normal form."""
        plain = f"{v0_plan.SPEAKER}_{oldest.id}"
        apart = f"{plain}_{canon.digest(oldest.id.encode())[:8]}"
        return address.entity(self._project_id, plain), address.entity(self._project_id, apart)

    def _source(self, item: Item) -> str:
        return v0_plan.artifact_id(self._project_id, item.id)


def _refused(entry: Entry, reason: str) -> RefusedRow:
    return RefusedRow(where=entry.stretch.where, item=entry.id, reason=reason)
