"""The acceptance scenario, envelope by envelope. Source: issue 2: each thing with its reason, and not the cooking."""

import pytest

from a008.memory.envelope import Candidate, Envelope, Fate, ItemType, Lane
from tests.retrieval.asking import ask, shown
from tests.retrieval.documents import claim
from tests.turns import Memory, document, fact, relation

_MESSAGE = (
    "A worker needs to change a C function in `loadfile.c` so that it lists only .md files and not everything; "
    "has anybody asked about this before?"
)
_C = {"tags": ["loadfile.c", "c"], "domains": ["development"]}


@pytest.fixture(scope="module")
def memory() -> Memory:
    """Years of notes, learnt turn by turn."""
    filled = Memory(at="2021-03-10T09:00:00Z")
    lists = fact("loadfile.c", "lists", "every file", proposition="loadfile.c lists every file.", **_C)
    filled.learn(document(new_knowledge=[lists]), message="loadfile.c lists every file.")
    for at, what in (("2021-06-02", "every visible file"), ("2022-01-15", "every file below a folder")):
        changed = {**lists, "structured": {**lists["structured"], "value": what}, "wording": "change"}
        said = f"loadfile.c lists {what}."
        filled.learn(document(new_knowledge=[{**changed, "proposition": said}]), message=said, at=at)
    filled.learn(
        claim("Whoever opens a folder in C closes it in the same function.", severity="critical", **_C), at="2026-06-01"
    )
    filled.learn(
        document(
            relation_updates=[relation("loadfile.c", "feeds", "converter", severity="critical")],
            new_knowledge=[
                fact(
                    "converter",
                    "format",
                    "markdown",
                    proposition="The converter reads Markdown.",
                    domains=["file formats"],
                )
            ],
        ),
        at="2026-10-22",
    )
    filled.learn(document(), message="Could loadfile.c list only some kinds of files?", at="2026-10-25")
    filled.learn(claim("The sourdough rests for a day before it is baked.", domains=["cooking"]), at="2026-11-02")
    filled.learn(claim("The level loader runs in Unreal Engine 5.", domains=["game engines"]), at="2026-11-29")
    filled.learn(document(), message="Good.", at="2026-11-30")
    return filled


@pytest.fixture(scope="module")
def envelope(memory: Memory) -> Envelope:
    return ask(memory, _MESSAGE, scope=("game engines",))


def find(envelope: Envelope, proposition: str) -> Candidate:
    (found,) = (each for each in envelope.candidates if each.item.proposition == proposition and each.fate is Fate.IN)
    return found


def test_the_dusty_file_comes_back_because_it_is_named(envelope: Envelope) -> None:
    head = find(envelope, "loadfile.c lists every file below a folder.")
    assert (head.required, head.active, head.lanes[0]) == (True, False, Lane.SLOT)
    assert head.reasons[0] == "asks for loadfile.c.lists"
    assert head.item.tags == ("c", "loadfile.c")


def test_its_earlier_versions_come_because_the_question_asks_for_them(envelope: Envelope) -> None:
    assert shown(envelope, ItemType.HISTORY) == [
        "From 2021-06-02 to 2022-01-15: loadfile.c lists every visible file.",
        "Until 2021-06-02: loadfile.c lists every file.",
    ]


def test_the_domain_the_association_and_the_conversation_each_give_their_reason(envelope: Envelope) -> None:
    habit = find(envelope, "Whoever opens a folder in C closes it in the same function.")
    assert "domain development, subject of the message" in habit.reasons
    assert "tag c, loadfile.c, in the message" in habit.reasons
    near = find(envelope, "The converter reads Markdown.")
    assert "loadfile.c feeds converter, one association away" in " ".join(near.reasons)
    level = find(envelope, "The level loader runs in Unreal Engine 5.")
    assert level.reasons == ("domain game engines, of this conversation",)


def test_the_earlier_question_is_told_with_its_day(envelope: Envelope) -> None:
    assert 'On 2026-10-25 the user said: "Could loadfile.c list only some kinds of files?"' in shown(
        envelope, ItemType.ATTRIBUTION
    )


def test_the_cooking_stays_away(envelope: Envelope) -> None:
    assert "sourdough" not in envelope.payload


def test_the_next_plain_question_gets_the_new_state_alone(memory: Memory) -> None:
    said = "loadfile.c lists only .md files."
    lists = fact("loadfile.c", "lists", "only .md files", proposition=said, wording="change", **_C)
    head = memory.item("loadfile.c.lists")
    memory.learn(
        document(new_knowledge=[lists], reinforcements=[{"id": head}]), message=_MESSAGE, answer=said, at="2026-11-30"
    )
    envelope = ask(memory, "What does loadfile.c list?")
    assert said in shown(envelope, ItemType.STATE)
    assert shown(envelope, ItemType.HISTORY) == []
    assert "every" not in "".join(shown(envelope, ItemType.STATE, ItemType.CLAIM))
    assert not [text for text in shown(envelope, ItemType.UTTERANCE) if "lists every" in text]
