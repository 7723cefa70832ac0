"""`a008 import`: what other programs kept, brought into a project."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import click

from a008.cli import streams
from a008.cli.opened import holds_something, open_said
from a008.cli.options import Said, project_option
from a008.cli.output import Output, output_options
from a008.cli.settings import settings_of
from a008.cli.tables import paged
from a008.errors import Code, UsageError
from a008.present import imported
from a008.workbench import Workbench

#: Rows from which on a terminal is told how far it is.
_MANY = 1_000


@click.group("import")
def import_() -> None:
    """Bring in what another program kept.

    \b
    Example:
      a008 import v0 knowledge.json
    """


@import_.command("v0")
@click.argument("path", metavar="FILE", type=click.Path(path_type=Path))
@click.option("--dry-run", is_flag=True, help="Write nothing; say what an import would do.")
@project_option
@output_options
def v0(out: Output, path: Path, dry_run: bool) -> None:
    """Import the knowledge items of a v0 store.

    FILE holds one row a line (JSON Lines), an array of rows, or an object whose `items` is such an array. Each chain of
    items that replaced each other becomes the history of one address. A row that cannot be read is refused by name,
    and the rest goes on; the exit status is then 14. Importing the same file again changes nothing.

    \b
    Example:
      a008 import v0 knowledge.jsonl -p work --dry-run
      a008 import v0 knowledge.jsonl -p work
    """
    workbench = click.get_current_context().with_resource(_workbench(dry_run))
    report = workbench.import_v0(path, dry_run=dry_run, progress=_told)
    out.show(paged(imported.report(report), out.width), report)
    if report.is_partial:
        what = f"{len(report.refused):,} of {report.read:,} rows were refused"
        raise UsageError(what, code=Code.IMPORT_PARTIAL, item=str(path), remedy="put them right and import it again")


def _workbench(dry_run: bool) -> Workbench:
    """The workbench of a run; a dry run makes no store, not even an empty one."""
    said = click.get_current_context().ensure_object(Said)
    settings = settings_of(said)
    missing = not settings.in_memory and not holds_something(settings.store_path)
    return open_said(replace(said, store=":memory:") if dry_run and missing else said, existing=False)


def _told(done: int, of: int) -> None:
    """How far an import is, on one line that writes over itself; nothing where nobody looks."""
    if of >= _MANY and sys.stderr.isatty():
        streams.tell(f"\r{done:,} of {of:,} rows", end="\n" if done == of else "")
