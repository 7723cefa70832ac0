"""Two envelopes compared, over any two orders and on chosen ones."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from a008.memory.envelope import Candidate, Envelope, Fate, ItemType
from a008.memory.envelope_diff import Differs, EnvelopeDiff, compare
from tests.present.samples import candidate, envelope, item


def _of(*numbers: int, out: tuple[Candidate, ...] = ()) -> Envelope:
    return envelope(*(candidate(item(number, f"Thing {number}.")) for number in numbers), *out)


def _told(found: EnvelopeDiff) -> dict[int, tuple[Differs, ...]]:
    return {int(each.id.removeprefix("claim_")): each.differs for each in found.items}


def test_an_envelope_does_not_differ_from_itself() -> None:
    found = compare(_of(1, 2, 3), _of(1, 2, 3))
    assert (found.items, found.alike, found.same_bytes, found.fates_known) == ((), 3, True, True)


def test_what_comes_pushes_others_down_and_moves_none() -> None:
    found = compare(_of(2, 3), _of(1, 2, 3))
    assert _told(found) == {1: (Differs.CAME,)}
    assert (found.alike, found.items[0].after.place, found.items[0].before.place) == (2, 1, None)


def test_what_went_stands_last_with_its_reason() -> None:
    gone = candidate(item(1, "Thing 1."), Fate.OVER_BUDGET, detail="by 9 bytes")
    found = compare(_of(1, 2), _of(2, 3, out=(gone,)))
    assert [each.differs for each in found.items] == [(Differs.CAME,), (Differs.WENT,)]
    assert (found.items[1].after.fate, found.items[1].after.detail) == (Fate.OVER_BUDGET, "by 9 bytes")
    assert found.items[0].before.fate is None


def test_another_guise_of_the_same_claim_tells_why_it_went() -> None:
    claim = candidate(item(1, "Thing 1.", ItemType.CLAIM), Fate.SUPERSEDED, detail="by claim_x")
    (found,) = compare(_of(1), _of(out=(claim,))).items
    assert (found.type, found.after.fate, found.after.detail) == (ItemType.STATE, Fate.SUPERSEDED, "by claim_x")


def test_one_item_may_differ_in_several_ways() -> None:
    other = replace(item(2, "Another wording."), tags=())
    after = envelope(
        replace(candidate(other), reasons=("of another lane",)),
        candidate(item(1, "Thing 1.")),
    )
    found = compare(_of(1, 2), after)
    (changed,) = found.items
    assert set(changed.differs) == {Differs.MOVED, Differs.REWORDED, Differs.RELABELLED, Differs.REASONED}
    assert (changed.before.proposition, changed.after.proposition) == ("Thing 2.", "Another wording.")
    assert found.alike == 1


def test_nothing_is_said_of_reasons_where_they_are_not_known() -> None:
    bare = envelope(replace(candidate(item(1, "Thing 1.")), lanes=(), reasons=()))
    found = compare(bare, _of(1))
    assert (found.items, found.fates_known) == ((), False)


@given(st.permutations(range(7)), st.permutations(range(7)), st.sets(st.integers(0, 6)), st.sets(st.integers(0, 6)))
def test_taking_what_moved_and_went_away_and_adding_what_came_leads_from_one_to_the_other(
    one: list[int], other: list[int], left: set[int], right: set[int]
) -> None:
    """Our choice: the differences are complete, and no order could do with fewer moves."""
    before = [number for number in one if number not in left]
    after = [number for number in other if number not in right]
    told = _told(compare(_of(*before), _of(*after)))
    still = [number for number in before if number not in told]
    assert still == [number for number in after if number not in told]
    assert {n for n, d in told.items() if d == (Differs.CAME,)} == set(after) - set(before)
    assert {n for n, d in told.items() if d == (Differs.WENT,)} == set(before) - set(after)
    shared = [number for number in after if number in before]
    assert len(still) == _longest([before.index(number) for number in shared])


def _longest(places: list[int]) -> int:
    best: list[int] = []
    for at, place in enumerate(places):
        best.append(1 + max((best[i] for i in range(at) if places[i] < place), default=0))
    return max(best, default=0)
