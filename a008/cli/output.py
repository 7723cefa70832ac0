"""Where results go: text or one JSON document on standard output, everything else on standard error."""

from __future__ import annotations

import os
import shutil
import sys
import unicodedata
from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TextIO, TypeVar

import click

from a008 import canon
from a008.cli import streams
from a008.cli.options import Said
from a008.present import text
from a008.present.as_json import as_json
from a008.present.wrap import wrapped

P = ParamSpec("P")
R = TypeVar("R")

_DIM, _BOLD, _PLAIN = "\x1b[2m", "\x1b[1m", "\x1b[0m"
#: Categories of characters that JSON leaves as they are and a terminal may obey.
_ACTIVE = {"Cc", "Cf", "Zl", "Zp"}


class Output:
    """What a command prints with; every text it is given is already safe to look at, but for pieces of an answer.

    Shape: `width` is that of the terminal (or of `COLUMNS`), `None` where lines may be of any length.
    """

    def __init__(self, said: Said, *, json: bool) -> None:
        self.json = json
        self.width = _width(sys.stdout)
        self.is_terminal = sys.stdout.isatty()
        self._said = said
        self._held_back = ""

    def show(self, words: str, value: object) -> None:
        """The result of the command: in words, or with `--json` as the document of `value`."""
        if self.json:
            self.document(value)
        else:
            streams.write(sys.stdout, wrapped(words, self.width) + "\n")

    def block(self, words: str) -> None:
        """One of several blocks of text, with an empty line behind it."""
        streams.write(sys.stdout, words + "\n\n")

    def document(self, value: object) -> None:
        """A value as one line of canonical JSON."""
        streams.write(sys.stdout, _armoured(canon.text(as_json(value))) + "\n")
        self._said.document_out = True

    def piece(self, words: str) -> None:
        """A piece of an answer as it comes; what a terminal would obey in it shows as an escape."""
        if self.json:
            return
        words, self._held_back = self._held_back + words, ""
        if words.endswith("\r"):  # a line feed may follow
            words, self._held_back = words[:-1], "\r"
        streams.write(sys.stdout, text.visible(words, lines=True))

    def end(self) -> None:
        """The end of an answer that came in pieces."""
        if not self.json:
            streams.write(sys.stdout, text.visible(self._held_back) + "\n")
            self._held_back = ""

    def thought(self, words: str) -> None:
        """A piece of a model's reasoning, shown live and only where somebody looks."""
        if not self.json and sys.stderr.isatty():
            streams.tell(painted(text.visible(words, lines=True), _DIM, sys.stderr), end="")

    def note(self, words: str) -> None:
        """A line beside the result, on standard error."""
        streams.tell(painted(wrapped(words, _width(sys.stderr)), _DIM, sys.stderr))

    def say(self, words: str) -> None:
        """Lines of talk with the user, on standard error."""
        streams.tell(wrapped(words, _width(sys.stderr)))

    def heading(self, words: str) -> str:
        """A heading, bold where standard output is a terminal that can."""
        return painted(wrapped(words, self.width), _BOLD, sys.stdout)


def output_options(command: Callable[Concatenate[Output, P], R]) -> Callable[P, R]:
    """Give a command `--json`, and its `Output` as first argument."""

    @click.option("--json", "as_document", is_flag=True, help="Write one JSON document on standard output.")
    @wraps(command)
    def with_output(*arguments: P.args, **named: P.kwargs) -> R:
        json = bool(named.pop("as_document"))
        return command(Output(click.get_current_context().ensure_object(Said), json=json), *arguments, **named)

    return with_output


def paints(stream: TextIO) -> bool:
    """Whether a stream shows colours: a terminal that can, and nobody asked for none. Source: no-color.org."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM", "dumb") != "dumb"


def painted(words: str, style: str, stream: TextIO) -> str:
    """Words in a style, where the stream shows it."""
    return f"{style}{words}{_PLAIN}" if paints(stream) else words


def _width(stream: TextIO) -> int | None:
    if stream.isatty() or os.environ.get("COLUMNS", "").isdecimal():
        return shutil.get_terminal_size().columns
    return None


def _armoured(document: str) -> str:
    """JSON text whose invisible characters are escaped; it reads the same."""
    if document.isascii():
        return document
    return "".join(_escaped(c) if unicodedata.category(c) in _ACTIVE else c for c in document)


def _escaped(char: str) -> str:
    units = char.encode("utf-16-be")
    return "".join(f"\\u{units[i]:02x}{units[i + 1]:02x}" for i in range(0, len(units), 2))
