"""What an envelope's receipt says, in words: how much room was used, what was cut, that nothing answers."""

from __future__ import annotations

from collections.abc import Iterator

from a008.memory.envelope import Abstention, EnvelopeReceipt
from a008.memory.reading import Reading
from a008.present import text

ABSTENTIONS: dict[Abstention, str] = {
    Abstention.NOTHING_FOUND: "Nothing that is known answers this.",
    Abstention.BELOW_FLOOR: "Nothing that is known answers this: what was found shares too little with it.",
    Abstention.LEFT_OUT: "Nothing that may be shown answers this; what was left out, and why, stands below.",
}


def room(receipt: EnvelopeReceipt) -> str:
    """How much of the budget is used: `812 of 32,768 bytes`, `203 of 8,000 tokens (o200k_base; 812 bytes)`."""
    if receipt.tokens is None or receipt.tokenizer is None:
        return f"{receipt.bytes:,} of {text.byte_count(receipt.budget)}"
    allowed = text.counted(receipt.budget, "token")
    return f"{receipt.tokens:,} of {allowed} ({text.visible(receipt.tokenizer)}; {text.byte_count(receipt.bytes)})"


def abstains(receipt: EnvelopeReceipt) -> str:
    """That nothing known bears on the message, and why; '' when something does."""
    return "" if receipt.abstention is None else ABSTENTIONS[receipt.abstention]


def cut(reading: Reading) -> str:
    """What of a message was not read, or looked up; '' for one that was read in full."""
    said = "; ".join(_cut(reading))
    return f"only part of the message was read: {said}" if said else ""


def _cut(reading: Reading) -> Iterator[str]:
    if reading.characters_read < reading.characters:
        yield f"{reading.characters_read:,} of its {reading.characters:,} characters, at both ends"
    if reading.words_searched < reading.words:
        yield f"names and dates were looked for in {reading.words_searched:,} of its {reading.words:,} words"
    if reading.terms_asked < reading.terms:
        yield f"{reading.terms_asked:,} of {reading.terms:,} different words were looked up"
