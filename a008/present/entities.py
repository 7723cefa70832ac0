"""Entities as people read them: who goes by which name, and what a change would do before it is made."""

from __future__ import annotations

from collections.abc import Iterable
from functools import singledispatch

from a008.intake.identity import Rearrangement
from a008.intake.undo import Undoing
from a008.memory.binding import readable
from a008.memory.move import Collision, Move
from a008.memory.receipt import Receipt
from a008.present import display, text
from a008.present.display import DrawnPage, Rows, ShownReceipt
from a008.present.page import Page
from a008.present.table import Table, columns
from a008.runtime.entities import Entities, Renaming
from a008.store.entities import EntityRow


def listed(rows: Iterable[EntityRow]) -> Table:
    """Entities with their other names."""
    return Table(
        title="Entities",
        columns=columns("Entity", "Also called", "Addresses", "Id", numeric=("Addresses",)),
        rows=tuple(
            (
                row.entity.label,
                ", ".join(alias.label for alias in row.aliases if alias.key != row.entity.key),
                row.slots,
                row.entity.id,
            )
            for row in rows
        ),
        empty="No entity is known yet.",
    )


@singledispatch
def preview(change: object) -> Page:
    """What a change of entities would do."""
    raise TypeError(f"no change of entities: {type(change).__name__}")


@preview.register
def _(change: Rearrangement) -> Page:
    gone, into = change.gone.label, change.into.label
    merges = bool(change.plan.merges)
    collisions = [collision for each in change.moves for collision in each.collisions]
    lines = [f"Everything known of {gone} becomes known of {into}." if merges else f"Some of {gone} becomes {into}."]
    if change.aliases:
        lines.append(f"Names that go along: {', '.join(alias.label for alias in change.aliases)}.")
    warnings: tuple[str, ...] = ()
    if collisions:
        count = text.counted(len(collisions), "address says", "addresses say")
        warnings = (f"{count} something else there: what holds stays, the other waits in the conflict inbox.",)
    return Page(
        title=f"Merge {gone} into {into}" if merges else f"Split {into} off {gone}",
        lines=tuple(lines),
        warnings=warnings,
        tables=(_moves(change.moves, into),),
    )


@preview.register
def _(change: Renaming) -> Page:
    name, entity = change.alias.label, change.entity.label
    line = f"{entity} is also called {name}." if change.given else f"{entity} is not called {name} any more."
    others = [each.label for each in change.others]
    warnings: tuple[str, ...] = ()
    if change.given and others:
        warnings = (f"{name} names {', '.join(others)} as well: by this name alone, nothing will be bound.",)
    return Page(title="Another name" if change.given else "A name less", lines=(line,), warnings=warnings, tables=())


@preview.register
def _(change: Undoing) -> Page:
    back = Table(
        title="Addresses",
        columns=columns("Address", "What becomes of it"),
        rows=(
            *((each, "as it was before") for each in change.restored),
            *((each, "stays: it has changed since") for each in change.staying),
        ),
        empty="No address is concerned.",
    )
    back_to = {alias.key for alias in change.given}
    gone = [alias.label for alias in change.taken if alias.key not in back_to]
    lines = [
        f"Names that {how}: {', '.join(names)}."
        for how, names in (("go back", [alias.label for alias in change.given]), ("go", gone))
        if names
    ]
    return Page(title=f"Take revision {change.number:,} back", lines=tuple(lines), warnings=(), tables=(back,))


def _collision(value: Collision) -> str:
    return f"{readable(value.held.value)} stays, {readable(value.moved.value)} is contested"


def _moves(moves: Iterable[Move], into: str) -> Table:
    return Table(
        title="Addresses",
        columns=columns("From", "To", "Values", "Collides with", numeric=("Values",)),
        rows=tuple(
            (
                each.source.address,
                f"{each.target.address} {into}" if each.source.id == each.target.id else each.target.address,
                len(each.carried),
                "; ".join(map(_collision, each.collisions)),
            )
            for each in moves
        ),
        empty="No address moves.",
    )


class ShownRearrangement(DrawnPage, Rearrangement):
    """What a merge or a split would do, drawing itself."""

    __slots__ = ()

    def _page(self) -> Page:
        return preview(self)


class ShownRenaming(DrawnPage, Renaming):
    """What giving or taking a name would do, drawing itself."""

    __slots__ = ()

    def _page(self) -> Page:
        return preview(self)


class ShownUndoing(DrawnPage, Undoing):
    """What taking a revision back would do, drawing itself."""

    __slots__ = ()

    def _page(self) -> Page:
        return preview(self)


class ShownEntities(Entities):
    """The entities of a project; lists and changes draw themselves."""

    def list(self, *, limit: int = 1_000) -> Rows[EntityRow]:
        """As of `Entities`."""
        found = super().list(limit=limit)
        return Rows(found, listed(found))

    def named(self, label: str) -> Rows[EntityRow]:
        """As of `Entities`."""
        found = super().named(label)
        return Rows(found, listed(found))

    def alias(self, label: str, other: str, *, by: str = "user", reason: str = "") -> ShownRenaming:
        """As of `Entities`."""
        return display.dressed(ShownRenaming, super().alias(label, other, by=by, reason=reason))

    def unalias(self, label: str, other: str, *, by: str = "user", reason: str = "") -> ShownRenaming:
        """As of `Entities`."""
        return display.dressed(ShownRenaming, super().unalias(label, other, by=by, reason=reason))

    def merge(self, label: str, into: str, *, by: str = "user", reason: str = "") -> ShownRearrangement:
        """As of `Entities`."""
        return display.dressed(ShownRearrangement, super().merge(label, into, by=by, reason=reason))

    def split(
        self,
        label: str,
        into: str,
        addresses: Iterable[str],
        *,
        names: Iterable[str] = (),
        by: str = "user",
        reason: str = "",
    ) -> ShownRearrangement:
        """As of `Entities`."""
        found = super().split(label, into, addresses, names=names, by=by, reason=reason)
        return display.dressed(ShownRearrangement, found)

    def undo(self, revision: int | str, *, by: str = "user", reason: str = "") -> ShownUndoing:
        """As of `Entities`."""
        return display.dressed(ShownUndoing, super().undo(revision, by=by, reason=reason))

    def commit(self, change: Rearrangement | Renaming | Undoing) -> ShownReceipt:
        """As of `Entities`."""
        return display.receipt(super().commit(change))


def done(receipt: Receipt) -> str:
    """One line for a change that was made."""
    return f"Done in revision {receipt.revision}. `a008 memory undo {receipt.revision}` takes it back."
