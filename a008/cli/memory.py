"""`a008 memory`: what a project knows, and why; and your say in it. Looking changes nothing."""

from __future__ import annotations

import click

from a008.cli import care, entities, versions
from a008.cli.conflicts import conflicts, resolve
from a008.cli.embed import embed
from a008.cli.opened import on_project
from a008.cli.options import AS_OF
from a008.cli.output import Output
from a008.cli.tables import drawn
from a008.clock import Instant
from a008.present import explanation, listing, plain
from a008.workbench import Workbench


class _InOrder(click.Group):
    """A group that lists its commands in the order of this file."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names as they were added."""
        return list(self.commands)


@click.group(cls=_InOrder, invoke_without_command=True)
@click.pass_context
def memory(context: click.Context) -> None:
    """Look at what a project knows, and why.

    \b
    Example:
      a008 memory state
      a008 memory history user.residence
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@memory.command()
@click.argument("entity", required=False)
@click.option("--as-of", type=AS_OF, help="What held at this time, or at the end of this day; now if unset.")
@click.option("--at-revision", metavar="REV", help="As believed at this revision; the newest if unset.")
@on_project
def state(
    workbench: Workbench, out: Output, entity: str | None, as_of: Instant | None, at_revision: str | None
) -> None:
    """Show what holds, by address: of one ENTITY or of the whole project.

    \b
    Example:
      a008 memory state user --as-of 2024-06-01
    """
    found = workbench.knowledge().state(entity, as_of=as_of, at_revision=at_revision)
    out.show(drawn(listing.heads(found), out.width), found)


@memory.command()
@click.argument("address")
@click.option("--at-revision", metavar="REV", help="As believed at this revision; the newest if unset.")
@on_project
def history(workbench: Workbench, out: Output, address: str, at_revision: str | None) -> None:
    """Show everything that has held at an ADDRESS, newest first.

    \b
    Example:
      a008 memory history user.residence
    """
    found = workbench.knowledge().history(address, at_revision=at_revision)
    out.show(drawn(listing.history(found), out.width), found)


@memory.command()
@click.argument("query", nargs=-1, required=True)
@click.option("--limit", type=click.IntRange(1, 1_000), default=20, show_default=True, help="Most results.")
@on_project
def search(workbench: Workbench, out: Output, query: tuple[str, ...], limit: int) -> None:
    """Find claims and utterances by their words, best first.

    \b
    Example:
      a008 memory search storage
    """
    found = workbench.knowledge().search(" ".join(query), limit=limit)
    out.show(drawn(listing.found(found), out.width), found)


@memory.command()
@click.argument("claim_id", metavar="ID")
@on_project
def why(workbench: Workbench, out: Output, claim_id: str) -> None:
    """Show why a claim is believed.

    Who said so in which words, what it has held, how strong it is. ID is a claim or an utterance, as answers cite it.

    \b
    Example:
      a008 memory why claim_abcdefghijklmnop
    """
    found = workbench.knowledge().why(claim_id)
    view = explanation.view(found)
    out.show(plain.explanation(view, lambda table: drawn(table, out.width)), found)


_VERSIONS = (versions.log, versions.show, versions.diff, versions.blame, versions.bisect)
_CARE = (care.pin, care.unpin, care.reinforce, care.weaken, care.reactivate, care.repel)
_ENTITIES = (entities.entities, entities.alias, entities.unalias, entities.merge, entities.split, entities.undo)
for command in (*_VERSIONS, conflicts, resolve, *_ENTITIES, *_CARE, embed):
    memory.add_command(command)
