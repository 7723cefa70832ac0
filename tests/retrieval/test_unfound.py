"""Why no lane brought an id, lane by lane, and what would bring it: what is said is then done."""

from __future__ import annotations

import pytest

from a008.memory.account import Account
from a008.memory.envelope import Fate, Lane
from a008.retrieval.retrieve import retrieve
from a008.retrieval.unfound import unfound
from a008.retrieval.vocabulary import vocabulary
from tests.retrieval.asking import request, snapshot
from tests.turns import Memory, document, fact, relation


@pytest.fixture
def memory() -> Memory:
    made = Memory()
    made.learn(document(new_knowledge=[fact("house", "colour", "white", tags=["paint"], domains=["home"])]))
    made.learn(document(new_knowledge=[fact("house", "colour", "red", wording="change")]), at="2026-02-01T00:00:00Z")
    made.learn(
        document(new_knowledge=[{"proposition": "The oboe was broken.", "severity": "important"}]),
        at="2026-02-02T00:00:00Z",
    )
    made.learn(document(relation_updates=[relation("Ada", "owns", "boat")]), at="2026-02-03T00:00:00Z")
    return made


def account(memory: Memory, evidence_id: str, message: str, **more: object) -> Account:
    asked = request(memory, message, **more)  # type: ignore[arg-type]
    assert retrieve(memory.store, asked).why(evidence_id) is None, "a lane brought it"
    return memory.store.read(lambda conn: unfound(snapshot(conn, memory), asked, vocabulary(), evidence_id))


def claim(memory: Memory, proposition: str) -> str:
    (found,) = memory.store.read(
        lambda conn: conn.execute("SELECT id FROM claim WHERE proposition = ?", (proposition,)).fetchall()
    )
    return str(found[0])


def said(memory: Memory, part: str) -> str:
    (found,) = memory.store.read(
        lambda conn: conn.execute("SELECT id FROM utterance WHERE instr(text, ?)", (part,)).fetchall()
    )
    return str(found[0])


def why(found: Account) -> dict[Lane, str]:
    return {look.lane: look.why for look in found.looked}


def test_each_lane_says_why_it_did_not_bring_it(memory: Memory) -> None:
    found = account(memory, memory.item("house.colour"), "Is the oboe broken?")
    assert (found.fate, found.candidates) == (Fate.NO_MATCH, ())
    assert why(found) == {
        Lane.CALLER: "the caller did not require it",
        Lane.SLOT: "the message names neither house.colour nor what it belongs to",
        Lane.ENTITY: "the message names none of house by name",
        Lane.HISTORY: "the message does not ask what was before",
        Lane.ATTRIBUTION: "the message does not ask who said so",
        Lane.EVENT: "the message does not ask what happened",
        Lane.TEXT: "it shares no word with the message",
        Lane.LABEL: "it carries no tag or domain",
        Lane.HOP: "no association leads to it from what the message names",
        Lane.DIALOGUE: "the conversation has no scope yet",
        Lane.STANDING: "it is not pinned to stand in every envelope",
    }


def test_what_would_bring_it_brings_it(memory: Memory) -> None:
    """For a state its address, for what is over the question for the past, for a text its rarest words."""
    home = memory.item("house.colour")
    for evidence_id, nearest in (
        (home, "ask for house.colour"),
        (claim(memory, "The oboe was broken."), "say a word of it: oboe, broken"),
        (said(memory, "oboe"), "say a word of it: oboe, broken"),
        (claim(memory, "The colour of house is white."), "ask what house.colour was before"),
    ):
        message = "Who is Ada?"
        assert account(memory, evidence_id, message).nearest == nearest
        wanted = nearest.removeprefix("ask for ").removeprefix("ask ").removeprefix("say a word of it: ")
        envelope = retrieve(memory.store, request(memory, f"Tell me: {wanted.capitalize()}?"))
        assert envelope.why(evidence_id) is not None


def test_what_is_over_is_superseded_whatever_is_asked(memory: Memory) -> None:
    found = account(memory, claim(memory, "The colour of house is white."), "Is the oboe broken?")
    assert found.verdict == f"superseded by {memory.item('house.colour')}"
    assert "paint" in why(found)[Lane.LABEL]


def test_what_was_taken_back_is_retracted(memory: Memory) -> None:
    memory.learn(
        document(new_knowledge=[fact("house", "colour", "red", wording="retraction")]), at="2026-02-04T00:00:00Z"
    )
    retracted = memory.store.read(
        lambda conn: conn.execute("SELECT claim_id FROM claim_status WHERE status = 'retracted'").fetchall()
    )
    for (evidence_id,) in retracted:
        assert account(memory, evidence_id, "Is the oboe broken?").verdict == "retracted retracted"
    assert retracted


def test_a_greeting_looks_at_nothing_but_what_stands(memory: Memory) -> None:
    found = account(memory, memory.item("house.colour"), "Hello!")
    assert set(why(found)) == {Lane.CALLER, Lane.STANDING}
    assert "asks for nothing" in why(found)[Lane.STANDING]


def test_intents_that_apply_are_answered_for(memory: Memory) -> None:
    message = "What happened, who said so, and what was it before?"
    found = why(account(memory, claim(memory, "The oboe was broken."), message))
    assert found[Lane.HISTORY] == "it is no earlier value of an address that the message is about"
    assert found[Lane.ATTRIBUTION] == "it is no utterance"
    assert found[Lane.EVENT] == "it is no event"
    assert found[Lane.SLOT] == "it has no address"
    assert found[Lane.ENTITY] == "it mentions no entity"


def test_the_scope_of_the_conversation_is_named(memory: Memory) -> None:
    found = account(memory, memory.item("house.colour"), "Is the oboe broken?", scope=("music",))
    assert why(found)[Lane.DIALOGUE] == "it lies outside of the conversation's scope: music"


def test_an_unknown_id_and_one_of_another_project_tell_nothing_else(memory: Memory) -> None:
    other = Memory.beside(memory, "other")
    other.clock = memory.clock
    foreign = memory.item("house.colour")
    assert account(other, "claim_x", "Hello!").fate is Fate.UNKNOWN
    found = account(other, foreign, "What is the colour of house?")
    assert (found.fate, found.proposition, found.detail, found.looked) == (Fate.OTHER_PROJECT, "", "", ())
