"""Every value of every closed set has words; a new one without them fails here. Source: our choice."""

from __future__ import annotations

from enum import StrEnum

import pytest

from a008.memory.envelope import Fate, Intent, ItemType, Lane
from a008.memory.envelope_diff import Differs
from a008.memory.origin import Origin
from a008.memory.reconcile import Outcome
from a008.memory.resolution import Resolution
from a008.present import words
from a008.runtime.envelope_check import Held
from a008.runtime.outcome import AnswerStatus, EffectStatus, MemoryStatus
from a008.store.difference import Kind
from tests.present.samples import candidate, item


@pytest.mark.parametrize(
    ("table", "members"),
    [
        (words.FATES, Fate),
        (words.LANES, Lane),
        (words.INTENTS, Intent),
        (words.TYPES, ItemType),
        (words.ORIGINS, Origin),
        (words.OUTCOMES, Outcome),
        (words.RESOLUTIONS, Resolution),
        (words.ANSWERS, AnswerStatus),
        (words.MEMORIES, MemoryStatus),
        (words.EFFECTS, EffectStatus),
        (words.DIFFERENCES, Kind),
        (words.ITEM_DIFFERENCES, Differs),
        (words.HELD, Held),
    ],
)
def test_every_member_has_words_of_its_own(table: dict[StrEnum, object], members: type[StrEnum]) -> None:
    assert list(table) == list(members)
    assert len(set(table.values())) == len(members)


def test_a_fate_is_told_in_one_sentence_with_its_figure() -> None:
    left_out = candidate(item(1, "x"), Fate.OVER_BUDGET, detail="by 83 bytes")
    assert words.fate(left_out) == "It did not fit into the bytes that were left (by 83 bytes)."
    assert words.fate(candidate(item(1, "x"))) == "The model was shown it."


def test_a_code_without_words_is_read_with_blanks() -> None:
    assert words.spoken("stale_head") == "stale head"
    assert words.spoken("define:message_cut") == "define, message cut"
