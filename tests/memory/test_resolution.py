"""What each resolution does to the timeline of an address. Source: rule 7."""

from __future__ import annotations

import pytest

from a008.clock import Instant
from a008.errors import UsageError
from a008.memory import address
from a008.memory.address import Cardinality, SlotKind
from a008.memory.binding import Binding, bind, member_of
from a008.memory.claim import Status
from a008.memory.reconcile import Outcome, Verdict
from a008.memory.resolution import Dispute, Resolution, Settlement, settle, settle_elsewhere
from a008.memory.time import Edge, Interval, IntervalEnd, WorldTime
from a008.memory.timeline import NO_CHANGE, carve, holding, join, widen

_OWNER = address.entity("p", "house")
_SLOT = address.slot(_OWNER, SlotKind.ATTRIBUTE, "colour", Cardinality.SINGLE)
_SET = address.slot(_OWNER, SlotKind.ATTRIBUTE, "colour", Cardinality.SET)
_NOW = Instant.parse("2026-01-01")


def _at(year: int | None) -> WorldTime:
    return Edge.UNKNOWN if year is None else Instant.parse(f"{year}-01-01")


def _binding(value: str, start: int | None = None, stop: int | Edge = Edge.OPEN, *, is_set: bool = False) -> Binding:
    end: IntervalEnd = stop if isinstance(stop, Edge) else Instant.parse(f"{stop}-01-01")
    slot = _SET if is_set else _SLOT
    return bind(slot, member_of(value), None, f"claim_{value}", Interval(start=_at(start), end=end), 1)


def _dispute(*live: Binding, other: Binding | None, against: str = "white", is_set: bool = False) -> Dispute:
    return Dispute(
        slot=_SET if is_set else _SLOT,
        live=live,
        claim_id="claim_no" if other is None else other.claim_id,
        other=other,
        against=f"claim_{against}",
        against_member=member_of(against),
    )


def _after(dispute: Dispute, settled: Settlement) -> tuple[Binding, ...]:
    return (*(b for b in dispute.live if b.id not in settled.change.closed), *settled.change.written)


def _held(dispute: Dispute, settled: Settlement, year: int) -> str | None:
    found = holding(_after(dispute, settled), Instant.parse(f"{year}-06-01"))
    return None if found is None else found.member.strip('"')


def test_keeping_the_head_moves_nothing_but_where_the_claims_stand() -> None:
    settled = settle(_dispute(_binding("white"), other=_binding("red")), Resolution.KEEP_HEAD, _NOW)
    assert (settled.change, settled.outcome, settled.slot) == (NO_CHANGE, None, _SLOT)
    assert settled.statuses == (("claim_white", Status.ACCEPTED), ("claim_red", Status.REJECTED))
    assert settled.vouched == ("claim_white",)


@pytest.mark.parametrize(
    ("head", "other", "outcome", "held"),
    [
        ((None, Edge.OPEN), (None, Edge.OPEN), Outcome.CORRECTION, ["red", "red", "red", "red"]),
        ((2020, Edge.OPEN), (None, Edge.OPEN), Outcome.CORRECTION, [None, "red", "red", "red"]),
        ((2020, Edge.OPEN), (2020, Edge.OPEN), Outcome.CORRECTION, [None, "red", "red", "red"]),
        ((2020, Edge.OPEN), (2018, Edge.OPEN), Outcome.CORRECTION, ["red", "red", "red", "red"]),
        ((2020, Edge.OPEN), (2024, Edge.OPEN), Outcome.CHANGE, [None, "white", "red", "red"]),
        ((None, Edge.OPEN), (2024, Edge.OPEN), Outcome.CHANGE, ["white", "white", "red", "red"]),
        ((2020, Edge.OPEN), (2027, Edge.OPEN), Outcome.CHANGE, [None, "white", "white", "red"]),
        ((2020, Edge.OPEN), (2023, 2025), Outcome.CORRECTION, [None, "white", "red", "white"]),
        ((2020, Edge.OPEN), (None, 2025), Outcome.CORRECTION, ["red", "red", "red", "white"]),
    ],
)
def test_taking_the_other_lets_it_hold_from_its_own_start_or_in_the_heads_place(
    head: tuple[int | None, Edge],
    other: tuple[int | None, int | Edge],
    outcome: Outcome,
    held: list[str | None],
) -> None:
    dispute = _dispute(_binding("white", *head), other=_binding("red", *other))
    settled = settle(dispute, Resolution.TAKE_OTHER, _NOW)
    assert (settled.outcome, settled.verdict) == (outcome, Verdict.SUPERSEDE)
    assert [_held(dispute, settled, year) for year in (2019, 2022, 2024, 2027)] == held
    rejected = ("claim_white", Status.REJECTED) in settled.statuses
    assert rejected == ("white" not in held), "a claim that did hold is history, not wrong"


def test_taking_the_other_leaves_what_is_scheduled_and_what_is_past() -> None:
    dispute = _dispute(
        _binding("blue", 2010, 2020), _binding("white", 2020, 2028), _binding("green", 2028), other=_binding("red")
    )
    settled = settle(dispute, Resolution.TAKE_OTHER, _NOW)
    assert [_held(dispute, settled, year) for year in (2015, 2022, 2027, 2030)] == ["blue", "red", "red", "green"]


def test_keeping_both_makes_the_address_a_set_of_what_holds_and_leaves_what_is_past() -> None:
    dispute = _dispute(_binding("blue", 2010, 2020), _binding("white", 2020), other=_binding("red"))
    settled = settle(dispute, Resolution.KEEP_BOTH, _NOW)
    assert settled.slot == _SET
    assert settled.outcome is Outcome.CHANGE
    assert settled.statuses == (("claim_white", Status.ACCEPTED), ("claim_red", Status.ACCEPTED))
    after = {(b.member, b.cardinality, b.interval.start) for b in _after(dispute, settled)}
    assert after == {
        ('"blue"', Cardinality.SINGLE, _at(2010)),
        ('"white"', Cardinality.SET, _at(2020)),
        ('"red"', Cardinality.SET, _at(2020)),  # nobody said since when: it stood beside white
    }


def test_keeping_both_keeps_the_start_that_a_claim_gave() -> None:
    dispute = _dispute(_binding("white", 2020), other=_binding("red", 2024))
    settled = settle(dispute, Resolution.KEEP_BOTH, _NOW)
    assert [b.interval.start for b in settled.change.written if b.member == '"red"'] == [_at(2024)]


def test_of_a_set_the_other_takes_the_place_of_the_member_that_it_contests() -> None:
    live = (_binding("white", is_set=True), _binding("blue", is_set=True))
    dispute = _dispute(*live, other=_binding("red", is_set=True), against="blue", is_set=True)
    settled = settle(dispute, Resolution.TAKE_OTHER, _NOW)
    assert {b.member for b in _after(dispute, settled)} == {'"white"', '"red"'}


def test_of_a_set_the_contested_member_goes_even_when_the_other_holds_already() -> None:
    live = (_binding("white", is_set=True), _binding("red", is_set=True))
    dispute = _dispute(*live, other=_binding("red", is_set=True), is_set=True)
    settled = settle(dispute, Resolution.TAKE_OTHER, _NOW)
    assert [b.member for b in _after(dispute, settled)] == ['"red"']


def test_a_denial_ends_the_value_that_it_denies_and_no_other() -> None:
    dispute = _dispute(_binding("white", 2020), other=None)
    settled = settle(dispute, Resolution.TAKE_OTHER, _NOW)
    assert settled.outcome is Outcome.RETRACTION
    assert settled.statuses == (("claim_no", Status.ACCEPTED), ("claim_white", Status.RETRACTED))
    assert [_held(dispute, settled, year) for year in (2022, 2027)] == ["white", None]
    moot = _dispute(_binding("green", 2024), other=None)
    settled = settle(moot, Resolution.TAKE_OTHER, _NOW)
    assert (settled.change, settled.outcome) == (NO_CHANGE, None)


@pytest.mark.parametrize("way", [Resolution.KEEP_BOTH, Resolution.SPLIT])
@pytest.mark.parametrize("other", [None, _binding("white")], ids=["a denial", "the same value"])
def test_there_must_be_two_values_to_keep_or_part_them(way: Resolution, other: Binding | None) -> None:
    with pytest.raises(UsageError):
        settle(_dispute(_binding("white"), other=other), way, _NOW)


def test_without_a_head_there_is_nothing_to_keep_it_beside() -> None:
    dispute = _dispute(_binding("white", 2020, 2024), other=_binding("red"))
    with pytest.raises(UsageError):
        settle(dispute, Resolution.KEEP_BOTH, _NOW)
    settled = settle(dispute, Resolution.TAKE_OTHER, _NOW)
    assert [_held(dispute, settled, year) for year in (2022, 2025, 2027)] == ["white", None, "red"]


def test_a_value_stands_elsewhere_only_where_no_other_is_known_for_its_time() -> None:
    new = _binding("red", 2024)
    assert settle_elsewhere((), new, "house.door").written == (new,)
    assert settle_elsewhere((_binding("blue", 2010, 2020),), new, "house.door").written == (new,)
    assert settle_elsewhere((_binding("red"),), new, "house.door") == NO_CHANGE
    with pytest.raises(UsageError) as refused:
        settle_elsewhere((_binding("blue", 2010),), new, "house.door")
    assert refused.value.item == "house.door"
    beside = (_binding("blue", is_set=True),)
    member = _binding("red", is_set=True)
    assert settle_elsewhere(beside, member, "house.door").written == (member,)


def test_what_lies_under_a_closed_interval_is_left_on_both_sides_of_it() -> None:
    live = (_binding("white", 2010, 2020), _binding("blue", 2020))
    change = carve(live, _binding("red", 2015, 2022))
    pieces = sorted((str(b.interval.start)[:4], b.member, str(b.interval.end)[:4]) for b in change.written)
    assert pieces == [("2010", '"white"', "2015"), ("2015", '"red"', "2022"), ("2022", '"blue"', "Edge")]
    assert set(change.closed) == {b.id for b in live}


def test_a_value_without_a_start_becomes_a_member_in_the_pieces_in_which_it_held() -> None:
    live = (_binding("white"), _binding("blue", 2010, 2012), _binding("green", 2014, 2015))
    change = widen(live, _NOW)
    assert change.closed == (live[0].id,)
    assert {b.cardinality for b in change.written} == {Cardinality.SET}
    assert [(str(b.interval.start)[:4], str(b.interval.end)[:4]) for b in change.written] == [
        ("Edge", "2010"),
        ("2012", "2014"),
        ("2015", "Edge"),
    ]


def test_what_ended_at_an_unknown_time_stays_as_it_was_when_the_address_becomes_a_set() -> None:
    live = (_binding("blue", 2010, Edge.UNKNOWN), _binding("white", 2020))
    change = widen(live, _NOW)
    assert (change.closed, [b.member for b in change.written]) == ((live[1].id,), ['"white"'])


def test_a_member_joins_only_where_it_does_not_hold_already() -> None:
    live = (_binding("red", 2010, 2012, is_set=True), _binding("red", 2030, is_set=True))
    change = join((*live, _binding("blue", is_set=True)), _binding("red", is_set=True))
    assert change.closed == ()
    assert [(str(b.interval.start)[:4], str(b.interval.end)[:4]) for b in change.written] == [
        ("Edge", "2010"),
        ("2012", "2030"),
    ]
