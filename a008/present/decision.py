"""The whole decision behind an envelope as a page, in the order in which it was made."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from a008.memory.envelope import Fate
from a008.present import envelope_receipt, text, words
from a008.present.page import Page
from a008.present.table import Table, columns
from a008.retrieval.query import Question

if TYPE_CHECKING:
    from a008.retrieval.explain import Decision, FateRow, LaneUse, Understood
    from a008.retrieval.weighing import Weighing


def page(value: Decision) -> Page:
    """What was understood, what words weigh, which lanes brought what, how the bytes were filled, and each fate."""
    return Page(
        title="How this envelope came about",
        lines=(f"message: {value.envelope.message}", *_understood(value.understood), *_budget(value)),
        warnings=_warnings(value),
        tables=tuple(table for table in _tables(value) if table.rows),
    )


def _understood(value: Understood) -> Iterator[str]:
    if value.idle:
        yield "It asks for nothing, so only what stands in every envelope was looked at."
    yield f"asks for: {', '.join(words.INTENTS[intent] for intent in value.intents) or 'nothing in particular'}"
    if value.question not in (None, Question.OTHER):
        yield f"kind of question: {words.spoken(str(value.question))}"
    named = (
        ("entities", value.entities),
        ("addresses", value.addresses),
        ("days", value.days),
        ("tags and domains", value.labels),
    )
    yield from (f"{what} in it: {', '.join(found)}" for what, found in named if found)
    if value.words:
        yield f"floor: a text must hold words of {value.floor:.1f} or more, or it shares them by chance"


def _budget(value: Decision) -> Iterator[str]:
    receipt = value.envelope.receipt
    yield f"revision {receipt.revision:,}, asked {receipt.at}"
    sent = [row for row in value.fates if row.fate is Fate.IN]
    required = sum(row.bytes for row in sent if row.required)
    optional = sum(row.bytes for row in sent) - required
    frame = receipt.bytes - required - optional
    yield f"budget: {envelope_receipt.room(receipt)}"
    yield f"bytes: {required:,} required, {optional:,} optional, {frame:,} around the items"
    cut = [row for row in value.fates if row.fate is Fate.OVER_BUDGET]
    if cut:
        yield f"{text.counted(len(cut), 'item')} found no room; the first lacked {cut[0].detail.removeprefix('by ')}"


def _warnings(value: Decision) -> tuple[str, ...]:
    receipt = value.envelope.receipt
    notes = [f"Incomplete: {words.spoken(note)}." for note in value.envelope.degraded]
    notes += [envelope_receipt.cut(receipt.reading), envelope_receipt.abstains(receipt)]
    return tuple(filter(None, notes))


def _tables(value: Decision) -> Iterator[Table]:
    yield _weights(value.understood.words)
    yield _lanes(value.lanes)
    yield _fates(value.fates)


def _weights(values: Iterable[Weighing]) -> Table:
    return Table(
        title="Words, the rarest first",
        columns=columns("Word", "Texts with it", "Weight", numeric=("Texts with it", "Weight")),
        rows=tuple((each.word, each.texts, each.weight) for each in values),
        empty="",
    )


def _lanes(values: Iterable[LaneUse]) -> Table:
    return Table(
        title="Lanes, the most exact first",
        columns=columns("Lane", "Counts", "Brought", "Sent", numeric=("Counts", "Brought", "Sent")),
        rows=tuple((words.LANES[each.lane].title, each.weight, each.brought, each.sent) for each in values),
        empty="",
    )


def _fates(values: Iterable[FateRow]) -> Table:
    return Table(
        title="Fates, in the order of packing",
        columns=columns(
            *("Order", "Fate", "Item", "Found by", "Because", "Score", "Strength", "Bytes", "Up to here", "Id"),
            numeric=("Order", "Score", "Strength", "Bytes", "Up to here"),
        ),
        rows=tuple(map(_fate, values)),
        empty="",
    )


def _fate(row: FateRow) -> tuple[str | int | float | None, ...]:
    title = words.FATES[row.fate].title
    return (
        row.order,
        f"{title} ({row.detail})" if row.detail else f"{title}, required" if row.required else title,
        f"{words.TYPES[row.type]}: {row.proposition}",
        ", ".join(words.LANES[lane].title for lane in row.lanes),
        "; ".join(row.reasons),
        row.score,
        row.strength,
        row.bytes,
        row.used,
        row.id,
    )
