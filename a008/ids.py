"""Identities. The runtime mints them; a model can only cite what it was shown.

Two sorts. A *runtime id* names something that happens once (project, conversation, turn) and comes from an `IdSource`,
which is an argument. A *knowledge id* names a piece of knowledge and is derived from its content, so that the same
input gives the same id in every process and in any order of arrival.
"""

from __future__ import annotations

import base64
import hashlib
import re
import uuid
from collections.abc import Callable
from enum import StrEnum

from a008 import canon
from a008.errors import UsageError


class Kind(StrEnum):
    """What a runtime id names."""

    PROJECT = "project"
    CONVERSATION = "conversation"
    TURN = "turn"
    MESSAGE = "message"


class Knowledge(StrEnum):
    """What a knowledge id names."""

    ARTIFACT = "artifact"
    UTTERANCE = "utterance"
    CLAIM = "claim"
    ENTITY = "entity"
    SLOT = "slot"
    BINDING = "binding"
    ASSOCIATION = "association"


#: Makes a fresh runtime id of a kind; every operation that mints receives one.
IdSource = Callable[[Kind], str]

_RUNTIME = re.compile(r"A008_v1_([a-z]+)_([0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})")
#: Characters of a knowledge id behind its kind: 16 of base 32, 80 bits, so that a million records collide with
#: probability 4e-13.
_DIGITS = 16


def random_ids(kind: Kind) -> str:
    """A fresh runtime id, `A008_v1_<kind>_<uuid4>`."""
    return f"A008_v1_{kind}_{uuid.uuid4()}"


class CountedIds:
    """Runtime ids that count up from a seed; the double for tests, demos and replays."""

    def __init__(self, seed: str = "") -> None:
        self._seed = seed
        self._count = 0

    def __call__(self, kind: Kind) -> str:
        """The next id: as well-formed as a random one, the same in every run."""
        self._count += 1
        raw = hashlib.sha256(f"{self._seed}/{self._count}".encode()).digest()[:16]
        return f"A008_v1_{kind}_{uuid.UUID(bytes=raw, version=4)}"


def parse(text: str, kind: Kind) -> str:
    """Check that a text is a runtime id of a kind, and return it.

    Errors: `UsageError` for another version, kind, upper case or a UUID that is not version 4.
    """
    match = _RUNTIME.fullmatch(text)
    if match is None or match.group(1) != kind:
        raise UsageError(f"not a {kind} id", item=repr(text))
    return text


def knowledge(kind: Knowledge, *content: canon.Json) -> str:
    """The id of a piece of knowledge, `<kind>_<16 characters>`, derived from what it is."""
    raw = hashlib.sha256(canon.encode([str(kind), *content])).digest()
    return f"{kind}_{base64.b32encode(raw).decode('ascii').lower()[:_DIGITS]}"
