"""The dialogue lane: what lies in the conversation's scope so far. Broad: dormant ones stay away."""

from __future__ import annotations

from collections.abc import Set

from a008.memory.envelope import Lane
from a008.memory.label import Axis
from a008.retrieval.find import Find
from a008.retrieval.lanes import label
from a008.retrieval.query import Snapshot

#: Domains of the scope that are followed, those mentioned last.
MAX_DOMAINS = 4


def find(snapshot: Snapshot, scope: tuple[str, ...], beyond: Set[str]) -> tuple[Find, ...]:
    """Claims in the domains last spoken of; `beyond` are domains that the message itself leads to."""
    recent = [domain for domain in reversed(scope) if domain not in beyond][:MAX_DOMAINS]
    return label.find(snapshot, Axis.DOMAIN, recent, "of this conversation", lane=Lane.DIALOGUE)
