"""How every test runs: guarded, repeatable, in full only when asked to."""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

pytest_plugins = ["tests.guards", "tests.browser", "pytester"]

_SLOW = os.environ.get("A008_SLOW") == "1"

settings.register_profile("desk", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.register_profile("slow", deadline=None, max_examples=2_000, print_blob=True)
settings.load_profile("slow" if _SLOW else "ci" if os.environ.get("CI") else "desk")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is marked `slow` unless `A008_SLOW=1`; the closing line counts it as deselected."""
    if _SLOW:
        return
    slow = [item for item in items if item.get_closest_marker("slow")]
    if slow:
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if item not in slow]
