"""FILTER: one reason for everything left out. Source: rules 14, 16 and 17; reference 3.5 to 3.8."""

from dataclasses import replace

import pytest

from a008.clock import Instant
from a008.memory import lifecycle
from a008.memory.claim import Severity, Status
from a008.memory.envelope import Fate, Intent, ItemType, Lane
from a008.memory.lifecycle import Carrier
from a008.memory.reading import NOTHING_READ
from a008.memory.terms import words
from a008.memory.time import Edge, Interval
from a008.retrieval.backing import Backing, Wording, Wordings
from a008.retrieval.filter import Grounds, Judged, judged
from a008.retrieval.find import Find, found, gather
from a008.retrieval.fuse import fused
from a008.retrieval.query import Query, Question
from a008.store.claims import ClaimRow
from tests.retrieval.rows import changed, claim

_NOW = Instant.parse("2026-01-01")
_NOTHING = Backing(links={}, slots={}, heads={}, contests={}, wordings=Wordings(()))
_QUERY = Query(
    message="",
    intents=(Intent.CURRENT_STATE,),
    question=None,
    words=words("sky"),
    entities=(),
    addresses=(),
    spans=(),
    tags=(),
    domains=(),
    idle=False,
    reading=NOTHING_READ,
)


def find(name: str, proposition: str = "The sky is blue.", *, lane: Lane = Lane.TEXT, **more: object) -> Find:
    status = more.pop("status", Status.ACCEPTED)
    body = changed(claim(name, proposition), **{key: more.pop(key) for key in ("interval",) if key in more})
    row = ClaimRow(claim=body, status=status, rev_from=1)  # type: ignore[arg-type]
    return found(lane, 0, lane, row, ItemType.CLAIM, **more)  # type: ignore[arg-type]


def fates(*finds: Find, backed: Backing = _NOTHING, query: Query = _QUERY, years: int = 0) -> dict[str, Judged]:
    states = {
        each.subject.claim.id: lifecycle.created(each.subject.claim.id, Carrier.CLAIM, Severity.MINOR, "o", _NOW)  # type: ignore[union-attr]
        for each in finds
    }
    grounds = Grounds(
        query=query, backed=backed, sentences={}, stop=frozenset({"the", "is"}), asked=frozenset(), as_of=_NOW
    )
    things = fused(gather(finds), states, _NOW.plus(days=365 * years))
    return {each.scored.gathered.id: each for each in judged(things, grounds)}


def verdict(*finds: Find, **more: object) -> tuple[Fate, str]:
    (each,) = fates(*finds, **more).values()  # type: ignore[arg-type]
    return each.fate, each.detail


def test_what_nothing_speaks_against_is_in() -> None:
    assert verdict(find("a")) == (Fate.IN, "")


@pytest.mark.parametrize(
    ("lane", "strong", "fate"),
    [
        (Lane.TEXT, False, Fate.DORMANT),
        (Lane.LABEL, False, Fate.DORMANT),
        (Lane.HOP, False, Fate.DORMANT),
        (Lane.TEXT, True, Fate.IN),
        (Lane.ENTITY, False, Fate.IN),
        (Lane.CALLER, False, Fate.IN),
    ],
)
def test_the_dormant_come_only_when_they_are_asked_for(lane: Lane, strong: bool, fate: Fate) -> None:
    assert verdict(find("a", lane=lane, strong=strong), years=9)[0] is fate


def test_an_exact_lane_wakes_what_a_broad_one_found_asleep() -> None:
    assert verdict(find("a", lane=Lane.LABEL), find("a", lane=Lane.ENTITY), years=9)[0] is Fate.IN


@pytest.mark.parametrize("status", [Status.RETRACTED, Status.REJECTED])
def test_what_was_taken_back_is_left_out(status: Status) -> None:
    assert verdict(find("a", status=status)) == (Fate.RETRACTED, status)


def test_what_shares_too_little_is_no_match_unless_another_lane_found_it() -> None:
    assert verdict(find("a", missing="shares 1 of 2")) == (Fate.NO_MATCH, "shares 1 of 2")
    assert verdict(find("a", missing="shares 1 of 2"), find("a", lane=Lane.LABEL))[0] is Fate.IN


def test_what_is_over_is_shown_only_to_a_question_that_wants_it() -> None:
    over = Interval(start=Edge.UNKNOWN, end=Instant.parse("2024-01-05"))
    assert verdict(find("a", interval=over)) == (Fate.NOT_APPLICABLE, "ended 2024-01-05")
    history = replace(_QUERY, intents=(Intent.HISTORY,))
    assert verdict(find("a", interval=over), query=history)[0] is Fate.IN
    assert verdict(find("a", interval=over), query=replace(_QUERY, question=Question.WHEN))[0] is Fate.IN


def test_the_same_words_are_let_in_once_the_better_find_first() -> None:
    result = fates(
        find("a", "The sky is BLUE"), find("b", "the sky is blue!"), find("b", "the sky is blue!", lane=Lane.LABEL)
    )
    assert (result["b"].fate, result["a"].fate, result["a"].detail) == (Fate.IN, Fate.DUPLICATE, "b")


def test_what_is_required_is_in_whatever_speaks_against_it() -> None:
    assert verdict(find("a", status=Status.RETRACTED, required=True)) == (Fate.IN, "")


def test_wording_that_holds_no_more_is_left_out_and_the_new_wording_is_not() -> None:
    old = Wording(
        address="sky.colour",
        holds=False,
        said=words("blue bright"),
        naming=frozenset({"sky"}),
        now=(words("blue bright grey"),),
    )
    backed = replace(_NOTHING, wordings=Wordings([old]))
    assert verdict(find("a", "The sky is bright blue."), backed=backed) == (Fate.SUPERSEDED, "sky.colour")
    assert verdict(find("a", "The sky is bright blue and grey."), backed=backed)[0] is Fate.IN


def test_one_word_alone_is_old_wording_only_of_its_own_entity() -> None:
    old = Wording(address="sky.colour", holds=False, said=words("blue"), naming=frozenset({"sky"}), now=())
    backed = replace(_NOTHING, wordings=Wordings([old]))
    assert verdict(find("a", "The sky is blue."), backed=backed)[0] is Fate.SUPERSEDED
    assert verdict(find("a", "My car is blue."), backed=backed)[0] is Fate.IN
