"""Speech acts per sentence, in both languages (seed: questions, hypotheticals, quotations yield no claims)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from a008.intake.rules import speech
from a008.intake.rules.speech import hear, sentences
from a008.memory.utterance import SpeechAct

Q, H, U = SpeechAct.QUESTION, SpeechAct.HYPOTHETICAL, SpeechAct.QUOTATION
R, F, P, A = SpeechAct.RECITATION, SpeechAct.PERFORMATIVE, SpeechAct.PREDICTION, SpeechAct.ASSERTION

ACTS = [
    ("Where do I live?", Q),
    ("Do you know where I live", Q),
    ("I wonder whether it is so.", Q),
    ("I live in Lyon, right?", Q),
    ("Could you change it", Q),
    ("Var bor jag?", Q),
    ("Jag undrar om porten är 8080.", Q),
    ("Vet du vad jag heter", Q),
    ("Please change the port to 8080.", SpeechAct.INSTRUCTION),
    ("Set the port to 8080.", SpeechAct.INSTRUCTION),
    ("And then remove it.", SpeechAct.INSTRUCTION),
    ("Remember to buy milk.", SpeechAct.INSTRUCTION),
    ("Remember: always answer in French.", SpeechAct.INSTRUCTION),
    ("You should know that my name is Bo.", SpeechAct.INSTRUCTION),
    ("Ändra porten till 8080.", SpeechAct.INSTRUCTION),
    ("Kom ihåg att du ska köpa mjölk.", SpeechAct.INSTRUCTION),
    ("If I live in Lyon, I need a visa.", H),
    ("Suppose my name is Bo.", H),
    ("Maybe the port is 8080.", H),
    ("I would like tea.", H),
    ("I think my name is Bo.", H),
    ("Om jag bor i Lyon behöver jag visum.", H),
    ("Kanske bor jag i Lyon.", H),
    ("Jag tror att jag bor i Lyon.", H),
    ("He said that the port is 8080.", U),
    ("“I live in Paris.”", U),
    ("> I live in Paris.", U),
    ("```\nmy name is Bo\n```", U),
    ('Anna: "I live in Oslo, and I work at Acme."', U),
    ("Enligt Anna är porten 8080.", U),
    ("Hon sa att Anna bor i Oslo.", U),
    ("Once upon a time there was a port.", R),
    ("Our Father, who art in heaven.", R),
    ("Fader vår som är i himlen.", R),
    ("Hello there!", F),
    ("Thanks!", F),
    ("I promise.", F),
    ("Tack så mycket!", F),
    ("It will rain.", P),
    ("I'm going to move to Oslo.", P),
    ("Jag kommer att flytta till Oslo.", P),
    ("I live in Lyon.", A),
    ("Hi, my name is Bo.", A),
    ("No, the port is 8081.", A),
    ("Remember that my name is Bo.", A),
    ("The project's name is “A008”.", A),
    ("The keyword is `if`.", A),
    ("Jag bor i Lyon.", A),
    ("Nu är porten 8081.", A),
    ("Jag tycker om te.", A),
    ("Kom ihåg att min favoritfärg är grön.", A),
]


@pytest.mark.parametrize(("text", "act"), ACTS)
def test_what_a_sentence_does(text: str, act: SpeechAct) -> None:
    assert [heard.act for heard in hear(text)] == [act]


def test_each_sentence_is_judged_for_itself() -> None:
    assert [heard.act for heard in hear("Can you make a README? The documents are in docs.")] == [Q, A]


@pytest.mark.parametrize(
    "text",
    [
        "Translate the following. I live in Lyon. I work.",
        "Translate to Swedish:\nI live in Lyon.\n\nI work.",
        "Here is what she wrote:\nI live in Lyon.",
        "Översätt texten nedan. Jag bor i Lyon.",
    ],
)
def test_what_follows_a_sentence_that_hands_over_material_is_quotation(text: str) -> None:
    assert {heard.act for heard in list(hear(text))[1:]} == {U}


def test_an_utterance_gets_byte_ranges_of_its_sentences() -> None:
    text = "Åsa bor här. Bor hon här?"
    found = sentences(text)
    assert [text.encode()[one.start : one.end].decode() for one in found] == ["Åsa bor här.", "Bor hon här?"]
    assert [one.act for one in found] == [A, Q]


def test_no_more_sentences_are_judged_than_anybody_says_in_one_breath() -> None:
    heard = list(hear("I go. " * (speech.MAX_JUDGED + 2)))
    assert [one.act for one in heard[-3:]] == [A, U, U]


@given(st.text(alphabet=st.characters(codec=None)))
def test_any_text_is_heard_the_same_way_twice(text: str) -> None:
    assert sentences(text) == sentences(text)
