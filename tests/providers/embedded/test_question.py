"""What sentences are read to ask. Our choice."""

from __future__ import annotations

import pytest

from a008.providers.embedded.english import ENGLISH
from a008.providers.embedded.lexicon import Concept
from a008.providers.embedded.question import Reading, read, with_topic
from a008.providers.embedded.swedish import SWEDISH


def _read(text: str) -> Reading:
    return read(text, ENGLISH)


def test_a_question_turns_on_what_is_no_grammar() -> None:
    reading = _read("What did Maria use for the parser of loadfile.c, actually?")
    assert [(term.stem, term.is_name, term.is_weak) for term in reading.terms] == [
        ("maria", True, False),
        ("us", False, True),
        ("parser", False, False),
        ("loadfile.c", True, False),
    ]


@pytest.mark.parametrize(
    ("text", "subjects"),
    [
        ("Where do I live?", {"user"}),
        ("Where is my car?", {"user"}),
        ("What do we use?", {"project"}),
        ("What does the user want for the project?", {"user", "project"}),
        ("Where does Maria live?", set()),
    ],
)
def test_the_first_person_is_the_user_or_the_project(text: str, subjects: set[str]) -> None:
    assert _read(text).subjects == subjects


def test_an_owner_is_named_by_a_genitive_or_follows_a_possessive() -> None:
    assert [term.stem for term in _read("What is Anna's age?").owners] == ["anna"]
    assert [term.stem for term in _read("What is my dog called?").owners] == ["dog"]
    assert _read("What is my name?").owners == ()
    assert _read("What is my favourite colour?").owners == ()
    assert [term.stem for term in read("Vad heter min hund?", SWEDISH).owners] == ["hund"]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("What was it before?", "history"),
        ("Where did I live?", "past"),
        ("Has anybody asked about this?", "asked"),
        ("Who said so?", "attribution"),
        ("What do you know about me?", "overview"),
        ("I no longer live there.", "negated"),
    ],
)
def test_cues_say_what_is_asked_for(text: str, what: str) -> None:
    assert getattr(_read(text), what) is True
    assert getattr(_read("Where is Lyon?"), what) is False


def test_a_year_is_no_term_but_a_time() -> None:
    reading = _read("Where did I live in 2023?")
    assert (reading.years, reading.past, [term.concept for term in reading.terms]) == (
        (2023,),
        True,
        [Concept.RESIDENCE],
    )


def test_a_question_without_terms_borrows_those_of_the_last_sentence_that_has_some() -> None:
    topics = [_read("And before that?"), _read("Where do I live?"), _read("What is my name?")]
    borrowed = with_topic(_read("Who said so?"), topics)
    assert (borrowed.borrowed, borrowed.attribution, borrowed.subjects) == (True, True, frozenset({"user"}))
    assert borrowed.concepts == {Concept.RESIDENCE}


def test_a_question_with_terms_borrows_nothing() -> None:
    for text in ("Where is Lyon?", "What do you know about me?"):
        reading = _read(text)
        assert with_topic(reading, [_read("What is my name?")]) is reading
