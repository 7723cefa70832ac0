"""`a008 chat`: a conversation in a terminal, or line by line from a pipe."""

from __future__ import annotations

import click

from a008.cli.lines import are_typed, lines
from a008.cli.opened import with_workbench
from a008.cli.options import budget_option, model_option, project_option
from a008.cli.output import Output, output_options
from a008.cli.talk import Talk
from a008.workbench import Workbench


@click.command()
@click.option("--conversation", metavar="ID", help="Go on in this conversation; `last` is the one used last.")
@click.option("--new", is_flag=True, help="Begin a new conversation, which is the default.")
@project_option
@model_option
@budget_option
@output_options
@with_workbench(existing=False)
def chat(workbench: Workbench, out: Output, conversation: str | None, new: bool) -> None:
    """Talk with a model that remembers.

    Answers go to standard output, everything else to standard error. Lines that begin with a slash are commands: /help
    lists them. Ctrl-C stops an answer; Ctrl-D ends the conversation. With --json each turn is one line of JSON.

    \b
    Example:
      a008 --project garden chat
      a008 chat --conversation last
    """
    if conversation is not None and new:
        raise click.UsageError("--new and --conversation exclude each other")
    session = workbench.session(conversation=conversation)
    Talk(workbench, session, out).hold(lines(), typed=are_typed())
