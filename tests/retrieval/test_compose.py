"""COMPOSE. Source: rule 19 and the wire shapes of the issue; day and speaker inside the proposition."""

import pytest

from a008.clock import Instant
from a008.memory.claim import Event, Status
from a008.memory.envelope import Fate, ItemType, Lane
from a008.memory.origin import Origin
from a008.memory.time import Edge, Interval, WorldTime
from a008.retrieval.backing import Backing, Wordings
from a008.retrieval.compose import composed
from a008.retrieval.excerpt import Excerpt
from a008.retrieval.filter import Judged
from a008.retrieval.find import Subject, found, gather
from a008.retrieval.fuse import fused
from a008.store.claims import ClaimRow
from a008.store.labels import Labels
from a008.store.utterances import UtteranceRow
from tests.retrieval.rows import changed, claim

_DAY = Instant.parse("2023-02-01")
_NOTHING = Backing(links={}, slots={}, heads={}, contests={}, wordings=Wordings(()))


def proposition(subject: Subject, kind: ItemType, excerpt: Excerpt | None = None) -> str:
    (scored,) = fused(gather([found(Lane.TEXT, 0, "", subject, kind)]), {}, _DAY)
    judged = Judged(scored=scored, fate=Fate.IN, detail="", excerpt=excerpt)
    return composed(judged, {}, _NOTHING).candidate.item.proposition


def said(at: WorldTime = _DAY, speaker: str = "user") -> UtteranceRow:
    return UtteranceRow(
        id="utterance_a",
        speaker=speaker,
        origin=Origin.USER,
        text="I live in Lyon.",
        asserted_at=at,
        recorded_at=_DAY,
        turn_id=None,
        rev_from=1,
    )


def row(**changes: object) -> ClaimRow:
    return ClaimRow(claim=changed(claim("claim_a"), **changes), status=Status.ACCEPTED, rev_from=1)


def test_an_utterance_tells_its_speaker_and_day() -> None:
    assert proposition(said(), ItemType.UTTERANCE) == 'user, 2023-02-01: "I live in Lyon."'
    assert proposition(said(Edge.UNKNOWN), ItemType.UTTERANCE) == 'user, at an unknown time: "I live in Lyon."'


@pytest.mark.parametrize(
    ("speaker", "name"), [("user", "the user"), ("assistant", "the assistant"), ("Caroline", "Caroline")]
)
def test_an_attribution_is_a_sentence_about_who_said_what_when(speaker: str, name: str) -> None:
    assert proposition(said(speaker=speaker), ItemType.ATTRIBUTION) == f'On 2023-02-01 {name} said: "I live in Lyon."'
    unknown = proposition(said(Edge.UNKNOWN, speaker), ItemType.ATTRIBUTION)
    assert unknown == f'At an unknown time {name} said: "I live in Lyon."'


def test_an_excerpt_keeps_its_place() -> None:
    part = Excerpt("in Lyon.", 7, 15, 15)
    assert proposition(said(), ItemType.UTTERANCE, part) == 'user, 2023-02-01 (characters 8 to 15 of 15): "in Lyon."'


def test_a_claim_that_is_over_and_an_event_carry_their_dates() -> None:
    over = Interval(start=_DAY, end=Instant.parse("2024-01-05"))
    assert proposition(row(interval=over), ItemType.CLAIM) == "From 2023-02-01 to 2024-01-05: The sky is blue."
    party = row(form=Event(event="party", participants=()), interval=over)
    assert proposition(party, ItemType.EVENT) == "On 2023-02-01: The sky is blue."
    assert proposition(row(), ItemType.CLAIM) == "The sky is blue."


def test_a_conflict_without_a_head_still_says_who_contests() -> None:
    assert proposition(row(), ItemType.CONFLICT) == 'Contested: "The sky is blue." (said by the user)'


def test_an_item_carries_its_own_labels_and_its_origin_as_authority() -> None:
    (scored,) = fused(gather([found(Lane.TEXT, 0, "", row(origin=Origin.WEB), ItemType.CLAIM)]), {}, _DAY)
    judged = Judged(scored=scored, fate=Fate.IN, detail="", excerpt=None)
    item = composed(judged, {"claim_a": Labels(tags=("sky",), domains=("nature",))}, _NOTHING).candidate.item
    assert (item.id, item.tags, item.scope, item.authority) == ("claim_a", ("sky",), ("nature",), Origin.WEB)
