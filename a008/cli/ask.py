"""`a008 ask`: one question, one answer, and an exit status that says how it went."""

from __future__ import annotations

import sys

import click

from a008.cli.opened import with_workbench
from a008.cli.options import budget_option, model_option, project_option
from a008.cli.output import Output, output_options
from a008.cli.turns import carried_out
from a008.present import inspector, plain
from a008.runtime.turn import MAX_MESSAGE_BYTES
from a008.workbench import Workbench

#: The word that stands for standard input.
_STDIN = "-"


@click.command()
@click.argument("message", nargs=-1, required=True)
@click.option("--file", "files", multiple=True, type=click.Path(), help="Show a text file along; may be repeated.")
@click.option("--conversation", metavar="ID", help="Go on in this conversation; `last` is the one used last.")
@click.option("--envelope", "only_envelope", is_flag=True, help="Show what the model would see, and do not ask it.")
@project_option
@model_option
@budget_option
@output_options
@with_workbench(existing=False)
def ask(
    workbench: Workbench,
    out: Output,
    message: tuple[str, ...],
    files: tuple[str, ...],
    conversation: str | None,
    only_envelope: bool,
) -> None:
    """Ask once and print the answer.

    MESSAGE is one text or several words; a `-` in it stands for standard input.

    \b
    Example:
      a008 ask "Where do we store things?"
      git diff | a008 ask "Review this:" -
    """
    session = workbench.session(conversation=conversation)
    words = _with_input(message)
    if only_envelope:
        envelope = session.envelope(words)
        out.show(plain.envelope(inspector.inspect(envelope)), envelope)
        return
    result = carried_out(session, words, files, out)
    if out.json:
        out.document(result)
    if result.answer.error is not None:
        raise result.answer.error


def _with_input(words: tuple[str, ...]) -> str:
    return " ".join(sys.stdin.read(MAX_MESSAGE_BYTES + 1) if word == _STDIN else word for word in words)
