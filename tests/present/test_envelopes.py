"""Envelopes of a project draw themselves, in a notebook and as text, and serve as the plain values."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from a008.clock import Instant, ManualClock
from a008.present.as_json import as_json
from a008.present.envelopes import ShownEnvelopes
from a008.workbench import open_workbench


@pytest.fixture
def envelopes() -> Iterator[ShownEnvelopes]:
    clock = ManualClock(Instant.parse("2026-01-10T09:00:00Z"))
    with open_workbench(store=":memory:", project="test", clock=clock) as workbench:
        session = workbench.session()
        for message in ("I live in Lyon.", "I prefer tea.", "Where do I live?"):
            session.ask(message)
            clock.advance(days=1)
        yield workbench.envelopes()


def test_every_result_draws_itself_and_has_a_form_in_json(envelopes: ShownEnvelopes) -> None:
    results = [
        (envelopes.turns(), "I prefer tea."),
        (envelopes.sent(), "The user lives in Lyon."),
        (envelopes.of("What do I prefer?"), "The user prefers tea."),
        (envelopes.verify(), "3 of 3 envelopes as sent"),
        (envelopes.diff("last~1", "last"), "came"),
        (envelopes.why("user.residence"), "packed as number 1"),
        (envelopes.why_not("user.residence", "Hello!"), "asks for nothing"),
        (envelopes.explain(), "budget: "),
    ]
    for result, words in results:
        assert words in str(result)
        assert words in result._repr_html_()
        as_json(result)


def test_the_decision_is_told_in_the_order_in_which_it_was_made(envelopes: ShownEnvelopes) -> None:
    words = str(envelopes.explain("Where do I live?"))
    places = [words.index(part) for part in ("asks for", "floor", "budget", "Words,", "Lanes,", "Fates,")]
    assert places == sorted(places)
    assert "required" in words
    greeting = str(envelopes.explain("Hello!"))
    assert "It asks for nothing" in greeting
    assert "Nothing that is known answers this." in str(envelopes.explain("Zeppelin?"))
    tight = str(envelopes.explain(envelopes.of("Where do I live?", budget=250)))
    assert "found no room; the first lacked" in tight
