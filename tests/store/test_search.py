"""The full text. Source: rule 18; cases B001 to B009 and faults Q01, Q08."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from a008.memory import terms
from a008.store import search
from a008.store.connection import Connection
from a008.store.search import scope_term
from tests.turns import Memory, document


@pytest.fixture(scope="module")
def memory() -> Memory:
    filled = Memory()
    filled.learn(document(), message="The harbour park closes at nine.", answer="Good.")
    filled.learn(document(), message="Release freeze begins 2026-03-14.", answer="Good.")
    return filled


def numbers(
    memory: Memory, form: str, *, last: int = 10**9, limit: int = 99, scope: str = "", alone: bool = False
) -> tuple[int, ...]:
    here = scope or scope_term(memory.project.number)
    return memory.store.read(lambda conn: search.postings(conn, here, [form], last=last, limit=limit, alone=alone))


def test_texts_with_a_term_come_newest_first_and_no_more_than_asked_for(memory: Memory) -> None:
    found = numbers(memory, "good")
    assert len(found) == 2
    assert found[0] > found[1]
    assert numbers(memory, "good", limit=1) == found[:1]
    assert numbers(memory, "good", last=found[1]) == found[1:]


def test_the_texts_of_a_project_are_counted_up_to_a_limit_and_a_moment() -> None:
    memory = Memory()
    memory.learn(document(), message="The harbour park closes at nine.", answer="Good.")
    memory.learn(document(), message="Release freeze begins 2026-03-14.", answer="Good.")
    scope, (newest, *_) = scope_term(memory.project.number), numbers(memory, "good")
    Memory.beside(memory, "other").learn(document(), message="Elsewhere it rains.", answer="Good.")

    def count(*, last: int = 10**9, limit: int = 99) -> int:
        return memory.store.read(lambda conn: search.count(conn, scope, last=last, limit=limit))

    assert (count(), count(limit=3), count(last=newest - 1), count(last=0)) == (4, 3, 3, 0)


def test_the_last_text_of_a_project_is_found_before_those_of_others() -> None:
    memory = Memory()
    memory.learn(document(), message="The harbour park closes at nine.", answer="Good.")
    other = Memory.beside(memory, "other")
    other.learn(document(), message="Elsewhere it rains.", answer="Good.")
    here, there, nowhere = scope_term(memory.project.number), scope_term(other.project.number), "p999"

    def last(scope: str, upto: int = 10**9) -> int:
        return memory.store.read(lambda conn: search.last_of(conn, scope, last=upto))

    assert (last(here), last(there), last(nowhere)) == (2, 4, 0)
    assert (last(here, 1), last(there, 2)) == (1, 0)


def test_a_project_that_is_alone_need_not_be_named(memory: Memory) -> None:
    assert numbers(memory, "good", alone=True) == numbers(memory, "good") != ()
    assert numbers(memory, scope_term(memory.project.number), alone=True) == ()


def test_a_text_comes_back_with_its_terms(memory: Memory) -> None:
    (number,) = numbers(memory, "harbour")
    scope = scope_term(memory.project.number)
    (text,) = memory.store.read(lambda conn: search.texts(conn, scope, [number, 10**9], last=number))
    assert memory.store.read(lambda conn: search.texts(conn, scope, [number], last=number - 1)) == ()
    assert memory.store.read(lambda conn: search.texts(conn, "p999", [number], last=number)) == ()
    assert text.terms == f"2026-01-01 2026-01 {terms.index_text('The harbour park closes at nine.')}"


def test_another_project_has_terms_of_its_own(memory: Memory) -> None:
    assert numbers(memory, "good", scope=scope_term(memory.project.number + 1)) == ()
    assert numbers(memory, scope_term(memory.project.number)) == ()


def test_a_date_is_a_term_and_no_arithmetic(memory: Memory) -> None:
    assert len(numbers(memory, "2026-03-14")) == 1


def test_an_utterance_is_found_by_its_day_and_its_month(memory: Memory) -> None:
    assert set(numbers(memory, "2026-01-01")) == set(numbers(memory, "2026-01")) >= set(numbers(memory, "harbour"))


@given(st.text(st.characters(codec=None), min_size=1, max_size=40))
def test_no_text_is_an_operator_or_an_error(memory: Memory, text: str) -> None:
    def look(conn: Connection) -> None:
        for word in terms.words(text):
            with_others = search.postings(conn, "p1", word.forms, last=9, limit=9, alone=False)
            assert search.postings(conn, "p1", word.forms, last=9, limit=9, alone=True) == with_others

    memory.store.read(look)


def test_the_last_number_of_a_revision_is_found_in_the_past() -> None:
    memory = Memory()

    def last_number(revision: int) -> int:
        return memory.store.read(lambda conn: search.last_number(conn, at_revision=revision))

    last = {}
    for turn in range(12):
        memory.learn(document(), message=f"Turn number {turn}.")
        last[memory.store.revision()] = last_number(memory.store.revision())
    assert list(last.values()) == [2 * (turn + 1) for turn in range(12)]
    assert {revision: last_number(revision) for revision in last} == last
    assert last_number(0) == 0
