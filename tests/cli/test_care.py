"""`a008 memory pin`, `unpin`, `reinforce`, `weaken`, `reactivate` and `repel`."""

from __future__ import annotations

import pytest

from tests.cli.conftest import Call

WORDS = ["pin", "unpin", "reinforce", "weaken", "reactivate"]


@pytest.fixture
def claim_id(told: Call) -> str:
    """The claim that holds `project.storage`."""
    (found,) = (h for h in told("memory", "state", "--json").document if h["slot"]["address"] == "project.storage")
    return str(found["claim"]["id"])


def test_each_word_says_in_one_line_what_it_did_and_leaves_a_sound_store(a008: Call, claim_id: str) -> None:
    expected = {
        "pin": "is pinned: strength 0.80 (",
        "unpin": "is no longer pinned: strength 0.80 (",
        "reinforce": "is reinforced: strength 0.80 before, 1.00 now (",
        "weaken": "is weakened: strength 1.00 before, 0.80 now (",
        "reactivate": "is reactivated: strength 0.80 before, 1.00 now (",
    }
    for word in WORDS:
        ran = a008("memory", word, claim_id, "--reason", "It matters.", "--by", "Ann")
        assert (ran.status, ran.err) == (0, "")
        assert ran.out.startswith("revision ")
        assert expected[word] + claim_id in ran.out, ran.out
        (newest, *_) = a008("memory", "log", "--json").document
        assert newest["author"] == "Ann"
    assert a008("verify").status == 0


def test_a_standing_claim_goes_with_a_greeting_and_why_says_so(a008: Call, claim_id: str) -> None:
    ran = a008("memory", "pin", claim_id, "--standing", "--reason", "It matters.")
    assert "is pinned and stands in every envelope: strength 0.80" in ran.out
    sent = a008("ask", "Hello!", "--json").document["envelope"]["items"]
    assert [item["id"] for item in sent] == [claim_id]
    assert "pinned, in every envelope, active" in a008("memory", "why", claim_id).out


@pytest.mark.parametrize("word", WORDS)
def test_it_speaks_json(a008: Call, claim_id: str, word: str) -> None:
    if word == "unpin":
        a008("memory", "pin", claim_id, "--reason", "It matters.")
    document = a008("memory", word, claim_id, "--reason", "It matters.", "--json").document
    (move,) = document["strengths"]
    assert (move["evidence_id"], move["reason"]) == (claim_id, "It matters.")
    assert document["revision"]["author"] == "user"


@pytest.mark.parametrize("word", WORDS)
def test_an_unknown_id_beside_a_known_one_is_named_and_nothing_is_done(a008: Call, claim_id: str, word: str) -> None:
    before = len(a008("memory", "log", "--json").document)
    ran = a008("memory", word, claim_id, "claim_aaaaaaaaaaaaaaaa", "--reason", "r", "--json")
    assert (ran.status, ran.document["error"]["code"]) == (3, "not_found")
    assert "claim_aaaaaaaaaaaaaaaa" in ran.err
    assert len(a008("memory", "log", "--json").document) == before


@pytest.mark.parametrize("words", [["pin"], ["weaken", "--reason", "r"], ["repel", "user", "--reason", "r"]])
def test_what_is_missing_is_a_usage_error(told: Call, words: list[str]) -> None:
    ran = told("memory", *words)
    assert (ran.status, ran.out) == (2, "")


@pytest.mark.parametrize("word", WORDS)
def test_a_reason_must_be_given(a008: Call, claim_id: str, word: str) -> None:
    for reason in ([], ["--reason", " "]):
        ran = a008("memory", word, claim_id, *reason)
        assert (ran.status, ran.out) == (2, "")
        assert "reason" in ran.err


def test_an_association_that_misleads_is_pushed_away(a008: Call, told: Call) -> None:
    assert a008("ask", "I like tea.").status == 0
    state = a008("memory", "state", "--json").document
    ran = a008("memory", "repel", "user", "tea", "--relation", "likes", "--reason", "It is off the point.")
    assert (ran.status, ran.err) == (0, "")
    assert "user --likes--> tea: attraction 0.00 before, -0.20 now (association_" in ran.out
    assert a008("memory", "state", "--json").document == state
    missing = a008("memory", "repel", "tea", "user", "--reason", "r")
    assert (missing.status, missing.out) == (3, "")
