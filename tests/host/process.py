"""The Knowledge Manager as the process that surfaces start."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_ROOT = Path(__file__).parents[2]


@contextmanager
def host_process(store: Path, *options: str) -> Iterator[tuple[subprocess.Popen[str], dict[str, str]]]:
    """The process and the one line that it wrote."""
    command = [sys.executable, "-m", "a008.host", f"--store={store}", *options]
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, cwd=_ROOT)
    assert process.stdin
    assert process.stdout
    assert process.stderr
    try:
        yield process, json.loads(process.stdout.readline())
    finally:
        process.stdin.close()
        process.wait(20)
        process.stdout.close()
        process.stderr.close()
