"""What each list of the workbench looks like as a table; cells hold the text as it is, renderers make it safe."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from a008.clock import Instant
from a008.memory.binding import readable
from a008.memory.time import Edge, IntervalEnd
from a008.present import words
from a008.present.address import interval, point
from a008.present.table import Table, columns

if TYPE_CHECKING:
    from a008.providers.profile import Profile
    from a008.retrieval.search import Found
    from a008.runtime.conflicts import Conflict, Side
    from a008.store.conversations import Conversation, DialogueMessage
    from a008.store.heads import Head
    from a008.store.projects import Project
    from a008.store.revisions import Revision

#: Characters of a hash that are enough to tell two apart by eye.
_SHORT_HASH = 12


def heads(values: Iterable[Head]) -> Table:
    """What holds, by address."""
    return Table(
        title="What holds",
        columns=columns("Address", "Value", "Since", "Until", "Said by", "Claim"),
        rows=tuple(
            (
                head.address,
                value(head),
                moment(head.binding.interval.start),
                moment(head.binding.interval.end),
                head.claim.attributed_to,
                head.claim.id,
            )
            for head in values
        ),
        empty="Nothing is known yet.",
    )


def history(values: Iterable[Head]) -> Table:
    """Every binding of an address, with the revision that wrote it."""
    return Table(
        title="History",
        columns=columns("Address", "Value", "From", "Until", "Revision", "Claim", numeric=("Revision",)),
        rows=tuple(
            (
                head.address,
                value(head),
                moment(head.binding.interval.start),
                moment(head.binding.interval.end),
                head.rev_from,
                head.claim.id,
            )
            for head in values
        ),
        empty="Nothing is believed to have held here.",
    )


def found(values: Iterable[Found]) -> Table:
    """Texts that match, best first; the score orders these and no others."""
    return Table(
        title="Found",
        columns=columns("Text", "Said by", "Kind", "Score", "Id", numeric=("Score",)),
        rows=tuple((each.text, each.said_by, each.carrier, each.score, each.id) for each in values),
        empty="Nothing matches.",
    )


def log(values: Iterable[Revision]) -> Table:
    """Revisions, newest first."""
    return Table(
        title="Revisions",
        columns=columns("Revision", "At", "Author", "Cause", "Rows", "Hash", numeric=("Revision", "Rows")),
        rows=tuple(
            (
                each.number,
                str(each.recorded_at),
                each.author,
                each.cause,
                len(each.changes),
                each.hash[:_SHORT_HASH],
            )
            for each in values
        ),
        empty="Nothing has been committed yet.",
    )


def conflicts(values: Iterable[Conflict]) -> Table:
    """Open conflicts: what holds, what competes with it, and the claim by which it is resolved."""
    return Table(
        title="Open conflicts",
        columns=columns(
            *("Address", "Holds", "Held by", "Since"),
            *("Competes", "Would hold", "Claimed by", "On", "Revision", "Claim"),
            numeric=("Revision",),
        ),
        rows=tuple(
            (
                each.address,
                "" if each.head is None else each.head.proposition,
                "" if each.head is None else _who(each.head),
                "" if each.head is None else moment(each.head.interval.start),
                each.other.proposition,
                interval(each.other.interval),
                _who(each.other),
                moment(each.other.said_at),
                each.revision,
                each.other.claim_id,
            )
            for each in values
        ),
        empty="There is no open conflict.",
    )


def _who(side: Side) -> str:
    return side.said_by if side.origin.is_user else f"{side.said_by}, {words.ORIGINS[side.origin]}"


def models(values: Iterable[Profile]) -> Table:
    """Models that can be named, with what is known of each."""
    return Table(
        title="Models",
        columns=columns("Model", "Streams", "Extracts", "Context tokens", "Checked", numeric=("Context tokens",)),
        rows=tuple((each.route, each.streams, each.extracts, each.context_tokens, each.checked) for each in values),
        empty="No model can be named.",
    )


def messages(values: Iterable[DialogueMessage]) -> Table:
    """The messages of a conversation, oldest first."""
    return Table(
        title="Conversation",
        columns=columns("At", "Who", "Message"),
        rows=tuple((moment(each.created_at), each.role, each.content) for each in values),
        empty="Nothing has been said yet.",
    )


def conversations(values: Iterable[Conversation]) -> Table:
    """Conversations, last used first."""
    return Table(
        title="Conversations",
        columns=columns("Conversation", "Title", "Scope", "Used last"),
        rows=tuple((each.id, each.title, ", ".join(each.scope), moment(each.updated_at)) for each in values),
        empty="There is no conversation yet.",
    )


def projects(values: Iterable[Project]) -> Table:
    """Projects, oldest first."""
    return Table(
        title="Projects",
        columns=columns("Project", "Name"),
        rows=tuple((each.id, each.name) for each in values),
        empty="There is no project yet.",
    )


def value(head: Head) -> str:
    """The value of a binding as people read it: a relation's object by its name, anything but text as JSON."""
    return readable(head.value) if head.object_label is None else head.object_label


def moment(edge: IntervalEnd) -> str:
    """A moment as people read it: the date alone at midnight, to the minute otherwise, both UTC."""
    match edge:
        case Instant():
            return point(edge)
        case Edge.OPEN:
            return "open"
        case Edge.UNKNOWN:
            return "unknown"
