"""What embedding did, in words."""

from __future__ import annotations

from a008.present import text
from a008.runtime.embedding import Embedded


def embedded(made: Embedded) -> str:
    """How many texts got a vector, and how many had one."""
    return f"{made.made:,} texts embedded, {made.kept:,} were already; by {text.visible(made.model)}."


def dropped(gone: int) -> str:
    """How many vectors were taken out."""
    return f"{gone:,} vectors taken out."
