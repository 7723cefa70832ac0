"""Entities: names that mean several, two that are one, one that is two, and taking it back. Source: rule 4."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from a008.errors import A008Error, Code, NotFound, StaleState, UsageError
from a008.memory.resolution import Resolution
from a008.runtime.conflicts import conflicts, resolve
from a008.runtime.entities import Entities
from a008.runtime.knowledge import Knowledge
from a008.store import claims, revisions
from a008.store.checks import checked_copy, copied
from a008.store.heads import Head, history_of, slots_at
from tests.turns import Memory, document, fact, relation


@pytest.fixture(params=["memory", "file"])
def memory(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Memory]:
    found = Memory(None if request.param == "memory" else tmp_path / "memory.sqlite")
    yield found
    found.store.close()


def _entities(memory: Memory) -> Entities:
    return Entities(memory.store, memory.project, memory.clock)


def _tell(memory: Memory, *facts: dict[str, Any], at: str | None = None) -> None:
    memory.learn(document(new_knowledge=list(facts)), at=at)


def _inbox(memory: Memory) -> list[tuple[str, Any, Any]]:
    found = memory.store.read(lambda conn: conflicts(conn, memory.project.id, as_of=memory.clock.now, at_revision=None))
    sides = [(each.address, None if each.head is None else each.head.value, each.other.value) for each in found]
    return sorted(sides, key=str)


def _resolve(memory: Memory, way: Resolution) -> None:
    """Decide the one open conflict."""
    (claim_id,) = memory.store.read(
        lambda conn: [row[0] for row in conn.execute("SELECT claim_id FROM contest WHERE rev_to IS NULL")]
    )
    resolve(memory.store, memory.project, claim_id, way, by="user", reason="", clock=memory.clock)


def _history(memory: Memory, address: str) -> list[tuple[Any, str, str]]:
    def read(conn: Any) -> tuple[Head, ...]:
        revision = revisions.newest(conn)[0]
        slots = slots_at(conn, memory.project.id, [address], at_revision=revision)
        return history_of(conn, [slot.id for slot in slots], at_revision=revision)

    return sorted(
        (head.value, str(head.binding.interval.start), str(head.binding.interval.end))
        for head in memory.store.read(read)
    )


def _is_sound(memory: Memory) -> bool:
    def look(conn: Any) -> list[str]:
        copy = copied(conn)
        found = [finding for check in checked_copy(copy, memory.store.blobs) for finding in check.findings]
        copy.close()
        return found

    assert memory.store.read(look) == []
    return True


# --- names ---------------------------------------------------------------------------------------------------------


def test_react_and_capital_react_are_one_entity_and_file_names_are_three(memory: Memory) -> None:
    """Case 26."""
    _tell(memory, fact("react", "version", 18), fact("package.json", "size", 3), fact("package-lock.json", "size", 9))
    _tell(memory, fact("React", "licence", "MIT"))
    labels = [row.entity.label for row in _entities(memory).list()]
    assert labels == ["package-lock.json", "package.json", "React"], "a capital is a better label than none"
    assert memory.state()["react.licence"] == "MIT"


def test_a_name_keeps_where_it_was_first_said(memory: Memory) -> None:
    _tell(memory, fact("pve-01", "ip", "10.0.0.1"))
    (row,) = _entities(memory).named("PVE-01")
    said = memory.store.read(
        lambda conn: conn.execute("SELECT text FROM utterance WHERE id = ?", (row.aliases[0].utterance_id,)).fetchone()
    )
    assert "The ip of pve-01 is 10.0.0.1." in said[0]


def test_an_alias_is_as_good_as_the_name_for_reading_and_for_writing(memory: Memory) -> None:
    _tell(memory, fact("pve-01", "ip", "10.0.0.1"))
    entities = _entities(memory)
    entities.commit(entities.alias("pve-01", "the Proxmox box", reason="That is how we call it."))
    assert _history(memory, "the_proxmox_box.ip") == [("10.0.0.1", "Edge.UNKNOWN", "Edge.OPEN")]
    _tell(memory, fact("The Proxmox Box", "ip", "10.0.0.2", wording="change"))
    assert memory.state() == {"pve-01.ip": "10.0.0.2"}


def test_a_name_of_several_tells_them_all_and_binds_nothing(memory: Memory) -> None:
    """Case 28: the candidates are named, the claim is kept as evidence, and nothing is guessed."""
    _tell(memory, fact("Anna Berg", "age", 30), fact("Anna Lund", "age", 50))
    entities = _entities(memory)
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
    _tell(memory, fact("Anna Berg", "age", 30), fact("Anna", "age", 50))
    change = _entities(memory).alias("Anna Berg", "Anna")
    assert [entity.label for entity in change.others] == ["Anna"]
    assert memory.store.revision() == 2, "showing it has changed nothing"


def test_a_name_that_was_taken_away_means_nothing_until_it_is_said_again(memory: Memory) -> None:
    _tell(memory, fact("pve-01", "ip", "10.0.0.1"))
    entities = _entities(memory)
    entities.commit(entities.alias("pve-01", "box"))
    entities.commit(entities.unalias("pve-01", "box"))
    with pytest.raises(NotFound):
        entities.named("box")
    _tell(memory, fact("box", "colour", "red"))
    assert memory.state() == {"pve-01.ip": "10.0.0.1", "box.colour": "red"}
    assert _is_sound(memory)


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
    _tell(memory, fact("a", "x", 1), fact("b", "x", 2), fact("user", "x", 3))
    before = memory.store.revision()
    with pytest.raises(A008Error) as caught:
        change(_entities(memory))
    assert isinstance(caught.value, (UsageError, NotFound))
    assert memory.store.revision() == before


# --- merging -------------------------------------------------------------------------------------------------------


def test_merging_shows_first_which_heads_would_collide(memory: Memory) -> None:
    _tell(memory, fact("postgres", "version", 15), fact("postgres", "port", 5432), fact("postgres", "owner", "Ada"))
    _tell(memory, fact("PostgreSQL", "version", 16), fact("PostgreSQL", "port", 5432))
    before = memory.state()
    change = _entities(memory).merge("postgres", "PostgreSQL")
    assert memory.state() == before
    shown = {each.target.address: [(c.held.member, c.moved.member) for c in each.collisions] for each in change.moves}
    assert shown == {"postgresql.owner": [], "postgresql.port": [], "postgresql.version": [("16", "15")]}


def test_after_a_merge_everything_known_of_one_is_known_of_the_other(memory: Memory) -> None:
    _tell(memory, fact("postgres", "version", 15), fact("postgres", "port", 5432))
    _tell(memory, fact("PostgreSQL", "version", 16))
    memory.learn(document(relation_updates=[relation("shop", "uses", "postgres")]))
    entities = _entities(memory)
    entities.commit(entities.merge("postgres", "PostgreSQL", reason="Same thing."))
    assert memory.state() == {
        "postgresql.version": 16,
        "postgresql.port": 5432,
        "shop --uses-->": ["postgresql"],
    }
    assert _inbox(memory) == [("postgresql.version", 16, 15)], "the head keeps its place, both sides are kept"
    assert [row.entity.label for row in entities.named("postgres")] == ["PostgreSQL"]
    _tell(memory, fact("postgres", "port", 5433, wording="change"))
    assert memory.state()["postgresql.port"] == 5433
    assert _is_sound(memory)


def test_what_was_believed_before_a_merge_stays_readable(memory: Memory) -> None:
    _tell(memory, fact("postgres", "version", 15))
    _tell(memory, fact("PostgreSQL", "port", 5432))
    before = memory.store.revision()
    entities = _entities(memory)
    entities.commit(entities.merge("postgres", "PostgreSQL"))
    assert memory.state(at_revision=before) == {"postgres.version": 15, "postgresql.port": 5432}


def test_dates_decide_between_two_heads_as_they_do_between_two_claims(memory: Memory) -> None:
    _tell(memory, fact("Bo", "residence", "Lyon", valid_from="2020-01-01"))
    _tell(memory, fact("Bosse", "residence", "Oslo", valid_from="2024-01-01"))
    entities = _entities(memory)
    entities.commit(entities.merge("Bosse", "Bo"))
    assert memory.state() == {"bo.residence": "Oslo"}
    assert memory.state(as_of="2022-01-01") == {"bo.residence": "Lyon"}
    assert _inbox(memory) == []


def test_a_conflict_that_a_merge_opened_is_resolved_like_any_other(memory: Memory) -> None:
    _tell(memory, fact("postgres", "version", 15))
    _tell(memory, fact("PostgreSQL", "version", 16))
    entities = _entities(memory)
    entities.commit(entities.merge("postgres", "PostgreSQL"))
    _resolve(memory, Resolution.TAKE_OTHER)
    assert memory.state() == {"postgresql.version": 15}
    assert _is_sound(memory)


def test_an_open_conflict_goes_along(memory: Memory) -> None:
    _tell(memory, fact("postgres", "version", 15, valid_from="2020-01-01"))
    memory.learn(
        document(new_knowledge=[fact("postgres", "version", 14, valid_from="2020-01-01")]),
        message="no",
        answer="It is.",
    )
    assert _inbox(memory) == [("postgres.version", 15, 14)]
    _tell(memory, fact("PostgreSQL", "port", 1))
    entities = _entities(memory)
    entities.commit(entities.merge("postgres", "PostgreSQL"))
    assert _inbox(memory) == [("postgresql.version", 15, 14)]
    entities.commit(entities.undo("HEAD"))
    assert _inbox(memory) == [("postgres.version", 15, 14)]
    assert _is_sound(memory)


def test_a_merge_that_was_shown_is_stale_once_the_address_has_moved(memory: Memory) -> None:
    _tell(memory, fact("a", "x", 1), fact("b", "y", 2))
    entities = _entities(memory)
    change = entities.merge("a", "b")
    _tell(memory, fact("a", "x", 3, wording="change"))
    with pytest.raises(StaleState) as caught:
        entities.commit(change)
    assert caught.value.code is Code.STALE_STATE
    assert memory.state() == {"a.x": 3, "b.y": 2}


def test_two_merges_of_one_entity_at_once_do_not_both_happen(memory: Memory) -> None:
    _tell(memory, fact("a", "x", 1), fact("b", "y", 2), fact("c", "z", 2))
    entities = _entities(memory)
    first, second = entities.merge("a", "b"), entities.merge("a", "c")
    entities.commit(first)
    with pytest.raises(StaleState):
        entities.commit(second)
    assert _is_sound(memory)


def test_a_merge_into_one_that_was_merged_itself_follows_along(memory: Memory) -> None:
    _tell(memory, fact("a", "x", 1), fact("b", "y", 2), fact("c", "z", 3))
    entities = _entities(memory)
    entities.commit(entities.merge("a", "b"))
    entities.commit(entities.merge("b", "c"))
    assert memory.state() == {"c.x": 1, "c.y": 2, "c.z": 3}
    assert [alias.label for alias in entities.named("a")[0].aliases] == ["c", "a", "b"]
    assert _is_sound(memory)


# --- splitting and taking back ---------------------------------------------------------------------------------------


def test_a_split_moves_the_addresses_and_names_that_are_told(memory: Memory) -> None:
    _tell(memory, fact("Anna", "age", 30), fact("Anna", "residence", "Lund"), fact("Anna", "job", "pilot"))
    entities = _entities(memory)
    entities.commit(entities.split("Anna", "Anna Berg", ["anna.residence", "job"], reason="Two people."))
    assert memory.state() == {"anna.age": 30, "anna_berg.residence": "Lund", "anna_berg.job": "pilot"}
    assert _is_sound(memory)


def test_taking_a_merge_back_restores_both(memory: Memory) -> None:
    _tell(memory, fact("postgres", "version", 15), fact("postgres", "port", 5432))
    _tell(memory, fact("PostgreSQL", "version", 16))
    memory.learn(document(relation_updates=[relation("shop", "uses", "postgres")]))
    before = memory.state()
    entities = _entities(memory)
    receipt = entities.commit(entities.merge("postgres", "PostgreSQL"))
    assert receipt.revision is not None
    undoing = entities.undo(receipt.revision)
    assert undoing.staying == ()
    entities.commit(undoing)
    assert memory.state() == before
    assert _inbox(memory) == []
    assert [row.entity.label for row in entities.named("postgres")] == ["postgres"]
    assert memory.state(at_revision=receipt.revision)["postgresql.port"] == 5432, "what was believed meanwhile"
    assert _is_sound(memory)


def test_what_changed_since_a_merge_stays_and_is_named(memory: Memory) -> None:
    _tell(memory, fact("postgres", "version", 15), fact("postgres", "port", 5432))
    _tell(memory, fact("PostgreSQL", "licence", "PostgreSQL"))
    entities = _entities(memory)
    merge = entities.commit(entities.merge("postgres", "PostgreSQL"))
    _tell(memory, fact("postgres", "port", 5433, wording="change"))
    undoing = entities.undo(str(merge.revision))
    assert undoing.staying == ("postgresql.port",)
    assert "postgres.version" in undoing.restored
    entities.commit(undoing)
    assert memory.state() == {"postgres.version": 15, "postgresql.port": 5433, "postgresql.licence": "PostgreSQL"}
    assert _is_sound(memory)


def test_a_split_and_a_naming_are_taken_back_too(memory: Memory) -> None:
    _tell(memory, fact("Anna", "age", 30), fact("Anna", "job", "pilot"))
    before = memory.state()
    entities = _entities(memory)
    entities.commit(entities.split("Anna", "Anna Berg", ["job"]))
    entities.commit(entities.undo("HEAD"))
    assert memory.state() == before
    entities.commit(entities.alias("Anna", "Ann"))
    entities.commit(entities.undo("HEAD"))
    with pytest.raises(NotFound):
        entities.named("Ann")
    assert _is_sound(memory)


def test_taking_back_what_was_taken_back_merges_again(memory: Memory) -> None:
    _tell(memory, fact("postgres", "version", 15), {**fact("PostgreSQL", "port", 5432), "entities": ["PostgreSQL"]})
    entities = _entities(memory)
    entities.commit(entities.merge("postgres", "PostgreSQL"))
    merged = memory.state()
    owner = entities.named("postgres")[0].entity.id
    entities.commit(entities.undo("HEAD"))
    entities.commit(entities.undo("HEAD"))
    assert memory.state() == merged
    assert entities.named("postgres")[0].entity.id == owner
    revision = memory.store.revision()
    assert len(memory.store.read(lambda conn: claims.of_entity(conn, owner, at_revision=revision, limit=9))) == 2
    entities.commit(entities.undo("HEAD"))
    assert memory.state() == {"postgres.version": 15, "postgresql.port": 5432}
    assert _is_sound(memory)


def test_merges_are_taken_back_the_last_one_first(memory: Memory) -> None:
    """A name that has gone on would else mean two entities."""
    _tell(memory, fact("a", "x", 1), fact("b", "x", 2), fact("c", "z", 3))
    before = memory.state()
    entities = _entities(memory)
    first = entities.commit(entities.merge("a", "b")).revision
    second = entities.commit(entities.merge("b", "c")).revision
    assert first is not None
    assert second is not None
    with pytest.raises(UsageError, match="gone to another entity"):
        entities.undo(first)
    entities.commit(entities.undo(second))
    assert memory.state() == {"b.x": 2, "c.z": 3}
    assert _inbox(memory) == [("b.x", 2, 1)]
    undoing = entities.undo(first)
    assert undoing.staying == ()
    entities.commit(undoing)
    assert memory.state() == before
    assert _inbox(memory) == []
    assert _is_sound(memory)


def test_a_change_that_was_shown_is_stale_once_the_project_has_learnt_more(memory: Memory) -> None:
    """Else a merge could bring facts to an entity that was merged away itself, or leave a new one behind."""
    _tell(memory, fact("a", "x", 1), fact("b", "y", 2), fact("c", "z", 3))
    entities = _entities(memory)
    first, second = entities.merge("a", "b"), entities.merge("b", "c")
    entities.commit(second)
    with pytest.raises(StaleState):
        entities.commit(first)
    shown = entities.merge("a", "c")
    _tell(memory, fact("a", "new", 1))
    with pytest.raises(StaleState):
        entities.commit(shown)
    names = [entities.alias("a", "aa"), entities.alias("a", "ab")]
    entities.commit(names[0])
    with pytest.raises(StaleState):
        entities.commit(names[1])
    assert _is_sound(memory)


def test_a_split_takes_no_address_of_something_else(memory: Memory) -> None:
    _tell(memory, fact("anna", "home", "Lund"), fact("bob", "home", "Oslo"))
    with pytest.raises(UsageError, match="something else"):
        _entities(memory).split("anna", "Anna Berg", ["bob.home"])


def test_two_splits_of_one_entity_are_two_changes(memory: Memory) -> None:
    _tell(memory, fact("anna", "home", "Lund"), fact("anna", "job", "pilot"), fact("anna", "age", 9))
    entities = _entities(memory)
    for slot in ("home", "job"):
        entities.commit(entities.split("anna", "Anna Berg", [slot]))
    assert memory.state() == {"anna.age": 9, "anna_berg.home": "Lund", "anna_berg.job": "pilot"}


def test_a_conflict_at_an_address_whose_head_has_ended_goes_along_too(memory: Memory) -> None:
    _tell(memory, fact("a", "x", 1, valid_from="2020-01-01"))
    contested = document(new_knowledge=[fact("a", "x", 2, valid_from="2020-01-01")])
    memory.learn(contested, message="no", answer="It is.")
    memory.learn(document(new_knowledge=[fact("a", "x", 1, wording="retraction")]), at="2026-02-01T00:00:00Z")
    _tell(memory, fact("b", "y", 3))
    entities = _entities(memory)
    entities.commit(entities.merge("a", "b"))
    assert [address for address, _, _ in _inbox(memory)] == ["b.x"]
    assert _is_sound(memory)


@pytest.mark.parametrize("merge", [False, True])
def test_the_name_something_was_met_with_goes_on_to_mean_it(memory: Memory, merge: bool) -> None:
    """Else whoever is called that next would be taken for it, or bring a merged one back."""
    _tell(memory, fact("bea", "city", "Oslo"), fact("anna", "city", "Lund"))
    entities = _entities(memory)
    entities.commit(entities.merge("bea", "anna") if merge else entities.alias("bea", "bee"))
    with pytest.raises(UsageError, match="first met"):
        entities.unalias("anna" if merge else "bee", "bea")
    assert _is_sound(memory)


def test_a_name_of_several_has_no_one_history(memory: Memory) -> None:
    _tell(memory, fact("Anna Berg", "age", 30), fact("Anna Lund", "age", 50))
    entities = _entities(memory)
    for each in ("Anna Berg", "Anna Lund"):
        entities.commit(entities.alias(each, "Anna"))
    known = Knowledge(memory.store, memory.project, memory.clock)
    looks: tuple[Callable[[str], object], ...] = (known.history, known.blame, known.page)
    for look in looks:
        with pytest.raises(UsageError, match="2 such addresses"):
            look("anna.age")
    assert len(known.held("anna.age")) == 2


def test_a_set_that_came_to_a_single_value_is_restored_however_often_it_goes_back_and_forth(memory: Memory) -> None:
    _tell(memory, fact("a", "colour", "red", valid_from="2020-01-01"), fact("b", "colour", "green"))
    memory.learn(
        document(new_knowledge=[fact("a", "colour", "blue", valid_from="2020-01-01")]), message="no", answer="It is."
    )
    _resolve(memory, Resolution.KEEP_BOTH)
    before = memory.state()
    entities = _entities(memory)
    entities.commit(entities.merge("a", "b"))
    merged = memory.state()
    for expected in (before, merged, before):
        entities.commit(entities.undo("HEAD"))
        assert memory.state() == expected
        assert _is_sound(memory)


def test_a_conflict_that_was_decided_since_stays_decided(memory: Memory) -> None:
    _tell(memory, fact("a", "x", 1), fact("b", "x", 2))
    entities = _entities(memory)
    merge = entities.commit(entities.merge("a", "b")).revision
    assert merge is not None
    _resolve(memory, Resolution.KEEP_HEAD)
    undoing = entities.undo(merge)
    assert undoing.staying == ("b.x",)
    entities.commit(undoing)
    assert _inbox(memory) == []
    assert memory.state() == {"b.x": 2}
    assert _is_sound(memory)


def test_a_conflict_that_a_merge_opened_is_there_again_when_its_undoing_is_taken_back(memory: Memory) -> None:
    _tell(memory, fact("a", "x", 1), fact("b", "x", 2))
    entities = _entities(memory)
    entities.commit(entities.merge("a", "b"))
    contested = "SELECT claim_id FROM claim_status WHERE status = 'contested' AND rev_to IS NULL"
    before = memory.store.read(lambda conn: conn.execute(contested).fetchall())
    for _ in range(2):
        entities.commit(entities.undo("HEAD"))
    assert _inbox(memory) == [("b.x", 2, 1)]
    assert memory.store.read(lambda conn: conn.execute(contested).fetchall()) == before


def test_taking_back_is_told_in_the_words_of_who_did_it(memory: Memory) -> None:
    _tell(memory, fact("a", "x", 1), fact("b", "y", 2))
    entities = _entities(memory)
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
        _tell(memory, each)
    memory.learn(document(new_knowledge=[fact("a", "z", 1), fact("b", "z", 1)], relation_updates=relations))
    addresses = ["a.x", "a.y", "a.z", "b.x", "b.y", "b.z", *(f"{each} --knows-->" for each in "abc")]
    before = (memory.state(), [_history(memory, each) for each in addresses], _inbox(memory))
    entities = _entities(memory)
    entities.commit(entities.merge("a", "b"))
    assert not [address for address in memory.state() if address.startswith("a.")]
    assert _is_sound(memory)
    entities.commit(entities.undo("HEAD"))
    assert (memory.state(), [_history(memory, each) for each in addresses], _inbox(memory)) == before
    assert _is_sound(memory)
    memory.store.close()
