"""A person's decision in words, and where a split puts a value. Source: our choice."""

from __future__ import annotations

import pytest

from a008.errors import UsageError
from a008.intake import decision
from a008.memory.claim import Attribute, Certainty, Claim, Denial, Event, Form, RelationTo, Severity
from a008.memory.identity import Names
from a008.memory.origin import Origin
from a008.memory.time import ALWAYS

NAMES = Names(project_id="p", known={})


def _claim(form: Form | None) -> Claim:
    return Claim(
        id="claim_a",
        proposition="Maria lives in Rome.",
        form=form,
        certainty=Certainty.CERTAIN,
        origin=Origin.USER,
        attributed_to="user",
        severity=Severity.IMPORTANT,
        interval=ALWAYS,
        utterance_id="utterance_a",
    )


def test_a_split_keeps_the_entity_and_the_value() -> None:
    there = decision.elsewhere(NAMES, _claim(Attribute(entity="Maria", attribute="residence", value=7)), "Holiday home")
    assert (there.slot.address, there.member) == ("maria.holiday_home", "7")
    related = decision.elsewhere(
        NAMES, _claim(RelationTo(subject="Maria", relation="knows", object="Bo")), "works with"
    )
    assert (related.slot.address, related.member) == ("maria --works_with-->", '"bo"')
    assert related.object is not None


@pytest.mark.parametrize("name", ["Residence", "residence ", "?!", "_"])
def test_a_split_needs_another_name(name: str) -> None:
    with pytest.raises(UsageError):
        decision.elsewhere(NAMES, _claim(Attribute(entity="Maria", attribute="residence", value="Rome")), name)


@pytest.mark.parametrize(
    "form",
    [
        None,
        Denial(of=Attribute(entity="Maria", attribute="residence", value="Rome")),
        Event(event="x", participants=()),
    ],
)
def test_what_has_no_value_cannot_be_split_off(form: Form | None) -> None:
    with pytest.raises(UsageError):
        decision.elsewhere(NAMES, _claim(form), "holiday home")
