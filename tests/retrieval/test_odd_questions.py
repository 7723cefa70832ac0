"""Odd questions and odd texts, end to end: never an error, never an operator, found as they were written.

Source: faults Q01 to Q05; cases B001, B003, B005, B007, B013 to B015 and B020 of the bug reports, by the envelope and
not by the search alone.
"""

from __future__ import annotations

import time

import pytest

from a008.memory.envelope import ItemType
from a008.present.text import visible
from tests.retrieval.asking import ask, shown
from tests.retrieval.documents import claim
from tests.turns import Memory, document, fact

_SAID = (
    "The harbour park closes at nine.",
    "The alphabet has letters.",
    "Release freeze begins 2026-03-14",
    "one line that holds @nasa #tag a=b foo&bar 50% x\\y it's",
    "Migration of the orders database is planned for May",
    "升级libpng后重测通过",
    "项目的部署脚本已更新",
    "use db for cache",
    "부산역에서 출발합니다",
    "สวัสดีครับ ยินดีต้อนรับ",
    "a host called blue-116 on Straße 5",
    "İstanbul lies by the sea",
    "ΣΊΣΥΦΟΣ rolls a stone",
    "مَدْرَسَة opens in May",
    "Cafe\u0301 Größe serves ｆｕｌｌ cups",
)


@pytest.fixture(scope="module")
def memory() -> Memory:
    filled = Memory()
    for text in _SAID:
        filled.learn(document(), message=text, answer="Good.")
    return filled


def found(memory: Memory, question: str) -> list[str]:
    """What was said, of all that is sent."""
    return [text for text in _SAID if text in "\n".join(shown(ask(memory, question)))]


@pytest.mark.parametrize(
    ("question", "text"),
    [
        *(("park" + sign, _SAID[0]) for sign in ".!?*\"'"),
        ("(park", _SAID[0]),
        ("park)", _SAID[0]),
        ("park NOT harbour", _SAID[0]),
        ("park AND elephants", _SAID[0]),
        ('"nine park"', _SAID[0]),
        ("NEAR(park elephants, 2)", _SAID[0]),
        ("terms:park", _SAID[0]),
        ("-park", _SAID[0]),
        ("^park", _SAID[0]),
        ("{terms}: park", _SAID[0]),
        ("what happens on 2026-03-14?", _SAID[2]),
        *((token, _SAID[3]) for token in ("@nasa", "#tag", "a=b", "foo&bar", "50%", "x\\y", "it's")),
        ("database migration", _SAID[4]),
        ("blue-116?", _SAID[10]),
    ],
)
def test_signs_are_no_operators(memory: Memory, question: str, text: str) -> None:
    """Fault Q01, cases B001, B003, B005, B007 and B008."""
    assert text in found(memory, question)


@pytest.mark.parametrize("question", ["alpha*", "alph", "NEAR", "terms", "search_index", "rowid", "*", "harb*"])
def test_no_word_stands_for_more_than_itself(memory: Memory, question: str) -> None:
    """Fault Q01: a prefix, a column, a table and a keyword are words like any other."""
    assert found(memory, question) == []


@pytest.mark.parametrize(
    "question", ["", " ", '"', "'", "()", "*", "...", "\x00", "\udc81", "AND", "OR NOT", "d", "🏳️‍🌈"]
)
def test_a_question_of_nothing_is_answered_with_nothing(memory: Memory, question: str) -> None:
    """Fault Q01, case B005."""
    envelope = ask(memory, question)
    assert (envelope.items, envelope.degraded) == ((), ())


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("libpng", _SAID[5]),
        ("重测", _SAID[5]),
        ("测", _SAID[5]),
        ("升级libpng", _SAID[5]),
        ("部署", _SAID[6]),
        ("脚", _SAID[6]),
        ("db", _SAID[7]),
        ("부산", _SAID[8]),
        ("산역", _SAID[8]),
        ("출발", _SAID[8]),
        ("ครับ", _SAID[9]),
        ("ยินดี", _SAID[9]),
    ],
)
def test_scripts_without_blanks_are_found_by_one_or_two_signs_from_the_middle(
    memory: Memory, question: str, text: str
) -> None:
    """Fault Q03, cases B013 to B015."""
    assert found(memory, question) == [text]


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("strasse", _SAID[10]),
        ("STRASSE", _SAID[10]),
        ("straße", _SAID[10]),
        ("istanbul", _SAID[11]),
        ("ISTANBUL", _SAID[11]),
        ("İSTANBUL", _SAID[11]),
        ("σίσυφος", _SAID[12]),
        ("Σίσυφοσ", _SAID[12]),
        ("مدرسة", _SAID[13]),
        ("café", _SAID[14]),
        ("cafe\u0301", _SAID[14]),
        ("cafe", _SAID[14]),
        ("grösse", _SAID[14]),
        ("full", _SAID[14]),
        ("ＦＵＬＬ", _SAID[14]),
    ],
)
def test_a_word_is_met_in_each_of_its_spellings(memory: Memory, question: str, text: str) -> None:
    """Fault Q04."""
    assert found(memory, question) == [text]


@pytest.mark.parametrize(
    "message",
    [
        "x" * 1_000_000,
        "word " * 100_000,
        " ".join(f"w{n}" for n in range(100_000)),
        "house " * 170_000,
        "\x00" * 1_000_000,
        "字" * 340_000,
        '"' * 1_000_000,
        "e\u0301" * 300_000,
        "a.b-" * 250_000,
    ],
    ids=["one word", "one word often", "many words", "a name often", "NUL", "no blanks", "quotes", "marks", "dots"],
)
def test_a_megabyte_of_question_is_cut_by_rule_and_costs_little(message: str) -> None:
    """Fault Q02; its end is read as well as its beginning."""
    memory = Memory()
    memory.learn(document(new_knowledge=[fact("house", "colour", "red")]))
    ask(memory, "Warm up")
    started = time.process_time()
    envelope = ask(memory, f"{message} What colour has the house?")
    assert time.process_time() - started < 1.0
    reading = envelope.receipt.reading
    assert reading.is_cut
    assert reading.characters_read < reading.characters == len(message) + len(" What colour has the house?")
    assert shown(envelope, ItemType.STATE) == ["The colour of house is red."]
    assert envelope.receipt.bytes <= envelope.receipt.budget


#: What a terminal or a page would obey.
_OBEYED = "\x00\x07\x1b\u202e"
_ODD = {
    "emoji": "a gymnast 🤸🏽‍♀️ and 👨‍👩‍👧‍👦",
    "flag": "flag 🏳️‍🌈 of 🇸🇪",
    "ZWNJ": "the verb می‌خواهم",
    "RTL override": "file \u202egpj.exe",
    "private use": "logo \ue000\uf8ff",
    "noncharacter": "mark \ufffe end",
    "NUL": "tail \x00 end",
    "controls": "bell \x07 escape \x1b[31m",
    "surrogate": "price \udc81 ok",
}


@pytest.mark.parametrize("odd", _ODD.values(), ids=_ODD)
def test_odd_signs_in_every_place_are_kept_as_given_or_repaired(odd: str) -> None:
    """Fault Q05, case B020: in a text, in a value, in a name, a tag and the name of a project."""
    kept = odd.replace("\udc81", "\ufffd")
    memory = Memory(project=kept)
    memory.learn(claim(f"The note says {kept} twice.", tags=[f"tag {kept}"]), message="Hm.")
    memory.learn(
        document(new_knowledge=[fact(f"thing {kept}", "label", kept)]), message=f"Somebody wrote {kept} upon parchment."
    )
    envelope = ask(memory, f"What says the note, what did somebody write: {odd}")
    (note,) = (item for item in envelope.items if item.type is ItemType.CLAIM)
    assert note.proposition == f"The note says {kept} twice."
    assert len(note.tags) == 1
    assert f"Somebody wrote {kept} upon parchment." in "".join(shown(envelope, ItemType.UTTERANCE))
    assert not set(visible(note.proposition)) & set(_OBEYED)
    assert not set(envelope.payload) & set("\x00\x07\x1b\n")
    named = ask(memory, f"What is the label of thing {kept}?")
    assert f"The label of thing {kept} is {kept}." in shown(named, ItemType.STATE)
