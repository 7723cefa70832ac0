"""A memory for each way in which a store is kept, and a workbench on a file with a clock that stands still."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from a008.clock import Instant, ManualClock
from a008.ids import CountedIds
from a008.present.session import ShownSession
from a008.workbench import Workbench, open_workbench
from tests.turns import Memory


@pytest.fixture(params=["memory", "file"])
def memory(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Memory]:
    """A memory without a file, and one with."""
    found = Memory(None if request.param == "memory" else tmp_path / "memory.sqlite")
    yield found
    found.store.close()


@pytest.fixture
def clock() -> ManualClock:
    """A clock that a test moves."""
    return ManualClock(Instant.parse("2026-01-01T09:00:00Z"))


@pytest.fixture
def workbench(tmp_path: Path, clock: ManualClock) -> Iterator[Workbench]:
    """A workbench on a file."""
    with open_workbench(tmp_path, project="test", clock=clock, mint=CountedIds("runtime")) as opened:
        yield opened


@pytest.fixture
def session(workbench: Workbench) -> ShownSession:
    """A session of its project."""
    return workbench.session()
