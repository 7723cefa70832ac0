"""How much each project holds."""

from pathlib import Path

from a008.store import census
from tests.shelf import Fact, Shelf


def test_each_project_has_its_own_numbers(tmp_path: Path) -> None:
    for name, values in (("one", ("Lyon",)), ("two", ("Oslo", "Rome"))):
        shelf = Shelf(tmp_path / "memory.sqlite", name)
        for value in values:
            shelf.tell(Fact("user", "residence", value, f"I live in {value} now.", wording="change"))
        shelf.close()
    one, two = Shelf(tmp_path / "memory.sqlite").store.read(census.counted)[:2]
    assert (one.name, one.claims, one.addresses, one.revision) == ("one", 1, 1, 2)
    assert (two.name, two.claims, two.addresses, two.revision) == ("two", 2, 1, 6)
    assert (one.conversations, one.turns) == (0, 0)


def test_a_new_store_counts_nothing(tmp_path: Path) -> None:
    shelf = Shelf(tmp_path / "memory.sqlite", "alone")
    (alone,) = shelf.store.read(census.counted)
    assert (alone.claims, alone.addresses, alone.revision) == (0, 0, 0)
    shelf.close()
