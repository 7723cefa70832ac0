"""Looking back as pages and tables: one revision, two compared, who put what where, and whether all of it is sound."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING

from a008.present import listing, revision_tables, text, words
from a008.present.page import Page
from a008.present.table import Table, columns

if TYPE_CHECKING:
    from a008.runtime.verify import Verification
    from a008.store.blame import Authored, Blamed
    from a008.store.details import Details
    from a008.store.difference import Difference
    from a008.store.heads import Head
    from a008.store.revisions import Change

#: Rows that follow from others, as people name them; a table that is not here is named as it is.
_DERIVED = {
    "sentence": ("sentence", "sentences"),
    "search_text": ("text to be found by", "texts to be found by"),
    "claim_entity": ("mention", "mentions"),
    "entity_label": ("name", "names"),
    "entity_merge": ("merge", "merges"),
    "slot_definition": ("definition of an address", "definitions of addresses"),
}


def details(value: Details) -> Page:
    """A revision: who, when and why, the turn, then a table for each sort of change that it made."""
    revision, turn = value.revision, value.turn
    lines = [
        f"{revision.cause}, by {revision.author}, {revision.recorded_at}",
        f"hash {revision.hash}",
        f"parent {revision.parent_hash}",
    ]
    if turn is not None:
        lines.append(f"turn {turn.position + 1} of {turn.conversation_id}, answered by {turn.model}")
        lines.append(f"message: {turn.message}")
    if value.others:
        lines.append(f"besides: {_besides(value.others)}")
    return Page(
        title=f"Revision {revision.number:,}",
        lines=tuple(lines),
        warnings=(),
        tables=tuple(table for table in revision_tables.tables(value) if table.rows),
    )


def difference(value: Difference) -> Page:
    """Two revisions compared: how many lie between them, which addresses they moved, which values differ."""
    between = text.counted(len(value.revisions), "revision")
    lines = [f"{between} in between, as of {listing.moment(value.as_of)}"]
    differing = {each.address for each in value.values}
    others = [address for address in value.touched if address not in differing]
    if others:
        lines.append(f"moved without a difference at that time: {', '.join(others)}")
    table = Table(
        title="What differs",
        columns=columns("Address", "What", "Before", "After", "Claim"),
        rows=tuple(
            (
                each.address,
                words.DIFFERENCES[each.kind],
                _value(each.before),
                _value(each.after),
                (each.after or each.before).claim.id,  # type: ignore[union-attr]
            )
            for each in value.values
        ),
        empty="The same holds at both.",
    )
    return Page(
        title=f"Revision {value.before:,} against {value.after:,}", lines=tuple(lines), warnings=(), tables=(table,)
    )


def blame(values: Iterable[Blamed]) -> Table:
    """Each binding with the revision that put it there, who said so in which words, and what ended it."""
    return Table(
        title="Who put it there",
        columns=columns("Value", "From", "Until", "Revision", "At", "Author", "Said by", "Words", "Ended or moved by"),
        rows=tuple(
            (
                listing.value(each.head),
                listing.moment(each.head.binding.interval.start),
                listing.moment(each.head.binding.interval.end),
                str(each.put.revision),
                listing.moment(each.put.at),
                each.put.author,
                "" if each.put.words is None else each.put.words.speaker,
                "" if each.put.words is None else each.put.words.text,
                _revised(each.revised),
            )
            for each in values
        ),
        empty="Nothing is believed to have held here.",
    )


def verification(value: Verification) -> Page:
    """What was checked, and what was found."""
    faults = tuple(f"{done.check}: {finding}" for done in value.checks for finding in done.findings)
    table = Table(
        title="Checks",
        columns=columns("Check", "Findings", numeric=("Findings",)),
        rows=tuple((str(done.check), len(done.findings)) for done in value.checks),
        empty="Nothing was checked.",
    )
    said = "Everything holds" if value.is_sound else text.counted(len(faults), "fault")
    return Page(
        title=f"{said}, at revision {value.revision:,}",
        lines=(f"hash {value.hash}",) if value.is_sound else (),
        warnings=faults,
        tables=(table,),
    )


def _besides(changes: tuple[Change, ...]) -> str:
    counts = Counter((change.table, change.action) for change in changes)
    return ", ".join(
        text.counted(number, *_DERIVED.get(table, (f"row of {table}", f"rows of {table}")))
        + ("" if action == "write" else " closed")
        for (table, action), number in counts.items()
    )


def _value(head: Head | None) -> str:
    return "" if head is None else listing.value(head)


def _revised(by: Authored | None) -> str:
    if by is None:
        return ""
    return f"revision {by.revision}" if by.words is None else f"revision {by.revision}: {by.words.text}"
