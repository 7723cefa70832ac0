"""`a008 memory entities`, `alias`, `unalias`, `merge`, `split`, `undo`: who a name means. Shown before it is done."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import click

from a008.cli.opened import on_project
from a008.cli.output import Output
from a008.cli.tables import drawn, paged
from a008.intake.identity import Rearrangement
from a008.intake.undo import Undoing
from a008.present.entities import done, listed, preview
from a008.runtime.entities import Renaming
from a008.runtime.evidence import USER
from a008.workbench import Workbench

F = TypeVar("F", bound=Callable[..., object])


def _decided(command: F) -> F:
    """Give a command `--yes`, `--reason` and `--by`."""
    by = click.option("--by", default=USER, show_default=True, metavar="NAME", help="Who decides.")
    reason = click.option("--reason", default="", metavar="TEXT", help="Why; it is kept as what was said.")
    return click.option("--yes", is_flag=True, help="Do it; without this it is only shown.")(reason(by(command)))


def _carry_out(workbench: Workbench, out: Output, change: Rearrangement | Renaming | Undoing, *, yes: bool) -> None:
    """Do what was asked for, or show what it would do."""
    if yes:
        receipt = workbench.entities().commit(change)
        out.show(f"{paged(preview(change), out.width)}\n\n{done(receipt)}", receipt)
    else:
        out.show(paged(preview(change), out.width), preview(change))
        out.note("Nothing has changed yet: say it again with --yes.")


@click.command()
@click.argument("name", required=False)
@click.option("--limit", type=click.IntRange(1, 100_000), default=1_000, show_default=True, help="Most listed.")
@on_project
def entities(workbench: Workbench, out: Output, name: str | None, limit: int) -> None:
    """List what goes by a name: everything, or all that NAME may mean.

    \b
    Example:
      a008 memory entities anna
    """
    found = workbench.entities().list(limit=limit) if name is None else workbench.entities().named(name)
    out.show(drawn(listed(found), out.width), found)
    if name is None and len(found) == limit:
        out.note(f"There may be more than these {limit:,}; --limit lists them.")


@click.command()
@click.argument("entity")
@click.argument("name")
@_decided
@on_project
def alias(workbench: Workbench, out: Output, entity: str, name: str, yes: bool, reason: str, by: str) -> None:
    """Give an ENTITY another NAME.

    \b
    Example:
      a008 memory alias pve-01 "the proxmox box" --yes
    """
    _carry_out(workbench, out, workbench.entities().alias(entity, name, by=by, reason=reason), yes=yes)


@click.command()
@click.argument("entity")
@click.argument("name")
@_decided
@on_project
def unalias(workbench: Workbench, out: Output, entity: str, name: str, yes: bool, reason: str, by: str) -> None:
    """Take a NAME from an ENTITY, which keeps at least one.

    \b
    Example:
      a008 memory unalias pve-01 "the proxmox box" --yes
    """
    _carry_out(workbench, out, workbench.entities().unalias(entity, name, by=by, reason=reason), yes=yes)


@click.command()
@click.argument("entity")
@click.argument("into")
@_decided
@on_project
def merge(workbench: Workbench, out: Output, entity: str, into: str, yes: bool, reason: str, by: str) -> None:
    """Declare that ENTITY and INTO are one: names, addresses and relations of the first become those of the second.

    Where both have a value, dates decide; where they cannot, what INTO says stays and the other value waits in the
    conflict inbox.

    \b
    Example:
      a008 memory merge postgres PostgreSQL
      a008 memory merge postgres PostgreSQL --yes --reason "The same server."
    """
    _carry_out(workbench, out, workbench.entities().merge(entity, into, by=by, reason=reason), yes=yes)


@click.command()
@click.argument("entity")
@click.argument("into")
@click.argument("addresses", nargs=-1, required=True, metavar="ADDRESS...")
@click.option("--name", "names", multiple=True, metavar="NAME", help="A name that goes along; may be said again.")
@_decided
@on_project
def split(
    workbench: Workbench,
    out: Output,
    entity: str,
    into: str,
    addresses: tuple[str, ...],
    names: tuple[str, ...],
    yes: bool,
    reason: str,
    by: str,
) -> None:
    """Declare that each ADDRESS of ENTITY is about another one, INTO, which may be new.

    \b
    Example:
      a008 memory split Anna "Anna Berg" anna.residence anna.employer --yes
    """
    change = workbench.entities().split(entity, into, addresses, names=names, by=by, reason=reason)
    _carry_out(workbench, out, change, yes=yes)


@click.command()
@click.argument("revision")
@_decided
@on_project
def undo(workbench: Workbench, out: Output, revision: str, yes: bool, reason: str, by: str) -> None:
    """Take a merge, a split or a name back, by its REVISION as `a008 memory log` shows it.

    An address that has changed since stays as it is.

    \b
    Example:
      a008 memory undo HEAD --yes
    """
    _carry_out(workbench, out, workbench.entities().undo(revision, by=by, reason=reason), yes=yes)
