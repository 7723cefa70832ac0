"""Two revisions compared. Source: the issue, "diff REV REV"."""

from itertools import product

import pytest

from a008.clock import Instant
from a008.store.connection import Connection
from a008.store.difference import Difference, Kind, difference
from a008.store.heads import Head
from tests.turns import Memory, document, fact, relation

_LATE = Instant.parse("2030-01-01")
_MIRROR = {Kind.ADDED: Kind.REMOVED, Kind.REMOVED: Kind.ADDED}


@pytest.fixture(scope="module")
def memory() -> Memory:
    """A history of every sort: a change, a correction, a retraction, members, the same value from another claim."""
    memory = Memory()

    def tell(attribute: str, value: str, at: str, wording: str = "plain", **more: object) -> None:
        memory.learn(document(new_knowledge=[fact("user", attribute, value, wording=wording, **more)]), at=at)

    tell("residence", "Lyon", "2026-01-01", valid_from="2026-01-01")  # 2
    tell("residence", "Oslo", "2026-02-01", "change", valid_from="2026-02-01")  # 4
    tell("name", "Ada", "2026-02-02")  # 6
    tell("residence", "Oslo", "2026-02-03", "retraction")  # 8
    memory.learn(document(relation_updates=[relation("user", "likes", "tea")]), at="2026-02-04")  # 10
    memory.learn(document(relation_updates=[relation("user", "likes", "chess")]), at="2026-02-05")  # 12
    tell("name", "Eve", "2026-02-06", "correction")  # 14
    tell("office", "Rome", "2026-02-07", valid_from="2020-01-01", valid_to="2021-01-01")  # 16
    return memory


def compared(memory: Memory, before: int, after: int, as_of: Instant = _LATE) -> Difference:
    def read(conn: Connection) -> Difference:
        return difference(conn, memory.project.id, before, after, as_of=as_of)

    return memory.store.read(read)


def said(found: Difference) -> list[tuple[str, Kind, object, object]]:
    return [
        (each.address, each.kind, each.before and each.before.value, each.after and each.after.value)
        for each in found.values
    ]


def test_a_value_is_added_changed_and_removed(memory: Memory) -> None:
    assert said(compared(memory, 0, 2)) == [("user.residence", Kind.ADDED, None, "Lyon")]
    assert said(compared(memory, 2, 4)) == [("user.residence", Kind.CHANGED, "Lyon", "Oslo")]
    assert said(compared(memory, 6, 8)) == [("user.residence", Kind.REMOVED, "Oslo", None)]
    assert said(compared(memory, 12, 14)) == [("user.name", Kind.CHANGED, "Ada", "Eve")]


def test_members_of_a_set_are_compared_one_by_one(memory: Memory) -> None:
    assert said(compared(memory, 10, 12)) == [("user --likes-->", Kind.ADDED, None, "chess")]


def test_what_happened_and_was_undone_in_between_is_no_difference_but_was_touched(memory: Memory) -> None:
    assert said(compared(memory, 0, 8)) == [("user.name", Kind.ADDED, None, "Ada")]
    assert compared(memory, 0, 8).touched == ("user.name", "user.residence")


def test_a_past_that_was_told_late_differs_only_then(memory: Memory) -> None:
    assert compared(memory, 14, 16).values == ()
    assert compared(memory, 14, 16).touched == ("user.office",)
    then = compared(memory, 14, 16, Instant.parse("2020-06-01"))
    assert said(then) == [("user.office", Kind.ADDED, None, "Rome")]


def test_the_same_value_by_another_claim_or_over_other_dates_is_told_apart() -> None:
    memory = Memory()
    told = fact("user", "residence", "Lyon", valid_from="2026-01-01")
    memory.learn(document(new_knowledge=[told]), at="2026-01-02")
    memory.learn(document(new_knowledge=[fact("user", "residence", "Oslo", wording="change")]), at="2026-02-01")
    memory.learn(document(new_knowledge=[fact("user", "residence", "Lyon", wording="change")]), at="2026-03-01")
    (each,) = compared(memory, 2, 6).values
    assert each.before is not None
    assert each.after is not None
    assert each.before.value == each.after.value == "Lyon"
    same_claim = each.before.claim.id == each.after.claim.id
    assert each.kind is (Kind.REDATED if same_claim else Kind.RESTATED)
    (ended,) = compared(memory, 2, 4, Instant.parse("2026-01-15")).values
    assert ended.kind is Kind.REDATED, "Lyon got an end"


def test_a_revision_does_not_differ_from_itself(memory: Memory) -> None:
    for number in range(17):
        found = compared(memory, number, number)
        assert (found.revisions, found.touched, found.values) == ((), (), ())


def test_swapped_revisions_give_the_mirror_image(memory: Memory) -> None:
    for before, after in product(range(17), repeat=2):
        there, back = compared(memory, before, after), compared(memory, after, before)
        assert (there.touched, there.revisions) == (back.touched, back.revisions)
        mirrored = [(v.address, _MIRROR.get(v.kind, v.kind), v.after, v.before) for v in there.values]
        assert [_keys(v) for v in mirrored] == [_keys((v.address, v.kind, v.before, v.after)) for v in back.values]


def _keys(value: tuple[str, Kind, Head | None, Head | None]) -> tuple[str, Kind, str | None, str | None]:
    """A difference by the ids of its bindings: whether one has been closed since is another matter."""
    address, kind, before, after = value
    return address, kind, None if before is None else before.binding.id, None if after is None else after.binding.id


def test_it_says_what_the_whole_states_say(memory: Memory) -> None:
    """Against the plain way: both states in full, compared address by address."""
    for before, after in product(range(17), repeat=2):
        old, new = memory.state("2030-01-01", before), memory.state("2030-01-01", after)
        differing = {address for address in old.keys() | new.keys() if old.get(address) != new.get(address)}
        values = {
            v.address for v in compared(memory, before, after).values if v.kind not in (Kind.RESTATED, Kind.REDATED)
        }
        assert values == differing


def test_the_cost_follows_what_changed_in_between() -> None:
    assert _steps(300) < 1.5 * _steps(10)


def _steps(others: int) -> int:
    """Instructions of SQLite's machine for one change among so many addresses."""
    memory = Memory()
    for part in range(10):
        facts = [fact(f"house {part} {n}", "owner", f"owner {n}") for n in range(others // 10)]
        memory.learn(document(new_knowledge=facts))
    memory.learn(document(new_knowledge=[fact("user", "residence", "Lyon")]))
    steps = 0

    def count() -> int:
        nonlocal steps
        steps += 1
        return 0

    def read(conn: Connection) -> Difference:
        conn.set_progress_handler(count, 1)
        found = difference(conn, memory.project.id, 20, 22, as_of=_LATE)
        conn.set_progress_handler(None, 0)
        return found

    assert [each.address for each in memory.store.read(read).values] == ["user.residence"]
    return steps
