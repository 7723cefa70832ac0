"""What sentences do. Our choice."""

from __future__ import annotations

import pytest

from a008.providers.embedded.english import ENGLISH
from a008.providers.embedded.sentences import Sort, sentences_of
from a008.providers.embedded.swedish import SWEDISH


def _sorts(message: str) -> list[tuple[str, str]]:
    lexicon = SWEDISH if set("åäö") & set(message) else ENGLISH
    return [(sentence.text, str(sentence.sort)) for sentence in sentences_of(message, lexicon)]


@pytest.mark.parametrize(
    ("message", "texts"),
    [
        ("I changed loadfile.c today. It works.", ["I changed loadfile.c today.", "It works."]),
        ("It lists .md files; has anybody asked?", ["It lists .md files;", "has anybody asked?"]),
        ("one\ntwo\n\n\nthree", ["one", "two", "three"]),
        ("Use e.g. make. Then run.", ["Use e.g. make.", "Then run."]),
        ('He said "no." Then left!', ['He said "no.', "Then left!"]),
        ("… ?! \n --", []),
        ("", []),
    ],
)
def test_a_message_is_cut_into_sentences(message: str, texts: list[str]) -> None:
    assert [text for text, _ in _sorts(message)] == texts


@pytest.mark.parametrize(
    ("message", "sort"),
    [
        ("Where do I live?", Sort.QUESTION),
        ("where do i live", Sort.QUESTION),
        ("do you remember my name", Sort.QUESTION),
        ("tell me about Maria", Sort.QUESTION),
        ('Is it "here"?', Sort.QUESTION),
        ("Does it work", Sort.QUESTION),
        ("I live in Lyon.", Sort.STATEMENT),
        ("When I moved, I sold the car.", Sort.STATEMENT),
        ("What a day!", Sort.STATEMENT),
        ("Hello there!", Sort.GREETING),
        ("good morning", Sort.GREETING),
        ("Thank you very much.", Sort.THANKS),
        ("Who are you?", Sort.ABOUT),
        ("vad heter jag på jobbet", Sort.QUESTION),
        ("har jag någon hund på gården", Sort.QUESTION),
        ("Jag bor på Öland.", Sort.STATEMENT),
        ("Hallå, god kväll!", Sort.GREETING),
        ("Tack så mycket!", Sort.THANKS),
        ("Vem är du?", Sort.ABOUT),
    ],
)
def test_a_sentence_asks_states_or_is_polite(message: str, sort: Sort) -> None:
    assert [found for _, found in _sorts(message)] == [str(sort)]


def test_two_questions_in_one_sentence_are_two() -> None:
    assert _sorts("Where do I live and what is my name?") == [
        ("Where do I live", "question"),
        ("what is my name?", "question"),
    ]
    assert _sorts("Vad heter jag och var är jag född, och vad äter jag?")[1][0] == "vad äter jag?"


def test_a_statement_is_not_cut_at_a_question_word() -> None:
    assert len(_sorts("I know where I live and what I do.")) == 1
