"""The command line as a process of its own, for commands that run until they are told to stop."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_ROOT = Path(__file__).parents[2]


@contextmanager
def running(*words: str) -> Iterator[subprocess.Popen[str]]:
    """`a008` with these words, as in a narrow terminal; killed at the end of the block if it still runs."""
    program = "import sys; from a008.cli.main import main; sys.exit(main(sys.argv[1:]))"
    pipe = subprocess.PIPE
    process = subprocess.Popen(
        [sys.executable, "-c", program, *words],
        stdout=pipe,
        stderr=pipe,
        text=True,
        cwd=_ROOT,
        env={**os.environ, "COLUMNS": "40"},
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.communicate()
