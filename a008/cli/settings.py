"""The settings of a run, for commands that open nothing."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

import click

from a008.cli.options import Said
from a008.config import Settings, load_settings

P = ParamSpec("P")
R = TypeVar("R")


def settings_of(said: Said) -> Settings:
    """The settings of a run.

    Errors: `UsageError` (`configuration`) for settings that cannot be.
    """
    return load_settings(home=said.home, store=said.store, project=said.project, model=said.model, budget=said.budget)


def with_settings(command: Callable[Concatenate[Settings, P], R]) -> Callable[P, R]:
    """Hand a command the settings as first argument."""

    @wraps(command)
    def with_them(*arguments: P.args, **named: P.kwargs) -> R:
        return command(settings_of(click.get_current_context().ensure_object(Said)), *arguments, **named)

    return with_them
