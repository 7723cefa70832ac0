"""A larger budget never loses anything, over any store, question and budgets. Source: rules 20 to 22, fault Q11.

Also cases B085 and B086 and fault Q12 on a real store: bytes as they are sent, and whole items only.
"""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from a008.errors import ProjectionError
from a008.memory.envelope import Envelope, Fate
from a008.retrieval.measure import FRAME
from a008.runtime.care import Care
from tests.retrieval.asking import ask
from tests.retrieval.documents import claim
from tests.retrieval.telling import QUESTIONS, rich
from tests.turns import Memory, document, fact, relation

_THINGS = st.sampled_from(["house", "boat", "mill", "user", "loadfile.c"])
_SLOTS = st.sampled_from(["colour", "owner", "size"])
#: Values that are short and long, cost two, three and four bytes a sign, or grow when they are escaped.
_VALUES = st.sampled_from(
    ["red", "blue", "sjögrön", "青色", "🌍" * 30, '"' * 40, "\\\u2028\x01", "a very long word " * 20]
)
_WORDINGS = st.sampled_from(["plain", "change", "conflict", "retraction"])
_TOLD = st.one_of(
    st.builds(
        lambda thing, slot, value, wording: document(
            new_knowledge=[fact(thing, slot, value, wording=wording, tags=["paint"], domains=["home"])]
        ),
        _THINGS,
        _SLOTS,
        _VALUES,
        _WORDINGS,
    ),
    st.builds(lambda a, b: document(relation_updates=[relation(a, "stands beside", b)]), _THINGS, _THINGS),
    st.builds(lambda thing, value: claim(f"Somebody saw the {thing}: {value}.", tags=["paint"]), _THINGS, _VALUES),
)
_WORDS = ("What colour", "had the house before", "who said", "tell me about", "boat", "mill", "paint", "my home?")
_SIGNS = ("loadfile.c", "red", "Vem sa", "青色", "🌍", "hello")
_ASKED = st.builds(" ".join, st.lists(st.sampled_from(_WORDS + _SIGNS), min_size=1, max_size=5))


def things(envelope: Envelope) -> set[tuple[str, str, str]]:
    return {(item.type, item.id, item.proposition) for item in envelope.items}


def check(memory: Memory, question: str, budgets: list[int]) -> None:
    """Every budget that holds what is required holds at least what any smaller one held, and no byte too many."""
    whole = ask(memory, question, budget=10**7)
    required = {each.item.id for each in whole.candidates if each.required}
    tried = [asked(memory, question, budget) for budget in budgets]
    fitted = [envelope for envelope in tried if envelope is not None]
    assert tried[len(tried) - len(fitted) :] == fitted, "what fits a budget fits every larger one"
    for envelope in fitted:
        assert len(envelope.payload.encode()) == envelope.receipt.bytes <= envelope.receipt.budget
        assert len(json.loads(envelope.payload)["items"]) == len(envelope.items)
        assert required <= {item.id for item in envelope.items}
        out = [each for each in envelope.candidates if each.fate is Fate.OVER_BUDGET]
        assert len(envelope.items) + len(out) == len(whole.items)
    for smaller, larger in pairwise([*fitted, whole]):
        assert things(smaller) <= things(larger)


def asked(memory: Memory, question: str, budget: int) -> Envelope | None:
    """The envelope of a budget; `None` for one that does not even hold what is required."""
    try:
        return ask(memory, question, budget=budget)
    except ProjectionError:
        return None


@settings(max_examples=12)
@given(st.lists(_TOLD, min_size=1, max_size=12), st.lists(_ASKED, min_size=1, max_size=4), st.data())
def test_whatever_is_known_and_asked_a_larger_budget_holds_all_of_a_smaller(
    told: list[str], questions: list[str], data: st.DataObject
) -> None:
    memory = Memory()
    for place, text in enumerate(told):
        memory.learn(text, answer=f"Noted, number {place}. " * (place % 3 + 1))
    for question in questions:
        size = ask(memory, question, budget=10**7).receipt.bytes
        check(memory, question, sorted(data.draw(st.lists(st.integers(FRAME, size + 9), min_size=2, max_size=6))))


@pytest.mark.parametrize("question", QUESTIONS)
def test_from_the_smallest_budget_to_all_of_it_step_by_step(question: str) -> None:
    memory = rich(None)
    size = ask(memory, question, budget=10**7).receipt.bytes
    check(memory, question, list(range(64, size + 130, max(97, size // 16))))


def test_with_standing_items_as_well(tmp_path: Path) -> None:
    """Rule 21: their quarter is of the budget that there is."""
    memory = rich(tmp_path / "store.sqlite")
    care = Care(memory.store, memory.project, memory.clock)
    care.pin(memory.item("user.likes1"), memory.item("part2.colour"), reason="everywhere", standing=True)
    for question in ("Hello!", *QUESTIONS[:2]):
        check(memory, question, list(range(400, 4_000, 300)))
    memory.store.close()


@pytest.mark.parametrize("text", ['"' * 300, "\\" * 300, "\u2028" * 300, "\x01x" * 300, "🌍" * 200, "é" * 500])
def test_what_grows_when_it_is_sent_is_measured_as_it_is_sent(text: str) -> None:
    """Fault Q12."""
    memory = Memory()
    memory.learn(document(), message=f"The sign reads {text} and hangs low.")
    whole = ask(memory, "What does the sign read?")
    (item,) = whole.items
    assert len(whole.payload.encode()) == whole.receipt.bytes
    assert ask(memory, "What does the sign read?", budget=whole.receipt.bytes).items == (item,)
    short = ask(memory, "What does the sign read?", budget=whole.receipt.bytes - 1)
    assert short.items == ()
    assert [each.verdict for each in short.candidates] == ["over_budget by 1 bytes"]


def test_thirty_notes_of_emoji_fit_a_budget_in_bytes() -> None:
    """Case B085."""
    memory = Memory()
    for number in range(30):
        memory.learn(claim(f"Emoji {number}: {'🌍' * 200}"), message="Hm.")
    envelope = ask(memory, "Which emoji?", budget=4_096)
    assert 3_000 < len(envelope.payload.encode()) == envelope.receipt.bytes <= 4_096
    assert all(item.proposition.endswith("🌍" * 200) for item in envelope.items)
    assert len([each for each in envelope.candidates if each.fate is Fate.OVER_BUDGET]) >= 26


def test_a_long_note_makes_room_for_short_ones_and_is_named() -> None:
    """Case B086, by value per byte."""
    memory = Memory()
    memory.learn(claim("The kettle: " + "it whistles and it boils, " * 60), message="Hm.")
    memory.learn(claim("The kettle is red."), message="Hm.")
    memory.learn(claim("The kettle is old."), message="Hm.")
    envelope = ask(memory, "What about the kettle?", budget=420)
    assert {item.proposition for item in envelope.items} == {"The kettle is red.", "The kettle is old."}
    (long,) = (each for each in envelope.candidates if each.fate is Fate.OVER_BUDGET)
    assert long.item.proposition.startswith("The kettle: it whistles")
    assert long.verdict == f"over_budget by {envelope.receipt.bytes + long.bytes - 420} bytes"
