"""Support: kinds of sources by table, and independent roots. Source: memory reference, appendix C."""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations, product

import pytest

from a008.memory.origin import Origin
from a008.memory.support import (
    KIND_FIELDS,
    KINDS,
    Evidence,
    EvidenceRoot,
    KindRow,
    RootKind,
    SourceKind,
    kind,
    roots,
    speaks_for_itself,
    sum_up,
)
from a008.memory.utterance import SpeechAct

SAID = Evidence(
    utterance_id="utterance_1",
    origin=Origin.USER,
    speaker="user",
    locator="turn_1",
    digest="aa",
    act=SpeechAct.ASSERTION,
    verbatim=True,
    past=False,
)
ANSWER = replace(SAID, origin=Origin.ASSISTANT, speaker="assistant", act=None, verbatim=False)


def heard(*evidence: Evidence) -> list[Evidence]:
    """Evidence, each piece an utterance of its own."""
    return [replace(each, utterance_id=f"utterance_{n}") for n, each in enumerate(evidence)]


def file(name: str, content: str, first_met: str = "") -> Evidence:
    """A file read: by which name, and by which its bytes were first met."""
    return replace(SAID, origin=Origin.FILE, speaker=name, locator=first_met or name, digest=content, act=None)


def page(address: str, content: str) -> Evidence:
    return replace(SAID, origin=Origin.WEB, speaker="web", locator=address, digest=content)


@pytest.mark.parametrize(
    ("evidence", "expected"),
    [
        (SAID, SourceKind.USER),
        (replace(SAID, origin=Origin.USER_CONFIRMED, act=None, verbatim=False), SourceKind.USER),
        (replace(SAID, past=True), SourceKind.REPORT),
        (replace(SAID, act=SpeechAct.PREDICTION), SourceKind.PREDICTION),
        (replace(SAID, act=SpeechAct.QUOTATION), SourceKind.QUOTATION),
        (replace(SAID, act=SpeechAct.RECITATION), SourceKind.QUOTATION),
        (replace(ANSWER, verbatim=True), SourceKind.ASSISTANT),
        (ANSWER, SourceKind.INFERENCE),
        (replace(ANSWER, past=True), SourceKind.INFERENCE),
        (replace(SAID, origin=Origin.TOOL, past=True), SourceKind.TOOL),
        (replace(SAID, origin=Origin.FILE), SourceKind.OBSERVATION),
        (replace(SAID, origin=Origin.FILE, verbatim=False), SourceKind.FILE),
        (replace(SAID, origin=Origin.FILE, past=True), SourceKind.REPORT),
        (replace(SAID, origin=Origin.WEB), SourceKind.WEB),
        (replace(SAID, origin=Origin.IMPORT), SourceKind.REPORT),
    ],
)
def test_the_kind_of_a_source_follows_from_the_table(evidence: Evidence, expected: SourceKind) -> None:
    assert kind(evidence) is expected


def test_every_evidence_has_a_kind_every_row_gives_one_and_every_kind_is_given() -> None:
    flags = (False, True)
    every = [
        replace(SAID, origin=origin, act=act, verbatim=verbatim, past=past)
        for origin, act, verbatim, past in product(Origin, (None, *SpeechAct), flags, flags)
    ]
    deciding = {next(row for row in KINDS if row.matches(each)) for each in every}
    assert deciding == set(KINDS)
    assert {row.kind for row in KINDS} == set(SourceKind)
    assert {field for field in KindRow.__slots__ if field not in {"kind", "reason"}} == set(KIND_FIELDS)


def test_ten_repeats_by_one_person_are_one_root() -> None:
    found = sum_up(heard(*[SAID] * 10))
    assert found.roots == (EvidenceRoot(kind=RootKind.PERSON, identity="user", times=10),)
    assert (found.independent, found.repeats) == (1, 9)


def test_one_person_is_one_root_however_the_name_is_written() -> None:
    names = ("Ann Lee", "ann lee", "ANN  LEE")
    (root,) = roots(heard(*(replace(SAID, speaker=each) for each in names)))
    assert (root.identity, root.times) == ("Ann Lee", 3)


def test_a_user_a_file_and_a_tool_are_three_roots_in_the_order_in_which_they_spoke() -> None:
    tool = replace(SAID, origin=Origin.TOOL, speaker="git")
    found = roots(heard(SAID, file("notes.md", "n"), tool, SAID))
    assert [(root.kind, root.identity, root.times) for root in found] == [
        (RootKind.PERSON, "user", 2),
        (RootKind.FILE, "notes.md", 1),
        (RootKind.TOOL, "git", 1),
    ]


def test_the_same_bytes_under_two_names_are_one_root() -> None:
    (root,) = roots(heard(file("notes.md", "n"), file("copy.md", "n", first_met="notes.md")))
    assert (root.identity, root.times) == ("notes.md", 2)


def test_two_versions_of_one_file_are_one_root() -> None:
    assert len(roots(heard(file("notes.md", "old"), file("notes.md", "new")))) == 1


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_a_copy_that_was_changed_later_joins_both_whatever_comes_first(order: tuple[int, ...]) -> None:
    pieces = [file("notes.md", "n"), file("copy.md", "changed"), file("copy.md", "n", first_met="notes.md")]
    (root,) = roots(heard(*(pieces[at] for at in order)))
    assert root.times == 3


def test_two_files_are_two_roots() -> None:
    assert len(roots(heard(file("notes.md", "n"), file("plan.md", "p")))) == 2


def test_two_pages_of_one_site_are_one_root_and_two_sites_are_two() -> None:
    first, second = page("https://example.org/a", "a"), page("https://EXAMPLE.org/b", "b")
    elsewhere = page("https://example.net/a", "c")
    assert [root.identity for root in roots(heard(first, second, elsewhere))] == ["example.org", "example.net"]


def test_a_web_page_with_the_bytes_of_a_file_is_no_second_root() -> None:
    assert len(roots(heard(file("notes.md", "n"), page("https://example.org/notes.md", "n")))) == 1


@pytest.mark.parametrize("locator", ["http://[", "not an address", ""])
def test_a_page_without_an_address_stands_for_itself(locator: str) -> None:
    (root,) = roots(heard(page(locator, "a"), page(locator, "b")))
    assert root.identity == locator


def test_two_tools_that_say_the_same_are_two_roots() -> None:
    tools = [replace(SAID, origin=Origin.TOOL, speaker=each) for each in ("git", "pytest")]
    assert len(roots(heard(*tools))) == 2


def test_an_assistant_is_a_root_only_where_nothing_else_is() -> None:
    assert [root.kind for root in roots(heard(ANSWER, ANSWER))] == [RootKind.ASSISTANT]
    found = sum_up(heard(ANSWER, SAID))
    assert [root.kind for root in found.roots] == [RootKind.PERSON]
    assert (found.independent, found.repeats) == (1, 1)
    assert [source.kind for source in found.sources] == [SourceKind.INFERENCE, SourceKind.USER]


def test_an_utterance_counts_once_however_it_is_linked() -> None:
    assert sum_up([SAID, SAID]).roots[0].times == 1


def test_only_an_assistant_repeats_what_it_was_shown() -> None:
    assert [origin for origin in Origin if not speaks_for_itself(origin)] == [Origin.ASSISTANT]
