"""The one line about a turn's memory. Case B138: it vouches only for what a receipt names by its new id."""

from dataclasses import replace
from pathlib import Path

import pytest

from a008 import open_workbench
from a008.memory.reconcile import Outcome, Verdict
from a008.memory.resolution import Resolution
from a008.present.outcome import envelope_line, memory_line, resolution_line
from a008.present.words import RESOLUTIONS
from a008.runtime.outcome import MemoryStatus
from tests.present.rows import turn
from tests.present.samples import HOSTILE, library, receipt


def test_a_commit_names_its_revision_what_became_of_each_address_and_the_claims() -> None:
    assert memory_line(turn()) == (
        "memory: revision 8: loadfile.c.lists changed (claim_0000000000000009); "
        '"loadfile.c includes <stdlib.h>." kept (claim_0000000000000010); 1 reinforced; 1 refused'
    )


def test_the_first_value_of_an_address_is_new_and_not_changed() -> None:
    first = replace(receipt().written[0], verdict=Verdict.NEW, outcome=Outcome.CHANGE)
    line = memory_line(turn(learnt=replace(receipt(), written=(first,), reinforced=(), refusals=())))
    assert line == "memory: revision 8: loadfile.c.lists is new (claim_0000000000000009)"


def test_a_conflict_that_a_turn_opened_names_the_command_that_lists_it() -> None:
    contested = replace(receipt().written[0], verdict=Verdict.CONFLICT, outcome=Outcome.CONFLICT)
    line = memory_line(turn(learnt=replace(receipt(), written=(contested,), reinforced=(), refusals=())))
    assert line == (
        "memory: revision 8: loadfile.c.lists contested (claim_0000000000000009); "
        "`a008 memory conflicts` lists what waits for your decision"
    )


@pytest.mark.parametrize("way", Resolution)
def test_a_decision_on_a_conflict_names_its_revision_the_address_and_what_it_means(way: Resolution) -> None:
    line = resolution_line(replace(receipt(), written=receipt().written[:1]), way)
    title, meaning = RESOLUTIONS[way]
    assert line == f"revision 8: loadfile.c.lists: {title}; {meaning}"


def test_more_than_three_are_counted() -> None:
    line = memory_line(turn(learnt=replace(receipt(), written=receipt().written * 4, reinforced=(), refusals=())))
    assert line.count("claim_") == 3
    assert line.endswith("; 5 more")


@pytest.mark.parametrize(
    ("status", "reason", "line"),
    [
        (MemoryStatus.NOTHING, "", "memory: nothing new"),
        (MemoryStatus.NOTHING, "nothing committed, 2 rejected", "memory: nothing committed, 2 rejected"),
        (MemoryStatus.FAILED, "not_json at $: not JSON", "memory: failed: not_json at $: not JSON"),
        (MemoryStatus.NOT_RUN, "the answer is not complete", "memory: not run: the answer is not complete"),
        (MemoryStatus.OFF, "memory is switched off", "memory: off"),
    ],
)
def test_without_a_commit_it_says_so_and_names_no_revision(status: MemoryStatus, reason: str, line: str) -> None:
    assert memory_line(turn(memory=status, reason=reason)) == line


def test_a_receipt_without_a_revision_is_no_commit() -> None:
    refused = replace(receipt(), revision=None, hash=None, written=(), reinforced=())
    result = turn(memory=MemoryStatus.NOTHING, reason="nothing committed, 1 refused")
    result = replace(result, memory=replace(result.memory, receipt=refused))
    assert memory_line(result) == "memory: nothing committed, 1 refused"


@pytest.mark.parametrize("hostile", HOSTILE)
def test_it_stays_one_line_that_no_terminal_obeys(hostile: str) -> None:
    for line in (
        memory_line(turn(memory=MemoryStatus.FAILED, reason=hostile)),
        memory_line(turn(learnt=receipt(written=hostile))),
    ):
        assert line.isprintable()


def test_an_envelope_is_told_by_its_figures() -> None:
    envelope = library()
    sent, bytes_, budget = len(envelope.items), envelope.receipt.bytes, envelope.receipt.budget
    left_out = len(envelope.candidates) - sent
    assert envelope_line(envelope) == (
        f"envelope: {sent} sent, {left_out} left out, {bytes_:,} of {budget:,} bytes, "
        f"revision {envelope.receipt.revision}"
    )
    assert envelope_line(replace(envelope, degraded=("hop",))).endswith("; failed: hop")


def test_an_envelope_s_line_says_that_nothing_answers_and_what_was_cut(tmp_path: Path) -> None:
    with open_workbench(tmp_path) as workbench:
        line = envelope_line(workbench.session().envelope("How deep is the Mariana Trench? " + "x " * 9_000))
    assert "; nothing that is known answers this" in line
    assert "only part of the message was read: 16,384 of its 18,032 characters, at both ends" in line
