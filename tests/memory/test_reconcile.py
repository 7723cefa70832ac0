"""Reconciliation: the table covers everything, and each rule of the specification reads as it is written."""

from collections.abc import Iterator
from itertools import product

import pytest

from a008.clock import Instant
from a008.memory import address
from a008.memory.address import Cardinality, SlotKind
from a008.memory.binding import Binding, bind, member_of
from a008.memory.reconcile import (
    TABLE,
    Held,
    Incoming,
    Order,
    Outcome,
    Row,
    Situation,
    Span,
    Wording,
    effect,
    past_at_start,
    reconcile,
)
from a008.memory.time import ALWAYS, Edge, Interval, IntervalEnd, WorldTime
from a008.memory.timeline import TimelineChange, holding

DAY = {n: Instant.parse(f"2026-01-{n:02d}") for n in range(1, 29)}
NOW = DAY[20]
HOUSE = address.entity("p", "house")
COLOUR = address.slot(HOUSE, SlotKind.ATTRIBUTE, "colour", Cardinality.SINGLE)
OWNERS = address.slot(HOUSE, SlotKind.RELATION, "owned by", Cardinality.SET)


def held(
    value: str, start: WorldTime = Edge.UNKNOWN, end: IntervalEnd = Edge.OPEN, *, members: bool = False
) -> Binding:
    slot = OWNERS if members else COLOUR
    return bind(slot, member_of(value), None, f"claim of {value}", Interval(start=start, end=end), 1)


def said(
    value: str,
    interval: Interval = ALWAYS,
    wording: Wording = Wording.PLAIN,
    *,
    members: bool = False,
    outranked: bool = False,
    same_source: bool = False,
    trespasses: bool = False,
) -> Incoming:
    return Incoming(
        cardinality=Cardinality.SET if members else Cardinality.SINGLE,
        member=member_of(value),
        interval=interval,
        wording=wording,
        outranked=outranked,
        same_source=same_source,
        trespasses=trespasses,
    )


def since(day: int) -> Interval:
    return Interval(start=DAY[day], end=Edge.OPEN)


def between(first: int, last: int) -> Interval:
    return Interval(start=DAY[first], end=DAY[last])


def decide(*live: Binding, incoming: Incoming) -> tuple[Outcome, TimelineChange, tuple[Binding, ...]]:
    """Outcome, change, and the bindings believed afterwards."""
    decision = reconcile(live, incoming, NOW)
    slot = OWNERS if incoming.cardinality is Cardinality.SET else COLOUR
    change = effect(live, decision, bind(slot, incoming.member, None, f"claim {incoming}", incoming.interval, 2), NOW)
    after = tuple(b for b in live if b.id not in change.closed) + change.written
    return decision.outcome, change, after


def values_at(bindings: tuple[Binding, ...], day: int) -> str | None:
    found = holding(bindings, DAY[day])
    return None if found is None else found.member


def situations() -> Iterator[Situation]:
    """Every situation there can be."""
    flags = (False, True)
    for found in product(Cardinality, Span, Held, Order, Wording, flags, flags, flags):
        cardinality, span, held_, order, wording, outranked, overlaps, same_source = found
        yield Situation(
            cardinality=cardinality,
            span=span,
            held=held_,
            order=order,
            wording=wording,
            outranked=outranked,
            overlaps=overlaps,
            same_source=same_source,
        )


def test_every_situation_has_a_row() -> None:
    for situation in situations():
        assert any(row.matches(situation) for row in TABLE), situation


def test_every_row_decides_some_situation() -> None:
    decided = {next(i for i, row in enumerate(TABLE) if row.matches(situation)) for situation in situations()}
    assert decided == set(range(len(TABLE)))


def test_a_row_without_conditions_matches_anything() -> None:
    situation = Situation(
        cardinality=Cardinality.SET,
        span=Span.OPEN,
        held=Held.OTHER,
        order=Order.EQUAL,
        wording=Wording.PLAIN,
        outranked=True,
        overlaps=True,
        same_source=True,
    )
    assert Row(outcome=Outcome.NO_OP, reason="").matches(situation)


def test_the_first_value_keeps_its_unknown_start() -> None:
    outcome, change, _ = decide(incoming=said("white"))
    assert outcome is Outcome.CHANGE
    assert [b.interval for b in change.written] == [ALWAYS]


def test_the_same_value_again_is_a_re_assertion_and_writes_nothing() -> None:
    outcome, change, _ = decide(held("white"), incoming=said("white"))
    assert outcome is Outcome.RE_ASSERTION
    assert change == TimelineChange(closed=(), written=())


def test_a_later_start_takes_over_and_closes_what_held() -> None:
    outcome, _, after = decide(held("white", DAY[1]), incoming=said("red", since(10)))
    assert outcome is Outcome.CHANGE
    assert values_at(after, 9) == member_of("white")
    assert values_at(after, 10) == member_of("red")


def test_without_dates_commit_order_decides_and_the_change_holds_from_the_commit() -> None:
    outcome, _, after = decide(held("white"), incoming=said("red"))
    assert outcome is Outcome.CHANGE
    assert values_at(after, 19) == member_of("white")
    assert values_at(after, 20) == member_of("red")


def test_an_earlier_start_that_arrives_late_goes_into_history_and_leaves_the_head() -> None:
    outcome, _, after = decide(held("green", DAY[10]), incoming=said("white", since(3)))
    assert outcome is Outcome.CHANGE
    assert values_at(after, 3) == member_of("white")
    assert values_at(after, 9) == member_of("white")
    assert values_at(after, 20) == member_of("green")


def test_a_future_start_is_scheduled_while_the_head_keeps_its_place() -> None:
    outcome, _, after = decide(held("green", DAY[10]), incoming=said("blue", since(25)))
    assert outcome is Outcome.CHANGE
    assert values_at(after, 20) == member_of("green")
    assert values_at(after, 25) == member_of("blue")


def test_a_change_before_a_scheduled_one_ends_when_that_begins() -> None:
    _, _, scheduled = decide(held("green", DAY[10]), incoming=said("blue", since(25)))
    _, _, after = decide(*scheduled, incoming=said("red"))
    assert values_at(after, 20) == member_of("red")
    assert values_at(after, 26) == member_of("blue")


def test_equal_starts_of_different_sources_are_a_conflict_and_the_head_stays() -> None:
    outcome, change, _ = decide(held("green", DAY[10]), incoming=said("blue", since(10)))
    assert outcome is Outcome.CONFLICT
    assert not change.written


def test_equal_starts_of_one_source_are_a_change() -> None:
    outcome, _, after = decide(held("green", DAY[10]), incoming=said("blue", since(10), same_source=True))
    assert outcome is Outcome.CHANGE
    assert values_at(after, 10) == member_of("blue")
    assert len(after) == 1


def test_a_word_of_conflict_without_a_word_of_change_is_a_conflict() -> None:
    outcome, _, _ = decide(held("green"), incoming=said("blue", wording=Wording.CONFLICT))
    assert outcome is Outcome.CONFLICT


@pytest.mark.parametrize("wording", [Wording.PLAIN, Wording.CHANGE, Wording.CORRECTION, Wording.RETRACTION])
def test_outside_text_never_displaces_what_a_user_supports(wording: Wording) -> None:
    live = held("green", DAY[10])
    value = "green" if wording is Wording.RETRACTION else "blue"
    outcome, change, _ = decide(live, incoming=said(value, since(15), wording, outranked=True))
    assert outcome is Outcome.CONFLICT
    assert not change.closed


def test_a_correction_puts_another_value_over_the_whole_interval() -> None:
    outcome, change, after = decide(held("white", DAY[5]), incoming=said("cream", wording=Wording.CORRECTION))
    assert outcome is Outcome.CORRECTION
    assert len(change.closed) == 1
    assert values_at(after, 5) == member_of("cream")


def test_a_correction_of_nothing_is_a_first_value() -> None:
    assert decide(incoming=said("cream", wording=Wording.CORRECTION))[0] is Outcome.CHANGE


def test_a_retraction_ends_the_value_without_a_successor() -> None:
    outcome, _, after = decide(held("white", DAY[5]), incoming=said("white", wording=Wording.RETRACTION))
    assert outcome is Outcome.RETRACTION
    assert values_at(after, 19) == member_of("white")
    assert values_at(after, 20) is None


def test_a_retraction_of_what_does_not_hold_changes_nothing() -> None:
    outcome, change, _ = decide(held("white"), incoming=said("red", wording=Wording.RETRACTION))
    assert outcome is Outcome.NO_OP
    assert not change.closed


def test_a_closed_interval_told_later_grows_history_and_leaves_the_head() -> None:
    outcome, _, after = decide(held("home", DAY[20]), incoming=said("missing", between(18, 19)))
    assert outcome is Outcome.CHANGE
    assert values_at(after, 18) == member_of("missing")
    assert values_at(after, 20) == member_of("home")


def test_a_value_that_ended_nobody_knows_when_does_not_end_one_that_holds() -> None:
    outcome, _, after = decide(held("white", DAY[10], Edge.UNKNOWN), incoming=said("red", since(5)))
    assert outcome is Outcome.CHANGE
    assert [values_at(after, day) for day in (5, 12, 20)] == [member_of("red")] * 3


def test_a_closed_interval_is_told_inside_one_of_the_same_value_that_ended_nobody_knows_when() -> None:
    outcome, _, after = decide(held("red", DAY[3], Edge.UNKNOWN), incoming=said("red", between(5, 7)))
    assert outcome is Outcome.CHANGE
    assert [values_at(after, day) for day in (4, 5, 7)] == [None, member_of("red"), None]


def test_of_two_values_without_a_start_the_one_that_was_recorded_last_holds() -> None:
    live = (held("white", end=DAY[10]), held("red", end=DAY[12]))
    assert (values_at(live, 5), values_at(live[::-1], 5)) == (member_of("red"), member_of("white"))


def test_a_closed_interval_inside_a_head_of_unknown_start_leaves_the_head_whole() -> None:
    _, change, after = decide(held("home"), incoming=said("missing", between(10, 12)))
    assert not change.closed
    assert values_at(after, 11) == member_of("missing")
    assert values_at(after, 13) == member_of("home")


def test_a_closed_interval_that_overlaps_another_known_value_is_a_conflict() -> None:
    outcome, change, _ = decide(held("white", DAY[1], DAY[10]), incoming=said("red", between(5, 7)))
    assert outcome is Outcome.CONFLICT
    assert not change.written


def test_members_of_a_set_stand_side_by_side() -> None:
    outcome, _, after = decide(held("ann", members=True), incoming=said("bob", members=True))
    assert outcome is Outcome.CHANGE
    assert {b.member for b in after} == {member_of("ann"), member_of("bob")}


def test_repeating_a_member_is_a_re_assertion() -> None:
    outcome, _, _ = decide(held("ann", members=True), incoming=said("ann", members=True))
    assert outcome is Outcome.RE_ASSERTION


def test_a_member_leaves_by_retraction_and_the_others_stay() -> None:
    live = (held("ann", members=True), held("bob", members=True))
    outcome, change, _ = decide(*live, incoming=said("ann", wording=Wording.RETRACTION, members=True))
    assert outcome is Outcome.RETRACTION
    assert change.closed == (live[0].id,)


def test_a_member_that_is_scheduled_can_begin_before() -> None:
    outcome, _, after = decide(held("ann", DAY[25], members=True), incoming=said("ann", members=True))
    assert outcome is Outcome.CHANGE
    assert sorted(str(b.interval.start) for b in after) == [str(DAY[20]), str(DAY[25])]
    assert [values_at(after, day) for day in (19, 20, 26)] == [None, member_of("ann"), member_of("ann")]


def test_an_earlier_time_of_a_member_is_history_and_not_a_re_assertion() -> None:
    told = said("ann", between(3, 5), members=True)
    outcome, _, after = decide(held("ann", DAY[10], members=True), incoming=told)
    assert outcome is Outcome.CHANGE
    assert [values_at(after, day) for day in (4, 6, 12)] == [member_of("ann"), None, member_of("ann")]


def test_a_member_never_holds_twice_at_once() -> None:
    told = said("ann", between(3, 15), members=True)
    _, _, after = decide(held("ann", DAY[10], members=True), incoming=told)
    assert [sum(b.interval.holds_at(DAY[day]) for b in after) for day in (4, 12, 20)] == [1, 1, 1]


def test_the_same_value_after_another_is_a_third_binding() -> None:
    _, _, second = decide(held("white", DAY[1]), incoming=said("red", since(5)))
    _, _, third = decide(*second, incoming=said("white", since(10)))
    assert [values_at(third, day) for day in (1, 5, 10)] == [member_of(v) for v in ("white", "red", "white")]
    assert len(third) == 3


def test_a_late_arrival_holds_on_both_sides_of_a_closed_interval() -> None:
    _, _, told = decide(held("white"), incoming=said("red", between(10, 12)))
    _, _, after = decide(*told, incoming=said("blue", since(5)))
    assert [values_at(after, day) for day in (4, 5, 10, 12, 20)] == [
        member_of(value) for value in ("white", "blue", "red", "blue", "blue")
    ]


def test_a_change_inside_one_piece_of_a_claim_ends_the_later_pieces_too() -> None:
    _, _, told = decide(incoming=said("red", between(22, 24)))
    _, _, parted = decide(*told, incoming=said("green", since(20)))
    _, _, after = decide(*parted, incoming=said("white", since(21)))
    assert [values_at(after, day) for day in (20, 21, 22, 25)] == [
        member_of(value) for value in ("green", "white", "red", "white")
    ]


def test_a_retraction_ends_every_later_piece_of_the_claim() -> None:
    _, _, told = decide(incoming=said("red", between(22, 24)))
    _, _, parted = decide(*told, incoming=said("green", since(10)))
    outcome, _, after = decide(*parted, incoming=said("green", wording=Wording.RETRACTION))
    assert outcome is Outcome.RETRACTION
    assert [values_at(after, day) for day in (19, 20, 22, 25)] == [
        member_of("green"), None, member_of("red"), None,
    ]  # fmt: skip


def test_a_correction_reaches_every_piece_of_the_claim() -> None:
    _, _, told = decide(incoming=said("red", between(22, 24)))
    _, _, parted = decide(*told, incoming=said("green", since(10)))
    _, _, after = decide(*parted, incoming=said("blue", wording=Wording.CORRECTION))
    assert [values_at(after, day) for day in (10, 22, 25)] == [member_of(v) for v in ("blue", "red", "blue")]


def test_a_closed_interval_of_the_same_value_fills_only_what_was_not_known() -> None:
    outcome, change, after = decide(held("red", DAY[8]), incoming=said("red", between(7, 11)))
    assert outcome is Outcome.CHANGE
    assert [b.interval for b in change.written] == [between(7, 8)]
    assert values_at(after, 7) == member_of("red")


def test_a_closed_interval_that_is_known_already_changes_nothing() -> None:
    outcome, change, _ = decide(held("red", DAY[5], DAY[12]), incoming=said("red", between(7, 11)))
    assert outcome is Outcome.RE_ASSERTION
    assert not change.written


def test_a_correction_that_names_a_later_start_is_a_change_from_then() -> None:
    """Rule 6: both starts known, the incoming one later."""
    outcome, _, after = decide(held("white", DAY[5]), incoming=said("red", since(10), Wording.CORRECTION))
    assert outcome is Outcome.CHANGE
    assert values_at(after, 9) == member_of("white")
    assert values_at(after, 10) == member_of("red")


def test_an_open_claim_that_begins_within_a_past_that_was_told_to_its_end_is_a_conflict() -> None:
    """Found by attack: it cut that past short, or took it away altogether, and nobody was told."""
    live = (held("red", DAY[2], DAY[5]),)
    for incoming in (said("blue", since(2), trespasses=True), said("blue", since(3), Wording.CHANGE, trespasses=True)):
        assert reconcile(live, incoming, DAY[10]).outcome is Outcome.CONFLICT
    corrected = said("blue", since(3), Wording.CORRECTION, trespasses=True)
    assert reconcile(live, corrected, DAY[10]).outcome is Outcome.CHANGE


def test_the_past_at_a_start_is_another_value_that_is_over() -> None:
    live = (held("red", DAY[2], DAY[5]),)
    assert past_at_start(live, member_of("blue"), since(3), DAY[10]) is live[0]
    for member, interval, now in (
        ("red", since(3), DAY[10]),
        ("blue", since(5), DAY[10]),
        ("blue", ALWAYS, DAY[10]),
        ("blue", since(3), DAY[4]),
        ("blue", Interval(start=DAY[3], end=DAY[4]), DAY[10]),
    ):
        assert past_at_start(live, member_of(member), interval, now) is None
