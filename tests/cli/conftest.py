"""The command line as these tests call it: in this process, with its own streams."""

from __future__ import annotations

import io
import json
import sys
from typing import Any, NamedTuple, Protocol

import pytest

from a008.cli.main import main


class Ran(NamedTuple):
    """What a call came to."""

    status: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """Standard output as the one JSON document that it is."""
        return json.loads(self.out)


class Call(Protocol):
    """Call the command line with some words."""

    def __call__(self, *words: str, stdin: str = "") -> Ran: ...


@pytest.fixture
def a008(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Call:
    """Call the command line in this process."""

    def call(*words: str, stdin: str = "") -> Ran:
        capsys.readouterr()
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        status = main(words)
        out, err = capsys.readouterr()
        return Ran(status, out, err)

    return call


@pytest.fixture
def told(a008: Call) -> Call:
    """The command line, after a few things were told and one of them changed."""
    for message in ("I live in Lyon.", "We use SQLite for storage.", "I live in Oslo now."):
        assert a008("ask", message).status == 0
    return a008
