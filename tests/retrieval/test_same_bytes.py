"""The same store, message and instant give the same bytes. Source: rule 13, fault Q07, reference case 54.

In any process, under any hash seed, locale and time zone; in any order of facts that have nothing to do with each
other; and beside any amount of what has nothing to do with the question. What was learnt later of the same thing, or
under the same label, comes first: of such facts the order of learning is part of what was told.
"""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.retrieval.asking import ask
from tests.retrieval.telling import QUESTIONS, Unshown, rich
from tests.turns import EMPTY, Memory, document, fact, relation

#: Facts about something else than what a question is about: so many, or all of the case with `A008_SLOW=1`.
UNRELATED = 100_000 if os.environ.get("A008_SLOW") else 400
_ROOT = Path(__file__).parents[2]
_PLAY = """
import locale, sys
from pathlib import Path
from tests.retrieval.asking import ask
from tests.retrieval.telling import rich
from tests.turns import Memory
locale.setlocale(locale.LC_ALL, "")
path, *questions = sys.argv[1:]
for memory in (Memory(Path(path)), rich(None)):
    for question in questions:
        envelope = ask(memory, question, scope=("home",), now="2026-06-01")
        told = [(c.item.id, c.verdict, c.score, c.reasons, c.rank) for c in envelope.candidates]
        print(envelope.receipt.sha256, ascii(envelope.payload), ascii(told), envelope.scope, envelope.degraded)
    memory.store.close()
"""


@cache
def locales() -> tuple[str, str, str]:
    """The plain one, one of Unicode, and the most foreign one that this machine has."""
    listed = subprocess.run(["locale", "-a"], capture_output=True, check=True, text=True).stdout.split()
    foreign = [name for name in listed if not name.startswith(("C", "POSIX", "en"))]
    return ("C", "C.UTF-8", max(foreign, default="POSIX"))


def test_any_process_gives_the_same_bytes_and_so_does_a_store_that_was_told_the_same(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    rich(path).store.close()
    questions = (*QUESTIONS, "Vilken färg hade part3 förut?", "Thing 29, is IT strange?")
    outputs = []
    zones = ("UTC", "Asia/Tokyo", "America/Los_Angeles")
    for seed, locale, zone in zip(("0", "1", "4711"), locales(), zones, strict=True):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "LC_ALL": locale, "TZ": zone, "PYTHONPATH": str(_ROOT)}
        command = [sys.executable, "-c", _PLAY, str(path), *questions]
        ran = subprocess.run(command, env=environment, capture_output=True, check=True, text=True, cwd=tmp_path)
        outputs.append(ran.stdout.splitlines())
    there, anew = outputs[0][: len(questions)], outputs[0][len(questions) :]
    assert len(there) == len(questions)
    assert there == anew
    assert len(set(there)) == len(questions)
    assert outputs[0] == outputs[1] == outputs[2]


# --- the order of what is learnt

_FACTS = (
    fact("house", "colour", "red", domains=["home"]),
    fact("oven", "size", "60 cm", domains=["home"]),
    fact("boat", "colour", "blue", tags=["paint"]),
    fact("user", "residence", "Lyon"),
    fact("user", "diet", "vegetarian"),
    fact("car", "owner", "Ann"),
    {"proposition": "The harbour closes at nine.", "severity": "important", "structured": None, "tags": ["time"]},
    {"proposition": "The ferry to the harbour leaves at eight.", "severity": "minor", "structured": None},
)
_RELATIONS = (relation("Ann", "likes", "Bob"), relation("mill", "grinds", "corn"))
_ALONE = (
    "What colour has the house?",
    "What colour have the house and the boat?",
    "house.colour and boat.colour",
    "Where do I live?",
    "Who owns the car?",
    "Tell me about Ann",
    "When does the harbour close?",
    "Who said that the harbour closes?",
    "Who likes Bob and what grinds the mill?",
    "colour",
)
_TOGETHER = ("Tell me about me", "Anything about home?", "Is there paint at home, or time?")


def told_apart(order: tuple[int, ...]) -> Memory:
    """A memory that learnt one thing a turn; a turn is named by what it tells and not by when."""
    memory = Unshown()
    turns = [document(new_knowledge=[each]) for each in _FACTS]
    turns += [document(relation_updates=[each]) for each in _RELATIONS]
    for place in order:
        memory.learn(turns[place], occurrence=f"turn about {place}")
    return memory


def items(memory: Memory, question: str) -> list[tuple[str, str, str]]:
    return sorted((item.type, item.id, item.proposition) for item in ask(memory, question).items)


@settings(max_examples=5)
@given(st.permutations(range(len(_FACTS) + len(_RELATIONS))))
def test_in_whatever_order_independent_facts_are_learnt_a_question_about_one_gets_the_same_bytes(
    order: list[int],
) -> None:
    memory, usual = told_apart(tuple(order)), _usual()
    for question in _ALONE:
        assert ask(memory, question).payload == ask(usual, question).payload, question
    for question in _TOGETHER:
        assert items(memory, question) == items(usual, question), question


@settings(max_examples=5)
@given(st.permutations(_FACTS), st.permutations(_RELATIONS), st.permutations(list(EMPTY)))
def test_in_whatever_order_a_turn_tells_its_facts_every_question_gets_the_same_bytes(
    facts: list[dict[str, object]], relations: list[dict[str, object]], parts: list[str]
) -> None:
    told = {**EMPTY, "new_knowledge": facts, "relation_updates": relations}
    memory, usual = Memory(), _at_once()
    memory.learn(document(**{part: told[part] for part in parts}), message="All of it.")
    for question in (*_ALONE, *_TOGETHER):
        sent = ask(memory, question, scope=("home",))
        assert sent.items
        assert sent.payload == ask(usual, question, scope=("home",)).payload, question


@cache
def _usual() -> Memory:
    return told_apart(tuple(range(len(_FACTS) + len(_RELATIONS))))


@cache
def _at_once() -> Memory:
    memory = Memory()
    memory.learn(document(new_knowledge=list(_FACTS), relation_updates=list(_RELATIONS)), message="All of it.")
    return memory


# --- what has nothing to do with the question


@pytest.mark.timeout(3_600)
def test_no_amount_of_what_is_unrelated_changes_a_byte() -> None:
    """Case 54."""
    memory = told_apart(tuple(range(len(_FACTS) + len(_RELATIONS))))
    before = [ask(memory, question).payload for question in (*_ALONE, *_TOGETHER)]
    for first in range(0, UNRELATED, 100):
        facts = [fact(f"screw{n}", "length", f"{n} mm", severity="minor") for n in range(first, first + 100)]
        memory.learn(document(new_knowledge=facts), message=f"The list of screws, sheet {first}.", answer="Filed.")
        if first in (0, UNRELATED - 100):
            assert [ask(memory, question).payload for question in (*_ALONE, *_TOGETHER)] == before
