"""Where each utterance stands in what was said together: rows that follow the full text by themselves."""

from dataclasses import replace
from pathlib import Path

from a008 import ids
from a008.runtime import evidence
from a008.runtime.evidence import Occasion, Said
from a008.store import schema, search, talk
from a008.store.connection import Connection
from a008.store.migrations import m003_talk
from a008.store.search import scope_term
from tests.turns import Memory, document

_ROWS = "SELECT number, scope, session, day, length, asks FROM talk ORDER BY number"


def _rows(memory: Memory) -> list[tuple[object, ...]]:
    return memory.store.read(lambda conn: conn.execute(_ROWS).fetchall())


def _hear(memory: Memory, source: str, *texts: str) -> None:
    """What stands in a source, one utterance each; all of it is one session."""
    occasion = Occasion(memory.project.id, None, f"{source}:{texts}", memory.clock.now)
    said = [evidence.message(occasion._replace(occurrence_id=f"{source}:{text}"), text) for text in texts]
    artifact = replace(said[0].artifact, id=ids.knowledge(ids.Knowledge.ARTIFACT, source))
    spoken = [Said(artifact, replace(each.utterance, artifact_id=artifact.id)) for each in said]
    memory.store.commit(evidence.plan(occasion, spoken, memory.store.revision()))


def test_every_utterance_has_its_place_and_no_claim_has() -> None:
    memory = Memory()
    memory.learn(document(), message="Is it late?", answer="Yes, it is.")
    memory.learn(document(), message="I see.", answer="Good. Shall we go?", at="2026-01-02T00:00:00Z")
    rows = _rows(memory)
    assert [row[5] for row in rows] == [1, 0, 0, 1]
    assert [row[3] for row in rows] == ["2026-01-01", "2026-01-01", "2026-01-02", "2026-01-02"]
    assert {row[1] for row in rows} == {scope_term(memory.project.number)}


def test_a_session_is_read_in_its_order_and_no_further_than_asked_for() -> None:
    memory = Memory()
    _hear(memory, "a", "One?", "Two.")
    _hear(memory, "b", "Three.")
    _hear(memory, "a", "Four and five.")
    scope = scope_term(memory.project.number)

    def read(conn: Connection, last: int, limit: int) -> list[tuple[int, ...]]:
        first, _, other = (str(text.session) for text in search.texts(conn, scope, [1, 2, 3], last=99))
        wanted = {"unknown": 99, first: last, other: 99}
        return [session.numbers for session in talk.sessions(conn, scope, wanted, limit=limit)]

    assert memory.store.read(lambda conn: read(conn, 99, 99)) == [(1, 2, 4), (3,)]
    assert memory.store.read(lambda conn: read(conn, 3, 99)) == [(1, 2), (3,)]
    assert memory.store.read(lambda conn: read(conn, 99, 2)) == [(2, 4), (3,)]
    assert memory.store.read(lambda conn: read(conn, 3, 1)) == [(2,), (3,)]
    assert memory.store.read(lambda conn: read(conn, 0, 99)) == [(3,)]


def test_a_session_tells_how_long_its_utterances_are_and_which_of_them_ask() -> None:
    memory = Memory()
    _hear(memory, "a", "One?", "Two and three.")
    scope = scope_term(memory.project.number)

    def read(conn: Connection) -> tuple[talk.Session, ...]:
        (text,) = search.texts(conn, scope, [1], last=99)
        return talk.sessions(conn, scope, {str(text.session): 99}, limit=9)

    ((numbers, lengths, asks),) = memory.store.read(read)
    assert (numbers, asks) == ((1, 2), (1, 0))
    assert lengths[1] - lengths[0] == 2
    assert memory.store.read(lambda conn: talk.sessions(conn, "p999", {"": 9}, limit=9)) == ()


def test_days_are_read_the_latest_first_and_in_their_project_alone() -> None:
    memory = Memory()
    for day in ("2026-01-01", "2026-01-02", "2026-01-05"):
        memory.learn(document(), message=f"It is {day}.", at=f"{day}T08:00:00Z")
    scope = scope_term(memory.project.number)

    def read(scope: str, first: str, final: str, limit: int = 9) -> tuple[int, ...]:
        return memory.store.read(lambda conn: talk.on_days(conn, scope, first, final, last=99, limit=limit))

    assert len(read(scope, "2026-01-01", "2026-01-05")) == 6
    assert len(read(scope, "2026-01-02", "2026-01-04")) == 2
    assert read(scope, "2026-01-01", "2026-01-05", 1) == (max(read(scope, "2026-01-01", "2026-01-05")),)
    assert read("p999", "2026-01-01", "2026-01-05") == ()


def test_a_store_from_before_gets_the_rows_that_are_written_today(tmp_path: Path) -> None:
    memory = Memory(tmp_path / "memory.sqlite")
    memory.learn(document(), message="Is it late?", answer="Yes.")
    before = _rows(memory)

    def again(conn: Connection) -> None:
        conn.execute("DROP TABLE talk")
        conn.execute("DROP TRIGGER talk_follows_search_text")
        for statement in schema._statements(m003_talk.SCRIPT):
            conn.execute(statement)

    memory.store.write(again)
    assert _rows(memory) == before
    memory.store.close()
