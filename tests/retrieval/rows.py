"""Rows for tests of the pure stages."""

from dataclasses import replace
from typing import Any

from a008.memory.claim import Certainty, Claim, Severity
from a008.memory.origin import Origin
from a008.memory.time import ALWAYS


def claim(name: str, proposition: str = "The sky is blue.") -> Claim:
    """A claim of the user's."""
    return Claim(
        id=name,
        proposition=proposition,
        form=None,
        certainty=Certainty.CERTAIN,
        origin=Origin.USER,
        attributed_to="user",
        severity=Severity.IMPORTANT,
        interval=ALWAYS,
        utterance_id="utterance_x",
    )


def changed(value: Claim, **changes: Any) -> Claim:
    """The same claim with some fields changed."""
    return replace(value, **changes)
