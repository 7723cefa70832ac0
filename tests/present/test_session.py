"""A session's results draw themselves, and its knowledge does. Source: issue "Library", `_repr_html_` of results."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from a008.memory.envelope import Envelope
from a008.present.display import Drawn
from a008.present.session import ShownSession
from a008.runtime.outcome import TurnResult
from a008.workbench import Workbench, open_workbench


@pytest.fixture
def workbench(tmp_path: Path) -> Iterator[Workbench]:
    """A workbench in memory with the librarian engine."""
    with open_workbench(tmp_path, store=":memory:", model="embedded:librarian") as opened:
        yield opened


def test_every_result_of_a_session_draws_itself_and_is_what_it_was(workbench: Workbench) -> None:
    session = workbench.session("test")
    turn = session.ask("I live in Malmö.")
    assert isinstance(session, ShownSession)
    assert isinstance(turn, TurnResult)
    assert "Memory: committed" in turn._repr_html_()
    assert "user.residence is new" in str(turn.memory.receipt)
    envelope = session.envelope("Where do I live?")
    assert isinstance(envelope, Envelope)
    assert "The user lives in Malmö." in envelope._repr_html_()
    assert [message.role for message in session.history()] == ["user", "assistant"]
    assert "I live in Malmö." in session.history()._repr_html_()


def test_every_result_of_knowledge_draws_itself_and_is_what_it_was(workbench: Workbench) -> None:
    workbench.session("test").ask("I live in Malmö.")
    knowledge = workbench.knowledge("test")
    (head,) = knowledge.state()
    assert (head.address, head.value) == ("user.residence", "Malmö")
    results: list[Drawn] = [
        knowledge.state("user"),
        knowledge.history("user.residence"),
        knowledge.search("Malmö"),
        knowledge.why(head.claim.id),
    ]
    for result in results:
        assert "Malmö" in result._repr_html_()
        assert "Malmö" in str(result)
    assert "turn learnt" in knowledge.log()._repr_html_()
    assert "There is no open conflict." in knowledge.conflicts()._repr_html_()
