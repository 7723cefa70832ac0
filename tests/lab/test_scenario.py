"""Acceptance case number one: the library, played through real turns."""

from collections.abc import Iterator

import pytest

from a008.lab.scenario import PROJECT, Part, Played, clock_for, ids_for, library, play
from a008.memory.envelope import Envelope, Fate, Item, ItemType, Lane
from a008.memory.reconcile import Outcome
from a008.runtime.outcome import MemoryStatus
from a008.store.connection import Connection
from a008.workbench import Workbench, open_workbench

Library = tuple[Workbench, dict[Part, Played], list[Played]]


@pytest.fixture(scope="module")
def played() -> Iterator[Library]:
    scenario = library()
    clock = clock_for(scenario)
    with open_workbench(store=":memory:", clock=clock, mint=ids_for(scenario)) as workbench:
        scenes = list(play(scenario, workbench, clock))
        yield workbench, {scene.scene.part: scene for scene in scenes}, scenes


@pytest.fixture(scope="module")
def envelope(played: Library) -> Envelope:
    return played[1][Part.QUESTION].result.envelope


def item(envelope: Envelope, proposition: str) -> Item:
    return next(found for found in envelope.items if proposition in found.proposition)


def test_every_past_turn_was_learnt_through_a_real_turn(played: Library) -> None:
    _, _, scenes = played
    outcomes = [scene.result.memory.status for scene in scenes if scene.scene.part is Part.PAST]
    assert set(outcomes) <= {MemoryStatus.COMMITTED, MemoryStatus.NOTHING}
    assert outcomes.count(MemoryStatus.COMMITTED) == len(outcomes) - 1
    assert all(not scene.result.memory.receipt.refusals for scene in scenes if scene.result.memory.receipt)


def test_the_envelope_holds_the_dusty_file_because_it_is_named(envelope: Envelope) -> None:
    dusty = envelope.admitted(item(envelope, "loadfile.c is a C file that reads files.").id)
    assert dusty is not None
    assert not dusty.active
    assert Lane.SLOT in dusty.lanes or Lane.ENTITY in dusty.lanes


def test_the_envelope_holds_the_exact_tags(envelope: Envelope) -> None:
    assert "loadfile.c" in item(envelope, "loadfile.c lists every file, subfolders included.").tags


def test_the_envelope_holds_what_the_domain_of_development_knows(envelope: Envelope) -> None:
    habit = item(envelope, "whoever opens a folder closes it")
    assert habit.scope == ("development",)


def test_the_envelope_holds_related_knowledge_over_one_association(envelope: Envelope) -> None:
    related = envelope.admitted(item(envelope, "Names of Markdown files end in .md.").id)
    assert related is not None
    assert Lane.HOP in related.lanes


def test_the_envelope_holds_the_scope_of_the_conversation(envelope: Envelope) -> None:
    engine = envelope.admitted(item(envelope, "Unreal Engine 5").id)
    assert engine is not None
    assert "game engines" in engine.item.scope
    assert set(envelope.scope) >= {"game engines", "development"}


def test_the_envelope_holds_the_earlier_versions_with_their_dates(envelope: Envelope) -> None:
    history = [found.proposition for found in envelope.items if found.type is ItemType.HISTORY]
    assert any("hidden ones included" in text and "2021-06-02" in text for text in history)
    assert any("every file but hidden ones" in text and "2022-01-15" in text for text in history)


def test_the_envelope_tells_who_asked_before(envelope: Envelope) -> None:
    assert any("Could loadfile.c list only some kinds of files?" in found.proposition for found in envelope.items)


def test_the_envelope_leaves_the_cooking_out(envelope: Envelope) -> None:
    assert not any("sourdough" in found.proposition for found in envelope.items)


def test_every_item_has_a_reason_and_every_candidate_a_fate(envelope: Envelope) -> None:
    assert envelope.candidates
    for candidate in envelope.candidates:
        assert candidate.fate is not Fate.IN or candidate.reasons
    admitted = {c.item.id for c in envelope.candidates if c.fate is Fate.IN}
    assert admitted == {found.id for found in envelope.items}


def test_the_change_is_committed_and_the_old_value_becomes_history(played: Library) -> None:
    workbench, parts, _ = played
    receipt = parts[Part.QUESTION].result.memory.receipt
    assert receipt is not None
    assert not receipt.refusals
    outcomes = {written.address: written.outcome for written in receipt.written}
    assert outcomes == {"loadfile.c.lists": Outcome.CHANGE, "loadfile.c --includes-->": Outcome.CHANGE}
    history = workbench.knowledge(PROJECT).history("loadfile.c.lists")
    assert [binding.value for binding in history] == [
        "only .md files",
        "every file, subfolders included",
        "every file but hidden ones",
        "every file, hidden ones included",
    ]


def test_what_was_used_is_reinforced_and_awake_again(played: Library) -> None:
    workbench, parts, _ = played
    receipt = parts[Part.QUESTION].result.memory.receipt
    assert receipt is not None
    knowledge = workbench.knowledge(PROJECT)
    dusty = next(head.claim.id for head in knowledge.state("loadfile.c") if head.slot.name == "purpose")
    assert dusty in receipt.reinforced
    assert knowledge.why(dusty).active


def test_the_next_plain_question_gets_the_new_state_alone(played: Library) -> None:
    _, parts, _ = played
    envelope = parts[Part.AFTERWARDS].result.envelope
    about = [found for found in envelope.items if "loadfile.c lists" in found.proposition]
    assert [found.proposition for found in about] == ["loadfile.c lists only .md files."]
    assert not any(found.type is ItemType.HISTORY for found in envelope.items)


def test_the_same_scenario_gives_the_same_bytes(played: Library) -> None:
    _, _, scenes = played
    scenario = library()
    clock = clock_for(scenario)
    with open_workbench(store=":memory:", clock=clock, mint=ids_for(scenario)) as workbench:
        again = list(play(scenario, workbench, clock))
    assert [s.result.envelope.payload for s in again] == [s.result.envelope.payload for s in scenes]
    assert [s.result.memory for s in again] == [s.result.memory for s in scenes]


def test_every_claim_has_provenance(played: Library) -> None:
    def orphans(conn: Connection) -> int:
        sql = "SELECT count(*) FROM claim WHERE id NOT IN (SELECT claim_id FROM provenance)"
        return int(conn.execute(sql).fetchone()[0])

    assert played[0].store.read(orphans) == 0
