"""PROJECT. Source: rules 20 to 22; cases B085, B086, B090 and faults Q11, Q12; value per byte is issue 4's order."""

from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from a008 import canon
from a008.errors import Code, ProjectionError
from a008.memory.envelope import Candidate, Fate, Item, ItemType, Lane, item_json, payload
from a008.memory.origin import Origin
from a008.retrieval.budget import pack
from a008.retrieval.compose import Composed, in_order
from a008.retrieval.measure import FRAME


def thing(
    name: str,
    text: str,
    *,
    score: float = 0.1,
    required: bool = False,
    kind: ItemType = ItemType.CLAIM,
    binding: str | None = None,
    beside: str | None = None,
) -> Composed:
    item = Item(id=name, proposition=text, type=kind, tags=(), scope=(), authority=Origin.USER)
    candidate = Candidate(
        item=item,
        lanes=(Lane.TEXT,),
        reasons=("",),
        required=required,
        score=score,
        strength=1.0,
        active=True,
        address=None,
        slot_id=None,
        binding_id=binding,
        rank=None,
        bytes=len(canon.encode(item_json(item))) + 1,
        fate=Fate.IN,
        detail="",
    )
    return Composed(candidate=candidate, place=0, beside=beside, time=0)


def sent(things: list[Composed], budget: int) -> str:
    packed = pack(things, budget)
    return payload(tuple(candidate.item for candidate in in_order(packed.admitted)))


_TEXTS = st.lists(st.text(st.characters(codec="utf-8"), min_size=1, max_size=200), max_size=12, unique=True)


@given(_TEXTS, st.data())
def test_no_budget_is_ever_exceeded_and_a_larger_one_admits_all_of_a_smaller(
    texts: list[str], data: st.DataObject
) -> None:
    scores = data.draw(st.lists(st.floats(0, 1), min_size=len(texts), max_size=len(texts)))
    things = [thing(f"c{n}", text, score=score) for n, (text, score) in enumerate(zip(texts, scores, strict=True))]
    everything = len(payload(tuple(each.candidate.item for each in things)).encode())
    budgets = sorted(data.draw(st.lists(st.integers(FRAME, everything + 9), min_size=1, max_size=9)))
    for budget in budgets:
        assert len(sent(things, budget).encode()) <= budget
    admitted = [{each.candidate.item.id for each in pack(things, budget).admitted} for budget in budgets]
    assert all(smaller <= larger for smaller, larger in pairwise(admitted))


@pytest.mark.parametrize("text", ['"' * 300, "\\" * 300, "\x01" * 100, "\u2028" * 100, "你好🌍" * 80, "é" * 300])
def test_bytes_are_counted_as_they_are_sent(text: str) -> None:
    exact = len(payload((thing("c", text).candidate.item,)).encode())
    assert pack([thing("c", text)], exact).left_out == ()
    (out,) = pack([thing("c", text)], exact - 1).left_out
    assert out.candidate.verdict == "over_budget by 1 bytes"


def test_thirty_items_of_emoji_fit_a_budget_in_bytes_and_not_in_characters() -> None:
    things = [thing(f"c{n:02d}", "🌍" * 200, score=1 - n / 100) for n in range(30)]
    text = sent(things, 4_096)
    assert 3_000 < len(text.encode()) <= 4_096


def test_a_long_item_makes_room_for_short_ones() -> None:
    ranked = [thing("long", "x" * 900, score=0.032), thing("a", "short", score=0.031), thing("b", "too", score=0.030)]
    room = len(payload(tuple(each.candidate.item for each in ranked[1:])).encode())
    packed = pack(ranked, room)
    assert {each.candidate.item.id for each in packed.admitted} == {"a", "b"}
    assert [each.candidate.fate for each in packed.left_out] == [Fate.OVER_BUDGET]


def test_what_is_required_comes_first_whatever_its_score() -> None:
    things = [thing("best", "good", score=9), thing("must", "m" * 200, score=0, required=True)]
    room = len(payload((things[1].candidate.item,)).encode())
    assert [each.candidate.item.id for each in pack(things, room).admitted] == ["must"]


def test_a_required_item_that_does_not_fit_is_an_error_that_names_it_and_both_sizes() -> None:
    with pytest.raises(ProjectionError) as caught:
        pack([thing("must", "m" * 5_000, required=True)], 4_096)
    error = caught.value
    assert (error.item, error.budget, error.code) == ("must", 4_096, Code.BUDGET)
    assert error.needed == len(payload((thing("must", "m" * 5_000).candidate.item,)).encode())


def test_not_even_an_empty_envelope_fits_some_budgets() -> None:
    assert pack([], FRAME).admitted == ()
    with pytest.raises(ProjectionError):
        pack([], FRAME - 1)


def test_both_sides_of_a_conflict_travel_together_or_neither_does() -> None:
    head = thing("head", "The deadline is May.", kind=ItemType.STATE, binding="b1")
    other = thing("other", "Contested: June.", kind=ItemType.CONFLICT, beside="b1")
    both = len(payload((head.candidate.item, other.candidate.item)).encode())
    assert [each.candidate.item.id for each in pack([other, head], both).admitted] == ["head", "other"]
    assert pack([other, head], both - 1).admitted == ()
    must = head._replace(candidate=replace(head.candidate, required=True))
    with pytest.raises(ProjectionError):
        pack([other, must], both - 1)


def test_a_rank_counts_from_nought_in_the_order_of_packing() -> None:
    packed = pack([thing("a", "x", score=0.1), thing("b", "x", score=0.9), thing("c", "x", required=True)], 9_999)
    assert [(each.candidate.item.id, each.candidate.rank) for each in packed.admitted] == [("c", 0), ("b", 1), ("a", 2)]
