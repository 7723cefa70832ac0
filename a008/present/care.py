"""Care for what comes back, as people read it: what it did to each carrier and each association."""

from __future__ import annotations

from collections.abc import Iterator

from a008.memory.lifecycle import Cause
from a008.memory.plan import CommitPlan
from a008.present import display, text
from a008.present.display import ShownDetails
from a008.runtime.care import Care
from a008.store.details import Details
from a008.store.salience_moves import PullMove, StrengthMove

#: Characters of a text in a line.
_TEXT = 60
_DONE: dict[Cause, str] = {
    Cause.CREATED: "is new",
    Cause.REINFORCED: "is reinforced",
    Cause.WEAKENED: "is weakened",
    Cause.REACTIVATED: "is reactivated",
    Cause.PINNED: "is pinned",
    Cause.UNPINNED: "is no longer pinned",
}


class ShownCare(Care):
    """`Care` whose results draw themselves and are otherwise the same."""

    def _done(self, plan: CommitPlan) -> ShownDetails:
        return display.details(super()._done(plan))


def lines(value: Details) -> str:
    """What a revision did to what comes back, a line each: `revision 9: "…" is pinned: strength 0.62 (claim_…)`."""
    moves = (*map(_strength, value.strengths), *_pulls(value.associations))
    return text.visible("\n".join(f"revision {value.revision.number}: {move}" for move in moves), lines=True)


def _strength(move: StrengthMove) -> str:
    done = f"{_DONE[move.cause]} and stands in every envelope" if move.standing else _DONE[move.cause]
    before = move.after if move.before is None else move.before
    quoted = text.shorten(move.text, _TEXT)
    asleep = "" if move.active else ", dormant"
    return f'"{quoted}" {done}: {_figures("strength", before, move.after)}{asleep} ({move.evidence_id})'


def _pulls(moves: tuple[PullMove, ...]) -> Iterator[str]:
    for move in moves:
        before = move.attraction if move.attraction_before is None else move.attraction_before
        edge = f"{move.source} --{move.relation}--> {move.target}"
        yield f"{edge}: {_figures('attraction', before, move.attraction)} ({move.association_id})"


def _figures(what: str, before: float, after: float) -> str:
    if abs(after - before) < 0.005:
        return f"{what} {after:.2f}"
    return f"{what} {before:.2f} before, {after:.2f} now"
