"""Fusion. Source: rule 14; faults Q09 and Q10; the weights are ours and only their order is tested."""

from a008.clock import Instant
from a008.memory import lifecycle
from a008.memory.claim import Severity, Status
from a008.memory.envelope import ItemType, Lane
from a008.memory.lifecycle import Carrier, Lifecycle
from a008.retrieval.find import Find, found, gather
from a008.retrieval.fuse import WEIGHTS, Scored, fused
from a008.store.claims import ClaimRow
from tests.retrieval.rows import claim

_NOW = Instant.parse("2026-01-01")


def find(name: str, lane: Lane, rank: int = 0, pull: float = 0.0) -> Find:
    row = ClaimRow(claim=claim(name), status=Status.ACCEPTED, rev_from=1)
    return found(lane, rank, lane, row, ItemType.CLAIM, pull=pull)


def scores(*finds: Find, states: dict[str, Lifecycle] | None = None, days: float = 0) -> dict[str, Scored]:
    things = fused(gather(finds), states or {}, _NOW.plus(days=days))
    return {each.gathered.id: each for each in things}


def state(name: str) -> dict[str, Lifecycle]:
    return {name: lifecycle.created(name, Carrier.CLAIM, Severity.MINOR, "o", _NOW)}


def test_every_lane_has_a_weight_and_exact_ones_the_most() -> None:
    assert set(WEIGHTS) == set(Lane)
    assert min(WEIGHTS[lane] for lane in (Lane.SLOT, Lane.ENTITY, Lane.HISTORY)) > WEIGHTS[Lane.TEXT]


def test_places_in_several_lanes_add_up_and_the_best_of_one_lane_counts() -> None:
    both = scores(find("a", Lane.TEXT), find("a", Lane.LABEL), find("b", Lane.TEXT), find("b", Lane.TEXT, 5))
    assert both["a"].score > both["b"].score
    assert both["b"].score == scores(find("b", Lane.TEXT))["b"].score


def test_a_better_place_scores_more_and_equals_are_put_in_order_by_id() -> None:
    assert list(scores(find("b", Lane.TEXT, 1), find("a", Lane.TEXT, 0))) == ["a", "b"]
    assert list(scores(find("b", Lane.TEXT), find("a", Lane.TEXT))) == ["a", "b"]


def test_fading_lowers_what_is_volunteered_and_never_what_is_asked_for() -> None:
    for lane, falls in ((Lane.TEXT, True), (Lane.LABEL, True), (Lane.SLOT, False), (Lane.ENTITY, False)):
        fresh = scores(find("a", lane), states=state("a"))["a"]
        faded = scores(find("a", lane), states=state("a"), days=400)["a"]
        assert (faded.score < fresh.score) is falls
        assert fresh.active
        assert not faded.active


def test_attraction_moves_what_an_edge_leads_to_and_never_hides_an_exact_hit() -> None:
    towards, away = scores(find("a", Lane.HOP, pull=1.0))["a"], scores(find("a", Lane.HOP, pull=-1.0))["a"]
    assert towards.score > away.score == 0
    exact = scores(find("a", Lane.HOP, pull=-1.0), find("a", Lane.SLOT))["a"]
    assert exact.score == scores(find("a", Lane.SLOT))["a"].score
