"""The command `a008`: its options, its commands by name, and the one place where errors become exit statuses.

A command is loaded when it is called: `a008 --help` loads none of them.
"""

from __future__ import annotations

import errno
import importlib
import keyword
import sys
import traceback
from collections import UserDict
from collections.abc import Sequence
from contextlib import suppress
from typing import NamedTuple, cast

import click

from a008 import canon
from a008.cli import streams
from a008.cli.options import Said, budget_option, model_option, project_option, said_option
from a008.errors import EXIT_CODES, EXIT_INTERNAL, A008Error, Code, StoreError, UsageError
from a008.present import text
from a008.present.as_json import as_json

#: Exit status when whoever read standard output went away, and when the user pressed Ctrl-C: 128 and the signal.
EXIT_CLOSED, EXIT_INTERRUPTED = 141, 130


class Place(NamedTuple):
    """Where a command lives, and its line in the list of commands."""

    module: str
    says: str


PLACES = {
    "chat": Place("a008.cli.chat", "Talk with a model that remembers."),
    "ask": Place("a008.cli.ask", "Ask once and print the answer."),
    "memory": Place("a008.cli.memory", "Look at what a project knows, and why."),
    "envelope": Place("a008.cli.envelope", "Look at what models were shown, verify it, and ask why."),
    "import": Place("a008.cli.imports", "Bring in what another program kept."),
    "models": Place("a008.cli.models", "List the models that can be named."),
    "status": Place("a008.cli.status", "Show settings, store and projects."),
    "demo": Place("a008.cli.demo", "Play the library scenario on a throw-away store."),
    "lab": Place("a008.cli.lab", "Open JupyterLab with the notebooks, and the Knowledge Manager beside it."),
    "browse": Place("a008.cli.browse", "Open the Knowledge Manager: what the store holds, since when and from whom."),
    "verify": Place("a008.cli.versions", "Verify the store: its chain of revisions, every row, every invariant."),
    "bench": Place("a008.cli.bench", "Measure how costs grow on this machine."),
    "doctor": Place("a008.cli.doctor", "Examine the program and its store."),
}


class Commands(UserDict[str, click.Command]):
    """The commands by name, each loaded when it is first asked for; until then an empty one keeps its place."""

    def __init__(self) -> None:
        super().__init__({name: click.Command(name) for name in PLACES})
        self._loaded: set[str] = set()

    def __getitem__(self, name: str) -> click.Command:
        """The command of a name.

        Errors: `KeyError`.
        """
        if name not in self._loaded:
            attribute = f"{name}_" if keyword.iskeyword(name) else name
            self.data[name] = cast(click.Command, getattr(importlib.import_module(PLACES[name].module), attribute))
            self._loaded.add(name)
        return self.data[name]


class Program(click.Group):
    """A group that lists its commands, in their own order, without loading them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Names in the order of `PLACES`."""
        return list(PLACES)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, place.says) for name, place in PLACES.items()])


@click.group(
    cls=Program,
    commands=Commands(),
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@said_option("--home", type=click.Path(), metavar="FOLDER", help="Folder of settings and store.  [default: ~/.a008]")
@said_option("--store", type=click.Path(), metavar="FILE", help="The store's file; `:memory:` writes none.")
@project_option
@model_option
@budget_option
@said_option("--debug", is_flag=True, help="Show where an error came from.")
@click.version_option(package_name="a008", message="A008 %(version)s")
@click.pass_context
def cli(context: click.Context) -> None:
    """See what your AI client remembers, why, and what it will cost.

    Answers go to standard output, everything else to standard error.

    \b
    Example:
      a008 ask "We use PostgreSQL for storage."
      a008 memory state
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit status."""
    words = [streams.as_utf_8(word) for word in (sys.argv[1:] if arguments is None else arguments)]
    said = Said()
    streams.prepare()
    try:
        status = _carried_out(words, said)
        streams.write(sys.stdout, "")
    except BrokenPipeError:
        streams.let_go(sys.stdout)
        return EXIT_CLOSED
    except (KeyboardInterrupt, click.Abort):
        streams.tell("")
        return EXIT_INTERRUPTED
    except click.ClickException as error:
        return _failed(_of_click(error), words, said)
    except A008Error as error:
        return _failed(error, words, said)
    except OSError as error:  # the machine said no: a folder that cannot be entered, a disk that is full
        code = Code.STORAGE_FULL if error.errno == errno.ENOSPC else Code.STORAGE_IO
        return _failed(StoreError(str(error.strerror or error), code=code, item=error.filename), words, said)
    except Exception as error:  # a fault of ours: one line that says so, and where it was only on demand
        return _fault(error, said)
    return status


def _carried_out(words: list[str], said: Said) -> int:
    """Carry a command line out. Click's own `main` would end the program by itself when a reader goes away."""
    try:
        with cli.make_context("a008", words, obj=said) as context:
            cli.invoke(context)
    except click.exceptions.Exit as ending:  # help and version
        return ending.exit_code
    return 0


def _of_click(error: click.ClickException) -> UsageError:
    context = getattr(error, "ctx", None)
    path = "a008" if context is None else context.command_path
    return UsageError(error.format_message().rstrip("."), remedy=f"see {path} --help")


def _failed(error: A008Error, words: Sequence[str], said: Said) -> int:
    if said.debug:
        traceback.print_exception(error)
    streams.tell(f"a008: {text.visible(str(error))}")
    ours = words[: words.index("--")] if "--" in words else words
    if "--json" in ours and not said.document_out:
        with suppress(OSError):
            print(canon.text({"error": as_json(error)}), flush=True)
    return EXIT_CODES[error.code]


def _fault(error: Exception, said: Said) -> int:
    if said.debug:
        traceback.print_exception(error)
    where = "" if said.debug else "; --debug shows where"
    what = text.visible(f"{type(error).__name__}: {error}")
    streams.tell(f"a008: a fault of A008 itself: {what} (please report it{where})")
    return EXIT_INTERNAL
