"""The three standard streams, made fit for any shell: closed, full, not a terminal, of another encoding."""

from __future__ import annotations

import errno
import io
import os
import sys
from contextlib import suppress
from typing import TextIO

from a008.errors import Code, StoreError


def prepare() -> None:
    """Write UTF-8 whatever the locale says; a stream that the shell closed swallows what is written to it."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115  lives as long as the program
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")


def write(stream: TextIO, words: str) -> None:
    """Write and bring out at once.

    Errors: `BrokenPipeError` when the reader went away; `StoreError` when the disk behind the stream is full or fails.
    """
    try:
        stream.write(words)
        stream.flush()
    except BrokenPipeError:
        raise
    except OSError as error:
        let_go(stream)
        code = Code.STORAGE_FULL if error.errno == errno.ENOSPC else Code.STORAGE_IO
        raise StoreError(f"the output cannot be written: {error.strerror}", code=code) from None


def let_go(stream: TextIO) -> None:
    """Turn a stream to nowhere, so that the interpreter does not stumble at its end over what it still holds."""
    with suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def tell(line: str, *, end: str = "\n") -> None:
    """A line on standard error, if anybody can still hear it."""
    try:
        print(line, end=end, file=sys.stderr, flush=True)
    except OSError:
        let_go(sys.stderr)


def as_utf_8(word: str) -> str:
    """A word of the command line, read as UTF-8 where the locale could not read it."""
    if word.isascii() or not any("\udc80" <= character <= "\udcff" for character in word):
        return word
    return os.fsencode(word).decode("utf-8", "replace")
