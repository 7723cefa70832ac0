"""Projects: the namespaces of a store."""

from a008.store import projects
from tests.turns import Memory


def test_a_project_is_alone_until_there_is_another() -> None:
    memory = Memory()
    assert memory.store.read(projects.is_only_one)
    Memory.beside(memory, "other")
    assert not memory.store.read(projects.is_only_one)
