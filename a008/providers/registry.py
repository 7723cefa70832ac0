"""Provider families by name: those that are built in, one per vendor row, and those that installed packages bring.

A family is loaded when somebody first uses it: a program that never leaves this machine never loads an HTTP client.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from importlib.metadata import EntryPoint, entry_points
from typing import Final, cast

from a008.errors import ProviderError, ProviderFault
from a008.providers.profile import Profile
from a008.providers.route import Family, Route, RouteOptions
from a008.providers.vendor import VENDORS

#: Entry point group in which third parties register a `Family`.
GROUP: Final = "a008.providers"
#: Where each built-in family lives: module and name in it. A third party cannot take these names.
_BUILT_IN: Final = {
    "embedded": ("a008.providers.embedded.engine", "EMBEDDED"),
    "scripted": ("a008.providers.script_file", "SCRIPTED"),
}
_VENDORS: Final = {vendor.name: vendor for vendor in VENDORS}


def open_route(route: str, options: RouteOptions) -> Route:
    """Open a route from its text `provider:model`; everything behind the first colon is the model.

    Errors: `ProviderError`, fault `configuration` (not a route, no such provider, options that cannot be) or
    `unknown_model`.
    """
    provider, colon, model = route.strip().partition(":")
    if not (provider and colon and model):
        raise ProviderError(
            "not a route",
            fault=ProviderFault.CONFIGURATION,
            item=repr(route),
            remedy="write provider:model, for example embedded:librarian",
        )
    return _family(provider).open_model(model, options)


def providers() -> tuple[str, ...]:
    """Names of all families, built in or installed, in order of the alphabet."""
    return tuple(sorted({*_BUILT_IN, *_VENDORS, *(point.name for point in _installed())}))


def catalogue() -> tuple[Profile, ...]:
    """Every model that a family can name, in order of the families' names; a family that does not load is left out."""
    families = [family for family in map(_attempt, providers()) if not isinstance(family, ProviderError)]
    return tuple(profile for family in families for profile in family.profiles())


def broken() -> tuple[ProviderError, ...]:
    """Why families that are installed do not load; for `a008 doctor`."""
    return tuple(failure for failure in map(_attempt, providers()) if isinstance(failure, ProviderError))


def _attempt(name: str) -> Family | ProviderError:
    try:
        return _family(name)
    except ProviderError as error:
        return error


def _family(name: str) -> Family:
    if name in _BUILT_IN:
        module, attribute = _BUILT_IN[name]
        return cast(Family, getattr(importlib.import_module(module), attribute))
    if name in _VENDORS:
        return cast(Family, importlib.import_module("a008.providers.openai").ChatFamily(_VENDORS[name]))
    points = [point for point in _installed() if point.name == name]
    if not points:
        raise ProviderError(
            "no such provider",
            fault=ProviderFault.CONFIGURATION,
            item=repr(name),
            remedy=f"there are: {', '.join(providers())}",
        )
    if len(points) > 1:
        raise ProviderError(
            "two installed packages claim the same provider name",
            fault=ProviderFault.CONFIGURATION,
            item=name,
            remedy=f"uninstall one of: {', '.join(sorted(point.value for point in points))}",
        )
    return _load(points[0])


def _load(point: EntryPoint) -> Family:
    try:
        return cast(Family, point.load())
    except Exception as error:  # a third party's module may fail in any way, and must not take the program with it
        raise ProviderError(
            f"an installed provider does not load ({type(error).__name__}: {error})",
            fault=ProviderFault.CONFIGURATION,
            item=f"{point.name} = {point.value}",
            remedy="repair or uninstall that package",
        ) from error


def _installed() -> Iterator[EntryPoint]:
    yield from entry_points(group=GROUP)
