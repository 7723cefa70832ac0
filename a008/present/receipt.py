"""A commit as people read it: what was written and why, what was reinforced, what was refused by which rule."""

from __future__ import annotations

from dataclasses import dataclass

from a008.memory.proposal import Refusal
from a008.memory.receipt import Receipt, Written
from a008.present import text, words


@dataclass(frozen=True, slots=True, kw_only=True)
class WrittenLine:
    """One accepted proposal: what it said, what became of it, at which address.

    Shape: `address` is empty for evidence without one.
    """

    proposition: str
    outcome: str
    reason: str
    address: str
    claim_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RefusedLine:
    """One refused item: where it stood in the extractor's document, by which rule and why it was refused."""

    path: str
    rule: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceiptView:
    """A receipt.

    Shape: `title` is one line; `revision` and `hash` are `None` when nothing was committed.
    """

    title: str
    revision: int | None
    hash: str | None
    at: str
    written: tuple[WrittenLine, ...]
    reinforced: tuple[str, ...]
    refused: tuple[RefusedLine, ...]


def view(receipt: Receipt) -> ReceiptView:
    """The view of a receipt."""
    return ReceiptView(
        title=_title(receipt),
        revision=receipt.revision,
        hash=receipt.hash,
        at=str(receipt.at),
        written=tuple(_written(line) for line in receipt.written),
        reinforced=tuple(text.visible(evidence_id) for evidence_id in receipt.reinforced),
        refused=tuple(_refused(refusal) for refusal in receipt.refusals),
    )


def _title(receipt: Receipt) -> str:
    counts = [
        f"{text.counted(len(rows), noun)} {verb}"
        for rows, noun, verb in (
            (receipt.written, "statement", "learnt"),
            (receipt.reinforced, "item", "reinforced"),
            (receipt.refusals, "proposal", "refused"),
        )
        if rows
    ]
    head = "Nothing committed" if receipt.revision is None else f"Revision {receipt.revision:,}"
    return f"{head}: {', '.join(counts)}" if counts else head


def _written(line: Written) -> WrittenLine:
    return WrittenLine(
        proposition=text.visible(line.proposition, lines=True),
        outcome=words.became(line),
        reason=text.visible(line.reason),
        address=text.visible(line.address or ""),
        claim_id=text.visible(line.claim_id),
    )


def _refused(refusal: Refusal) -> RefusedLine:
    return RefusedLine(
        path=text.visible(refusal.path),
        rule=text.visible(words.spoken(refusal.code)),
        reason=text.visible(refusal.reason),
    )
