"""An envelope as two tables: what the model was shown and why, and what was left out and why."""

from __future__ import annotations

from a008.present.inspector import Entry, Inspector
from a008.present.table import Table, columns

#: Reasons of one item that are shown, the most exact first.
_REASONS = 2


def sent(view: Inspector) -> Table:
    """The items in the order of the payload, each with what led to it."""
    return Table(
        title="What the model was shown",
        columns=columns("#", "Type", "What the model was shown", "Because", numeric=("#",)),
        rows=tuple((entry.number, entry.type, entry.proposition, _because(entry)) for entry in view.sent),
        empty="Nothing: the model saw the message alone.",
    )


def left_out(view: Inspector) -> Table:
    """What was considered and not sent, a row for each reason with the best find as its example."""
    return Table(
        title="What was left out",
        columns=columns("Left out", "Items", "Because", "For example", numeric=("Items",)),
        rows=tuple(
            (group.title, len(group.entries), group.meaning, group.entries[0].proposition) for group in view.left_out
        ),
        empty="Nothing was left out.",
    )


def _because(entry: Entry) -> str:
    reasons = list((entry.reasons or entry.found)[:_REASONS])
    if not entry.active:
        reasons.append(f"although dormant, strength {entry.strength}")
    return "; ".join(reasons)
