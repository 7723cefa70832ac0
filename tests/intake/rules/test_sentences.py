"""Sentence splitting: exact ranges over any text, and the boundaries that people mean (our choice)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from a008 import canon
from a008.intake.rules.sentences import Block, split

ANY_TEXT = st.text(alphabet=st.characters(codec=None))
LIKE_PROSE = st.lists(
    st.sampled_from(
        [
            "I live",
            " ",
            "\n",
            "\n\n",
            ".",
            "...",
            "!",
            "?",
            '"',
            "”",
            "`",
            "> ",
            "- ",
            "```\n",
            "1. ",
            "e.g.",
            "𝛑😀",
            "。",
            "\ud800",
        ]
    ),
    max_size=40,
).map("".join)


@given(st.one_of(ANY_TEXT, LIKE_PROSE))
def test_sentences_and_the_gaps_between_them_give_back_the_text(text: str) -> None:
    repaired = canon.repair(text).text
    built, at = "", 0
    for passage in split(text):
        assert at <= passage.start < passage.end
        built += repaired[at : passage.start] + passage.text
        at = passage.end
    assert built + repaired[at:] == repaired


@given(st.one_of(ANY_TEXT, LIKE_PROSE))
def test_byte_ranges_slice_the_utf8_exactly(text: str) -> None:
    data = canon.repair(text).text.encode()
    for passage in split(text):
        assert data[passage.byte_start : passage.byte_end].decode() == passage.text


@given(st.one_of(ANY_TEXT, LIKE_PROSE))
def test_gaps_hold_no_letter_but_those_of_block_markers(text: str) -> None:
    repaired, at = canon.repair(text).text, 0
    for passage in split(text):
        assert not any(letter.isalpha() for letter in repaired[at : passage.start])
        at = passage.end
    assert not repaired[at:].strip() or not any(letter.isalpha() for letter in repaired[at:])


@given(LIKE_PROSE)
def test_splitting_twice_gives_the_same(text: str) -> None:
    assert list(split(text)) == list(split(text))


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("I live in Lyon. I work at Acme.", ["I live in Lyon.", "I work at Acme."]),
        ("Is it so? Yes! No.", ["Is it so?", "Yes!", "No."]),
        ("Really?! Yes.", ["Really?!", "Yes."]),
        ("i live in lyon. i work.", ["i live in lyon.", "i work."]),
        ("See loadfile.c. It lists .md files.", ["See loadfile.c.", "It lists .md files."]),
        ("Python 3.11.7 is 3.5 m tall. Ok.", ["Python 3.11.7 is 3.5 m tall.", "Ok."]),
        ("See https://a.b/c.d?x=1. Then go.", ["See https://a.b/c.d?x=1.", "Then go."]),
        ("Dr. Ek met e.g. Bo. He left.", ["Dr. Ek met e.g. Bo.", "He left."]),
        ("Tea, milk etc. are in. Tea etc. Now go.", ["Tea, milk etc. are in.", "Tea etc.", "Now go."]),
        ("J. R. R. Tolkien wrote it. Plan b. Go.", ["J. R. R. Tolkien wrote it.", "Plan b.", "Go."]),
        ("Det är t.ex. bra. Vi ses kl. 10.", ["Det är t.ex. bra.", "Vi ses kl. 10."]),
        ("Well... maybe. So... Yes.", ["Well... maybe.", "So...", "Yes."]),
        ('He said "I go. I stay." and left.', ['He said "I go. I stay." and left.']),
        ("“I go. I stay.” Then he left.", ["“I go. I stay.”", "Then he left."]),
        ("`a. b` is code. Yes.", ["`a. b` is code.", "Yes."]),
        ("(In brackets.) Outside.", ["(In brackets.)", "Outside."]),
        ("これは本です。それはペンです！", ["これは本です。", "それはペンです！"]),
        ("one line\nanother line", ["one line", "another line"]),
        (f"{'long ' * 12}line\nthat goes on.", [f"{'long ' * 12}line\nthat goes on."]),
        ("one paragraph\n\nanother", ["one paragraph", "another"]),
        ("  \n\t ", []),
        ("", []),
    ],
)
def test_boundaries(text: str, sentences: list[str]) -> None:
    assert [passage.text for passage in split(text)] == sentences


@pytest.mark.parametrize(
    ("text", "passages"),
    [
        ("- one\n- two. three", [("one", Block.ITEM), ("two.", Block.ITEM), ("three", Block.ITEM)]),
        ("1. one\n2) two", [("one", Block.ITEM), ("two", Block.ITEM)]),
        ("- [x] done", [("done", Block.ITEM)]),
        ("# Title\ntext", [("Title", Block.ITEM), ("text", Block.PROSE)]),
        ("> said\nmine", [("said", Block.QUOTED), ("mine", Block.PROSE)]),
        ("– Hej, sa han.", [("Hej, sa han.", Block.QUOTED)]),
        ("a\n```\nx. y\n\nz\n```\nb", [("a", Block.PROSE), ("```\nx. y\n\nz\n```", Block.CODE), ("b", Block.PROSE)]),
        ("```\nnever closed. x", [("```\nnever closed. x", Block.CODE)]),
        ("~~~~\n~~~\n~~~~", [("~~~~\n~~~\n~~~~", Block.CODE)]),
        ("- one\n  more\nout", [("one", Block.ITEM), ("more", Block.ITEM), ("out", Block.PROSE)]),
    ],
)
def test_blocks(text: str, passages: list[tuple[str, Block]]) -> None:
    assert [(passage.text, passage.block) for passage in split(text)] == passages


@pytest.mark.parametrize(
    "unit",
    [
        ".",
        ".x",
        '"',
        '"a ',
        "“",
        "“a",
        "`",
        "`a ",
        "a. ",
        "a\n",
        "\n",
        " ",
        "http://a ",
        "> a\n",
        "- ",
        "```\n",
        "*a ",
        "。",
        "A. ",
        "1.",
        "e.g. ",
    ],
)
@pytest.mark.timeout(60)
def test_a_megabyte_of_anything_is_split(unit: str) -> None:
    """Quadratic work on 250,000 repetitions would not end within the timeout."""
    text = unit * (1_000_000 // len(unit) // 4)
    assert sum(passage.end - passage.start for passage in split(text)) <= len(text)
