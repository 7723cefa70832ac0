"""What makes an utterance findable. Source: issue 4 (speaker and date belong into the indexed text)."""

import pytest

from a008.clock import Instant
from a008.memory.origin import Origin
from a008.memory.time import Edge, WorldTime
from a008.memory.utterance import Utterance
from a008.store.evidence_rows import findable_utterance

_DAY = Instant.parse("2023-05-08T13:56Z")


@pytest.mark.parametrize(
    ("speaker", "asserted_at", "found_by"),
    [
        ("Caroline", _DAY, "2023-05-08 2023-05 caroline carolin hello"),
        ("user", _DAY, "2023-05-08 2023-05 hello"),
        ("assistant", Edge.UNKNOWN, "hello"),
    ],
)
def test_an_utterance_is_found_by_words_day_and_a_speaker_who_is_no_role(
    speaker: str, asserted_at: WorldTime, found_by: str
) -> None:
    said = Utterance(
        id="utterance_a",
        artifact_id="artifact_a",
        turn_id=None,
        speaker=speaker,
        origin=Origin.IMPORT,
        text="Hello!",
        sentences=(),
        asserted_at=asserted_at,
        recorded_at=_DAY,
    )
    assert findable_utterance("p1", said).values["terms"] == found_by
