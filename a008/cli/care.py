"""`a008 memory pin`, `unpin`, `reinforce`, `weaken`, `reactivate` and `repel`: your say in what comes back."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import click

from a008.cli.opened import on_project
from a008.cli.output import Output
from a008.present.care import lines
from a008.runtime.evidence import USER
from a008.workbench import Workbench

F = TypeVar("F", bound=Callable[..., object])


def _signed(command: F) -> F:
    """Give a command `--reason` and `--by`."""
    by = click.option("--by", default=USER, show_default=True, metavar="NAME", help="Who decides.")
    return click.option("--reason", required=True, metavar="TEXT", help="Why; it is kept on record.")(by(command))


@click.command()
@click.argument("claim_ids", metavar="CLAIM_ID...", nargs=-1, required=True)
@click.option("--standing", is_flag=True, help="Put them into every envelope of the project as well.")
@_signed
@on_project
def pin(workbench: Workbench, out: Output, claim_ids: tuple[str, ...], standing: bool, reason: str, by: str) -> None:
    """Keep claims from ever growing dormant.

    Only a claim that you said or confirmed yourself can be pinned. A pin keeps nothing true: what is superseded or
    taken back is not shown, pinned or not.

    \b
    Example:
      a008 memory pin claim_abcdefghijklmnop --reason "We always deploy this way." --standing
    """
    done = workbench.care().pin(*claim_ids, reason=reason, by=by, standing=standing)
    out.show(lines(done), done)


@click.command()
@click.argument("claim_ids", metavar="CLAIM_ID...", nargs=-1, required=True)
@_signed
@on_project
def unpin(workbench: Workbench, out: Output, claim_ids: tuple[str, ...], reason: str, by: str) -> None:
    """Let pinned claims fade again.

    They start from the strength that is left by now, and stand in no envelope by themselves any more.

    \b
    Example:
      a008 memory unpin claim_abcdefghijklmnop --reason "The project is over."
    """
    done = workbench.care().unpin(*claim_ids, reason=reason, by=by)
    out.show(lines(done), done)


@click.command()
@click.argument("ids", metavar="ID...", nargs=-1, required=True)
@_signed
@on_project
def reinforce(workbench: Workbench, out: Output, ids: tuple[str, ...], reason: str, by: str) -> None:
    """Boost claims or utterances once, as their use does.

    \b
    Example:
      a008 memory reinforce claim_abcdefghijklmnop --reason "It was right again."
    """
    done = workbench.care().reinforce(*ids, reason=reason, by=by)
    out.show(lines(done), done)


@click.command()
@click.argument("ids", metavar="ID...", nargs=-1, required=True)
@_signed
@on_project
def weaken(workbench: Workbench, out: Output, ids: tuple[str, ...], reason: str, by: str) -> None:
    """Make claims or utterances come back less readily.

    It takes 0.2 from their strength. What is dormant is still found by its name or address.

    \b
    Example:
      a008 memory weaken claim_abcdefghijklmnop --reason "It comes up where it does not help."
    """
    done = workbench.care().weaken(*ids, reason=reason, by=by)
    out.show(lines(done), done)


@click.command()
@click.argument("ids", metavar="ID...", nargs=-1, required=True)
@_signed
@on_project
def reactivate(workbench: Workbench, out: Output, ids: tuple[str, ...], reason: str, by: str) -> None:
    """Wake claims or utterances that have grown dormant.

    It adds 0.5 to their strength, and at least what it takes to be active.

    \b
    Example:
      a008 memory reactivate claim_abcdefghijklmnop --reason "We take this up again."
    """
    done = workbench.care().reactivate(*ids, reason=reason, by=by)
    out.show(lines(done), done)


@click.command()
@click.argument("source", metavar="FROM")
@click.argument("target", metavar="TO")
@click.option("--relation", metavar="NAME", help="Only the association of this relation; all of them if unset.")
@_signed
@on_project
def repel(
    workbench: Workbench, out: Output, source: str, target: str, relation: str | None, reason: str, by: str
) -> None:
    """Say that an association misleads: what FROM brings up should not be TO.

    FROM and TO are names. Its attraction falls by 0.2, never below -1. What the relation states stays as it is.

    \b
    Example:
      a008 memory repel loadfile.c converter --reason "They only share a folder."
    """
    done = workbench.care().repel(source, target, relation=relation, reason=reason, by=by)
    out.show(lines(done), done)
