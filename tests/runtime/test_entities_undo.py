"""Entities: one that is two, and taking back what was said about them. Source: rule 4."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from a008.errors import NotFound, StaleState, UsageError
from a008.memory.resolution import Resolution
from a008.runtime.knowledge import Knowledge
from tests.runtime.entity_telling import entities_of, history, inbox, is_sound, settle, tell
from tests.turns import Memory, document, fact, relation

# --- splitting and taking back ---------------------------------------------------------------------------------------


def test_a_split_moves_the_addresses_and_names_that_are_told(memory: Memory) -> None:
    tell(memory, fact("Anna", "age", 30), fact("Anna", "residence", "Lund"), fact("Anna", "job", "pilot"))
    entities = entities_of(memory)
    entities.commit(entities.split("Anna", "Anna Berg", ["anna.residence", "job"], reason="Two people."))
    assert memory.state() == {"anna.age": 30, "anna_berg.residence": "Lund", "anna_berg.job": "pilot"}
    assert is_sound(memory)


def test_taking_a_merge_back_restores_both(memory: Memory) -> None:
    tell(memory, fact("postgres", "version", 15), fact("postgres", "port", 5432))
    tell(memory, fact("PostgreSQL", "version", 16))
    memory.learn(document(relation_updates=[relation("shop", "uses", "postgres")]))
    before = memory.state()
    entities = entities_of(memory)
    receipt = entities.commit(entities.merge("postgres", "PostgreSQL"))
    assert receipt.revision is not None
    undoing = entities.undo(receipt.revision)
    assert undoing.staying == ()
    entities.commit(undoing)
    assert memory.state() == before
    assert inbox(memory) == []
    assert [row.entity.label for row in entities.named("postgres")] == ["postgres"]
    assert memory.state(at_revision=receipt.revision)["postgresql.port"] == 5432, "what was believed meanwhile"
    assert is_sound(memory)


def test_what_changed_since_a_merge_stays_and_is_named(memory: Memory) -> None:
    tell(memory, fact("postgres", "version", 15), fact("postgres", "port", 5432))
    tell(memory, fact("PostgreSQL", "licence", "PostgreSQL"))
    entities = entities_of(memory)
    merge = entities.commit(entities.merge("postgres", "PostgreSQL"))
    tell(memory, fact("postgres", "port", 5433, wording="change"))
    undoing = entities.undo(str(merge.revision))
    assert undoing.staying == ("postgresql.port",)
    assert "postgres.version" in undoing.restored
    entities.commit(undoing)
    assert memory.state() == {"postgres.version": 15, "postgresql.port": 5433, "postgresql.licence": "PostgreSQL"}
    assert is_sound(memory)


def test_a_split_and_a_naming_are_taken_back_too(memory: Memory) -> None:
    tell(memory, fact("Anna", "age", 30), fact("Anna", "job", "pilot"))
    before = memory.state()
    entities = entities_of(memory)
    entities.commit(entities.split("Anna", "Anna Berg", ["job"]))
    entities.commit(entities.undo("HEAD"))
    assert memory.state() == before
    entities.commit(entities.alias("Anna", "Ann"))
    entities.commit(entities.undo("HEAD"))
    with pytest.raises(NotFound):
        entities.named("Ann")
    assert is_sound(memory)


def test_merges_are_taken_back_the_last_one_first(memory: Memory) -> None:
    """A name that has gone on would else mean two entities."""
    tell(memory, fact("a", "x", 1), fact("b", "x", 2), fact("c", "z", 3))
    before = memory.state()
    entities = entities_of(memory)
    first = entities.commit(entities.merge("a", "b")).revision
    second = entities.commit(entities.merge("b", "c")).revision
    assert first is not None
    assert second is not None
    with pytest.raises(UsageError, match="has gone on since"):
        entities.undo(first)
    entities.commit(entities.undo(second))
    assert memory.state() == {"b.x": 2, "c.z": 3}
    assert inbox(memory) == [("b.x", 2, 1)]
    undoing = entities.undo(first)
    assert undoing.staying == ()
    entities.commit(undoing)
    assert memory.state() == before
    assert inbox(memory) == []
    assert is_sound(memory)


def test_a_change_that_was_shown_is_stale_once_the_project_has_learnt_more(memory: Memory) -> None:
    """Else a merge could bring facts to an entity that was merged away itself, or leave a new one behind."""
    tell(memory, fact("a", "x", 1), fact("b", "y", 2), fact("c", "z", 3))
    entities = entities_of(memory)
    first, second = entities.merge("a", "b"), entities.merge("b", "c")
    entities.commit(second)
    with pytest.raises(StaleState):
        entities.commit(first)
    shown = entities.merge("a", "c")
    tell(memory, fact("a", "new", 1))
    with pytest.raises(StaleState):
        entities.commit(shown)
    names = [entities.alias("a", "aa"), entities.alias("a", "ab")]
    entities.commit(names[0])
    with pytest.raises(StaleState):
        entities.commit(names[1])
    assert is_sound(memory)


def test_a_split_takes_no_address_of_something_else(memory: Memory) -> None:
    tell(memory, fact("anna", "home", "Lund"), fact("bob", "home", "Oslo"))
    with pytest.raises(UsageError, match="something else"):
        entities_of(memory).split("anna", "Anna Berg", ["bob.home"])


def test_two_splits_of_one_entity_are_two_changes(memory: Memory) -> None:
    tell(memory, fact("anna", "home", "Lund"), fact("anna", "job", "pilot"), fact("anna", "age", 9))
    entities = entities_of(memory)
    for slot in ("home", "job"):
        entities.commit(entities.split("anna", "Anna Berg", [slot]))
    assert memory.state() == {"anna.age": 9, "anna_berg.home": "Lund", "anna_berg.job": "pilot"}


def test_a_conflict_at_an_address_whose_head_has_ended_goes_along_too(memory: Memory) -> None:
    tell(memory, fact("a", "x", 1, valid_from="2020-01-01"))
    contested = document(new_knowledge=[fact("a", "x", 2, valid_from="2020-01-01")])
    memory.learn(contested, message="no", answer="It is.")
    memory.learn(document(new_knowledge=[fact("a", "x", 1, wording="retraction")]), at="2026-02-01T00:00:00Z")
    tell(memory, fact("b", "y", 3))
    entities = entities_of(memory)
    entities.commit(entities.merge("a", "b"))
    assert [address for address, _, _ in inbox(memory)] == ["b.x"]
    assert is_sound(memory)


@pytest.mark.parametrize("merge", [False, True])
def test_the_name_something_was_met_with_goes_on_to_mean_it(memory: Memory, merge: bool) -> None:
    """Else whoever is called that next would be taken for it, or bring a merged one back."""
    tell(memory, fact("bea", "city", "Oslo"), fact("anna", "city", "Lund"))
    entities = entities_of(memory)
    entities.commit(entities.merge("bea", "anna") if merge else entities.alias("bea", "bee"))
    with pytest.raises(UsageError, match="first met"):
        entities.unalias("anna" if merge else "bee", "bea")
    assert is_sound(memory)


def test_a_name_of_several_has_no_one_history(memory: Memory) -> None:
    tell(memory, fact("Anna Berg", "age", 30), fact("Anna Lund", "age", 50))
    entities = entities_of(memory)
    for each in ("Anna Berg", "Anna Lund"):
        entities.commit(entities.alias(each, "Anna"))
    known = Knowledge(memory.store, memory.project, memory.clock)
    looks: tuple[Callable[[str], object], ...] = (known.history, known.blame, known.page)
    for look in looks:
        with pytest.raises(UsageError, match="2 such addresses"):
            look("anna.age")
    assert len(known.held("anna.age")) == 2


def test_a_set_that_came_to_a_single_value_is_restored_however_often_it_is_merged(memory: Memory) -> None:
    tell(memory, fact("a", "colour", "red", valid_from="2020-01-01"), fact("b", "colour", "green"))
    memory.learn(
        document(new_knowledge=[fact("a", "colour", "blue", valid_from="2020-01-01")]), message="no", answer="It is."
    )
    settle(memory, Resolution.KEEP_BOTH)
    before = memory.state()
    entities = entities_of(memory)
    for _ in range(2):
        entities.commit(entities.merge("a", "b"))
        assert is_sound(memory)
        entities.commit(entities.undo("HEAD"))
        assert memory.state() == before
        assert is_sound(memory)


def test_a_conflict_that_was_decided_since_stays_decided(memory: Memory) -> None:
    tell(memory, fact("a", "x", 1), fact("b", "x", 2))
    entities = entities_of(memory)
    merge = entities.commit(entities.merge("a", "b")).revision
    assert merge is not None
    settle(memory, Resolution.KEEP_HEAD)
    undoing = entities.undo(merge)
    assert undoing.staying == ("b.x",)
    entities.commit(undoing)
    assert inbox(memory) == []
    assert memory.state() == {"b.x": 2}
    assert is_sound(memory)


def test_taking_back_is_told_in_the_words_of_who_did_it(memory: Memory) -> None:
    tell(memory, fact("a", "x", 1), fact("b", "y", 2))
    entities = entities_of(memory)
    entities.commit(entities.merge("a", "b"))
    undoing = entities.undo("HEAD", by="Ann", reason="They are two after all.")
    assert [alias.label for alias in undoing.given] == ["a"]
    assert [(alias.label, alias.entity_id) for alias in undoing.taken] == [("a", entities.named("b")[0].entity.id)]
    entities.commit(undoing)
    told = memory.store.read(
        lambda conn: conn.execute(
            "SELECT u.text FROM transition AS t JOIN utterance AS u ON u.id = t.utterance_id "
            "WHERE t.decided_by = 'Ann' ORDER BY t.number"
        ).fetchall()
    )
    assert [row[0] for row in told] == ["Revision 3 is taken back. They are two after all."]


def test_what_was_taken_back_is_merged_again_by_merging(memory: Memory) -> None:
    tell(memory, fact("postgres", "version", 15), fact("PostgreSQL", "version", 16), fact("PostgreSQL", "port", 5432))
    entities = entities_of(memory)
    entities.commit(entities.merge("postgres", "PostgreSQL"))
    merged = (memory.state(), inbox(memory))
    entities.commit(entities.undo("HEAD"))
    with pytest.raises(UsageError, match="only a merge, a split or a name"):
        entities.undo("HEAD")
    tell(memory, fact("postgres", "owner", "Ada"))
    entities.commit(entities.merge("postgres", "PostgreSQL"))
    assert (memory.state(), inbox(memory)) == ({**merged[0], "postgresql.owner": "Ada"}, merged[1])
    assert is_sound(memory)


def test_what_was_met_since_stays_and_is_named_and_so_does_the_name(memory: Memory) -> None:
    """Else facts would be left at an entity that nothing calls."""
    tell(memory, fact("anna", "job", "pilot"), fact("anna", "age", 9))
    entities = entities_of(memory)
    split = entities.commit(entities.split("anna", "Anna Berg", ["job"])).revision
    assert split is not None
    tell(memory, fact("Anna Berg", "home", "Lund"))
    undoing = entities.undo(split)
    assert undoing.staying == ("anna_berg.home",)
    assert undoing.taken == ()
    entities.commit(undoing)
    assert memory.state() == {"anna.age": 9, "anna.job": "pilot", "anna_berg.home": "Lund"}
    assert [row.entity.label for row in entities.named("Anna Berg")] == ["Anna Berg"]
    assert is_sound(memory)


def test_the_same_split_can_be_made_again_after_it_was_taken_back(memory: Memory) -> None:
    """Found by attack: that the claims mention the new entity already made it fail."""
    tell(memory, {**fact("anna", "job", "pilot"), "entities": ["Anna Berg"]}, fact("anna", "age", 9))
    entities = entities_of(memory)
    for _ in range(2):
        entities.commit(entities.split("anna", "Anna Berg", ["job"]))
        assert memory.state() == {"anna.age": 9, "anna_berg.job": "pilot"}
        entities.commit(entities.undo("HEAD"))
    assert is_sound(memory)


@pytest.mark.parametrize("odd", ["a\x00b", "a\x1b[31mb", "a\ud800b", "a\nb", "a\u202eb"])
def test_odd_characters_in_names_break_nothing(memory: Memory, odd: str) -> None:
    """Found by attack: a NUL in a name made the store fail its own checks for good."""
    tell(memory, fact(odd.replace("\ud800", "\ufffd"), "x", 1), fact("plain", "x", 2))
    entities = entities_of(memory)
    entities.commit(entities.alias("plain", f"{odd} too", reason=odd, by=f"Ann{odd}"))
    assert [row.entity.label for row in entities.named(f"{odd} too")] == ["plain"]
    with pytest.raises(NotFound):
        entities.split("plain", "other", [odd])
    assert is_sound(memory)


def test_what_is_met_again_after_its_split_was_taken_back_has_its_name(memory: Memory) -> None:
    """Found by attack: its address was known already, and so its name was not given again."""
    memory.learn(document(relation_updates=[relation("c", "knows", "c")]))
    entities = entities_of(memory)
    entities.commit(entities.split("c", "d", ["knows"]))
    entities.commit(entities.undo("HEAD"))
    memory.learn(document(relation_updates=[relation("d", "knows", "a")]))
    assert memory.state() == {"c --knows-->": ["c"], "d --knows-->": ["a"]}
    assert is_sound(memory)


_VALUES = st.integers(0, 2)
_DATES = st.sampled_from([None, "2020-01-01", "2021-01-01", "2022-06-01", "2027-01-01"])
_FACTS = st.builds(
    lambda who, slot, value, since, until, wording: fact(
        who, slot, value, valid_from=since, valid_to=until if until is None or since is None or since < until else None,
        wording=wording, proposition=f"{slot} of {who} was {value} from {since} to {until}, {wording}.",
    ),
    st.sampled_from(["a", "b"]), st.sampled_from(["x", "y"]), _VALUES, _DATES, _DATES,
    st.sampled_from(["plain", "change", "correction"]),
)  # fmt: skip
_RELATIONS = st.builds(
    lambda who, whom: relation(who, "knows", whom), st.sampled_from(["a", "b", "c"]), st.sampled_from(["a", "b", "c"])
)


@given(st.lists(_FACTS, max_size=8), st.lists(_RELATIONS, max_size=3))
@settings(max_examples=40, deadline=None)
def test_a_merge_never_loses_a_claim_or_breaks_a_rule_and_taking_it_back_restores_everything(
    facts: list[dict[str, Any]], relations: list[dict[str, Any]]
) -> None:
    memory = Memory()
    for each in facts:
        tell(memory, each)
    memory.learn(document(new_knowledge=[fact("a", "z", 1), fact("b", "z", 1)], relation_updates=relations))
    addresses = ["a.x", "a.y", "a.z", "b.x", "b.y", "b.z", *(f"{each} --knows-->" for each in "abc")]
    before = (memory.state(), [history(memory, each) for each in addresses], inbox(memory))
    entities = entities_of(memory)
    entities.commit(entities.merge("a", "b"))
    assert not [address for address in memory.state() if address.startswith("a.")]
    assert is_sound(memory)
    entities.commit(entities.undo("HEAD"))
    assert (memory.state(), [history(memory, each) for each in addresses], inbox(memory)) == before
    assert is_sound(memory)
    memory.store.close()
