"""From a revision that merged, split or named entities to the plan that takes it back. Pure.

What has changed since at an address is not taken back with it: such an address stays where it is, and is named; so does
the name that an entity was met with, as long as something is known of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from a008 import ids
from a008.intake.identity import arrival, shown
from a008.intake.word import Word
from a008.memory.binding import Binding
from a008.memory.identity import Alias
from a008.memory.plan import Cause, ClosedContest, CommitPlan
from a008.memory.rearrangement import Done, Touched
from a008.memory.resolution import MOVED


@dataclass(frozen=True, slots=True, kw_only=True)
class Undoing:
    """What taking a revision back does, before it is done.

    Shape: `restored` and `staying` are addresses; those that stay have changed since, or were met only then. `given`
    are names that go back to whom they were taken from, `taken` those that go.
    """

    number: int
    restored: tuple[str, ...]
    staying: tuple[str, ...]
    given: tuple[Alias, ...]
    taken: tuple[Alias, ...]
    plan: CommitPlan


def undone(done: Done, word: Word, revision: int) -> Undoing:
    """The commit that takes back what a revision did, address by address."""
    groups = _groups(done)
    back = [each for group in groups if not any(t.moved for t in group) for each in group]
    staying = [each for group in groups if any(t.moved for t in group) for each in group]
    living = {each.known.slot.entity_id for each in staying if each.known.live} | {
        slot.entity_id for slot in done.since
    }
    taken = tuple(alias for alias in done.opened if not (alias in done.first and alias.entity_id in living))
    disputed = {c.claim_id for each in back for c in (*each.opened_contests, *each.closed_contests)}
    plan = replace(
        shown(word, revision, Cause.UNDONE),
        aliases=tuple(replace(alias, utterance_id=word.utterance.id) for alias in done.ended),
        closed_aliases=taken,
        closed_merges=() if done.merge is None else (done.merge,),
        redefined_slots=tuple(
            replace(each.known.slot, cardinality=each.before) for each in back if each.before is not None
        ),
        statuses=tuple(replace(status, reason="taken back") for status in done.before if status.claim_id in disputed),
        closed_bindings=tuple(binding.id for each in back for binding in each.wrote),
        bindings=tuple(_again(binding, revision) for each in back for binding in each.closed),
        transitions=tuple(arrival(each.known.slot, each.closed[0].claim_id, word) for each in back if each.closed),
        contests=tuple(contest for each in back for contest in each.closed_contests),
        closed_contests=tuple(
            ClosedContest(contest=contest, resolution=MOVED, reason=word.because)
            for each in back
            for contest in each.opened_contests
        ),
    )
    return Undoing(
        number=done.number,
        restored=_addresses(each for each in back if each.closed),
        staying=tuple(sorted({*_addresses(each for each in staying if each.moved), *(s.address for s in done.since)})),
        given=done.ended,
        taken=taken,
        plan=plan,
    )


def _groups(done: Done) -> list[list[Touched]]:
    """Slots that exchanged bindings, and so go back together or not at all."""
    ends = None if done.merge is None else {done.merge.from_id, done.merge.into_id}
    groups: dict[tuple[str, ...], list[Touched]] = {}
    for each in done.touched:
        slot = each.known.slot
        together = ends is None or slot.entity_id in ends
        groups.setdefault((slot.kind, slot.name) if together else (slot.id,), []).append(each)
    return list(groups.values())


def _again(binding: Binding, revision: int) -> Binding:
    """The same binding, believed anew from this revision on."""
    return replace(binding, id=ids.knowledge(ids.Knowledge.BINDING, binding.id, revision))


def _addresses(touched: Iterable[Touched]) -> tuple[str, ...]:
    return tuple(sorted({each.known.slot.address for each in touched}))
