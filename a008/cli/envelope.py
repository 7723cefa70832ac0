"""`a008 envelope`: what a model was shown, or would be, byte for byte; verified, compared and explained."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TypeVar

import click

from a008.cli.opened import on_project
from a008.cli.options import AS_OF, budget_option
from a008.cli.output import Output
from a008.cli.tables import drawn, paged
from a008.clock import Instant
from a008.errors import UsageError
from a008.memory import turn_name
from a008.memory.turn_name import LAST
from a008.present import decision, envelope_pages, inspector, plain
from a008.workbench import Workbench

F = TypeVar("F", bound=Callable[..., object])

_conversation = click.option(
    "--conversation", metavar="ID", help="Only turns of this conversation; `last` is the one used last."
)


def _about(command: F) -> F:
    """Give a command the envelope that it is about: `--message` or `--turn`."""
    message = click.option("--message", metavar="TEXT", help="The envelope that this message would get now.")
    turn = click.option("--turn", metavar="TURN", help="The envelope of this turn.  [default: last]")
    return message(turn(command))


class _InOrder(click.Group):
    """A group that lists its commands in the order of this file."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names as they were added."""
        return list(self.commands)


@click.group(cls=_InOrder, invoke_without_command=True)
@click.pass_context
def envelope(context: click.Context) -> None:
    """Look at what models were shown, verify it, and ask why.

    A TURN is its id, `last`, `last~2` (two before it), or its number in the conversation used last. Where a MESSAGE can
    be given as well, anything else is one: it is asked now, without a dialogue before it, and no model sees it.

    \b
    Example:
      a008 envelope show last
      a008 envelope why user.residence --message "Where do I live?"
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


@envelope.command()
@click.option("--limit", type=click.IntRange(1, 10_000), default=50, show_default=True, help="Most turns.")
@_conversation
@on_project
def turns(workbench: Workbench, out: Output, limit: int, conversation: str | None) -> None:
    """List the turns whose envelopes are kept, the last first.

    \b
    Example:
      a008 envelope turns --limit 5
    """
    found = workbench.envelopes().turns(conversation=conversation, limit=limit)
    out.show(drawn(envelope_pages.turns(found), out.width), found)


@envelope.command()
@click.argument("about", nargs=-1, metavar="[MESSAGE|TURN]")
@click.option("--at", type=AS_OF, help="Ask the message at this time, or at the end of this day; now if unset.")
@click.option("--as-of", type=AS_OF, help="Ask of what held at this time; when the message is asked if unset.")
@click.option("--at-revision", metavar="REV", help="As believed at this revision; the newest if unset.")
@click.option(
    "--require", "required_ids", multiple=True, metavar="ID", help="An item that must be in; may be repeated."
)
@_conversation
@budget_option
@on_project
def show(
    workbench: Workbench,
    out: Output,
    about: tuple[str, ...],
    at: Instant | None,
    as_of: Instant | None,
    at_revision: str | None,
    required_ids: tuple[str, ...],
    conversation: str | None,
) -> None:
    """Show the envelope that a TURN was sent, or that a MESSAGE would get; the last turn's if neither is given.

    Of a message, --conversation is the dialogue that it continues.

    \b
    Example:
      a008 envelope show
      a008 envelope show "Where do I live?" --at-revision HEAD~3 --budget 2000
    """
    text, envelopes = " ".join(about) or LAST, workbench.envelopes()
    if turn_name.parse(text) is not None:
        if at or as_of or at_revision or required_ids:
            raise UsageError("a turn was asked once and for all", item=text, remedy="give a message with these options")
        found = envelopes.sent(text, conversation=conversation)
    else:
        found = envelopes.of(
            text, at=at, as_of=as_of, at_revision=at_revision, required_ids=required_ids, conversation=conversation
        )
    out.show(plain.envelope(inspector.inspect(found)), found)


@envelope.command()
@click.argument("turn", required=False)
@_conversation
@on_project
def verify(workbench: Workbench, out: Output, turn: str | None, conversation: str | None) -> None:
    """Verify that what was sent to models is kept to the byte: of one TURN, or of all.

    The bytes that are kept are compared with their hash, and the envelope is put together again from the store as it
    was then. Ends with 0, or with 8 and the first item that differs; an envelope that another version of A008 put
    together by other rules is said to be that, and is no fault.

    \b
    Example:
      a008 envelope verify
    """
    with click.progressbar(length=1, label="envelopes", file=sys.stderr) as bar:

        def told(done: int, of: int) -> None:
            bar.length = of
            bar.update(1)

        found = workbench.envelopes().verify(turn, conversation=conversation, progress=told)
    out.show(paged(envelope_pages.checked(found), out.width), found)
    if found.failure is not None:
        raise found.failure


@envelope.command()
@click.argument("before", metavar="MESSAGE|TURN")
@click.argument("after", metavar="[MESSAGE|TURN]", required=False)
@click.option("--budgets", nargs=2, type=int, metavar="BYTES BYTES", help="A message under two budgets.")
@click.option("--times", nargs=2, type=AS_OF, metavar="DATE DATE", help="A message as asked at two times.")
@click.option("--at-revisions", nargs=2, metavar="REV REV", help="A message as believed at two revisions.")
@on_project
def diff(
    workbench: Workbench,
    out: Output,
    before: str,
    after: str | None,
    budgets: tuple[int, int] | None,
    times: tuple[Instant, Instant] | None,
    at_revisions: tuple[str, str] | None,
) -> None:
    """Compare two envelopes: which items came, went, moved, or are put or found in another way.

    Of two turns, of a turn and a message, of two wordings; or of one message under two budgets, times or revisions.

    \b
    Example:
      a008 envelope diff last~1 last
      a008 envelope diff "Where do I live?" --budgets 500 4000
    """
    envelopes, text = workbench.envelopes(), after or before
    if budgets or times or at_revisions:
        pairs = (budgets or (None, None), times or (None, None), at_revisions or (None, None))
        asked = zip((before, text), *pairs, strict=True)
        one, other = (envelopes.of(said, budget=b, at=t, at_revision=r) for said, b, t, r in asked)
        found = envelopes.diff(one, other)
    elif after is None:
        raise UsageError("two envelopes are compared", remedy="name another turn or message, or give --budgets")
    else:
        found = envelopes.diff(before, after)
    out.show(paged(envelope_pages.difference(found), out.width), found)


@envelope.command()
@click.argument("given", metavar="ID")
@_about
@on_project
def why(workbench: Workbench, out: Output, given: str, message: str | None, turn: str | None) -> None:
    """Show what became of an ID in an envelope, whatever it was: sent, left out, or found by no lane.

    ID is a claim or an utterance, as answers cite it, or an address, which stands for what holds there.

    \b
    Example:
      a008 envelope why user.residence --message "What do we use for storage?"
    """
    found = workbench.envelopes().why(given, message or turn or LAST)
    out.show(paged(envelope_pages.accounts(found), out.width), found)


@envelope.command("why-not")
@click.argument("given", metavar="ID")
@_about
@on_project
def why_not(workbench: Workbench, out: Output, given: str, message: str | None, turn: str | None) -> None:
    """Show why an ID was not sent, and what would bring it; nothing when it was sent.

    ID is a claim or an utterance, as answers cite it, or an address, which stands for what holds there.

    \b
    Example:
      a008 envelope why-not user.residence --message "What do we use for storage?"
    """
    found = workbench.envelopes().why_not(given, message or turn or LAST)
    out.show(paged(envelope_pages.accounts(found), out.width), found)


@envelope.command()
@click.argument("about", nargs=-1, metavar="[MESSAGE|TURN]")
@budget_option
@on_project
def explain(workbench: Workbench, out: Output, about: tuple[str, ...]) -> None:
    """Show the whole decision behind an envelope: the last turn's, a TURN's, or what a MESSAGE would get.

    What the message was taken to ask for, what its words weigh, which lanes brought what, how the budget was filled,
    and what became of everything that was found.

    \b
    Example:
      a008 envelope explain "Where do I live?"
    """
    found = workbench.envelopes().explain(" ".join(about) or LAST)
    out.show(paged(decision.page(found), out.width), found)
