"""Envelopes as pages and tables: turns that were sent one, two compared, one verified, one id accounted for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from a008.memory.envelope import Fate
from a008.present import listing, text, words
from a008.present.page import Page
from a008.present.table import Table, columns

if TYPE_CHECKING:
    from a008.memory.account import Account
    from a008.memory.envelope import EnvelopeReceipt
    from a008.memory.envelope_diff import EnvelopeDiff, ItemDifference, Side
    from a008.runtime.envelope_check import EnvelopesChecked, TurnChecked
    from a008.runtime.envelopes import TurnSent

#: Characters of a message in a line, and of a hash that are enough to tell two apart by eye.
_MESSAGE, _SHORT_HASH = 80, 12


def turns(values: Iterable[TurnSent]) -> Table:
    """Turns and what they were sent, the last first."""
    return Table(
        title="Turns",
        columns=columns("Asked", "Message", "Number", "Revision", "SHA-256", "Turn", numeric=("Number", "Revision")),
        rows=tuple(
            (
                listing.moment(turn.asked_at),
                text.shorten(turn.message, _MESSAGE),
                turn.number,
                turn.revision,
                turn.sha256[:_SHORT_HASH],
                turn.turn_id,
            )
            for turn in values
        ),
        empty="There has been no turn yet.",
    )


def checked(value: EnvelopesChecked) -> Page:
    """What was found of envelopes: how many are borne out, and each that is not."""
    counts = Counter(each.held for each in value.turns)
    lines = tuple(
        f"{counts[held]:,} of {text.counted(len(value.turns), 'envelope')} {phrase.title}: {phrase.meaning}."
        for held, phrase in words.HELD.items()
        if counts[held]
    )
    others = [each for each in value.turns if each.detail]
    return Page(
        title="Every envelope is as it was sent" if value.is_sound else "Not every envelope is as it was sent",
        lines=lines or ("No turn has been sent an envelope yet.",),
        warnings=(),
        tables=(_found(others),) if others else (),
    )


def difference(value: EnvelopeDiff) -> Page:
    """Two envelopes compared: what each was asked for, and every item that is not the same in both."""
    same_message = value.message_before == value.message_after
    lines = [] if same_message else [f"before: {value.message_before}", f"after: {value.message_after}"]
    lines += _receipts(value.before, value.after)
    lines.append(f"{text.counted(value.alike, 'item')} alike")
    if not value.fates_known:
        lines.append("Of one of them only the items are known: not how they were found, nor what was left out.")
    same = "The bytes are the same." if value.same_bytes else "The items are the same."
    return Page(
        title="Two envelopes compared",
        lines=tuple(lines),
        warnings=(),
        tables=(
            Table(
                title="Items",
                columns=columns("Item", "Differs", "Before", "After", "Id"),
                rows=tuple(map(_difference_row, value.items)),
                empty=same,
            ),
        ),
    )


def account(value: Account) -> Page:
    """What became of one id: its fate in a sentence, the guises in which it was found, or why no lane found it."""
    lines = [value.proposition] if value.proposition else []
    lines.append(_sentence(value))
    if value.nearest:
        lines.append(f"What would bring it: {value.nearest}.")
    tables = []
    if value.candidates:
        tables.append(_guises(value))
    if value.looked:
        rows = tuple((words.LANES[look.lane].title, look.why) for look in value.looked)
        tables.append(Table(title="Where was looked", columns=columns("Lane", "Why not"), rows=rows, empty=""))
    return Page(title=value.id, lines=tuple(lines), warnings=(), tables=tuple(tables))


def accounts(values: Iterable[Account]) -> Page:
    """What became of several ids, one below the other."""
    pages = [account(value) for value in values]
    if len(pages) == 1:
        return pages[0]
    return Page(
        title=f"{text.counted(len(pages), 'item')}" if pages else "It was sent.",
        lines=tuple(f"{page.title}: {' '.join(page.lines)}" for page in pages),
        warnings=(),
        tables=(),
    )


def _sentence(value: Account) -> str:
    meaning = words.FATES[value.fate].meaning.removesuffix(".")
    if value.fate is Fate.IN:
        places = next((each.rank for each in value.candidates if each.rank is not None), 0)
        return f"{meaning}: packed as number {places + 1:,}."
    return f"Not sent. {meaning} ({value.detail})." if value.detail else f"Not sent. {meaning}."


def _guises(value: Account) -> Table:
    return Table(
        title="How it was found",
        columns=columns("As", "Found by", "Because", "Fate", "Strength", "Bytes", numeric=("Strength", "Bytes")),
        rows=tuple(
            (
                words.TYPES[each.item.type] + (", required" if each.required else ""),
                ", ".join(words.LANES[lane].title for lane in each.lanes),
                "; ".join(each.reasons),
                words.fate(each),
                each.strength,
                each.bytes,
            )
            for each in value.candidates
        ),
        empty="",
    )


def _receipts(before: EnvelopeReceipt, after: EnvelopeReceipt) -> Iterator[str]:
    facts = (
        ("bytes", f"{before.bytes:,}", f"{after.bytes:,}"),
        ("budget", f"{before.budget:,} {before.unit}", f"{after.budget:,} {after.unit}"),
        ("revision", f"{before.revision:,}", f"{after.revision:,}"),
        ("asked", listing.moment(before.at), listing.moment(after.at)),
    )
    for name, one, other in facts:
        yield f"{name} {one}" if one == other else f"{name} {one} before, {other} after"


def _difference_row(each: ItemDifference) -> tuple[str, str, str, str, str]:
    shown = each.after.proposition or each.before.proposition
    return (
        f"{words.TYPES[each.type]}: {shown}",
        ", ".join(words.ITEM_DIFFERENCES[differs] for differs in each.differs),
        _side(each.before, each.after),
        _side(each.after, each.before),
        each.id,
    )


def _side(side: Side, other: Side) -> str:
    """What one side says that the other does not."""
    if side.place is None:
        if side.fate is None or side.fate is Fate.IN:
            return "found by no lane" if side.fate is None else "sent in another form"
        title = words.FATES[side.fate].title.lower()
        return f"{title} ({side.detail})" if side.detail else title
    said = [f"no. {side.place}"]
    if side.required != other.required:
        said.append("required" if side.required else "not required")
    if other.place is not None and side.proposition != other.proposition:
        said.append(side.proposition)
    if side.reasons != other.reasons:
        said.extend(side.reasons[:1])
    return ", ".join(said)


def _found(turns: Iterable[TurnChecked]) -> Table:
    return Table(
        title="What was found",
        columns=columns("Turn", "Asked", "Message", "Found", "How"),
        rows=tuple(
            (
                each.turn_id,
                listing.moment(each.asked_at),
                text.shorten(each.message, _MESSAGE),
                words.HELD[each.held].title,
                each.detail,
            )
            for each in turns
        ),
        empty="",
    )
