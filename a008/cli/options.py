"""Options that several commands share, and the note of what was said with them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import click

from a008.clock import Instant
from a008.errors import UsageError

F = TypeVar("F", bound=Callable[..., object])


@dataclass(slots=True)
class Said:
    """What one run of the command line was told, and how far it came; filled while options are read.

    Shape: `document_out` becomes true when the run's one JSON document is on standard output.
    """

    home: str | None = None
    store: str | None = None
    project: str | None = None
    model: str | None = None
    budget: int | None = None
    debug: bool = False
    document_out: bool = False


def _note(context: click.Context, parameter: click.Parameter, value: object) -> None:
    """Note what was said; what a command's own option says wins over the same option in front of the command."""
    if value is not None and parameter.name is not None:
        setattr(context.ensure_object(Said), parameter.name, value)


def said_option(*names: str, **settings: object) -> Callable[[F], F]:
    """An option that is noted in `Said` and not handed to the command."""
    return click.option(*names, **settings, expose_value=False, callback=_note)  # type: ignore[arg-type]


project_option = said_option("-p", "--project", metavar="NAME", help="Project to work in.")
model_option = said_option("-m", "--model", metavar="PROVIDER:MODEL", help="Model to ask.")
budget_option = said_option("--budget", type=int, metavar="N", help="Most bytes, or tokens, of the context envelope.")


class _MomentType(click.ParamType[Instant]):
    """An instant as people write it: a date and time, or a date alone, which means the end of that day."""

    name = "date"

    def convert(self, value: object, param: click.Parameter | None, ctx: click.Context | None) -> Instant:
        """Read it."""
        try:
            return value if isinstance(value, Instant) else Instant.through(str(value))
        except UsageError as error:
            self.fail(str(error), param, ctx)


AS_OF = _MomentType()
