"""Edges of an entity. Source: rule 14 (one association at most); case B046: no edge leads into another project."""

from a008.memory import address
from a008.memory.address import Entity
from a008.store import associations
from a008.store.associations import Edge
from a008.store.connection import Connection
from tests.turns import Memory, document, relation


def edges(memory: Memory, label: str, *, limit: int = 9, at_revision: int | None = None) -> tuple[Edge, ...]:
    revision = memory.store.revision() if at_revision is None else at_revision
    key = address.entity(memory.project.id, label).id
    return memory.store.read(
        lambda conn: associations.edges(conn, memory.project.id, key, at_revision=revision, limit=limit)
    )


def test_an_edge_is_seen_from_both_of_its_ends() -> None:
    memory = Memory()
    memory.learn(document(relation_updates=[relation("loadfile.c", "feeds", "converter")]))
    (there,), (back,) = edges(memory, "loadfile.c"), edges(memory, "converter")
    assert (there.other.label, back.other.label) == ("converter", "loadfile.c")
    assert there.association == back.association
    assert there.state.strength == 0.4


def test_edges_are_bounded_and_those_of_later_revisions_are_not_seen() -> None:
    memory = Memory()
    memory.learn(document(relation_updates=[relation("hub", "has", "first")]))
    before = memory.store.revision()
    memory.learn(document(relation_updates=[relation("hub", "has", f"spoke {n}") for n in range(5)]))
    assert len(edges(memory, "hub", limit=3)) == 3
    assert [edge.other.label for edge in edges(memory, "hub", at_revision=before)] == ["first"]


def test_an_edge_into_another_project_is_never_seen() -> None:
    memory = Memory()
    memory.learn(document(relation_updates=[relation("loadfile.c", "feeds", "converter")]))
    inside = address.entity(memory.project.id, "loadfile.c").id
    outside = address.entity("foreign", "secret plan").id

    def insert(conn: Connection) -> None:
        conn.execute(
            "INSERT INTO project (id, name, name_key, created_at) VALUES ('foreign', 'f', 'f', ?)",
            (str(memory.clock.now),),
        )
        conn.execute("INSERT INTO entity VALUES (?, 'foreign', 'secret_plan', 'secret plan', 1)", (outside,))
        conn.execute(
            "INSERT INTO association SELECT 'association_x', project_id, ?, ?, 'knows', utterance_id, 1 "
            "FROM association LIMIT 1",
            (inside, outside),
        )
        conn.execute(
            "INSERT INTO association_state SELECT 'association_x', version, half_life, threshold, boost, cap, initial, "
            "strength, attraction, updated_at, cause, occurrence_id, 1, NULL, NULL FROM association_state LIMIT 1"
        )

    memory.store.write(insert)
    assert [edge.other.label for edge in edges(memory, "loadfile.c")] == ["converter"]


def test_the_edges_from_one_entity_to_another_are_told_by_relation_and_direction() -> None:
    memory = Memory()
    memory.learn(document(relation_updates=[relation("a", "reads", "b"), relation("a", "feeds", "b")]))
    memory.learn(document(relation_updates=[relation("b", "likes", "a"), relation("a", "feeds", "c")]))
    one, other = (address.entity(memory.project.id, label) for label in "ab")
    revision = memory.store.revision()

    def between(source: str, target: Entity, at: int = revision) -> list[str]:
        found = memory.store.read(
            lambda conn: associations.between(conn, memory.project.id, source, target, at_revision=at)
        )
        assert {edge.other for edge in found} <= {target}
        return [edge.association.relation for edge in found]

    assert between(one.id, other) == ["feeds", "reads"]
    assert between(other.id, one) == ["likes"]
    assert between(other.id, one, at=revision - 2) == []
