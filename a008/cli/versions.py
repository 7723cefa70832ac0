"""Git for memory: the commands of `a008 memory` that look at revisions, and `a008 verify`."""

from __future__ import annotations

import click

from a008.cli.opened import on_project, with_workbench
from a008.cli.options import AS_OF
from a008.cli.output import Output, output_options
from a008.cli.tables import drawn, paged
from a008.clock import Instant
from a008.memory import name
from a008.memory.binding import readable
from a008.present import listing, look_back
from a008.runtime.bisect import KnowledgeAt
from a008.store.revisions import Revision
from a008.workbench import Workbench


@click.command()
@click.option("--limit", type=click.IntRange(1, 10_000), default=50, show_default=True, help="Most revisions.")
@click.option("--before", metavar="REV", help="Only revisions before this one: the next page of a long log.")
@on_project
def log(workbench: Workbench, out: Output, limit: int, before: str | None) -> None:
    """List the project's revisions, newest first.

    \b
    Example:
      a008 memory log --limit 5
      a008 memory log --before HEAD~50
    """
    knowledge = workbench.knowledge()
    found = knowledge.log(limit=limit, before=None if before is None else knowledge.revision(before).number)
    out.show(drawn(listing.log(found), out.width), found)


@click.command()
@click.argument("revision", metavar="REV")
@on_project
def show(workbench: Workbench, out: Output, revision: str) -> None:
    """Show everything that one revision changed.

    REV is a number, HEAD (the newest), HEAD~3 (three before it), or the first eight or more digits of its hash.

    \b
    Example:
      a008 memory show HEAD
    """
    found = workbench.knowledge().show(revision)
    out.show(paged(look_back.details(found), out.width), found)


@click.command()
@click.argument("before", metavar="REV")
@click.argument("after", metavar="REV")
@click.option("--as-of", type=AS_OF, help="Compare what held at this time, or at the end of this day; now if unset.")
@on_project
def diff(workbench: Workbench, out: Output, before: str, after: str, as_of: Instant | None) -> None:
    """Compare what holds as believed at two revisions.

    REV is a number (0 stands before the first), HEAD, HEAD~3, or the first eight or more digits of a hash.

    \b
    Example:
      a008 memory diff HEAD~5 HEAD
    """
    found = workbench.knowledge().diff(before, after, as_of=as_of)
    out.show(paged(look_back.difference(found), out.width), found)


@click.command()
@click.argument("address")
@click.option("--at-revision", metavar="REV", help="As believed at this revision; the newest if unset.")
@on_project
def blame(workbench: Workbench, out: Output, address: str, at_revision: str | None) -> None:
    """Show who put there what is believed at an ADDRESS.

    Each value with the revision, its author, and the words that it rests on; and what ended it.

    \b
    Example:
      a008 memory blame user.residence
    """
    found = workbench.knowledge().blame(address, at_revision=at_revision)
    out.show(drawn(look_back.blame(found), out.width), found)


@click.command()
@click.argument("address")
@click.argument("value")
@click.option("--good", metavar="REV", help="It did not hold here yet; before the first revision if unset.")
@click.option("--bad", metavar="REV", help="It holds here; the newest revision if unset.")
@on_project
def bisect(workbench: Workbench, out: Output, address: str, value: str, good: str | None, bad: str | None) -> None:
    """Find the first revision at which an ADDRESS has a VALUE.

    Looks at about log2(n) of n revisions, on the word that once it has the value it keeps it until --bad. VALUE is
    compared without regard to case; of a set, one member is enough.

    \b
    Example:
      a008 memory bisect user.residence Oslo
      a008 memory bisect user.residence Lyon --bad HEAD~10
    """
    wanted = name.key(value)

    def has_it(knowledge: KnowledgeAt) -> bool:
        found = map(readable, knowledge.values(address))
        return wanted in map(name.key, found)

    found: Revision = workbench.knowledge().bisect(has_it, good=good, bad=bad)
    out.show(drawn(listing.log([found]), out.width), found)


@click.command()
@output_options
@with_workbench(existing=True)
def verify(workbench: Workbench, out: Output) -> None:
    """Verify the store: its chain of revisions, every row, every invariant.

    The hash of every revision is derived again, every row is compared with what its revision vouches for, and what must
    hold between rows is looked at. Ends with 0, or with 8 and the name of each thing that fails.

    \b
    Example:
      a008 verify
    """
    found = workbench.verify()
    out.show(paged(look_back.verification(found), out.width), found)
    if found.failure is not None:
        raise found.failure
