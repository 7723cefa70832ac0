"""Views as plain text: what a terminal prints, and what stays of an output where neither widgets nor HTML are drawn."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from a008.present import text
from a008.present.explanation import ExplanationView
from a008.present.inspector import Entry, Group, Header, Inspector
from a008.present.page import Page
from a008.present.receipt import ReceiptView
from a008.present.table import Cell, Column, Table
from a008.present.turn import TurnView

#: What a turn says that the store could not keep.
NOT_RECORDED = "This turn is not in the store; the answer stands here alone."
#: Entries shown of each group of what was left out; a text says how many more there are.
_MAX_LEFT_OUT = 5
#: Characters of a proposition in a list, and of one cell of a table.
_LINE, _CELL = 160, 60


def envelope(view: Inspector) -> str:
    """An envelope: its figures, its items in order with the way each was found, what was left out and why."""
    return "\n".join([*_figures(view.header), *_sent(view.sent), *_left_out(view.left_out)])


def turn(view: TurnView) -> str:
    """A turn: the answer, then its three outcomes and what was learnt."""
    return "\n".join(_turn(view))


def facts(view: TurnView) -> list[str]:
    """Which model answered, at what cost, and what had to be done to its text."""
    return [fact for fact in (view.model, f"{view.tokens} tokens" if view.tokens else "", *view.notes) if fact]


def ways(entry: Entry) -> str:
    """How an entry was found: the reason of its most exact lane, and all lanes."""
    lanes = ", ".join(entry.lanes)
    return f"{lanes} ({entry.reasons[0]})" if entry.reasons else lanes


def receipt(view: ReceiptView) -> str:
    """A receipt: its title, then a line for everything written, reinforced or refused."""
    return "\n".join(_receipt(view))


def table(value: Table) -> str:
    """A table in aligned columns, or its sentence for an empty one."""
    if not value.rows:
        return value.empty
    cells = [[text.shorten(cell(each), _CELL) for each in row] for row in value.rows]
    names = [column.name for column in value.columns]
    widths = [max(map(text.width, column)) for column in zip(names, *cells, strict=True)]
    lines = [_row(names, value.columns, widths), _row(["-" * width for width in widths], value.columns, widths)]
    return "\n".join([*lines, *(_row(row, value.columns, widths) for row in cells)])


def explanation(view: ExplanationView, draw: Callable[[Table], str] = table) -> str:
    """Why something is believed: the claim, the words it rests on, where it has held, what contests it."""
    return "\n".join(_explanation(view, draw))


def page(value: Page, draw: Callable[[Table], str] = table) -> str:
    """A page: its title and lines, then each table under its own title."""
    head = "\n".join(map(text.visible, [value.title, *value.lines, *value.warnings]))
    return "\n\n".join([head, *(f"{each.title}\n{draw(each)}" for each in value.tables)])


def cell(value: Cell) -> str:
    """What stands in one place of a table, on one line and safe to look at; `None` is nothing."""
    match value:
        case None:
            return ""
        case bool():
            return "yes" if value else "no"
        case int():
            return f"{value:,}"
        case float():
            return f"{value:.3g}"
        case str():
            return text.visible(value)


def _figures(header: Header) -> Iterator[str]:
    yield f"Envelope at revision {header.revision:,}: {header.room}, SHA-256 {header.sha256_short}"
    yield f"Asks for: {', '.join(header.intents) or 'nothing in particular'}"
    if header.scope:
        yield f"Scope: {', '.join(header.scope)}"
    if header.degraded:
        yield f"Incomplete: {'; '.join(header.degraded)}"
    if header.abstains:
        yield header.abstains


def _sent(entries: tuple[Entry, ...]) -> Iterator[str]:
    yield f"Sent ({len(entries):,}):" if entries else "Sent: nothing"
    for entry in entries:
        yield f"  {entry.number:>2}. {entry.type}: {_one_line(entry.proposition)}"
        yield f"      {'; '.join(_facts(entry))}"


def _facts(entry: Entry) -> Iterator[str]:
    if entry.lanes:
        yield f"found by {ways(entry)}"
    if entry.required:
        yield "required"
    yield entry.authority
    if entry.tags:
        yield f"tags {', '.join(entry.tags)}"
    if not entry.active:
        yield f"dormant, strength {entry.strength}"
    yield text.byte_count(entry.bytes)


def _left_out(groups: tuple[Group, ...]) -> Iterator[str]:
    if not groups:
        yield "Left out: nothing"
        return
    yield f"Left out ({sum(len(group.entries) for group in groups):,}):"
    for group in groups:
        yield f"  {group.title} ({len(group.entries):,}): {group.meaning}"
        for entry in group.entries[:_MAX_LEFT_OUT]:
            yield f"    - {_one_line(entry.proposition)}" + (f" ({entry.detail})" if entry.detail else "")
        if len(group.entries) > _MAX_LEFT_OUT:
            yield f"    and {len(group.entries) - _MAX_LEFT_OUT:,} more"


def _turn(view: TurnView) -> Iterator[str]:
    if view.text:
        yield view.text
        yield ""
    yield f"Answer: {_explained(view.answer.title, view.error)} ({', '.join(facts(view))})"
    yield f"Memory: {_explained(view.memory.title, view.memory_reason)}"
    yield f"Effects: {view.effects.title}"
    if not view.recorded:
        yield NOT_RECORDED
    header = view.envelope.header
    yield f"Envelope: {header.sent:,} sent, {header.left_out:,} left out, {text.byte_count(header.bytes)}"
    if view.receipt is not None:
        yield from _receipt(view.receipt)


def _explained(title: str, reason: str) -> str:
    return f"{title}: {reason}" if reason else title


def _explanation(view: ExplanationView, draw: Callable[[Table], str]) -> Iterator[str]:
    yield view.proposition
    yield f"{view.claim_id}: {view.standing}"
    yield view.acceptance
    yield view.sources
    yield view.salience
    for quotation in view.evidence:
        kind = f" ({quotation.kind})" if quotation.kind else ""
        yield f"  said by {quotation.who}, {quotation.when}{kind}: {_one_line(quotation.text)}"
    if view.held.rows:
        yield draw(view.held)
    for later in view.moved_on:
        yield f"  {_one_line(later)}"
    for contest in view.contests:
        yield f"  contested by: {_one_line(contest)}"


def _receipt(view: ReceiptView) -> Iterator[str]:
    yield view.title
    for line in view.written:
        where = f"{line.address} " if line.address else ""
        why = f" ({line.reason})" if line.reason else ""
        yield f"  + {where}{line.outcome}{why}: {_one_line(line.proposition)}"
    for evidence_id in view.reinforced:
        yield f"  ^ reinforced {evidence_id}"
    for refused in view.refused:
        yield f"  - refused at {refused.path} by rule {refused.rule}: {refused.reason}"


def _one_line(value: str) -> str:
    return text.shorten(text.visible(value), _LINE)


def _row(cells: list[str], columns: tuple[Column, ...], widths: list[int]) -> str:
    padded = (
        " " * (width - text.width(each)) + each if column.numeric else each + " " * (width - text.width(each))
        for each, column, width in zip(cells, columns, widths, strict=True)
    )
    return "  ".join(padded).rstrip()
