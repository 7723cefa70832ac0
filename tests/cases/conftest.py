"""A memory on both backends; one on disk is checked whole when its test is over."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from a008.store import checks
from tests.turns import Memory


@pytest.fixture(params=["in memory", "on disk"])
def memory(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Memory]:
    path = tmp_path / "memory.sqlite" if request.param == "on disk" else None
    memory = Memory(path)
    yield memory
    memory.store.close()
    assert path is None or [done for done in checks.checked(path) if done.findings] == []


@pytest.fixture
def on_disk(tmp_path: Path) -> Iterator[Memory]:
    memory = Memory(tmp_path / "memory.sqlite")
    yield memory
    memory.store.close()
    assert [done for done in checks.checked(tmp_path / "memory.sqlite") if done.findings] == []
