"""A008: see what your AI client remembers, why, and what it will cost.

    from a008 import open_workbench

Importing this package opens nothing and loads nothing; each name below is loaded when it is first asked for.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from a008.workbench import open_workbench as open_workbench

    __version__: str

__all__ = ["__version__", "open_workbench"]


def __getattr__(name: str) -> object:
    """Load a public name on first use.

    Errors: `AttributeError` for a name that is not public.
    """
    if name == "__version__":
        from importlib import metadata

        return metadata.version("a008")
    if name == "open_workbench":
        from a008.workbench import open_workbench

        return open_workbench
    raise AttributeError(f"module 'a008' has no attribute {name!r}")


def __dir__() -> list[str]:
    """The public names, loaded or not."""
    return __all__
