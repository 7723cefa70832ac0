"""`a008 memory embed`: a vector for each text, so that texts are found by their meaning too."""

from __future__ import annotations

import sys

import click

from a008.cli.opened import on_project
from a008.cli.output import Output
from a008.present.embedded import dropped, embedded
from a008.workbench import Workbench


@click.command()
@click.option("--dense", metavar="MODEL", help="Embedding model, `static` or a folder; the setting's if unset.")
@click.option("--drop", is_flag=True, help="Take every vector of the project out instead.")
@on_project
def embed(workbench: Workbench, out: Output, dense: str | None, drop: bool) -> None:
    """Embed the texts of a project, so that they are found by meaning too.

    What is embedded already stays as it is, and a run that was stopped goes on where it ended. They are used while the
    setting `dense` names the same model; what is said from then on is embedded by itself.

    \b
    Example:
      a008 memory embed --dense static
    """
    if drop:
        gone = workbench.drop_vectors()
        out.show(dropped(gone), {"dropped": gone})
        return
    with click.progressbar(length=1, label="texts", file=sys.stderr) as bar:

        def shown(done: int, of: int) -> None:
            bar.length = max(of, 1)
            bar.update(done)

        made = workbench.embed(dense=dense, progress=shown)
    out.show(embedded(made), made)
