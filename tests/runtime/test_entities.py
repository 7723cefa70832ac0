"""Entities: names that mean several, and two that are one. Source: rule 4."""

from collections.abc import Callable

import pytest

from a008.errors import A008Error, Code, NotFound, StaleState, UsageError
from a008.memory.resolution import Resolution
from a008.present import listing
from a008.runtime.entities import Entities
from a008.runtime.knowledge import Knowledge
from tests.runtime.entity_telling import entities_of, history, inbox, is_sound, settle, tell
from tests.turns import Memory, document, fact, relation

# --- names ---------------------------------------------------------------------------------------------------------


def test_react_and_capital_react_are_one_entity_and_file_names_are_three(memory: Memory) -> None:
    """Case 26."""
    tell(memory, fact("react", "version", 18), fact("package.json", "size", 3), fact("package-lock.json", "size", 9))
    tell(memory, fact("React", "licence", "MIT"))
    labels = [row.entity.label for row in entities_of(memory).list()]
    assert labels == ["package-lock.json", "package.json", "React"], "a capital is a better label than none"
    assert memory.state()["react.licence"] == "MIT"


def test_a_name_keeps_where_it_was_first_said(memory: Memory) -> None:
    tell(memory, fact("pve-01", "ip", "10.0.0.1"))
    (row,) = entities_of(memory).named("PVE-01")
    said = memory.store.read(
        lambda conn: conn.execute("SELECT text FROM utterance WHERE id = ?", (row.aliases[0].utterance_id,)).fetchone()
    )
    assert "The ip of pve-01 is 10.0.0.1." in said[0]


def test_an_alias_is_as_good_as_the_name_for_reading_and_for_writing(memory: Memory) -> None:
    tell(memory, fact("pve-01", "ip", "10.0.0.1"))
    entities = entities_of(memory)
    entities.commit(entities.alias("pve-01", "the Proxmox box", reason="That is how we call it."))
    assert history(memory, "the_proxmox_box.ip") == [("10.0.0.1", "Edge.UNKNOWN", "Edge.OPEN")]
    tell(memory, fact("The Proxmox Box", "ip", "10.0.0.2", wording="change"))
    assert memory.state() == {"pve-01.ip": "10.0.0.2"}


def test_a_name_of_several_tells_them_all_and_binds_nothing(memory: Memory) -> None:
    """Case 28: the candidates are named, the claim is kept as evidence, and nothing is guessed."""
    tell(memory, fact("Anna Berg", "age", 30), fact("Anna Lund", "age", 50))
    entities = entities_of(memory)
    for each in ("Anna Berg", "Anna Lund"):
        entities.commit(entities.alias(each, "Anna"))
    assert [row.entity.label for row in entities.named("anna")] == sorted(
        ("Anna Berg", "Anna Lund"),
        key=lambda label: next(r.entity.id for r in entities.list() if r.entity.label == label),
    )
    before = memory.state()
    receipt = memory.learn(document(new_knowledge=[fact("Anna", "age", 31)]))
    assert memory.state() == before
    (written,) = receipt.written
    assert written.address is None
    assert all(each in written.reason for each in ("names 2", "Anna Berg", "Anna Lund"))
    assert written.claim_id is not None
    related = memory.learn(document(relation_updates=[relation("Bo", "knows", "Anna")]))
    assert related.written[0].address is None
    assert memory.state() == before


def test_an_alias_that_another_entity_has_is_shown_before_it_is_given(memory: Memory) -> None:
    tell(memory, fact("Anna Berg", "age", 30), fact("Anna", "age", 50))
    change = entities_of(memory).alias("Anna Berg", "Anna")
    assert [entity.label for entity in change.others] == ["Anna"]
    assert memory.store.revision() == 2, "showing it has changed nothing"


def test_a_name_that_was_taken_away_means_nothing_until_it_is_said_again(memory: Memory) -> None:
    tell(memory, fact("pve-01", "ip", "10.0.0.1"))
    entities = entities_of(memory)
    entities.commit(entities.alias("pve-01", "box"))
    entities.commit(entities.unalias("pve-01", "box"))
    with pytest.raises(NotFound):
        entities.named("box")
    tell(memory, fact("box", "colour", "red"))
    assert memory.state() == {"pve-01.ip": "10.0.0.1", "box.colour": "red"}
    assert is_sound(memory)


@pytest.mark.parametrize(
    "change",
    [
        lambda e: e.alias("nobody", "x"),
        lambda e: e.alias("a", "?!"),
        lambda e: e.alias("a", "A"),
        lambda e: e.unalias("a", "a"),
        lambda e: e.unalias("a", "b"),
        lambda e: e.merge("a", "a"),
        lambda e: e.merge("a", "nobody"),
        lambda e: e.merge("user", "a"),
        lambda e: e.split("a", "c", []),
        lambda e: e.split("a", "c", ["nothing"]),
        lambda e: e.split("a", "c", ["x"], names=["a"]),
        lambda e: e.split("a", "c", ["x"], names=["zzz"]),
        lambda e: e.split("a", "a", ["x"]),
        lambda e: e.undo(1),
        lambda e: e.undo(99),
        lambda e: e.merge("a", "b", by=" "),
    ],
)
def test_what_cannot_be_done_is_said_and_changes_nothing(memory: Memory, change: Callable[[Entities], object]) -> None:
    tell(memory, fact("a", "x", 1), fact("b", "x", 2), fact("user", "x", 3))
    before = memory.store.revision()
    with pytest.raises(A008Error) as caught:
        change(entities_of(memory))
    assert isinstance(caught.value, (UsageError, NotFound))
    assert memory.store.revision() == before


# --- merging -------------------------------------------------------------------------------------------------------


def test_merging_shows_first_which_heads_would_collide(memory: Memory) -> None:
    tell(memory, fact("postgres", "version", 15), fact("postgres", "port", 5432), fact("postgres", "owner", "Ada"))
    tell(memory, fact("PostgreSQL", "version", 16), fact("PostgreSQL", "port", 5432))
    before = memory.state()
    change = entities_of(memory).merge("postgres", "PostgreSQL")
    assert memory.state() == before
    shown = {each.target.address: [(c.held.member, c.moved.member) for c in each.collisions] for each in change.moves}
    assert shown == {"postgresql.owner": [], "postgresql.port": [], "postgresql.version": [("16", "15")]}


def test_after_a_merge_everything_known_of_one_is_known_of_the_other(memory: Memory) -> None:
    tell(memory, fact("postgres", "version", 15), fact("postgres", "port", 5432))
    tell(memory, fact("PostgreSQL", "version", 16))
    memory.learn(document(relation_updates=[relation("shop", "uses", "postgres")]))
    entities = entities_of(memory)
    entities.commit(entities.merge("postgres", "PostgreSQL", reason="Same thing."))
    assert memory.state() == {
        "postgresql.version": 16,
        "postgresql.port": 5432,
        "shop --uses-->": ["postgresql"],
    }
    assert inbox(memory) == [("postgresql.version", 16, 15)], "the head keeps its place, both sides are kept"
    assert [row.entity.label for row in entities.named("postgres")] == ["PostgreSQL"]
    (used,) = Knowledge(memory.store, memory.project, memory.clock).held("shop --uses-->")
    assert listing.value(used) == "PostgreSQL", "a relation is shown by the name of what it points to"
    tell(memory, fact("postgres", "port", 5433, wording="change"))
    assert memory.state()["postgresql.port"] == 5433
    assert is_sound(memory)


def test_what_was_believed_before_a_merge_stays_readable(memory: Memory) -> None:
    tell(memory, fact("postgres", "version", 15))
    tell(memory, fact("PostgreSQL", "port", 5432))
    before = memory.store.revision()
    entities = entities_of(memory)
    entities.commit(entities.merge("postgres", "PostgreSQL"))
    assert memory.state(at_revision=before) == {"postgres.version": 15, "postgresql.port": 5432}


def test_dates_decide_between_two_heads_as_they_do_between_two_claims(memory: Memory) -> None:
    tell(memory, fact("Bo", "residence", "Lyon", valid_from="2020-01-01"))
    tell(memory, fact("Bosse", "residence", "Oslo", valid_from="2024-01-01"))
    entities = entities_of(memory)
    entities.commit(entities.merge("Bosse", "Bo"))
    assert memory.state() == {"bo.residence": "Oslo"}
    assert memory.state(as_of="2022-01-01") == {"bo.residence": "Lyon"}
    assert inbox(memory) == []


def test_a_conflict_that_a_merge_opened_is_resolved_like_any_other(memory: Memory) -> None:
    tell(memory, fact("postgres", "version", 15))
    tell(memory, fact("PostgreSQL", "version", 16))
    entities = entities_of(memory)
    entities.commit(entities.merge("postgres", "PostgreSQL"))
    settle(memory, Resolution.TAKE_OTHER)
    assert memory.state() == {"postgresql.version": 15}
    assert is_sound(memory)


def test_an_open_conflict_goes_along(memory: Memory) -> None:
    tell(memory, fact("postgres", "version", 15, valid_from="2020-01-01"))
    memory.learn(
        document(new_knowledge=[fact("postgres", "version", 14, valid_from="2020-01-01")]),
        message="no",
        answer="It is.",
    )
    assert inbox(memory) == [("postgres.version", 15, 14)]
    tell(memory, fact("PostgreSQL", "port", 1))
    entities = entities_of(memory)
    entities.commit(entities.merge("postgres", "PostgreSQL"))
    assert inbox(memory) == [("postgresql.version", 15, 14)]
    entities.commit(entities.undo("HEAD"))
    assert inbox(memory) == [("postgres.version", 15, 14)]
    assert is_sound(memory)


def test_a_merge_that_was_shown_is_stale_once_the_address_has_moved(memory: Memory) -> None:
    tell(memory, fact("a", "x", 1), fact("b", "y", 2))
    entities = entities_of(memory)
    change = entities.merge("a", "b")
    tell(memory, fact("a", "x", 3, wording="change"))
    with pytest.raises(StaleState) as caught:
        entities.commit(change)
    assert caught.value.code is Code.STALE_STATE
    assert memory.state() == {"a.x": 3, "b.y": 2}


def test_two_merges_of_one_entity_at_once_do_not_both_happen(memory: Memory) -> None:
    tell(memory, fact("a", "x", 1), fact("b", "y", 2), fact("c", "z", 2))
    entities = entities_of(memory)
    first, second = entities.merge("a", "b"), entities.merge("a", "c")
    entities.commit(first)
    with pytest.raises(StaleState):
        entities.commit(second)
    assert is_sound(memory)


def test_a_merge_into_one_that_was_merged_itself_follows_along(memory: Memory) -> None:
    tell(memory, fact("a", "x", 1), fact("b", "y", 2), fact("c", "z", 3))
    entities = entities_of(memory)
    entities.commit(entities.merge("a", "b"))
    entities.commit(entities.merge("b", "c"))
    assert memory.state() == {"c.x": 1, "c.y": 2, "c.z": 3}
    assert [alias.label for alias in entities.named("a")[0].aliases] == ["c", "a", "b"]
    assert is_sound(memory)
