"""`a008 browse`: the Knowledge Manager in a browser."""

from __future__ import annotations

from contextlib import suppress

import click

from a008.cli.options import project_option
from a008.cli.output import Output, output_options
from a008.cli.servers import interruptible, knowledge_manager, open_in_browser, shown, store_of
from a008.cli.settings import with_settings
from a008.config import Settings


@click.command()
@project_option
@click.option("--port", type=click.IntRange(0, 65_535), default=0, show_default=True, help="0 takes a free one.")
@click.option("--allow-host", multiple=True, metavar="NAME:PORT", help="Answer to this name too, behind a proxy.")
@click.option("--no-open", is_flag=True, help="Print the address and open no browser.")
@output_options
@with_settings
def browse(settings: Settings, out: Output, port: int, allow_host: tuple[str, ...], no_open: bool) -> None:
    """Open the Knowledge Manager: what the store holds, since when and from whom.

    Only this machine can reach it, with the token of its address, and looking changes nothing. Ctrl-C ends it.

    \b
    Example:
      a008 browse --project default
    """
    with (
        suppress(KeyboardInterrupt),
        interruptible(),
        knowledge_manager(store_of(settings), settings.project, port, allow_host) as manager,
    ):
        shown(out, manager)
        if not no_open:
            open_in_browser(manager.url)
        manager.process.wait()
