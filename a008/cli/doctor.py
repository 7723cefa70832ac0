"""`a008 doctor`: the examination."""

from __future__ import annotations

import click

from a008.cli.output import Output, output_options
from a008.cli.settings import with_settings
from a008.config import Settings
from a008.present import status as view
from a008.runtime.doctor import examine


@click.command()
@output_options
@with_settings
def doctor(settings: Settings, out: Output) -> None:
    """Examine the program and its store.

    Nothing is changed: the checks run on a private copy of the store, and a store that does not exist is not made.
    Ends with 0, or with the exit status of what is wrong.

    \b
    Example:
      a008 --store backup.sqlite doctor
    """
    report = examine(settings)
    out.show(f"{view.report(report)}\n\n{view.verdict(report)}", report)
    if report.failure is not None:
        raise report.failure
