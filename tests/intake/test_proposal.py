"""The extractor's document: what is read, what is refused as a whole, what is refused item by item."""

import json
from typing import Any

import pytest

from a008.errors import Code, Rejected
from a008.intake.proposal import MAX_ITEMS, parse, schema
from a008.memory.proposal import RefusalCode, Section
from tests.turns import EMPTY, document, fact


def entry(**more: Any) -> dict[str, Any]:
    return {"proposition": "The sky is blue.", "severity": "minor", **more}


def test_a_fence_inside_a_text_is_part_of_the_text() -> None:
    """B049: a fence inside a string was taken for the wrapper."""
    text = "use ```python\nx=1\n``` in docs"
    (found,) = parse(document(new_knowledge=[entry(proposition=text)])).claims
    assert found.proposition == text


def test_one_fence_around_the_whole_is_forgiven() -> None:
    """B050: accepted as the rules say, never "0 facts, ok"."""
    fenced = f"```json\n{document(new_knowledge=[entry()])}\n```"
    assert len(parse(fenced).claims) == 1


def test_a_fenced_document_whose_text_mentions_fences_is_read_whole() -> None:
    """B056: the text was cut at the inner fence."""
    fenced = f"```json\n{document(new_knowledge=[entry(proposition='answers come in ```json fences')])}\n```"
    assert parse(fenced).claims[0].proposition == "answers come in ```json fences"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        f"Here are the facts:\n{json.dumps(EMPTY)}\nHope that helps!",
        f"{json.dumps(EMPTY)}{json.dumps(EMPTY)}",
        "```json\n```",
        "null",
    ],
)
def test_prose_fragments_and_nothing_are_refused_as_a_whole(text: str) -> None:
    """B051: prose around the object crashed the memory step."""
    with pytest.raises(Rejected) as refused:
        parse(text)
    assert refused.value.code in (Code.NOT_JSON, Code.SCHEMA_VIOLATION)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('{"new_knowledge":[],"new_knowledge":[]}', Code.DUPLICATE_KEY),
        ('{"new_knowledge":[NaN]}', Code.NOT_FINITE),
        ('{"new_knowledge":[1e999]}', Code.NOT_FINITE),
        ("[" * 100_000, Code.TOO_DEEP),
        (json.dumps({**EMPTY, "new_knowledge": ["x" * 300_000]}), Code.TOO_LARGE),
        (json.dumps({**EMPTY, "extra": []}), Code.SCHEMA_VIOLATION),
        (json.dumps({"new_knowledge": []}), Code.SCHEMA_VIOLATION),
        (json.dumps({**EMPTY, "new_knowledge": [entry()] * (MAX_ITEMS + 1)}), Code.TOO_LARGE),
    ],
)
def test_a_bad_document_is_refused_with_the_right_code(text: str, code: Code) -> None:
    with pytest.raises(Rejected) as refused:
        parse(text)
    assert refused.value.code is code


@pytest.mark.parametrize(
    ("item", "path"),
    [
        ({"severity": "minor"}, "$.new_knowledge[1].proposition"),
        (entry(severity="huge"), "$.new_knowledge[1].severity"),
        (entry(pinned=True), "$.new_knowledge[1].pinned"),
        (entry(authority="user"), "$.new_knowledge[1].authority"),
        (entry(tags="one"), "$.new_knowledge[1].tags"),
        (entry(tags=["t"] * 17), "$.new_knowledge[1].tags"),
        (entry(confidence="sort of"), "$.new_knowledge[1]"),
        (entry(confidence=1.5), "$.new_knowledge[1]"),
        (entry(confidence=True), "$.new_knowledge[1]"),
        (entry(valid_from="next week"), "$.new_knowledge[1]"),
        (entry(valid_from="2026-02-30"), "$.new_knowledge[1]"),
        (entry(valid_from="2026-02-03", valid_to="2026-02-01"), "$.new_knowledge[1]"),
        (entry(entities=["()"]), "$.new_knowledge[1].entities[0]"),
        ("a text", "$.new_knowledge[1]"),
        (7, "$.new_knowledge[1]"),
    ],
)
def test_a_bad_item_is_refused_by_path_and_its_neighbours_stay(item: Any, path: str) -> None:
    """B053: one bad entry lost them all."""
    proposal = parse(document(new_knowledge=[entry(), item, entry(proposition="Grass is green.")]))
    assert [claim.path for claim in proposal.claims] == ["$.new_knowledge[0]", "$.new_knowledge[2]"]
    (refusal,) = proposal.refusals
    assert refusal.code is RefusalCode.SCHEMA_VIOLATION
    assert refusal.path.startswith(path)


def test_a_lone_surrogate_in_an_item_is_repaired_and_costs_no_neighbour() -> None:
    """B019: one bad text aborted the whole batch."""
    text = '{"new_knowledge":[' + '{"proposition":"price \\udc81 ok","severity":"minor"}'
    text += '],"state_updates":[],"relation_updates":[],"reinforcements":[]}'
    assert parse(text).claims[0].proposition == "price \ufffd ok"


@pytest.mark.parametrize(
    ("word", "number"), [("certain", 1.0), ("Very-High", 0.95), ("very_low", 0.15), ("0.4", 0.4), (None, 0.5), (1, 1.0)]
)
def test_confidence_reads_words_and_numbers(word: Any, number: float) -> None:
    assert parse(document(new_knowledge=[entry(confidence=word)])).claims[0].confidence == number


def test_sections_are_decided_in_the_order_of_their_trust() -> None:
    update = {
        **entry(),
        "id": "x",
        "address": "a.b",
        "value": 1,
        "wording": "change",
    }
    proposal = parse(document(new_knowledge=[fact("a", "b", 1)], state_updates=[update]))
    assert [claim.section for claim in proposal.claims] == [Section.STATE_UPDATES, Section.NEW_KNOWLEDGE]


def test_the_schema_names_every_part() -> None:
    assert set(json.loads(schema())["properties"]) == set(EMPTY)
