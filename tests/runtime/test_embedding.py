"""Writing vectors: all of a project, once; after each turn; and never at the cost of an answer. Source: issue 4."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import pytest

from a008 import open_workbench
from a008.errors import UsageError
from a008.runtime.embedding import drop
from a008.runtime.envelope_check import Held
from a008.workbench import Workbench
from tests.retrieval.meanings import NAME, Tiny, embedded, known, told
from tests.turns import Memory

if TYPE_CHECKING:
    from a008.retrieval.numbers import Rows


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> Iterator[Tiny]:
    with known(monkeypatch, Tiny()) as model:
        yield model


@pytest.fixture
def workbench(tiny: Tiny) -> Iterator[Workbench]:
    with open_workbench(store=":memory:", project="test", dense=NAME) as opened:
        yield opened


class Failing(Tiny):
    """Fails as models of third parties may."""

    def embed(self, texts: Sequence[str]) -> Rows:
        """Fail."""
        raise ZeroDivisionError


def test_a_project_is_embedded_once_and_what_comes_later_is_added(tiny: Tiny) -> None:
    memory = told(Memory(), "My dog sleeps.", "The ship left.")
    assert (embedded(memory, tiny).made, embedded(memory, tiny).made) == (4, 0)
    told(memory, "A song.")
    later = embedded(memory, tiny)
    assert (later.made, later.kept) == (2, 4)
    assert len(tiny.asked) == 6


def test_all_vectors_can_be_dropped_and_made_again(tiny: Tiny) -> None:
    memory = told(Memory(), "My dog sleeps.")
    embedded(memory, tiny)
    assert drop(memory.store, memory.project.id) == 2
    assert embedded(memory, tiny).made == 2


def test_a_run_that_was_stopped_goes_on_where_it_ended(tiny: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("a008.runtime.embedding._BATCH", 2)
    memory = told(Memory(), "My dog sleeps.", "The ship left.", "A song.")
    whole = tiny.embed

    def stopped(texts: Sequence[str]) -> Rows:
        if len(tiny.asked) >= 2:
            raise KeyboardInterrupt
        return whole(texts)

    monkeypatch.setattr(tiny, "embed", stopped)
    with pytest.raises(KeyboardInterrupt):
        embedded(memory, tiny)
    monkeypatch.setattr(tiny, "embed", whole)
    again = embedded(memory, tiny)
    assert (again.made, again.kept) == (4, 2)


def test_a_turn_embeds_what_it_brought(workbench: Workbench) -> None:
    session = workbench.session()
    session.ask("My dog sleeps in the barn.")
    envelope = session.envelope("Where is the hound?")
    assert [item.proposition for item in envelope.items] == [
        f'user, {envelope.receipt.at.date}: "My dog sleeps in the barn."'
    ]
    assert envelope.degraded == ()
    assert workbench.embed().made == 0


def test_a_turn_in_a_long_project_embeds_a_batch_of_what_is_behind_the_last(
    workbench: Workbench, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = workbench.session()
    session.ask("My dog sleeps.")
    workbench.drop_vectors()
    monkeypatch.setattr("a008.runtime.embedding._BATCH", 3)
    session.ask("The ship left.")
    made = workbench.embed()
    assert made.kept == 3
    assert made.made > 0


def test_a_turn_that_was_found_by_meaning_is_put_together_again_to_the_byte(workbench: Workbench) -> None:
    session = workbench.session()
    session.ask("My dog sleeps in the barn.")
    sent = session.ask("Where is the hound?").envelope
    assert len(sent.items) == 1
    session.ask("A puppy was born.")
    assert {turn.held for turn in workbench.envelopes().verify().turns} <= {Held.SAME, Held.INCOMPLETE}
    assert workbench.envelopes().verify("last~1").turns[0].held is Held.SAME


def test_a_model_that_fails_costs_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    with known(monkeypatch, Failing()), open_workbench(store=":memory:", dense=NAME) as opened:
        result = opened.session().ask("My dog sleeps.")
    assert result.answer.error is None
    assert result.envelope.degraded == ("dense:no_vectors",)


def test_without_a_setting_nothing_is_embedded_and_a_wish_to_is_refused() -> None:
    with open_workbench(store=":memory:") as opened:
        assert opened.session().ask("My dog sleeps.").envelope.degraded == ()
        with pytest.raises(UsageError, match="no embedding model is set"):
            opened.embed()


def test_vectors_that_cannot_be_added_exactly_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    model = Tiny()
    monkeypatch.setattr(model, "dimensions", 2_000, raising=False)
    with pytest.raises(UsageError, match="too long"):
        embedded(told(Memory(), "My dog sleeps."), model)
