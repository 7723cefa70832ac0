"""Why something is believed, in words. Source: our choice; `why` of the library's acceptance."""

from __future__ import annotations

import pytest

from a008.present import explanation, html, plain
from tests.present import rows
from tests.present.samples import HOSTILE


def test_an_explanation_quotes_who_said_it_and_tells_where_it_stands() -> None:
    lines = plain.explanation(explanation.view(rows.explanation())).splitlines()
    assert lines[:6] == [
        "loadfile.c lists every file.",
        "claim_aaaaaaaaaaaaaaaa: certain, accepted; claimed by user, first written in revision 4",
        "accepted by policy user-assertion-v1: the user asserted it in so many words",
        "1 source: the user",
        "dormant: strength 0.07 against a threshold of 0.20, created 2021-03-10 09:00",
        "  said by user, 2021-03-10 09:00: It lists every file.",
    ]
    assert lines[-1] == "  contested by: loadfile.c lists nothing."


def test_words_without_a_date_of_their_own_say_when_they_were_recorded() -> None:
    shown = explanation.view(rows.explanation(undated=True)).evidence[0]
    assert shown.when == "recorded 2026-12-01 09:30"


def test_what_has_no_lifecycle_never_weakens() -> None:
    assert explanation.view(rows.explanation(pinned=True)).salience == "never weakens"


@pytest.mark.parametrize("hostile", HOSTILE)
def test_hostile_evidence_is_quoted_as_text(hostile: str) -> None:
    view = explanation.view(rows.explanation(hostile))
    assert "<script" not in html.explanation(view)
    assert all(char.isprintable() or char in "\n\u200c\u200d" for char in plain.explanation(view))
