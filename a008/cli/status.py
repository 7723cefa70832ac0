"""`a008 status`: where things are, and how much there is."""

from __future__ import annotations

import click

from a008.cli.opened import holds_something, open_said
from a008.cli.options import Said, project_option
from a008.cli.output import Output, output_options
from a008.cli.settings import settings_of
from a008.cli.tables import drawn
from a008.present import status as view
from a008.runtime.status import Status
from a008.runtime.status import status as found


@click.command()
@project_option
@output_options
@click.pass_obj
def status(said: Said, out: Output) -> None:
    """Show settings, store and projects.

    A store that does not exist yet is not made.

    \b
    Example:
      a008 --home /tmp/elsewhere status
    """
    now = _now(said)
    out.show(f"{view.settings(now)}\n\n{drawn(view.projects(now), out.width)}", now)


def _now(said: Said) -> Status:
    settings = settings_of(said)
    if not settings.in_memory and not holds_something(settings.store_path):
        return found(settings, None)
    with open_said(said, existing=True) as workbench:
        return found(settings, workbench.store)
