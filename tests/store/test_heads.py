"""State on both time axes. Source: rules 1, 5, 6 and 9."""

import pytest

from a008.clock import Instant
from a008.memory.address import Slot
from a008.store import heads
from a008.store.heads import Head
from tests.turns import Memory, document, fact, relation

_LATE = Instant.parse("2030-01-01")


@pytest.fixture
def memory() -> Memory:
    return Memory()


def tell(memory: Memory, value: object, at: str, *, wording: str = "plain", **more: object) -> None:
    memory.learn(document(new_knowledge=[fact("user", "residence", value, wording=wording, **more)]), at=at)


def slot(memory: Memory, address: str = "user.residence") -> Slot:
    revision = memory.store.revision()
    (found,) = memory.store.read(lambda conn: heads.slots_at(conn, memory.project.id, [address], at_revision=revision))
    return found


def held(memory: Memory, as_of: Instant = _LATE, at_revision: int | None = None) -> list[object]:
    revision = memory.store.revision() if at_revision is None else at_revision
    key = slot(memory).id
    found = memory.store.read(lambda conn: heads.heads_of(conn, [key], as_of=as_of, at_revision=revision))
    return [head.value for head in found]


def history(memory: Memory) -> tuple[Head, ...]:
    key, revision = slot(memory).id, memory.store.revision()
    return memory.store.read(lambda conn: heads.history_of(conn, [key], at_revision=revision))


def test_one_head_at_any_instant(memory: Memory) -> None:
    tell(memory, "Lyon", "2026-01-02", valid_from="2026-01-01")
    tell(memory, "Berlin", "2026-03-02", valid_from="2026-03-01", wording="change")
    assert held(memory) == ["Berlin"]
    assert held(memory, Instant.parse("2026-02-15")) == ["Lyon"]
    assert held(memory, Instant.parse("2025-12-31")) == []


def test_a_scheduled_value_becomes_the_head_by_itself(memory: Memory) -> None:
    tell(memory, "Lyon", "2026-01-02", valid_from="2026-01-01")
    tell(memory, "Berlin", "2026-01-03", valid_from="2027-01-01", wording="change")
    assert held(memory, Instant.parse("2026-12-31")) == ["Lyon"]
    assert held(memory, Instant.parse("2027-01-01")) == ["Berlin"]


def test_what_was_believed_earlier_stays_readable(memory: Memory) -> None:
    tell(memory, "Lyon", "2026-01-02", valid_from="2026-01-01")
    before = memory.store.revision()
    tell(memory, "Nantes", "2026-01-03", wording="correction")
    assert held(memory) == ["Nantes"]
    assert held(memory, at_revision=before) == ["Lyon"]


def test_history_leaves_out_what_was_corrected_and_the_record_does_not(memory: Memory) -> None:
    tell(memory, "Lyon", "2026-01-02", valid_from="2026-01-01")
    tell(memory, "Nantes", "2026-01-03", wording="correction")
    tell(memory, "Berlin", "2026-03-02", valid_from="2026-03-01", wording="change")
    assert [head.value for head in history(memory)] == ["Nantes", "Berlin"]
    key, revision = slot(memory).id, memory.store.revision()
    record = memory.store.read(lambda conn: heads.record_of(conn, [key], at_revision=revision))
    assert {head.value for head in record} == {"Lyon", "Nantes", "Berlin"}
    assert {head.value for head in record if head.rev_to is not None} >= {"Lyon"}


def test_a_row_that_was_closed_later_is_open_at_an_older_revision(memory: Memory) -> None:
    tell(memory, "Lyon", "2026-01-02", valid_from="2026-01-01")
    before, key = memory.store.revision(), slot(memory).id
    tell(memory, "Nantes", "2026-01-03", wording="correction")
    (then,) = memory.store.read(lambda conn: heads.history_of(conn, [key], at_revision=before))
    assert then.rev_to is None


def test_members_of_a_set_hold_side_by_side(memory: Memory) -> None:
    memory.learn(document(relation_updates=[relation("user", "likes", "tea"), relation("user", "likes", "rain")]))
    assert memory.state()["user --likes-->"] == ["rain", "tea"]


def test_the_newest_rows_of_an_address_come_first_and_no_more_than_asked_for(memory: Memory) -> None:
    for month in range(1, 7):
        tell(memory, f"city {month}", f"2026-{month:02d}-02", valid_from=f"2026-{month:02d}-01", wording="change")
    key, revision = slot(memory).id, memory.store.revision()
    rows = memory.store.read(lambda conn: heads.newest_of(conn, [key], at_revision=revision, limit=3))
    assert len(rows) == 3
    assert rows[0].value in {"city 6", "city 5"}
    assert [row.rev_from for row in rows] == sorted((row.rev_from for row in rows), reverse=True)


def test_a_claim_is_known_by_the_addresses_it_ever_held(memory: Memory) -> None:
    tell(memory, "Lyon", "2026-01-02")
    lyon = memory.item("user.residence")
    tell(memory, "Berlin", "2026-03-02", wording="change")
    revision = memory.store.revision()
    (bound,) = memory.store.read(lambda conn: heads.bound_by(conn, [lyon], at_revision=revision))
    assert bound.slot_id == slot(memory).id


def test_addresses_are_found_in_the_order_asked_for_and_unknown_ones_are_left_out(memory: Memory) -> None:
    memory.learn(document(new_knowledge=[fact("a", "x", 1), fact("b", "y", 2)]))
    revision, wanted = memory.store.revision(), ["b.y", "none.such", "a.x"]
    found = memory.store.read(lambda conn: heads.slots_at(conn, memory.project.id, wanted, at_revision=revision))
    assert [each.address for each in found] == ["b.y", "a.x"]
    assert memory.store.read(lambda conn: heads.slots_at(conn, "elsewhere", wanted, at_revision=revision)) == ()


def test_the_slots_of_an_entity_and_of_a_project_are_bounded(memory: Memory) -> None:
    memory.learn(document(new_knowledge=[fact("a", f"x{n}", n) for n in range(9)]))
    revision, owner = memory.store.revision(), slot(memory, "a.x0").entity_id
    some = memory.store.read(lambda conn: heads.slots_of(conn, owner, at_revision=revision, limit=4))
    assert [each.name for each in some] == ["x0", "x1", "x2", "x3"]
    rest = memory.store.read(
        lambda conn: heads.slots_in(conn, memory.project.id, after="a.x6", at_revision=revision, limit=9)
    )
    assert [each.address for each in rest] == ["a.x7", "a.x8"]
