"""A process of its own that has just started: it tells when it has its first envelope, then what all of them took.

Read from the standard input: one line of JSON, with the store's path, the instant, the budget, and the questions as
pairs of a project's id and a text. Written: a line for the first envelope, then the bytes by which memory has grown.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from a008 import canon
from a008.clock import Instant
from a008.retrieval.query import RetrievalRequest
from a008.retrieval.retrieve import retrieve
from a008.store.store import Store

try:
    import resource
except ImportError:  # Windows has none
    resource = None  # type: ignore[assignment]

_STATM = Path("/proc/self/statm")


def request(project_id: str, message: str, now: Instant, budget: int) -> RetrievalRequest:
    """A message as it comes outside a conversation."""
    return RetrievalRequest(
        project_id=project_id,
        message=message,
        now=now,
        budget=budget,
        tokenizer=None,
        scope=(),
        recent=(),
        required_ids=(),
        as_of=None,
        at_revision=None,
    )


def resident() -> int:
    """Bytes of memory that this process holds, or has held at most where the system tells no more; 0 for unknown."""
    if _STATM.exists():
        return int(_STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    if resource is None:
        return 0
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else 1024 * peak


def main() -> None:
    """Answer every question."""
    asked = canon.read(sys.stdin.readline())
    assert isinstance(asked, dict)
    before = resident()
    now, budget = Instant.parse(str(asked["now"])), int(asked["budget"])
    with Store.open(Path(str(asked["store"]))) as store:
        for place, (project_id, text) in enumerate(asked["questions"]):
            retrieve(store, request(project_id, text, now, budget))
            if place == 0:
                print("first", flush=True)
        print(resident() - before, flush=True)


if __name__ == "__main__":
    main()
