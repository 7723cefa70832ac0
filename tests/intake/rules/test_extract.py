"""The extractor document: its shape, what it cites, and that it learns from the message alone (seed: echo guard)."""

from __future__ import annotations

import json
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from a008 import canon
from a008.intake.proposal import parse
from a008.intake.rules import extract as document
from a008.intake.rules import patterns, words
from a008.intake.rules.extract import extract
from a008.intake.rules.learn import MAX_FACTS


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    id: str
    proposition: str
    type: str


EMPTY: dict[str, list[object]] = {
    "new_knowledge": [],
    "state_updates": [],
    "relation_updates": [],
    "reinforcements": [],
}
RESIDENCE = Item(id="claim_home", proposition="The user lives in Paris.", type="state")


def test_an_attribute_is_new_knowledge() -> None:
    assert json.loads(extract("Since 2024-03-01 I live in Lyon.", "", ())) == EMPTY | {
        "new_knowledge": [
            {
                "proposition": "The user lives in Lyon.",
                "severity": "important",
                "wording": "plain",
                "structured": {"form": "attribute", "entity": "user", "attribute": "residence", "value": "Lyon"},
                "valid_from": "2024-03-01T00:00:00.000Z",
                "valid_to": None,
                "tags": ["residence", "lyon"],
                "domains": ["personal"],
                "entities": ["user"],
                "confidence": 0.95,
                "support": {"source": "message", "quote": "Since 2024-03-01 I live in Lyon.", "occurrence": 1},
            }
        ]
    }


def test_a_relation_is_a_relation_update() -> None:
    assert json.loads(extract("Hi! I'm allergic to nuts.", "", ())) == EMPTY | {
        "relation_updates": [
            {
                "proposition": "The user is allergic to nuts.",
                "severity": "critical",
                "wording": "plain",
                "subject": "user",
                "relation": "allergic to",
                "object": "nuts",
                "valid_from": None,
                "valid_to": None,
                "tags": ["allergic to", "nuts"],
                "domains": ["health", "personal"],
                "confidence": 0.95,
                "support": {"source": "message", "quote": "I'm allergic to nuts.", "occurrence": 1},
            }
        ]
    }


def test_a_swapped_value_cites_the_state_that_held_the_old_one() -> None:
    (update,) = json.loads(extract("Actually it is Lyon, not Paris.", "", (RESIDENCE,)))["state_updates"]
    assert (update["id"], update["address"], update["value"]) == ("claim_home", "user.residence", "Lyon")
    assert (update["wording"], update["proposition"]) == ("correction", "The user lives in Lyon.")


def test_the_document_is_canonical_json() -> None:
    text = extract("I live in Lyon.", "", ())
    assert text == canon.text(canon.read(text))


def test_what_the_answer_cites_is_reinforced_once_and_only_if_it_was_shown() -> None:
    items = (RESIDENCE, Item(id="utterance_1", proposition="x", type="utterance"))
    answer = "You live in Paris [claim_home][utterance_1], as said [claim_home]; see [claim_other] and claim_home."
    assert json.loads(extract("", answer, items)) == EMPTY | {
        "reinforcements": [{"id": "claim_home"}, {"id": "utterance_1"}]
    }


def test_nothing_is_learnt_from_the_answer_or_the_context() -> None:
    items = (Item(id="claim_1", proposition="My name is Bo.", type="state"),)
    assert json.loads(extract("Who am I?", "My name is Bo. I live in Lyon. The server's port is 8080.", items)) == EMPTY


@pytest.mark.parametrize(
    ("message", "held"),
    [
        ("I hate tea.", "The user likes tea."),
        ("I don't like tea.", "The user likes tea."),
        ("I hate tea.", "Användaren gillar tea."),
        ("I love tea.", "The user dislikes tea."),
    ],
)
def test_a_turned_taste_ends_the_held_one_first(message: str, held: str) -> None:
    updates = json.loads(extract(message, "", (Item(id="claim_1", proposition=held, type="state"),)))[
        "relation_updates"
    ]
    assert [update["wording"] for update in updates] == ["retraction", "plain"]
    assert {update["object"] for update in updates} == {"tea"}


def test_a_taste_that_nothing_contradicts_ends_nothing() -> None:
    past = Item(id="claim_1", proposition="The user likes tea.", type="history")
    assert len(json.loads(extract("I hate tea.", "", (past,)))["relation_updates"]) == 1


def test_a_document_stays_within_the_staging_budget() -> None:
    items = tuple(Item(id=f"claim_{n}", proposition="x", type="state") for n in range(200))
    message = " ".join(f"Server{n}'s port is {n}." for n in range(200))
    found = json.loads(extract(message, "".join(f"[{item.id}]" for item in items), items))
    assert len(found["new_knowledge"]) == MAX_FACTS
    assert len(found["reinforcements"]) == document.MAX_REINFORCEMENTS


@pytest.mark.parametrize("language", words.LANGUAGES)
def test_the_strict_parser_refuses_nothing_of_what_the_rules_write(language: str) -> None:
    for rule in patterns.rules(words.of(language)):
        for row in rule.rows:
            for example in row.examples:
                proposal = parse(extract(example.said, "", ()))
                assert (len(proposal.claims), proposal.refusals) == (1, ())


def test_the_largest_document_is_small_enough_to_be_parsed() -> None:
    pad = "\U0001f600" * 100
    items = tuple(Item(id=f"claim_{n:060}", proposition="x", type="state") for n in range(200))
    message = " ".join(f"{'𝛑' * 50}{n}'s {'ж' * 30} is “{pad}{n}”." for n in range(200))
    proposal = parse(extract(message, "".join(f"[{item.id}]" for item in items), items))
    assert (len(proposal.claims), proposal.refusals) == (MAX_FACTS, ())


@given(st.text(alphabet=st.characters(codec=None)), st.text(alphabet=st.characters(codec=None)))
def test_any_turn_gives_the_same_readable_document_twice(message: str, answer: str) -> None:
    text = extract(message, answer, (RESIDENCE,))
    assert text == extract(message, answer, (RESIDENCE,))
    assert set(json.loads(text)) == set(EMPTY)
    text.encode("utf-8")
