"""A stage that fails is named, or ends the read; it is never taken for one that found nothing.

Source: cases B005 and B008, fault Q15, reference case 46.
"""

from __future__ import annotations

import sqlite3

import pytest

from a008.errors import StoreError
from a008.memory.envelope import ItemType, Lane
from a008.retrieval import retrieve as retrieval
from a008.retrieval.lanes import attribution, caller, dialogue, entity, event, history, hop, label, slot, standing
from tests.retrieval.asking import ask, shown
from tests.turns import Memory, document, fact, relation

#: A question that every stage has a part in.
QUESTION = "Who said what colour the house had before, who painted it, tell me about paint?"


@pytest.fixture
def memory() -> Memory:
    filled = Memory()
    labels = {"tags": ["paint"], "domains": ["home"]}
    for colour in ("white", "red"):
        filled.learn(document(new_knowledge=[fact("house", "colour", colour, wording="change", **labels)]))
    filled.learn(document(relation_updates=[relation("Brittan", "painted", "house")]))
    return filled


def fail(*_: object, **__: object) -> None:
    raise sqlite3.OperationalError("no such column: 03")


def test_nothing_is_degraded_when_nothing_fails(memory: Memory) -> None:
    assert ask(memory, QUESTION, scope=("home",)).degraded == ()


@pytest.mark.parametrize(
    ("module", "stage", "lane"),
    [
        (retrieval, "ranked", Lane.TEXT),
        (label, "find", Lane.LABEL),
        (dialogue, "find", Lane.DIALOGUE),
        (hop, "find", Lane.HOP),
    ],
    ids=["text", "label", "dialogue", "hop"],
)
def test_a_broad_lane_that_fails_is_named_and_the_rest_answers(
    memory: Memory, monkeypatch: pytest.MonkeyPatch, module: object, stage: str, lane: Lane
) -> None:
    whole = ask(memory, QUESTION, scope=("home",))
    monkeypatch.setattr(module, stage, fail)
    envelope = ask(memory, QUESTION, scope=("home",))
    assert shown(envelope, ItemType.STATE)[0] == shown(whole, ItemType.STATE)[0] == "The colour of house is red."
    assert set(envelope.degraded) >= {f"{lane}:error:OperationalError"}
    assert all(note.endswith(":error:OperationalError") for note in envelope.degraded)
    assert lane not in {each for candidate in envelope.candidates for each in candidate.lanes}


@pytest.mark.parametrize("module", [slot, entity, standing, history, attribution, event, caller])
def test_an_exact_lane_that_fails_is_an_error(memory: Memory, monkeypatch: pytest.MonkeyPatch, module: object) -> None:
    monkeypatch.setattr(module, "find", fail)
    with pytest.raises(StoreError, match="no such column: 03"):
        ask(memory, QUESTION)


@pytest.mark.parametrize("stage", ["define", "backing", "states", "conflicts", "fused", "judged", "composed", "pack"])
def test_a_stage_that_everything_rests_on_is_an_error(
    memory: Memory, monkeypatch: pytest.MonkeyPatch, stage: str
) -> None:
    monkeypatch.setattr(retrieval, stage, fail)
    with pytest.raises(StoreError, match="no such column: 03"):
        ask(memory, QUESTION)


@pytest.mark.parametrize(("module", "stage"), [(retrieval, "ranked"), (slot, "find"), (hop, "find")])
def test_a_bug_of_ours_is_not_taken_for_a_fault_of_the_store(
    memory: Memory, monkeypatch: pytest.MonkeyPatch, module: object, stage: str
) -> None:
    def explode(*_: object, **__: object) -> None:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr(module, stage, explode)
    with pytest.raises(ZeroDivisionError):
        ask(memory, QUESTION)
