"""Cases 26 to 33: what a name means and what a claim rests on.

Source: memory reference, section 11. Cases 26 and 28 are in tests/runtime/test_entities, 30 in
tests/store/test_support.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from a008.clock import Instant, ManualClock
from a008.errors import NotFound, UsageError
from a008.ids import CountedIds
from a008.memory.claim import Status
from a008.providers.scripted import ScriptedProvider, scripted_route
from a008.runtime import attachment
from a008.workbench import open_workbench
from tests.cases.telling import count, file, knowledge, reopen, rows, tell
from tests.turns import Memory, document, fact


def test_what_a_claim_is_about_survives_a_new_start_and_makes_no_association(on_disk: Memory) -> None:
    """Case 27."""
    memory = on_disk
    about = fact("house", "colour", "white", entities=["Maria"])
    memory.learn(document(new_knowledge=[about]))
    statement = "SELECT e.label FROM claim_entity AS c JOIN entity AS e ON e.id = c.entity_id ORDER BY e.label"
    assert sorted(rows(memory, statement)) == [("Maria",), ("house",)]
    reopen(memory)
    assert sorted(rows(memory, statement)) == [("Maria",), ("house",)]
    assert count(memory, "association") == 0


@pytest.mark.parametrize(
    ("quote", "status"),
    [("Documents are in C:\\docs.", Status.ACCEPTED), ("Can you create README?", None)],
)
def test_only_the_sentence_that_asserts_is_accepted(memory: Memory, quote: str, status: Status | None) -> None:
    """Case 29: a message that asks and asserts."""
    entry = fact("documents", "folder", "C:\\docs", support={"source": "message", "quote": quote})
    memory.learn(document(new_knowledge=[entry]), "Can you create README? Documents are in C:\\docs.")
    found = [row[0] for row in rows(memory, "SELECT status FROM claim_status WHERE rev_to IS NULL")]
    assert found == ([] if status is None else [status])


def test_what_no_span_of_the_message_says_is_accepted_by_nobody(memory: Memory) -> None:
    """Case 29: without a span nothing is."""
    entry = fact("documents", "folder", "C:\\docs")
    memory.learn(document(new_knowledge=[entry]), "Can you create README? Documents are in C:\\docs.")
    assert rows(memory, "SELECT count(*) FROM claim_status WHERE status = 'accepted'") == [(0,)]


def test_a_file_that_is_too_large_or_a_project_that_is_not_there_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Case 31."""
    monkeypatch.setattr(attachment, "MAX_BYTES", 10)
    large = tmp_path / "large.txt"
    large.write_text("more than ten bytes", encoding="utf-8")
    clock = ManualClock(Instant.parse("2026-01-01"))
    with open_workbench(tmp_path, clock=clock, mint=CountedIds("turn")) as workbench:
        session = workbench.session("test", route=scripted_route(ScriptedProvider(["Noted."]), extracts=True))
        before = workbench.store.revision()
        with pytest.raises(UsageError, match="more than 10 bytes"):
            session.ask("Read this.", files=[large])
        with pytest.raises(NotFound):
            workbench.knowledge("nowhere")
        assert workbench.store.revision() == before


def test_what_a_document_says_is_not_the_users_assertion(memory: Memory) -> None:
    """Case 32: and the file is where it is found."""
    text = "The residence of user is Lyon."
    entry = fact("user", "residence", "Lyon", proposition=text, support={"source": "message", "quote": text})
    receipt = tell(memory, file(memory, "notes.md", text), new_knowledge=[entry])
    claim = receipt.written[0].claim_id
    assert claim is not None
    why = knowledge(memory).why(claim)
    assert (why.status, why.attributed_to) == (Status.ASSERTED, "notes.md")
    assert rows(memory, "SELECT locator FROM artifact") == [("notes.md",)]
