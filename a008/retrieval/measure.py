"""What a budget counts: the bytes of the payload as it is sent, or its tokens by a named tokenizer. Both exactly."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from a008 import canon
from a008.memory.envelope import Candidate, Item, ItemType, item_json, payload
from a008.memory.origin import Origin
from a008.retrieval.tokens import Tokenizer, tokenizer

#: Bytes of an envelope without items.
FRAME = len(payload(()).encode())
#: An item of no account, by which a tokenizer is asked what stands around the items.
_ANY = Item(id="", proposition="", type=ItemType.CLAIM, tags=(), scope=(), authority=Origin.USER)


class Measure(Protocol):
    """Counts a payload piece by piece.

    Shape: a payload with items counts `frame` and the `cost` of each, one without any `empty`. `unit` is what is
    counted, as people say it.
    """

    @property
    def unit(self) -> str:
        """`bytes` or `tokens`."""

    @property
    def empty(self) -> int:
        """What a payload without items counts."""

    @property
    def frame(self) -> int:
        """What stands around the items of one that has some."""

    def cost(self, candidate: Candidate) -> int:
        """What an item adds, wherever it stands."""


@dataclass(frozen=True, slots=True)
class _Bytes:
    unit: str = "bytes"
    empty: int = FRAME
    frame: int = FRAME - 1  # every item counts its comma, and the last one has none

    def cost(self, candidate: Candidate) -> int:
        return candidate.bytes


class _Tokens:
    unit = "tokens"

    def __init__(self, counter: Tokenizer) -> None:
        self._count = counter.count
        self.empty = self._count(payload(()))
        self.frame = self._count(payload((_ANY,))) - self._added(_ANY)

    def cost(self, candidate: Candidate) -> int:
        return self._added(candidate.item)

    def _added(self, item: Item) -> int:
        text = canon.text(item_json(item))
        return self._count(f"{text},{text}") - self._count(text)


BYTES: Measure = _Bytes()


def measure(name: str | None) -> Measure:
    """The measure of a budget: in tokens of the tokenizer that is named, or in bytes.

    Errors: those of `tokenizer`.
    """
    return BYTES if name is None else _Tokens(tokenizer(name))
