"""A memory for each way in which a store is kept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.turns import Memory


@pytest.fixture(params=["memory", "file"])
def memory(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Memory]:
    """A memory without a file, and one with."""
    found = Memory(None if request.param == "memory" else tmp_path / "memory.sqlite")
    yield found
    found.store.close()
