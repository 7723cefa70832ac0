"""Golden envelopes for tests: what a model is shown, kept in a file, and compared to the byte.

`A008_GOLDEN=write` in the environment writes the files anew; look at what changed before you keep it. Ids of knowledge
come from its content and its project, so open the workbench of such a test with `mint=CountedIds("test")` and a
`ManualClock`.
"""

from __future__ import annotations

import difflib
import json
import os
from pathlib import Path

from a008.memory.envelope import Envelope

#: What the environment says when golden files are to be written.
VARIABLE, WRITE = "A008_GOLDEN", "write"


def golden(envelope: Envelope, path: Path | str, *, write: bool | None = None) -> None:
    """Fail unless the payload of an envelope is what a file holds, byte for byte, with a line feed behind it.

    Shape: `write` replaces the file instead; `None` asks the environment.
    Errors: `AssertionError` that shows the difference, item by item, and says how to accept it.
    """
    file = Path(path)
    now = envelope.payload + "\n"
    if write or (write is None and os.environ.get(VARIABLE) == WRITE):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(now.encode())
        return
    accept = f"{VARIABLE}={WRITE} accepts it"
    if not file.exists():
        raise AssertionError(f"there is no golden envelope yet: {file} ({accept})")
    kept = file.read_bytes().decode("utf-8", "replace")
    if kept != now:
        first = f"the envelope of {envelope.message!r} is not the one in {file} ({accept})"
        raise AssertionError("\n".join([first, *_difference(kept, now, str(file))]))


def _difference(kept: str, now: str, name: str) -> list[str]:
    lines = difflib.unified_diff(_lines(kept), _lines(now), fromfile=name, tofile="now", lineterm="", n=8)
    return list(lines) or ["The items are the same; the bytes around them differ."]


def _lines(text: str) -> list[str]:
    """A payload with a line for each field; anything else as it is."""
    try:
        return json.dumps(json.loads(text), ensure_ascii=False, indent=1).splitlines()
    except ValueError:
        return text.splitlines()
