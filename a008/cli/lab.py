"""`a008 lab`: JupyterLab with the notebooks, and the Knowledge Manager beside it."""

from __future__ import annotations

import importlib.util
import shutil
import socket
from contextlib import ExitStack, suppress
from pathlib import Path

import click

from a008.cli.options import project_option
from a008.cli.output import Output, output_options
from a008.cli.servers import (
    Server,
    interruptible,
    jupyterlab,
    knowledge_manager,
    open_in_browser,
    shown,
    store_of,
    wait_until_it_answers,
)
from a008.cli.settings import with_settings
from a008.config import Settings
from a008.errors import Code, UsageError

#: The notebook that JupyterLab opens at.
FIRST = "01_the_library.ipynb"
_PACKAGE = Path(__file__).parents[1]


@click.command()
@project_option
@click.option(
    "--port", type=click.IntRange(0, 65_535), default=0, show_default=True, help="JupyterLab's; 0: a free one."
)
@click.option("--check", is_flag=True, help="Start both, wait until they answer, stop them.")
@click.option("--no-open", is_flag=True, help="Print the addresses and open no browser.")
@output_options
@with_settings
def lab(settings: Settings, out: Output, port: int, check: bool, no_open: bool) -> None:
    """Open JupyterLab with the notebooks, and the Knowledge Manager beside it.

    Only this machine can reach them, with the tokens of their addresses. Ctrl-C ends both.

    \b
    Example:
      a008 lab --check
    """
    if check:
        with interruptible(), ExitStack() as stack:
            shown(out, *_started(stack, settings, out, port))
        out.note("Both were stopped.")
        return
    with suppress(KeyboardInterrupt), interruptible(), ExitStack() as stack:
        servers = _started(stack, settings, out, port)
        shown(out, *servers)
        if not no_open:
            open_in_browser(servers[0].url)
        servers[0].process.wait()


def notebooks(home: Path) -> Path:
    """The folder of the notebooks: that of a checkout, or a copy in the home folder, whose files are the user's own."""
    checkout = _PACKAGE.parent
    if (checkout / "pyproject.toml").is_file():
        return checkout / "notebooks"
    carried, own = _PACKAGE / "_notebooks", home / "notebooks"
    for source in sorted(path for path in carried.rglob("*") if path.is_file()):
        target = own / source.relative_to(carried)
        if not target.exists():
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(source, target)
    return own


def _started(stack: ExitStack, settings: Settings, out: Output, port: int) -> tuple[Server, Server]:
    """Both servers, answering; the stack stops them.

    Errors: `UsageError` when JupyterLab is not installed, and when one of them does not come up.
    """
    if importlib.util.find_spec("jupyterlab") is None:
        raise UsageError("JupyterLab is not installed", code=Code.CONFIGURATION, remedy="run: pip install 'a008[lab]'")
    store = store_of(settings)
    out.note("JupyterLab and the Knowledge Manager are starting ...")
    said = {"A008_HOME": str(settings.home), "A008_STORE": str(store), "A008_PROJECT": settings.project}
    folder, log = notebooks(settings.home), settings.home / "lab.log"
    jupyter = stack.enter_context(jupyterlab(folder, FIRST, port or _free_port(), said, log))
    manager = stack.enter_context(knowledge_manager(store, settings.project, 0))
    for server in (jupyter, manager):
        out.note(f"{server.name} answers after {wait_until_it_answers(server):.1f} s.")
    return jupyter, manager


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
