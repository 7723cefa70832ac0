"""Acceptance: `user-assertion-v1`, row by row. Source: memory reference 6.6 and cases 12, 18, 29, 30, 32."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from a008.errors import UsageError
from a008.intake.rules.speech import sentences
from a008.memory import acceptance
from a008.memory.acceptance import POLICIES, POLICY_FIELDS, USER_ASSERTION, Decision, PolicyRow, Statement, judge
from a008.memory.claim import Status
from a008.memory.origin import Origin
from a008.memory.utterance import SpeechAct

SAID = Statement(
    proposition="The user lives in Lyon.", origin=Origin.USER, act=SpeechAct.ASSERTION, proved=True, contested=False
)


def statements() -> list[Statement]:
    """Every statement there can be, as far as the policy looks at it."""
    flags = (False, True)
    acts = (None, *SpeechAct)
    return [
        Statement(proposition=proposition, origin=origin, act=act, proved=proved, contested=contested)
        for proposition, origin, act, proved, contested in product(("Yes.", "It is late."), Origin, acts, flags, flags)
    ]


def test_what_the_user_asserted_in_so_many_words_is_accepted() -> None:
    found = judge(USER_ASSERTION, SAID)
    assert (found.decision, found.status, found.policy) == (Decision.ACCEPTED, Status.ACCEPTED, USER_ASSERTION)
    assert found.reason == "the user asserted it in so many words"


@pytest.mark.parametrize("origin", [origin for origin in Origin if not origin.is_user])
def test_nobody_but_a_user_is_accepted(origin: Origin) -> None:
    found = judge(USER_ASSERTION, replace(SAID, origin=origin))
    assert (found.decision, found.status) == (Decision.NOT_ACCEPTED, Status.ASSERTED)
    assert found.reason == "nobody but its speaker vouches for it"


@pytest.mark.parametrize("act", [act for act in SpeechAct if act not in {SpeechAct.ASSERTION, SpeechAct.PERFORMATIVE}])
def test_a_sentence_that_does_not_assert_is_not_accepted(act: SpeechAct) -> None:
    assert judge(USER_ASSERTION, replace(SAID, act=act)).decision is Decision.NOT_ACCEPTED


def test_without_a_span_nothing_is_accepted() -> None:
    found = judge(USER_ASSERTION, replace(SAID, act=None, proved=False))
    assert (found.decision, found.reason) == (Decision.NOT_ACCEPTED, "the user's own words do not say it")


@pytest.mark.parametrize(("proposition", "accepted"), [("It is 5.", True), ("It is 5", False), ("It    is   5", False)])
def test_a_proposition_of_fewer_than_eight_characters_says_nothing(proposition: str, accepted: bool) -> None:
    found = judge(USER_ASSERTION, replace(SAID, proposition=proposition))
    assert (found.decision is Decision.ACCEPTED) == accepted


def test_what_competes_with_the_head_is_contested_whoever_says_it() -> None:
    decisions = {judge(USER_ASSERTION, each).decision for each in statements() if each.contested}
    assert decisions == {Decision.CONTESTED}


def test_a_person_who_decided_needs_no_span() -> None:
    decided = replace(SAID, origin=Origin.USER_CONFIRMED, act=None, proved=False)
    assert judge(USER_ASSERTION, decided).decision is Decision.ACCEPTED


@pytest.mark.parametrize("policy", ["", "  ", "user-assertion-v2", "USER-ASSERTION-V1"])
def test_a_blank_or_unknown_policy_decides_nothing(policy: str) -> None:
    with pytest.raises(UsageError, match="acceptance policy"):
        judge(policy, SAID)


def test_every_row_decides_something_and_every_statement_is_decided() -> None:
    rows = POLICIES[USER_ASSERTION]
    deciding = {next(row for row in rows if row.matches(each)) for each in statements()}
    assert deciding == set(rows)


def test_the_last_row_asks_nothing_and_no_two_rows_ask_the_same() -> None:
    rows = POLICIES[USER_ASSERTION]
    asked = [tuple(getattr(row, field) for field in POLICY_FIELDS) for row in rows]
    assert set(asked[-1]) == {None}
    assert len(set(asked)) == len(rows)
    assert {field for field in PolicyRow.__slots__ if field not in {"decision", "reason"}} == set(POLICY_FIELDS)


@pytest.mark.parametrize(
    ("message", "quote"),
    [
        ("can you create README? Documents are in C:\\docs.", "Documents are in C:\\docs."),
        ("Kan du skapa README? Dokumenten ligger i C:\\docs.", "Dokumenten ligger i C:\\docs."),
        ("Please add a test. The tests are in tests/unit.", "The tests are in tests/unit."),
        ("Lägg till ett test. Testerna ligger i tests/unit.", "Testerna ligger i tests/unit."),
    ],
)
def test_of_a_mixed_message_only_the_assertion_is_accepted(message: str, quote: str) -> None:
    """Case 29: each sentence is judged by itself, in English and in Swedish."""
    assert {judge(USER_ASSERTION, _quoted(message, quote)).decision} == {Decision.ACCEPTED}
    request = message.removesuffix(quote).strip()
    assert judge(USER_ASSERTION, _quoted(message, request)).decision is Decision.NOT_ACCEPTED


@pytest.mark.parametrize(
    "request_",
    [
        *("Please tidy the folder.", "Add a second test.", "Create the folder docs.", "Update the folder docs."),
        *("Remove the folder docs.", "Show the folder docs.", "Make the folder docs.", "Can you open the folder docs"),
        *("Lägg till ett test.", "Skapa mappen docs.", "Ändra mappen docs.", "Uppdatera mappen docs."),
        *("Ta bort mappen docs.", "Gör mappen docs.", "Visa mappen docs.", "Kan du öppna mappen docs"),
    ],
)
def test_the_requests_that_the_reference_lists_are_not_accepted(request_: str) -> None:
    assert judge(USER_ASSERTION, _quoted(request_, request_)).decision is Decision.NOT_ACCEPTED


@pytest.mark.parametrize(
    ("status", "decision"),
    [
        (Status.ACCEPTED, Decision.ACCEPTED),
        (Status.ASSERTED, Decision.NOT_ACCEPTED),
        (Status.CONTESTED, Decision.CONTESTED),
        (Status.REJECTED, Decision.REJECTED),
        (Status.RETRACTED, Decision.REJECTED),
    ],
)
def test_a_status_on_record_stands_for_a_decision(status: Status, decision: Decision) -> None:
    found = acceptance.decided(status, "some-policy", "some reason")
    assert (found.decision, found.policy, found.reason) == (decision, "some-policy", "some reason")


def _quoted(message: str, quote: str) -> Statement:
    start = len(message[: message.index(quote)].encode())
    end = start + len(quote.encode())
    (act,) = {each.act for each in sentences(message) if each.start < end and start < each.end}
    return replace(SAID, proposition=quote, act=act)
