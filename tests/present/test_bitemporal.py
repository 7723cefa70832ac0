"""The drawing of both axes. Our choice throughout: what must hold is that it says what the bindings say."""

from __future__ import annotations

import itertools

from hypothesis import given
from hypothesis import strategies as st

from a008.clock import Instant
from a008.memory.time import Edge, Interval, IntervalEnd, WorldTime
from a008.present import bitemporal
from a008.present.bitemporal import MAX_EDGES, MAX_STRIPS, WIDTH, chart
from a008.store.address_page import Held

_NOW = Instant.parse("2024-06-01")


def _day(number: int) -> Instant:
    return Instant.parse("2024-01-01").plus(days=number)


def _held(value: str, start: WorldTime, end: IntervalEnd, believed: int, until: int | None = None) -> Held:
    return Held(
        id=f"binding_{value}_{believed}",
        member=f'"{value}"',
        object_label=None,
        claim_id="claim_x",
        interval=Interval(start=start, end=end),
        believed_from=believed,
        recorded_at=_day(believed),
        believed_to=until,
        closed_at=None if until is None else _day(until),
    )


_OSLO = _held("Oslo", _day(1), Edge.OPEN, 2, 4)
_OSLO_UNTIL = _held("Oslo", _day(1), _day(9), 4)
_MALMO = _held("Malmö", _day(9), Edge.OPEN, 4)


def test_nothing_is_drawn_of_nothing() -> None:
    assert chart((), _NOW) is None


def test_each_revision_has_a_strip_with_what_was_believed_then_the_newest_on_top() -> None:
    drawn = chart((_MALMO, _OSLO_UNTIL, _OSLO), _NOW)
    assert drawn is not None
    assert [(s.revision, [bar.label for bar in s.bars]) for s in drawn.strips] == [
        (4, ["Oslo", "Malmö"]),
        (2, ["Oslo"]),
    ]
    assert drawn.strips[0].y < drawn.strips[1].y


def test_bars_meet_where_one_value_ends_and_the_next_begins_and_open_ones_reach_the_edge() -> None:
    drawn = chart((_MALMO, _OSLO_UNTIL, _OSLO), _NOW)
    assert drawn is not None
    oslo, malmo = drawn.strips[0].bars
    assert oslo.x + oslo.width == malmo.x
    assert malmo.x + malmo.width == WIDTH
    assert (oslo.open_end, malmo.open_end) == (False, True)


def test_the_same_value_has_the_same_colour_in_every_strip() -> None:
    drawn = chart((_MALMO, _OSLO_UNTIL, _OSLO), _NOW)
    assert drawn is not None
    hues = {bar.label: bar.hue for strip in drawn.strips for bar in strip.bars}
    assert hues == {"Oslo": 0, "Malmö": 1}


def test_the_axis_names_every_edge_and_the_present() -> None:
    drawn = chart((_MALMO, _OSLO_UNTIL), _NOW)
    assert drawn is not None
    assert [(tick.label, tick.now) for tick in drawn.ticks] == [
        ("2024-01-02", False),
        ("2024-01-10", False),
        ("now", True),
    ]


def test_values_that_hold_together_stand_below_each_other() -> None:
    drawn = chart((_held("a", _day(1), Edge.OPEN, 1), _held("b", _day(2), Edge.OPEN, 1)), _NOW)
    assert drawn is not None
    first, second = drawn.strips[0].bars
    assert second.y >= first.y + first.height


def test_too_many_edges_give_no_drawing_and_too_many_revisions_leave_out_the_old_ones() -> None:
    many = tuple(_held(str(n), _day(n), _day(n + 1), 1) for n in range(MAX_EDGES))
    assert chart(many, _NOW) is None
    corrected = tuple(_held(str(n), _day(1), Edge.OPEN, n + 1, n + 2) for n in range(MAX_STRIPS + 3))
    drawn = chart(corrected, _NOW)
    assert drawn is not None
    assert (len(drawn.strips), drawn.left_out) == (MAX_STRIPS, 4)


def test_labels_of_the_axis_never_touch_and_the_present_is_always_named() -> None:
    crowded = tuple(_held(str(n), _NOW.plus(seconds=n - 5), _NOW.plus(seconds=n - 4), 1) for n in range(MAX_EDGES - 2))
    drawn = chart(crowded, _NOW)
    assert drawn is not None
    named = [tick for tick in drawn.ticks if tick.label]
    assert len(named) < len(drawn.ticks) == MAX_EDGES - 1
    assert [tick.label for tick in named if tick.now] == ["now"]
    assert all(later.x - earlier.x > 45 for earlier, later in itertools.pairwise(named))


_edge = st.none() | st.integers(0, 6)


@st.composite
def _bindings(draw: st.DrawFn) -> tuple[Held, ...]:
    found = []
    for number in range(draw(st.integers(1, 5))):
        start, length, believed = draw(_edge), draw(st.none() | st.integers(1, 3)), draw(st.integers(1, 5))
        end: IntervalEnd = Edge.OPEN if length is None else _day((start or 0) + length)
        until = draw(st.none() | st.integers(believed + 1, believed + 3))
        found.append(_held(str(number), Edge.UNKNOWN if start is None else _day(start), end, believed, until))
    return tuple(found)


@given(_bindings())
def test_no_bar_leaves_the_drawing_or_covers_another(bindings: tuple[Held, ...]) -> None:
    drawn = chart(bindings, _NOW)
    assert drawn is not None
    bars = [bar for strip in drawn.strips for bar in strip.bars]
    assert all(
        0 <= bar.x < bar.x + bar.width <= WIDTH and 0 <= bar.y < bar.y + bar.height <= drawn.height for bar in bars
    )
    assert not any(_covers(one, other) for one, other in itertools.combinations(bars, 2))


def _covers(one: bitemporal.Bar, other: bitemporal.Bar) -> bool:
    beside = one.x + one.width <= other.x or other.x + other.width <= one.x
    apart = one.y + one.height <= other.y or other.y + other.height <= one.y
    return not (beside or apart)
