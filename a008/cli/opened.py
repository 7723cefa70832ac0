"""A workbench for a command, which closes with it."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Concatenate, ParamSpec, TypeVar

import click

from a008.cli.options import Said, project_option
from a008.cli.output import Output, output_options
from a008.cli.settings import settings_of
from a008.errors import NotFound
from a008.workbench import Workbench, open_workbench

P = ParamSpec("P")
R = TypeVar("R")


def open_said(said: Said, *, existing: bool) -> Workbench:
    """The workbench of a run.

    Errors: `NotFound` when the store must exist and does not: looking makes no file.
    """
    settings = settings_of(said)
    if existing and not settings.in_memory and not holds_something(settings.store_path):
        raise NotFound(
            "there is no store yet", item=str(settings.store_path), remedy="`a008 chat` and `a008 ask` make one"
        )
    return open_workbench(said.home, store=said.store, project=said.project, model=said.model, budget=said.budget)


def holds_something(path: Path) -> bool:
    """Whether there is a file that is not empty; an empty one is no store yet."""
    return path.exists() and (not path.is_file() or path.stat().st_size > 0)


def with_workbench(*, existing: bool) -> Callable[[Callable[Concatenate[Workbench, P], R]], Callable[P, R]]:
    """Hand a command its workbench as first argument; with `existing`, a store that is not there is not made."""

    def decorate(command: Callable[Concatenate[Workbench, P], R]) -> Callable[P, R]:
        @wraps(command)
        def opened(*arguments: P.args, **named: P.kwargs) -> R:
            context = click.get_current_context()
            workbench = context.with_resource(open_said(context.ensure_object(Said), existing=existing))
            return command(workbench, *arguments, **named)

        return opened

    return decorate


def on_project(command: Callable[Concatenate[Workbench, Output, P], R]) -> Callable[P, R]:
    """Make a command of a function that looks at, or decides on, what a project of an existing store knows.

    Shape: it gets the workbench and the output; `--project`, `--json` and their like are added to its options.
    """
    return project_option(output_options(with_workbench(existing=True)(command)))
