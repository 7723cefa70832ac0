"""The conflict inbox and the four resolutions, from what was said to what is believed. Source: rule 7."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from a008.clock import Instant
from a008.errors import NotFound, StaleState, UsageError
from a008.memory.claim import Status
from a008.memory.envelope import ItemType
from a008.memory.origin import Origin
from a008.memory.receipt import Receipt
from a008.memory.reconcile import Outcome
from a008.memory.resolution import Resolution
from a008.runtime import conflicts
from a008.runtime.conflicts import Conflict
from a008.runtime.knowledge import Knowledge
from a008.store import checks, revisions
from tests.retrieval.asking import ask, shown
from tests.shelf import Fact, Shelf
from tests.turns import Memory, document, fact

KEEP, TAKE, BOTH, SPLIT = Resolution
ADDRESS = "maria.residence"


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    """Maria lives in Paris since 2020, and somebody else says Rome."""
    memory = Memory(tmp_path / "memory.sqlite")
    memory.learn(document(new_knowledge=[_lives("Paris", valid_from="2020-01-01")]))
    memory.learn(document(new_knowledge=[_lives("Rome", wording="conflict")]), at="2026-02-01")
    memory.clock.advance(days=1)
    yield memory
    memory.store.close()


def _lives(city: str, **more: Any) -> dict[str, Any]:
    return fact("Maria", "residence", city, proposition=f"Maria lives in {city}.", **more)


def _knowledge(memory: Memory) -> Knowledge:
    return Knowledge(memory.store, memory.project, memory.clock)


def _open(memory: Memory, at_revision: int | None = None) -> tuple[Conflict, ...]:
    return _knowledge(memory).conflicts(at_revision=at_revision)


def _resolve(memory: Memory, way: Resolution, claim_id: str | None = None, **more: Any) -> Receipt:
    wanted = claim_id or _open(memory)[0].other.claim_id
    named = {"by": "Ann", "reason": "I asked her.", **more}
    return conflicts.resolve(memory.store, memory.project, wanted, way, clock=memory.clock, **named)


def _sound(memory: Memory) -> bool:
    assert memory.store.path is not None
    return not [finding for each in checks.checked(memory.store.path) for finding in each.findings]


def _status(memory: Memory, claim_id: str) -> Status:
    return _knowledge(memory).why(claim_id).status


def _split(way: Resolution) -> dict[str, str]:
    return {"new_attribute": "holiday home"} if way is SPLIT else {}


def test_the_inbox_shows_both_sides_with_who_and_when(memory: Memory) -> None:
    (conflict,) = _open(memory)
    assert conflict.address == ADDRESS
    assert conflict.head is not None
    assert (conflict.head.value, conflict.head.said_by, str(conflict.head.said_at)[:10]) == (
        "Paris",
        "user",
        "2026-01-01",
    )
    assert (conflict.other.value, conflict.other.proposition) == ("Rome", "Maria lives in Rome.")
    assert str(conflict.other.said_at)[:10] == "2026-02-01"
    assert conflict.revision == memory.store.revision()


@pytest.mark.parametrize(
    ("way", "state"),
    [
        (KEEP, {ADDRESS: "Paris"}),
        (TAKE, {ADDRESS: "Rome"}),
        (BOTH, {ADDRESS: ["Paris", "Rome"]}),
        (SPLIT, {ADDRESS: "Paris", "maria.holiday_home": "Rome"}),
    ],
)
def test_each_resolution_is_one_revision_with_who_and_why_and_leaves_a_sound_store(
    memory: Memory, way: Resolution, state: dict[str, Any]
) -> None:
    before = memory.store.revision()
    claim_id = _open(memory)[0].other.claim_id
    receipt = _resolve(memory, way, **_split(way))
    assert receipt.revision == memory.store.revision() == before + 1
    (revision,) = memory.store.read(lambda conn: revisions.log(conn, memory.project.id, before=None, limit=1))
    assert (revision.author, revision.cause) == ("Ann", "conflict resolved")
    closed = [change for change in revision.changes if (change.table, change.action) == ("contest", "close")]
    assert [change.row.partition("/")[0] for change in closed] == [claim_id]
    assert closed[0].digest, "the chain vouches for what was decided"
    stored = memory.store.read(lambda conn: conn.execute("SELECT resolution, reason, rev_to FROM contest").fetchall())
    assert stored == [(way, "I asked her.", receipt.revision)]
    said = memory.store.read(
        lambda conn: conn.execute("SELECT speaker, origin FROM utterance WHERE text LIKE '%I asked her.'").fetchall()
    )
    assert said == [("Ann", "user_confirmed")]
    assert memory.state() == state
    assert _open(memory) == ()
    assert _sound(memory)


@pytest.mark.parametrize("way", Resolution)
def test_before_the_resolution_stays_what_was_believed_and_that_it_was_contested(
    memory: Memory, way: Resolution
) -> None:
    before, was = memory.store.revision(), _open(memory)
    _resolve(memory, way, **_split(way))
    assert memory.state(at_revision=before) == {ADDRESS: "Paris"}
    assert _open(memory, at_revision=before) == was
    assert _open(memory, at_revision=before - 1) == ()


@pytest.mark.parametrize(
    ("way", "head", "other"),
    [
        (KEEP, Status.ACCEPTED, Status.REJECTED),
        (TAKE, Status.REJECTED, Status.ACCEPTED),
        (BOTH, Status.ACCEPTED, Status.ACCEPTED),
        (SPLIT, Status.ACCEPTED, Status.REJECTED),
    ],
)
def test_the_claims_stand_as_decided(memory: Memory, way: Resolution, head: Status, other: Status) -> None:
    (conflict,) = _open(memory)
    _resolve(memory, way, **_split(way))
    assert conflict.head is not None
    assert (_status(memory, conflict.head.claim_id), _status(memory, conflict.other.claim_id)) == (head, other)


@pytest.mark.parametrize("way", [TAKE, BOTH, SPLIT])
def test_what_moved_the_state_rests_on_the_words_of_the_person(memory: Memory, way: Resolution) -> None:
    _resolve(memory, way, **_split(way))
    found = memory.store.read(
        lambda conn: conn.execute(
            "SELECT t.decided_by, u.speaker FROM transition AS t JOIN utterance AS u ON u.id = t.utterance_id "
            "ORDER BY t.number DESC LIMIT 1"
        ).fetchone()
    )
    assert found == ("Ann", "Ann")


def test_a_plan_that_only_closes_a_conflict_is_not_empty(memory: Memory) -> None:
    claim_id = _open(memory)[0].other.claim_id
    plan = conflicts.planned(memory.store, memory.project, claim_id, KEEP, by="Ann", reason="", at=memory.clock.now)
    assert not replace(plan, utterances=(), provenance=(), lifecycles=()).is_empty


def test_a_decision_without_a_reason_says_so_in_a_plain_sentence(memory: Memory) -> None:
    claim_id = _open(memory)[0].head
    assert claim_id is not None
    _resolve(memory, KEEP, reason="  ")
    (*_, said) = _knowledge(memory).why(claim_id.claim_id).evidence
    assert (said.speaker, said.text) == ("Ann", "maria.residence stays Paris.")


def test_taking_a_claim_without_a_start_puts_the_head_right_for_all_its_time(memory: Memory) -> None:
    before = memory.store.revision()
    assert _resolve(memory, TAKE).written[0].outcome is Outcome.CORRECTION
    assert memory.state("2021-01-01") == {ADDRESS: "Rome"}
    assert memory.state("2021-01-01", before) == {ADDRESS: "Paris"}
    assert memory.state("2019-01-01") == {}


def test_taking_a_claim_with_a_later_start_leaves_the_head_its_time(tmp_path: Path) -> None:
    memory = Memory(tmp_path / "memory.sqlite")
    memory.learn(document(new_knowledge=[_lives("Paris", valid_from="2020-01-01")]))
    memory.learn(document(new_knowledge=[_lives("Rome", valid_from="2025-01-01", wording="conflict")]))
    head = _open(memory)[0].head
    assert _resolve(memory, TAKE).written[0].outcome is Outcome.CHANGE
    assert [memory.state(day) for day in ("2024-12-31", "2025-01-01", "2026-06-01")] == [
        {ADDRESS: "Paris"},
        {ADDRESS: "Rome"},
        {ADDRESS: "Rome"},
    ]
    assert head is not None
    assert _status(memory, head.claim_id) is Status.ACCEPTED, "it did hold until then"
    assert _sound(memory)


def test_taking_a_claim_with_an_earlier_start_fills_what_was_not_known(tmp_path: Path) -> None:
    memory = Memory(tmp_path / "memory.sqlite")
    memory.learn(document(new_knowledge=[_lives("Paris", valid_from="2020-01-01")]))
    memory.learn(document(new_knowledge=[_lives("Rome", valid_from="2018-01-01", wording="conflict")]))
    _resolve(memory, TAKE)
    assert [memory.state(day) for day in ("2017-01-01", "2018-01-01", "2026-06-01")] == [
        {},
        {ADDRESS: "Rome"},
        {ADDRESS: "Rome"},
    ]
    assert _sound(memory)


def test_taking_a_past_that_overlaps_changes_the_past_alone(tmp_path: Path) -> None:
    memory = Memory(tmp_path / "memory.sqlite")
    memory.learn(document(new_knowledge=[_lives("Paris", valid_from="2020-01-01")]))
    memory.learn(document(new_knowledge=[_lives("Rome", valid_from="2021-01-01", valid_to="2022-01-01")]))
    _resolve(memory, TAKE)
    assert [memory.state(day)[ADDRESS] for day in ("2020-06-01", "2021-06-01", "2022-06-01", "2026-06-01")] == [
        "Paris",
        "Rome",
        "Paris",
        "Paris",
    ]
    assert _sound(memory)


def test_a_past_that_overlaps_contests_the_value_of_its_own_time(tmp_path: Path) -> None:
    memory = Memory(tmp_path / "memory.sqlite")
    memory.learn(document(new_knowledge=[_lives("Oslo", valid_from="2010-01-01", valid_to="2012-01-01")]))
    told = memory.learn(document(new_knowledge=[_lives("Paris", valid_from="2015-01-01", valid_to="2017-01-01")]))
    memory.learn(document(new_knowledge=[_lives("Rome", valid_from="2014-01-01", valid_to="2016-01-01")]))
    (conflict,) = _open(memory)
    assert (conflict.head, conflict.against) == (None, told.written[0].claim_id)


def test_after_keeping_both_a_third_value_is_a_member(memory: Memory) -> None:
    _resolve(memory, BOTH)
    receipt = memory.learn(document(new_knowledge=[_lives("Oslo")]), at="2026-03-01")
    assert receipt.written[0].outcome is Outcome.CHANGE
    assert memory.state() == {ADDRESS: ["Oslo", "Paris", "Rome"]}
    memory.learn(document(new_knowledge=[_lives("Oslo", wording="retraction")]), at="2026-04-01")
    assert memory.state() == {ADDRESS: ["Paris", "Rome"]}
    assert _sound(memory)


def test_keeping_both_leaves_the_past_of_an_address_as_it_was(tmp_path: Path) -> None:
    """A value without a known start gives way to one that has; as a member of a set it would not."""
    memory = Memory(tmp_path / "memory.sqlite")
    memory.learn(document(new_knowledge=[_lives("Paris")]))
    memory.learn(document(new_knowledge=[_lives("Lyon", valid_from="2015-01-01", valid_to="2016-01-01")]))
    memory.learn(document(new_knowledge=[_lives("Rome", wording="conflict")]))
    days = ("2014-06-01", "2015-06-01")
    before = [memory.state(day)[ADDRESS] for day in days]
    assert before == ["Paris", "Lyon"]
    _resolve(memory, BOTH)
    assert [memory.state(day)[ADDRESS] for day in days] == [["Paris"], ["Lyon"]]
    assert memory.state() == {ADDRESS: ["Paris", "Rome"]}
    assert _sound(memory)


def test_a_member_of_a_widened_address_can_be_cited(memory: Memory) -> None:
    _resolve(memory, BOTH)
    cited = next(head.claim.id for head in memory.heads(memory.clock.now) if head.value == "Paris")
    update = {
        "id": cited,
        "address": ADDRESS,
        "value": "Oslo",
        "proposition": "Maria lives in Oslo.",
        "severity": "minor",
        "wording": "change",
    }
    receipt = memory.learn(document(state_updates=[update]))
    assert receipt.refusals == ()
    assert "Oslo" in memory.state()[ADDRESS]


def test_a_split_says_the_value_of_its_own_address_in_the_name_of_the_person(memory: Memory) -> None:
    receipt = _resolve(memory, SPLIT, new_attribute="Holiday home")
    (line,) = receipt.written
    assert (line.address, line.proposition) == ("maria.holiday_home", "The holiday home of Maria is Rome.")
    why = _knowledge(memory).why(line.claim_id)
    assert (why.attributed_to, why.status) == ("Ann", Status.ACCEPTED)
    assert why.evidence[0].text == "The holiday home of Maria is Rome. I asked her."


def test_a_split_onto_another_value_is_refused_and_changes_nothing(memory: Memory) -> None:
    memory.learn(document(new_knowledge=[fact("Maria", "holiday home", "Nice")]))
    before = memory.store.revision()
    with pytest.raises(UsageError, match="another value already"):
        _resolve(memory, SPLIT, new_attribute="holiday home")
    assert memory.store.revision() == before
    assert len(_open(memory)) == 1


def test_a_split_onto_the_same_value_bears_it_out(memory: Memory) -> None:
    told = memory.learn(document(new_knowledge=[fact("Maria", "holiday home", "Rome")]))
    _resolve(memory, SPLIT, new_attribute="holiday home")
    assert memory.state() == {ADDRESS: "Paris", "maria.holiday_home": "Rome"}
    evidence = _knowledge(memory).why(told.written[0].claim_id).evidence
    assert [said.speaker for said in evidence] == ["user", "Ann"]
    assert _sound(memory)


@pytest.mark.parametrize(
    ("way", "more"),
    [
        (SPLIT, {}),
        (SPLIT, {"new_attribute": "Residence"}),
        (SPLIT, {"new_attribute": "?!"}),
        (KEEP, {"new_attribute": "holiday home"}),
        (KEEP, {"by": " "}),
    ],
)
def test_what_cannot_be_decided_is_refused(memory: Memory, way: Resolution, more: dict[str, str]) -> None:
    with pytest.raises(UsageError):
        _resolve(memory, way, **more)
    assert len(_open(memory)) == 1


@pytest.mark.parametrize("way", Resolution)
def test_a_conflict_is_resolved_once(memory: Memory, way: Resolution) -> None:
    claim_id = _open(memory)[0].other.claim_id
    _resolve(memory, way, **_split(way))
    with pytest.raises(NotFound):
        _resolve(memory, KEEP, claim_id)


def test_a_conflict_of_another_project_is_not_there(memory: Memory) -> None:
    claim_id = _open(memory)[0].other.claim_id
    other = Memory(memory.store.path, project="elsewhere")
    with pytest.raises(NotFound):
        _resolve(other, KEEP, claim_id)
    assert _open(other) == ()
    other.store.close()


@pytest.mark.parametrize("second", [KEEP, TAKE, BOTH])
@pytest.mark.parametrize("first", [KEEP, TAKE, BOTH])
def test_of_two_people_who_decide_at_once_one_wins(memory: Memory, first: Resolution, second: Resolution) -> None:
    claim_id = _open(memory)[0].other.claim_id
    plans = [
        conflicts.planned(
            memory.store, memory.project, claim_id, way, by=by, reason=by, at=memory.clock.now, new_attribute=None
        )
        for way, by in ((first, "Ann"), (second, "Bob"))
    ]
    memory.store.commit(plans[0])
    state, revision = memory.state(), memory.store.revision()
    with pytest.raises(StaleState):
        memory.store.commit(plans[1])
    assert (memory.state(), memory.store.revision()) == (state, revision)
    assert _sound(memory)


@pytest.mark.parametrize("way", Resolution)
def test_a_decision_on_an_address_that_moved_meanwhile_is_stale(memory: Memory, way: Resolution) -> None:
    claim_id = _open(memory)[0].other.claim_id
    name = _split(way).get("new_attribute")
    plan = conflicts.planned(
        memory.store, memory.project, claim_id, way, by="Ann", reason="", at=memory.clock.now, new_attribute=name
    )
    memory.learn(document(new_knowledge=[_lives("Oslo", wording="change")]))
    with pytest.raises(StaleState) as stale:
        memory.store.commit(plan)
    assert stale.value.item == ADDRESS
    assert len(_open(memory)) == 1


def test_a_split_is_stale_when_its_own_address_was_taken_meanwhile(memory: Memory) -> None:
    claim_id = _open(memory)[0].other.claim_id
    plan = conflicts.planned(
        memory.store, memory.project, claim_id, SPLIT, by="Ann", reason="", at=memory.clock.now, new_attribute="home"
    )
    memory.learn(document(new_knowledge=[fact("Maria", "home", "Nice")]))
    with pytest.raises(StaleState) as stale:
        memory.store.commit(plan)
    assert stale.value.item == "maria.home"
    assert memory.state() == {ADDRESS: "Paris", "maria.home": "Nice"}


@pytest.mark.parametrize(("way", "state"), [(KEEP, "Oslo"), (TAKE, "Rome"), (BOTH, ["Oslo", "Rome"]), (SPLIT, "Oslo")])
def test_a_conflict_outlives_the_head_and_is_decided_against_the_present_one(
    memory: Memory, way: Resolution, state: str | list[str]
) -> None:
    memory.learn(document(new_knowledge=[_lives("Oslo", wording="change")]), at="2026-03-01")
    (conflict,) = _open(memory)
    assert conflict.head is not None
    assert conflict.head.value == "Oslo"
    assert conflict.against != conflict.head.claim_id
    _resolve(memory, way, **_split(way))
    assert memory.state()[ADDRESS] == state
    assert memory.state("2025-01-01")[ADDRESS] in ("Paris", ["Paris"])
    assert _sound(memory)


def test_a_conflict_outlives_the_end_of_the_head(memory: Memory) -> None:
    memory.learn(document(new_knowledge=[_lives("Paris", wording="retraction")]), at="2026-03-01")
    (conflict,) = _open(memory)
    assert conflict.head is None
    with pytest.raises(UsageError, match="nothing holds here"):
        _resolve(memory, BOTH)
    _resolve(memory, TAKE)
    assert memory.state() == {ADDRESS: "Rome"}
    assert memory.state("2025-01-01") == {ADDRESS: "Paris"}
    assert _sound(memory)


def test_a_conflict_that_nothing_is_left_of_is_closed_with_both_claims_accepted(memory: Memory) -> None:
    memory.learn(document(new_knowledge=[_lives("Rome", wording="change")]), at="2026-03-01")
    (conflict,) = _open(memory)
    with pytest.raises(UsageError, match="says the same"):
        _resolve(memory, BOTH)
    _resolve(memory, TAKE)
    assert memory.state() == {ADDRESS: "Rome"}
    assert _status(memory, conflict.other.claim_id) is Status.ACCEPTED
    assert _sound(memory)


def test_two_conflicts_of_one_address_are_decided_one_by_one(memory: Memory) -> None:
    memory.learn(document(new_knowledge=[_lives("Oslo", wording="conflict")]))
    rome, oslo = _open(memory)
    _resolve(memory, BOTH, rome.other.claim_id)
    assert [conflict.other.value for conflict in _open(memory)] == ["Oslo"]
    _resolve(memory, TAKE, oslo.other.claim_id)
    assert memory.state() == {ADDRESS: ["Oslo", "Rome"]}, "it contested Paris"
    assert _sound(memory)


@pytest.mark.parametrize(
    ("way", "contested_stays", "other_holds"),
    [(KEEP, True, False), (TAKE, False, True), (BOTH, True, True), (SPLIT, True, False)],
)
def test_a_conflict_over_a_member_of_a_set_is_decided_like_any_other(
    memory: Memory, way: Resolution, contested_stays: bool, other_holds: bool
) -> None:
    _resolve(memory, BOTH)
    memory.learn(document(new_knowledge=[_lives("Oslo", wording="conflict")]), at="2026-03-01")
    (conflict,) = _open(memory)
    assert conflict.head is not None
    assert conflict.head.claim_id == conflict.against
    _resolve(memory, way, **_split(way))
    gone = set() if contested_stays else {conflict.head.value}
    come = {"Oslo"} if other_holds else set()
    assert memory.state()[ADDRESS] == sorted(({"Paris", "Rome"} - gone) | come)
    assert _sound(memory)


def test_both_sides_are_shown_while_it_is_open_and_the_head_alone_afterwards(memory: Memory) -> None:
    question = "Where does Maria live?"
    envelope = ask(memory, question)
    assert shown(envelope, ItemType.STATE) == ["Maria lives in Paris."]
    assert len(shown(envelope, ItemType.CONFLICT)) == 1
    _resolve(memory, KEEP)
    after = ask(memory, question)
    assert shown(after, ItemType.STATE) == ["Maria lives in Paris."]
    assert "Rome" not in after.payload


@pytest.mark.parametrize(("way", "held"), [(TAKE, {"Rome"}), (BOTH, {"Paris", "Rome"})])
def test_after_another_resolution_what_it_left_is_shown(memory: Memory, way: Resolution, held: set[str]) -> None:
    _resolve(memory, way)
    envelope = ask(memory, "Where does Maria live?")
    assert set(shown(envelope, ItemType.STATE)) == {f"Maria lives in {city}." for city in held}
    assert shown(envelope, ItemType.CONFLICT) == []
    assert held == {city for city in ("Paris", "Rome") if city in envelope.payload}


@pytest.mark.parametrize(("way", "left"), [(KEEP, ["Paris"]), (TAKE, [])])
def test_a_denial_is_kept_off_or_ends_the_value(tmp_path: Path, way: Resolution, left: list[str]) -> None:
    """Outside text that denies what a user said conflicts with it; taking it ends the value without a successor."""
    shelf = Shelf(tmp_path / "memory.sqlite")
    shelf.tell(Fact("Maria", "residence", "Oslo", "Maria lived in Oslo.", valid_to="2020-01-01"))
    shelf.tell(Fact("Maria", "residence", "Paris", "Maria lives in Paris.", valid_from="2020-01-01"))
    shelf.tell(Fact("Maria", "residence", "Paris", "Maria has left Paris.", "retraction"), origin=Origin.WEB)
    knowledge = Knowledge(shelf.store, shelf.project, shelf.clock)
    (conflict,) = knowledge.conflicts()
    assert (conflict.other.denies, conflict.other.value) == (True, None)
    assert conflict.head is not None
    assert conflict.against == conflict.head.claim_id
    for refused in (BOTH, SPLIT):
        with pytest.raises(UsageError, match="only denies"):
            conflicts.planned(
                shelf.store,
                shelf.project,
                conflict.other.claim_id,
                refused,
                by="Ann",
                reason="",
                at=shelf.clock.now,
                new_attribute=_split(refused).get("new_attribute"),
            )
    conflicts.resolve(shelf.store, shelf.project, conflict.other.claim_id, way, by="Ann", reason="", clock=shelf.clock)
    assert [head.value for head in knowledge.state()] == left
    assert [head.value for head in knowledge.state(as_of=Instant.parse("2021-01-01"))] == ["Paris"]
    assert knowledge.conflicts() == ()
    assert not [finding for each in checks.checked(tmp_path / "memory.sqlite") for finding in each.findings]
    shelf.close()
