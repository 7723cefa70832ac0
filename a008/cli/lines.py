"""Lines that a user types or a pipe brings."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress

if sys.stdin.isatty() and sys.stdout.isatty():  # it would write to a pipe, too
    with suppress(ImportError):  # some builds of Python have none; then typed lines cannot be edited
        import readline  # noqa: F401  editing and recalling lines, for as long as the program runs

_PROMPT = "> "


def are_typed() -> bool:
    """Whether somebody types, and sees a prompt."""
    return sys.stdin.isatty()


def lines() -> Iterator[str]:
    """Lines without their ends, until the input ends.

    Errors: `KeyboardInterrupt` for Ctrl-C at the prompt.
    """
    if not are_typed():
        yield from (line.removesuffix("\n") for line in sys.stdin)
        return
    while (line := _typed()) is not None:
        yield line


def _typed() -> str | None:
    try:
        if sys.stdout.isatty():
            return input(_PROMPT)
        print(_PROMPT, end="", file=sys.stderr, flush=True)
        line = sys.stdin.readline()
    except EOFError:
        print(file=sys.stderr)
        return None
    return line.removesuffix("\n") if line else None
