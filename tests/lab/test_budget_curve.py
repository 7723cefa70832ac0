"""What more bytes buy, on sessions of our own."""

from itertools import pairwise

import pytest

from a008 import open_workbench
from a008.clock import Instant, ManualClock
from a008.errors import UsageError
from a008.ids import CountedIds
from a008.lab.budget_curve import BudgetPoint, budget_curve, knee
from a008.runtime.session import Session
from a008.workbench import Workbench


@pytest.fixture
def workbench() -> Workbench:
    clock = ManualClock(Instant.parse("2026-01-10"))
    return open_workbench(store=":memory:", clock=clock, mint=CountedIds("curve"))


@pytest.fixture
def session(workbench: Workbench) -> Session:
    """A person who told of eight trips and of one dome."""
    session = workbench.session("curve")
    for number, place in enumerate(("Kiruna", "Visby", "Lund", "Ystad", "Falun", "Arvika", "Mora", "Sigtuna")):
        session.ask(f"On trip {number + 1} we watched comets from the harbour of {place}.")
    session.ask("The colour of the dome is white.")
    return session


WANTED = {
    "From which harbours did we watch comets?": ("Kiruna", "Visby", "Lund", "Ystad"),
    "Which colour has the dome?": ("dome is WHITE",),
}


def test_more_bytes_never_hold_less_and_none_are_counted_that_are_not_sent(session: Session) -> None:
    points = budget_curve(session, WANTED, (4_096, 256, 1_024, 512, 2_048))
    assert [point.budget for point in points] == [256, 512, 1_024, 2_048, 4_096]
    assert all(point.bytes <= point.budget for point in points)
    for less, more in pairwise(points):
        assert (less.recall, less.items, less.bytes) <= (more.recall, more.items, more.bytes)
    assert 0 < points[0].recall < points[-1].recall == 1


def test_a_thing_is_wanted_by_its_id_too(session: Session) -> None:
    message = "Which colour has the dome?"
    (dome,) = [item for item in session.envelope(message).items if "dome is white" in item.proposition]
    (point,) = budget_curve(session, {message: (dome.id, "claim_that_is_not_there")}, (4_096,))
    assert point.recall == 0.5


def test_a_message_whose_required_items_do_not_fit_counts_as_one_that_got_nothing(session: Session) -> None:
    points = budget_curve(session, {"Which colour has the dome?": ("white",)}, (100, 4_096))
    assert [(point.recall, point.refused) for point in points] == [(0, 1), (1, 0)]


def test_the_knee_stands_where_the_curve_bends() -> None:
    points = [
        BudgetPoint(budget=1_000 * step, bytes=1_000.0 * step, items=step, recall=recall, refused=0)
        for step, recall in enumerate((0.1, 0.5, 0.8, 0.82, 0.84, 0.85), start=1)
    ]
    assert knee(points).budget == 3_000
    assert knee(points[:1]).budget == 1_000


def test_nothing_wanted_is_a_mistake_that_is_named(session: Session) -> None:
    for wanted in ({}, {"Which colour has the dome?": ()}):
        with pytest.raises(UsageError, match="wanted"):
            budget_curve(session, wanted)
    with pytest.raises(UsageError, match="no knee"):
        knee([])
