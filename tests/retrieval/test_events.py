"""What happened stays so: an event is found by who took part in it, whatever holds by now. Source: case 1."""

from a008.memory.envelope import ItemType
from tests.retrieval.asking import ask
from tests.turns import Memory, document, fact


def _house() -> Memory:
    """White since 2020, painted red by Brittan in 2021, green since 2022."""
    memory = Memory(at="2022-06-01T00:00:00Z")
    for colour, start in (("white", "2020-01-01"), ("red", "2021-01-01"), ("green", "2022-01-01")):
        memory.learn(document(new_knowledge=[fact("house", "colour", colour, valid_from=start, wording="change")]))
    painted = {
        "proposition": "Brittan painted the house red.",
        "severity": "important",
        "structured": {"form": "event", "event": "painted the house red", "participants": ["Brittan", "house"]},
        "valid_from": "2021-01-01",
        "valid_to": "2021-01-02",
    }
    memory.learn(document(new_knowledge=[painted]))
    return memory


def test_who_did_it_brings_the_event_with_whoever_took_part() -> None:
    envelope = ask(_house(), "Who painted the house red?")
    (event,) = [item for item in envelope.items if item.type is ItemType.EVENT]
    assert "Brittan" in event.proposition


def test_a_question_for_what_holds_gives_what_holds_as_the_state() -> None:
    for _ in range(2):
        envelope = ask(_house(), "What colour is the house?")
        state = [item.proposition for item in envelope.items if item.type is ItemType.STATE]
        assert state == ["The colour of house is green."]
        assert "white" not in envelope.payload
