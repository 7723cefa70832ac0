"""The view of an envelope: all that was considered, once, with its bytes and its one reason. Source: rules 17, 20."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from a008 import canon
from a008.memory.envelope import Fate
from a008.present.inspector import MAX_CHARACTERS, as_json, inspect
from tests.present.samples import HOSTILE, candidate, envelope, item, library


def test_items_stand_in_the_order_of_the_payload_whatever_the_order_of_the_candidates() -> None:
    first, second = item(1, "one"), item(2, "two")
    made = envelope(candidate(second), candidate(first))
    shuffled = replace(made, items=(first, second))
    assert [(e.number, e.proposition) for e in inspect(shuffled).sent] == [(1, "one"), (2, "two")]


def test_every_candidate_stands_in_the_view_exactly_once() -> None:
    source = library()
    view = inspect(source)
    shown = [e.id for e in view.sent] + [e.id for group in view.left_out for e in group.entries]
    assert sorted(shown) == sorted(c.item.id for c in source.candidates)
    assert (view.header.sent, view.header.left_out) == (4, 4)


def test_two_items_of_one_claim_are_told_apart() -> None:
    state = item(1, "It is so.")
    attribution = replace(state, proposition='The user said: "It is so."')
    view = inspect(envelope(candidate(state), candidate(attribution)))
    assert [e.proposition for e in view.sent] == ["It is so.", 'The user said: "It is so."']


def test_the_parts_add_up_to_the_bytes_sent() -> None:
    view = inspect(library())
    assert sum(part.bytes for part in view.header.parts) == view.header.bytes
    assert [part.kind for part in view.header.parts] == ["state", "history", "claim", "utterance", "frame"]
    assert view.header.parts[0].required == view.header.parts[0].bytes
    assert view.header.left == view.header.budget - view.header.bytes


def test_an_empty_envelope_is_all_frame() -> None:
    view = inspect(envelope())
    assert view.sent == ()
    assert view.left_out == ()
    assert [(part.kind, part.bytes) for part in view.header.parts] == [("frame", view.header.bytes)]


def test_what_was_left_out_is_grouped_by_reason_with_the_best_find_first() -> None:
    weak = candidate(item(1, "weak"), Fate.DORMANT, rank=9)
    strong = candidate(item(2, "strong"), Fate.DORMANT, rank=1)
    other = candidate(item(3, "other"), Fate.SUPERSEDED, detail="by claim_x")
    groups = inspect(envelope(weak, other, strong)).left_out
    assert [(g.fate, [e.proposition for e in g.entries]) for g in groups] == [
        ("superseded", ["other"]),
        ("dormant", ["strong", "weak"]),
    ]
    assert groups[0].entries[0].detail == "by claim_x"


def test_a_write_during_the_read_is_told() -> None:
    made = library()
    disturbed = replace(made, receipt=replace(made.receipt, data_version_after=4))
    assert inspect(made).header.undisturbed
    assert not inspect(disturbed).header.undisturbed


@pytest.mark.parametrize("hostile", HOSTILE)
def test_hostile_text_is_safe_in_every_field(hostile: str) -> None:
    stated = replace(item(1, hostile), tags=(hostile,), scope=(hostile,), id=hostile)
    made = replace(candidate(stated, detail=hostile), reasons=(hostile,), address=hostile)
    source = replace(envelope(made, message=hostile), scope=(hostile,), degraded=(hostile,))
    text = json.dumps(as_json(inspect(source)), ensure_ascii=False)
    assert "\x1b" not in text
    assert "\u202e" not in text
    text.encode("utf-8")


def test_a_proposition_of_a_megabyte_is_shown_in_part_and_says_so() -> None:
    entry = inspect(envelope(candidate(item(1, "long " * 200_000)))).sent[0]
    assert len(entry.proposition) == MAX_CHARACTERS
    assert entry.cut
    assert not inspect(library()).sent[0].cut


def test_the_json_is_plain_json_of_the_same_view() -> None:
    view = inspect(library())
    again = json.loads(json.dumps(as_json(view)))
    assert again["header"]["bytes"] == view.header.bytes
    assert again["sent"][0]["lanes"] == ["exact address", "tag or domain"]
    canon.text(as_json(view))
