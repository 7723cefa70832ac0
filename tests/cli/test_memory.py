"""`a008 memory`: looking, which changes nothing."""

import hashlib
import os
from pathlib import Path

import pytest

from tests.cli.conftest import Call


def fingerprint() -> dict[str, str]:
    """What the files of the store's folder are."""
    home = Path(os.environ["A008_HOME"])
    store = home / "memory.sqlite"
    return {"store": hashlib.sha256(store.read_bytes()).hexdigest()}


def test_the_state_has_each_address_with_its_value(told: Call) -> None:
    ran = told("memory", "state")
    assert ran.status == 0
    rows = [line.split()[:2] for line in ran.out.splitlines()[2:]]
    assert rows == [["project.storage", "SQLite"], ["user.residence", "Oslo"]]


def test_the_state_of_one_entity_leaves_the_others_out(told: Call) -> None:
    found = told("memory", "state", "user", "--json").document
    assert [head["slot"]["address"] for head in found] == ["user.residence"]


def test_the_state_can_be_seen_as_of_an_instant_and_a_revision(told: Call) -> None:
    assert told("memory", "state", "user", "--at-revision", "2", "--json").document[0]["binding"]["member"] == '"Lyon"'
    assert told("memory", "state", "user", "--at-revision", "1").status == 3
    now = told("memory", "state", "user", "--as-of", "2020-01-01", "--json").document
    assert [head["binding"]["member"] for head in now] == ['"Lyon"'], "nobody said since when"


@pytest.mark.parametrize("words", [("state", "user"), ("history", "user.residence"), ("blame", "user.residence")])
def test_a_revision_to_look_from_goes_by_any_of_its_names(told: Call, words: tuple[str, ...]) -> None:
    assert "Lyon" in told("memory", *words, "--at-revision", "HEAD~3").out
    assert "Oslo" not in told("memory", *words, "--at-revision", "HEAD~3").out
    assert told("memory", *words, "--at-revision", "77").status == 3
    assert told("memory", "conflicts", "--at-revision", "77").status == 3
    assert told("memory", *words, "--at-revision", "-1").status == 2


def test_the_history_of_an_address_is_newest_first(told: Call) -> None:
    found = told("memory", "history", "User.Residence", "--json").document
    assert [head["binding"]["member"] for head in found] == ['"Oslo"', '"Lyon"']
    assert told("memory", "history", "user.residence").out.index("Oslo") < told(
        "memory", "history", "user.residence"
    ).out.index("Lyon")


def test_a_search_finds_claims_and_utterances_by_their_words(told: Call) -> None:
    found = told("memory", "search", "lyon", "--json").document
    assert {each["carrier"] for each in found} == {"claim", "utterance"}
    assert len(told("memory", "search", "lyon", "--limit", "1", "--json").document) == 1


@pytest.mark.parametrize("word", ["storage.", "storage!", "storage?", "(storage", "storage)", "storage*", '"storage"'])
def test_signs_around_a_word_change_no_search(told: Call, word: str) -> None:
    """B001."""
    plain, ran = told("memory", "search", "storage", "--json"), told("memory", "search", "--json", "--", word)
    assert ran.document == plain.document
    assert [found["text"] for found in ran.document]
    assert (ran.status, ran.err) == (0, "")


def test_a_search_takes_any_text(told: Call) -> None:
    for text in ("*", '"', "a OR b NEAR(", "-", "🦊", "' OR 1=1 --"):
        assert told("memory", "search", "--", text).status == 0


def test_why_fits_a_narrow_terminal(told: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    claim = told("memory", "state", "user", "--json").document[0]["claim"]["id"]
    shown = told("memory", "why", claim).out
    assert "Address: user.residence" in shown
    assert max(map(len, shown.splitlines())) <= 40


def test_why_names_the_words_that_a_claim_rests_on(told: Call) -> None:
    claim = told("memory", "state", "user", "--json").document[0]["claim"]["id"]
    ran = told("memory", "why", claim)
    assert "I live in Oslo now." in ran.out
    utterance = told("memory", "why", claim, "--json").document["evidence"][0]["id"]
    assert told("memory", "why", utterance, "--json").document["claim_id"] == claim


def test_the_log_is_newest_first(told: Call) -> None:
    found = told("memory", "log", "--json").document
    assert [revision["number"] for revision in found] == [6, 5, 4, 3, 2, 1]
    assert len(told("memory", "log", "--limit", "2", "--json").document) == 2


def test_looking_changes_nothing(told: Call) -> None:
    before = fingerprint()
    for words in (["state"], ["history", "user.residence"], ["search", "lyon"], ["log"]):
        assert told("memory", *words).status == 0
    assert fingerprint() == before


@pytest.mark.parametrize(
    ("words", "item"),
    [
        (["state", "nobody"], "'nobody'"),
        (["history", "nobody.anything"], "nobody.anything"),
        (["why", "claim_aaaaaaaaaaaaaaaa"], "claim_aaaaaaaaaaaaaaaa"),
    ],
)
def test_what_is_not_there_is_named_and_ends_with_3(told: Call, words: list[str], item: str) -> None:
    ran = told("memory", *words)
    assert (ran.status, ran.out) == (3, "")
    assert item in ran.err


def test_a_project_that_is_not_there_is_never_every_project(told: Call) -> None:
    ran = told("memory", "state", "--project", "elsewhere")
    assert ran.status == 3
    assert "'elsewhere'" in ran.err


def test_without_a_command_it_shows_its_help(a008: Call) -> None:
    ran = a008("memory")
    assert ran.status == 0
    assert "history" in ran.out


def test_a_store_that_does_not_exist_is_not_made_by_looking(a008: Call) -> None:
    ran = a008("memory", "state")
    assert ran.status == 3
    assert "there is no store yet" in ran.err
    assert list(Path(os.environ["A008_HOME"]).iterdir()) == []


def test_a_date_alone_is_the_end_of_that_day(a008: Call) -> None:
    """B067: as of a day meant its midnight, and left out what began on it."""
    a008("ask", "I have lived in Lyon since 2024-05-02.")
    at = {
        day: a008("memory", "state", "--as-of", day).out for day in ("2024-05-01", "2024-05-02", "2024-05-02T00:00:00Z")
    }
    assert "Lyon" not in at["2024-05-01"]
    assert "Lyon" in at["2024-05-02"]
    assert "Lyon" in at["2024-05-02T00:00:00Z"]
