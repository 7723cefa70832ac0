"""Thought and answer never mix. Source: runtime reference 5.3; splitting at every place is our choice."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from a008.messages import Delta, Thought
from a008.providers.thinking import ThoughtSplitter


def _split(*pieces: str) -> tuple[str, str]:
    """Answer and thought of a text in pieces."""
    splitter = ThoughtSplitter()
    parts = [part for piece in pieces for part in splitter.feed(piece)] + list(splitter.finish())
    assert all(part.text for part in parts)
    answer = "".join(part.text for part in parts if isinstance(part, Delta))
    return answer, "".join(part.text for part in parts if isinstance(part, Thought))


@pytest.mark.parametrize(
    ("text", "answer", "thought"),
    [
        ("plain", "plain", ""),
        ("<think>hm</think>\n\nYes.", "Yes.", "hm"),
        ("<thinking>hm</thinking>Yes.", "Yes.", "hm"),
        ("<|begin_of_thinking|>hm<|end_of_thinking|> Yes.", "Yes.", "hm"),
        ("<THINK>hm</Think>Yes.", "Yes.", "hm"),
        ("Well <think>hm</think> yes.", "Well  yes.", "hm"),
        ("<think>never closed", "", "never closed"),
        ("no opening</think> Yes.", "no opening Yes.", ""),
        ("<think>a<think>b</think>Yes.", "Yes.", "ab"),
        ("1 < 2 and <b> and <thin", "1 < 2 and <b> and <thin", ""),
        ("  indented", "  indented", ""),
        ("<think></think>", "", ""),
    ],
)
def test_tags_decide_what_is_answer_and_what_is_thought(text: str, answer: str, thought: str) -> None:
    assert _split(text) == (answer, thought)
    assert _split(*text) == (answer, thought)


_PARTS = st.sampled_from(
    ["<think>", "</think>", "<thinking>", "</thinking>", "<", "thi", "</", ">", "é", "\n", " ", "a<|"]
)


@given(st.lists(_PARTS, max_size=12).map("".join), st.data())
def test_no_split_of_the_text_changes_answer_or_thought(text: str, data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.lists(st.integers(0, len(text)), max_size=6)))
    edges = [0, *cuts, len(text)]
    assert _split(*(text[a:b] for a, b in pairwise(edges))) == _split(text)


_TAGS = st.sampled_from([("<think>", "</think>"), ("<thinking>", "</thinking>")])
_PLAIN = st.text("abcé🌍>/ ", max_size=8)


@given(_PLAIN, st.lists(st.tuples(_TAGS, _PLAIN, _PLAIN), max_size=4))
def test_blocks_of_thought_leave_nothing_in_the_answer(
    start: str, blocks: list[tuple[tuple[str, str], str, str]]
) -> None:
    text = start + "".join(f"{opening}{thought}{closing}{plain}" for (opening, closing), thought, plain in blocks)
    answer, thought = _split(*text)
    assert thought == "".join(thought for _, thought, _ in blocks)
    assert answer.strip() == (start + "".join(plain for _, _, plain in blocks)).strip()
