"""Killing a program at a system call of its own: recipe K of the faults."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from typing import NamedTuple

import pytest

needs_strace = pytest.mark.skipif(shutil.which("strace") is None, reason="strace is not installed")


class Killed(NamedTuple):
    """How a program ended, and the revisions that it had acknowledged by then; status 0 for one that went through."""

    status: int
    acknowledged: list[int]


def run_killed(program: list[str], call: str, number: int) -> Killed:
    """Run a Python program, killed with -9 at the n-th call of one kind; it acknowledges by lines `ack REVISION`."""
    inject = f"inject={call}:signal=SIGKILL:when={number}"
    command = ["strace", "-f", "-qq", "-o", os.devnull, "-e", f"trace={call}", "-e", inject, sys.executable, *program]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=50)
    told = [int(line.split()[1]) for line in done.stdout.splitlines() if line.startswith("ack")]
    return Killed(done.returncode, told)
