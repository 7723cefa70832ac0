"""Finding revisions, and which addresses moved between two of them. Source: our choice."""

import pytest

from a008.errors import NotFound, UsageError
from a008.memory.revision_name import Back, Hashed, Numbered, RevisionName
from a008.store import history, revisions
from a008.store.revisions import Revision
from tests.shelf import Fact, Shelf
from tests.turns import Memory, document, fact


def learnt(memory: Memory, *values: str) -> None:
    for value in values:
        memory.learn(document(new_knowledge=[fact("user", value, value)]))


def found(memory: Memory, name: RevisionName) -> Revision:
    return memory.store.read(lambda conn: history.named(conn, memory.project.id, name))


def test_a_name_leads_to_its_revision() -> None:
    memory = Memory()
    learnt(memory, "a", "b")
    log = memory.store.read(lambda conn: revisions.log(conn, memory.project.id, before=None, limit=10))
    assert [each.number for each in log] == [4, 3, 2, 1]
    for steps, revision in enumerate(log):
        assert found(memory, Back(steps=steps)) == revision
        assert found(memory, Numbered(number=revision.number)) == revision
        assert found(memory, Hashed(prefix=revision.hash[:8])) == revision
        assert found(memory, Hashed(prefix=revision.hash)) == revision


@pytest.mark.parametrize("name", [Back(steps=2), Numbered(number=0), Numbered(number=3), Hashed(prefix="0" * 63)])
def test_a_name_that_leads_nowhere_is_named(name: RevisionName) -> None:
    memory = Memory()
    learnt(memory, "a")
    with pytest.raises(NotFound, match="no such revision in this project"):
        found(memory, name)


def test_a_beginning_of_two_hashes_is_refused() -> None:
    memory = Memory()
    learnt(memory, *(f"value {n}" for n in range(9)))  # 18 revisions: two of them begin with the same digit
    log = memory.store.read(lambda conn: revisions.log(conn, memory.project.id, before=None, limit=50))
    digits = [revision.hash[0] for revision in log]
    twice = next(digit for digit in digits if digits.count(digit) > 1)
    with pytest.raises(UsageError, match="more than one revision"):
        found(memory, Hashed(prefix=twice))


def test_a_revision_of_another_project_is_never_found(tmp_path) -> None:  # type: ignore[no-untyped-def]
    one = Shelf(tmp_path / "memory.sqlite", "one")
    one.tell(Fact("user", "residence", "Lyon", "I live in Lyon."))
    hers = one.store.read(lambda conn: history.named(conn, one.project.id, Back(steps=0)))
    one.close()
    two = Shelf(tmp_path / "memory.sqlite", "two")
    for name in (Numbered(number=hers.number), Hashed(prefix=hers.hash), Back(steps=0)):
        with pytest.raises(NotFound):
            two.store.read(lambda conn, name=name: history.named(conn, two.project.id, name))  # type: ignore[misc]
    two.close()


def test_halving_finds_a_revision_near_the_middle_until_none_is_left() -> None:
    memory = Memory()
    learnt(memory, *(f"value {n}" for n in range(8)))  # revisions 1 to 16

    def between(low: int, high: int) -> int | None:
        return memory.store.read(lambda conn: history.between(conn, memory.project.id, low, high))

    assert between(0, 16) == 8
    assert between(8, 16) == 12
    assert between(14, 16) == 15
    assert between(15, 16) is None
    assert between(0, 1) is None


def test_the_addresses_that_moved_are_read_off_the_changes_in_between() -> None:
    memory = Memory()
    learnt(memory, "a", "b", "c")

    def moved(after: int, until: int) -> tuple[str, ...]:
        return memory.store.read(
            lambda conn: history.addresses(conn, history.moved(conn, memory.project.id, after=after, until=until))
        )

    assert moved(0, 6) == ("user.a", "user.b", "user.c")
    assert moved(2, 4) == ("user.b",)
    assert moved(4, 5) == ()
    assert moved(3, 3) == ()
