"""Vectors beside the texts: outside of the revisions, gone with their text, never edited, read by an index."""

from __future__ import annotations

import pytest

from a008.store import search, vectors
from a008.store.connection import Connection
from a008.store.vectors import Vector
from tests.store.looking import plan, statements
from tests.turns import Memory, document

#: Says how many texts there are, once a run; describes the connection.
_WHOLE = {"_COUNT": "SCAN search_text", "_FILE": "SCAN pragma_database_list VIRTUAL TABLE INDEX 0:"}


def kept(memory: Memory, model: str = "m") -> str:
    """Keep a vector for each text; the project's term."""

    def write(conn: Connection) -> str:
        scope = search.scope_term(1)
        texts = vectors.texts(conn, scope, model, number=0, limit=100)
        made = [Vector(text.record_id, vectors.digest(text.text), bytes([1, 2])) for text in texts]
        vectors.keep(conn, scope, model, 2, made)
        return scope

    return memory.store.write(write)


@pytest.fixture
def memory() -> Memory:
    made = Memory()
    made.learn(document(), "My dog sleeps.")
    return made


@pytest.mark.parametrize("name", statements(vectors))
def test_no_statement_scans_a_table_but_to_count_it(name: str) -> None:
    steps = Memory().store.read(lambda conn: plan(conn, statements(vectors)[name]))
    scans = [step for step in steps if step.startswith("SCAN") and not step.startswith("SCAN wanted")]
    assert scans == ([_WHOLE[name]] if name in _WHOLE else [])
    assert ("USE TEMP B-TREE FOR ORDER BY" in steps) == (name == "_DIGESTS")  # sorts as many as were asked for


def test_a_revision_knows_nothing_of_vectors(memory: Memory) -> None:
    before = memory.store.revision()
    kept(memory)
    assert memory.store.revision() == before


def test_keeping_again_replaces_and_what_is_held_of_the_set_is_void(memory: Memory) -> None:
    scope = kept(memory)
    first = memory.store.read(lambda conn: vectors.found(conn, scope, "m"))
    kept(memory)
    again = memory.store.read(lambda conn: vectors.found(conn, scope, "m"))
    assert first is not None
    assert again is not None
    assert (first.removed, again.removed) == (0, 2)
    assert len(memory.store.read(lambda conn: vectors.after(conn, scope, "m", 0))) == 2


def test_a_vector_goes_with_its_text(memory: Memory) -> None:
    scope = kept(memory)

    def forget(conn: Connection) -> None:
        conn.execute("DROP TRIGGER search_text_never_deleted")
        conn.execute("DROP TRIGGER talk_follows_search_text")
        conn.execute("DELETE FROM talk")
        conn.execute("DELETE FROM search_text WHERE carrier = 'utterance'")

    memory.store.write(forget)
    assert memory.store.read(lambda conn: vectors.after(conn, scope, "m", 0)) == ()


def test_a_vector_is_never_edited(memory: Memory) -> None:
    kept(memory)
    with pytest.raises(Exception, match="never edited"):
        memory.store.write(lambda conn: conn.execute("UPDATE vector SET numbers = x'00'"))


def test_of_a_text_of_another_project_no_vector_is_kept(memory: Memory) -> None:
    def write(conn: Connection) -> int:
        (text, *_) = vectors.texts(conn, search.scope_term(1), "m", number=0, limit=1)
        vectors.keep(conn, search.scope_term(2), "m", 2, [Vector(text.record_id, "0" * 32, b"12")])
        return len(vectors.after(conn, search.scope_term(2), "m", 0))

    assert memory.store.write(write) == 0


def test_sets_are_apart_by_model(memory: Memory) -> None:
    scope = kept(memory)
    kept(memory, "n")
    assert memory.store.read(lambda conn: vectors.models(conn, scope)) == ("m", "n")
    assert memory.store.write(lambda conn: vectors.drop(conn, scope)) == 4
    found = memory.store.read(lambda conn: vectors.found(conn, scope, "m"))
    assert found is not None
    assert found.last == 0
