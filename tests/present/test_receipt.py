"""A receipt in one line and in detail. Source: our choice of words; rule 25 for refusals."""

from __future__ import annotations

from dataclasses import replace

import pytest

from a008.memory.reconcile import Outcome, Verdict
from a008.present import receipt as receipts
from tests.present.samples import receipt


def test_the_title_counts_what_there_is() -> None:
    assert receipts.view(receipt()).title == "Revision 8: 2 statements learnt, 1 item reinforced, 1 proposal refused"
    assert receipts.view(replace(receipt(), written=(), refusals=())).title == "Revision 8: 1 item reinforced"


def test_a_receipt_of_a_turn_in_which_all_was_refused_says_that_nothing_was_committed() -> None:
    nothing = replace(receipt(), revision=None, hash=None, written=(), reinforced=())
    assert receipts.view(nothing).title == "Nothing committed: 1 proposal refused"
    assert receipts.view(replace(nothing, refusals=())).title == "Nothing committed"


@pytest.mark.parametrize(
    ("outcome", "words"), [(Outcome.CHANGE, "changed"), (Outcome.CONFLICT, "contested"), (None, "kept as evidence")]
)
def test_a_line_says_what_became_of_a_proposal(outcome: Outcome | None, words: str) -> None:
    made = receipt()
    line = replace(made.written[0], outcome=outcome)
    assert receipts.view(replace(made, written=(line,))).written[0].outcome == words


def test_a_first_value_is_new_and_not_a_change() -> None:
    made = receipt()
    line = replace(made.written[0], outcome=Outcome.CHANGE, verdict=Verdict.NEW)
    assert receipts.view(replace(made, written=(line,))).written[0].outcome == "is new"


def test_a_refusal_names_its_place_and_its_rule() -> None:
    refused = receipts.view(receipt()).refused[0]
    assert (refused.path, refused.rule) == ("$.new_knowledge[1]", "not in baseline")
