"""Intents and small talk. Source: rule 15; memory reference 3.1 and case 44; the sentences are ours."""

import pytest

from a008.memory.envelope import Intent
from a008.retrieval.intents import intents, is_small_talk, question, spoken
from a008.retrieval.query import Question
from a008.retrieval.vocabulary import vocabulary

_NOW, _PAST, _WHO, _EVENT, _ABOUT = (
    Intent.CURRENT_STATE,
    Intent.HISTORY,
    Intent.ATTRIBUTION,
    Intent.EVENT,
    Intent.ASSOCIATIVE,
)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("Where do I live?", {_NOW}),
        ("Var bor jag?", {_NOW}),
        ("The dog's name is Rex.", {_NOW}),
        ("What was it before?", {_PAST}),
        ("Vad var det innan?", {_PAST}),
        ("Where did I live before, and where now?", {_NOW, _PAST}),
        ("Has anybody asked about this before?", {_NOW, _PAST, _WHO}),
        ("Har någon frågat om det förut?", {_NOW, _PAST, _WHO}),
        ("Who said so?", {_NOW, _WHO}),
        ("Vem sa det?", {_NOW, _WHO}),
        ("What is the source?", {_NOW, _WHO}),
        ("Vad är källan?", {_NOW, _WHO}),
        ("Who painted the house?", {_NOW, _EVENT}),
        ("Tell me about Brittan.", {_NOW, _ABOUT}),
        ("Berätta om Brittan.", {_NOW, _ABOUT}),
        ("The outsourced work is resourceful.", {_NOW}),
    ],
)
def test_what_applies(message: str, expected: set[Intent]) -> None:
    assert set(intents(spoken(message), vocabulary())) == expected


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("Who is she?", Question.OTHER),
        ("When did it start?", Question.WHEN),
        ("Hur många filer finns det?", Question.HOW_MANY),
        ("Var ligger den?", Question.OTHER),
        ("Varför då?", Question.OTHER),
        ("How did it go?", Question.OTHER),
        ("How many did we see, and when?", Question.HOW_MANY),
        ("Who was there when it began?", Question.OTHER),
        ("When did somebody ask how many there are?", Question.WHEN),
        ("Since when do you know what it costs?", Question.WHEN),
        ("När hände det?", Question.WHEN),
        ("Hur länge sedan var det?", Question.WHEN),
        ("Var det när vi kom?", Question.OTHER),
        ("The whenever of it.", None),
        ("Ready？", Question.OTHER),
        ("It is ready.", None),
    ],
)
def test_what_is_asked(message: str, expected: Question | None) -> None:
    assert question(message, spoken(message), vocabulary()) is expected


@pytest.mark.parametrize(
    "message", ["Hello!", "hi there", "Thanks a lot, bye.", "Hej!", "Tack så mycket!", "How are you?", "Hur mår du?"]
)
def test_greetings_and_thanks_are_small_talk(message: str) -> None:
    assert is_small_talk(spoken(message), vocabulary())


@pytest.mark.parametrize(
    "message",
    ["", "...", "Hello, where do I live?", "there", "Thanks, now the tests.", "No.", "Är det så?", "Hej Anna"],
)
def test_anything_else_is_not(message: str) -> None:
    assert not is_small_talk(spoken(message), vocabulary())
