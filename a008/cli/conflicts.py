"""`a008 memory conflicts` and `a008 memory resolve`: the conflict inbox, and a person's decision on one of them."""

from __future__ import annotations

import click

from a008.cli.opened import on_project
from a008.cli.output import Output
from a008.cli.tables import drawn
from a008.memory.resolution import Resolution
from a008.present import listing, outcome
from a008.runtime.evidence import USER
from a008.workbench import Workbench

_WAYS = {each.replace("_", "-"): each for each in Resolution}


@click.command()
@click.option("--at-revision", metavar="REV", help="Open at this revision; the newest if unset.")
@on_project
def conflicts(workbench: Workbench, out: Output, at_revision: str | None) -> None:
    """List open conflicts: what holds, what competes with it.

    What holds keeps its place until somebody decides with `a008 memory resolve`.

    \b
    Example:
      a008 memory conflicts
    """
    found = workbench.knowledge().conflicts(at_revision=at_revision)
    out.show(drawn(listing.conflicts(found), out.width), found)


@click.command()
@click.argument("claim_id", metavar="CLAIM_ID")
@click.argument("resolution", metavar="RESOLUTION", type=click.Choice(list(_WAYS)))
@click.option("--as", "new_attribute", metavar="ATTRIBUTE", help="Where a split puts the value, of the same entity.")
@click.option("--reason", default="", metavar="TEXT", help="Why; it is kept as what was said.")
@click.option("--by", default=USER, show_default=True, metavar="NAME", help="Who decides.")
@on_project
def resolve(
    workbench: Workbench,
    out: Output,
    claim_id: str,
    resolution: str,
    new_attribute: str | None,
    reason: str,
    by: str,
) -> None:
    """Decide an open conflict.

    CLAIM_ID is the claim that competes, as `a008 memory conflicts` lists it. RESOLUTION is keep-head (what holds
    stays), take-other (the claim takes its place), keep-both (the address becomes a set with both) or split (the value
    stands at another attribute, named with --as). Each is one revision.

    \b
    Example:
      a008 memory resolve claim_abcdefghijklmnop keep-head --reason "I looked it up."
      a008 memory resolve claim_abcdefghijklmnop split --as holiday_home
    """
    way = _WAYS[resolution]
    receipt = workbench.resolve(claim_id, way, by=by, reason=reason, new_attribute=new_attribute)
    out.show(outcome.resolution_line(receipt, way), receipt)
