"""Supersede chains: whole ones, and each way to break one. Nothing is lost, everything odd is named."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from a008.sources.rows import Stretch
from a008.sources.v0_chains import Chains, Entry, chains

#: An item, whether it is current, and its successor.
Said = tuple[str, bool, str | None]


def made(*said: Said) -> Chains:
    """The chains of some items."""
    return chains(
        [
            Entry(id=item, stretch=Stretch(f"line {place}", 0, 0), current=holds, successor=by)
            for place, (item, holds, by) in enumerate(said, start=1)
        ]
    )


def shown(found: Chains) -> list[tuple[str, str | None]]:
    """Each chain as its ids, and the one that holds."""
    return [("".join(e.id for e in each.members), None if each.head is None else each.head.id) for each in found.chains]


def test_whole_chains_are_put_together_in_whatever_order_their_rows_come() -> None:
    found = made(("c", True, None), ("x", True, None), ("a", False, "b"), ("b", False, "c"))
    assert shown(found) == [("abc", "c"), ("x", "x")]
    assert found.remarks == ()


@pytest.mark.parametrize(
    ("said", "result", "odd"),
    [
        ([("a", False, "zz")], [("a", None)], ["a"]),
        ([("a", True, "zz")], [("a", "a")], ["a"]),
        ([("a", False, None)], [("a", None)], ["a"]),
        ([("a", False, "b"), ("b", False, None)], [("ab", None)], ["b"]),
        ([("a", True, "b"), ("b", True, None)], [("ab", "b")], ["a"]),
        ([("a", True, "b"), ("b", False, None)], [("ab", "a")], ["a", "b"]),
        ([("a", False, "c"), ("b", False, "c"), ("c", True, None)], [("abc", "c")], ["c"]),
        (
            [("a", False, "b"), ("b", False, "d"), ("c", False, "d"), ("d", True, None)],
            [("abcd", "d")],
            ["d"],
        ),
        ([("a", False, "a")], [("a", None)], ["a"]),
        ([("a", False, "b"), ("b", False, "a")], [("ab", None)], ["b"]),
        ([("a", True, "b"), ("b", False, "a")], [("ba", "a")], ["a", "a"]),
        ([("a", False, "b"), ("b", False, "c"), ("c", False, "b")], [("abc", None)], ["c"]),
        ([("a", False, "b"), ("b", True, "c"), ("c", False, "b")], [("acb", "b")], ["b", "b", "b"]),
    ],
)
def test_each_broken_chain_has_its_outcome_and_its_item_is_named(
    said: list[Said], result: list[tuple[str, str | None]], odd: list[str]
) -> None:
    found = made(*said)
    assert shown(found) == result
    assert sorted(remark.item for remark in found.remarks) == odd
    assert all(remark.where.startswith("line ") and remark.says for remark in found.remarks)


@given(st.lists(st.tuples(st.booleans(), st.none() | st.integers(0, 9)), max_size=10))
def test_no_item_is_lost_or_doubled_and_each_stands_before_what_replaced_it(
    said: list[tuple[bool, int | None]],
) -> None:
    entries: list[Said] = [(str(at), holds, None if by is None else str(by)) for at, (holds, by) in enumerate(said)]
    found = made(*entries)
    members = [entry.id for chain in found.chains for entry in chain.members]
    assert sorted(members) == sorted(item for item, _, _ in entries)
    odd = {remark.item for remark in found.remarks}
    for chain in found.chains:
        order = [entry.id for entry in chain.members]
        for entry in chain.members:
            kept = entry.successor in order and order.index(entry.successor) > order.index(entry.id)
            assert kept or entry.id == order[-1]
            assert kept or entry.id in odd or (entry.current and entry.successor is None)
        holding = [entry.id for entry in chain.members if entry.current]
        assert (chain.head.id if chain.head else None) == (holding[-1] if holding else None)


def test_a_long_chain_and_a_wide_one_take_no_more_than_their_length() -> None:
    number = 50_000
    long = made(*((str(at), at == number - 1, str(at + 1) if at < number - 1 else None) for at in range(number)))
    assert [len(chain.members) for chain in long.chains] == [number]
    wide = made(*((str(at), at == number - 1, None if at == number - 1 else str(number - 1)) for at in range(number)))
    assert [entry.id for entry in wide.chains[0].members] == [str(at) for at in range(number)]
    assert len(wide.remarks[0].says) < 120
