"""Names and the entities they mean. Source: rule 4; that an ambiguous name tells all its entities is our choice."""

from a008.memory import address
from a008.store import entities
from a008.store.connection import Connection
from a008.store.entities import Named
from tests.turns import Memory, document, fact


def named(memory: Memory, *keys: str, project: str = "", at_revision: int | None = None) -> tuple[Named, ...]:
    revision = memory.store.revision() if at_revision is None else at_revision
    return memory.store.read(
        lambda conn: entities.named(conn, project or memory.project.id, keys, at_revision=revision)
    )


def test_a_name_means_its_entity_in_its_project_from_its_revision_on() -> None:
    memory = Memory()
    memory.learn(document(new_knowledge=[fact("package.json", "size", 3), fact("package-lock.json", "size", 9)]))
    (found,) = named(memory, "nothing", "package.json")
    assert [entity.label for entity in found.entities] == ["package.json"]
    assert named(memory, "package.json", project="elsewhere") == ()
    assert named(memory, "package.json", at_revision=1) == ()


def test_a_name_that_means_several_tells_them_all() -> None:
    memory = Memory()
    memory.learn(document(new_knowledge=[fact("anna", "age", 30), fact("anna karlsson", "age", 50)]))
    other = address.entity(memory.project.id, "anna karlsson").id

    def also_called_anna(conn: Connection) -> None:
        conn.execute(
            "INSERT INTO entity_label (entity_id, project_id, key, label, rev_from) VALUES (?, ?, 'anna', 'Anna', 1)",
            (other, memory.project.id),
        )

    memory.store.write(also_called_anna)
    (found,) = named(memory, "anna")
    assert {entity.key for entity in found.entities} == {"anna", "anna_karlsson"}
