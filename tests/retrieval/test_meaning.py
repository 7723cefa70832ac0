"""Finding by meaning: what it adds, what is missing, and whose vectors are never seen. Source: issue 4, `dense`."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from a008.memory.envelope import Fate, Lane
from a008.runtime.embedding import drop
from a008.store import vectors
from a008.store.connection import Connection
from tests.retrieval.asking import ask, shown
from tests.retrieval.meanings import NAME, Tiny, embedded, known, told
from tests.turns import Memory, document

_QUESTION = "Where is the hound?"
_PROGRAM = """
from a008.clock import Instant, ManualClock
from a008 import open_workbench
from a008.ids import CountedIds
clock = ManualClock(Instant.parse("2026-05-08T09:00:00Z"))
with open_workbench(store=":memory:", dense="static", clock=clock, mint=CountedIds("t")) as workbench:
    session = workbench.session()
    for said in ("My puppy was ill all week.", "My kitten is sick.", "The invoice is due in March."):
        session.ask(said)
    envelope = session.envelope("Is my dog sick?")
    print(envelope.payload, [each.reasons for each in envelope.candidates])
"""
_DOG = 'user, 2026-01-01: "My dog sleeps in the barn."'


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> Iterator[Tiny]:
    with known(monkeypatch, Tiny()) as model:
        yield model


def remembered(path: Path | None = None) -> Memory:
    return told(Memory(path), "My dog sleeps in the barn.", "The ship left Oslo.", "I like scarlet curtains.")


def test_a_text_without_a_shared_word_is_found_by_what_it_means(tiny: Tiny) -> None:
    memory = remembered()
    assert shown(ask(memory, _QUESTION)) == []
    embedded(memory, tiny)
    envelope = ask(memory, _QUESTION, dense=NAME)
    assert shown(envelope) == [_DOG]
    (sent,) = (each for each in envelope.candidates if each.fate is Fate.IN)
    assert (sent.lanes, sent.reasons) == ((Lane.DENSE,), ("means about the same (1.00)",))
    assert envelope.degraded == ()


def test_what_shares_words_and_means_the_same_tells_both_and_counts_once(tiny: Tiny) -> None:
    memory = remembered()
    embedded(memory, tiny)
    by_words = ask(memory, "Where does my dog sleep?").candidates[0]
    by_both = ask(memory, "Where does my dog sleep?", dense=NAME).candidates[0]
    assert by_both.lanes == (Lane.TEXT, Lane.DENSE)
    assert by_both.score == by_words.score


def test_what_is_far_is_not_found(tiny: Tiny) -> None:
    memory = remembered()
    embedded(memory, tiny)
    envelope = ask(memory, "Which melody?", dense=NAME)
    assert shown(envelope) == []
    assert envelope.receipt.abstention is not None


def test_without_vectors_the_lane_is_off_and_says_so(tiny: Tiny) -> None:
    memory = remembered()
    envelope = ask(memory, "Where does my dog sleep?", dense=NAME)
    assert envelope.degraded == ("dense:no_vectors",)
    assert envelope.payload == ask(memory, "Where does my dog sleep?").payload


def test_vectors_of_another_model_are_not_taken_for_this_ones(tiny: Tiny) -> None:
    memory = remembered()
    embedded(memory, Tiny("tiny:2"))
    assert ask(memory, _QUESTION, dense=NAME).degraded == ("dense:other_model",)


def test_a_model_that_fails_costs_no_envelope(tiny: Tiny, monkeypatch: pytest.MonkeyPatch) -> None:
    memory = remembered()
    embedded(memory, tiny)

    def broken(self: Tiny, texts: list[str]) -> None:
        raise RuntimeError("out of memory")

    monkeypatch.setattr(Tiny, "embed", broken)
    envelope = ask(memory, "Where does my dog sleep?", dense=NAME)
    assert envelope.degraded == ("dense:error:RuntimeError",)
    assert envelope.payload == ask(memory, "Where does my dog sleep?").payload


def test_a_text_that_came_later_has_no_vector_and_is_counted(tiny: Tiny) -> None:
    memory = remembered()
    embedded(memory, tiny)
    told(memory, "Our hound is called Rex.")
    envelope = ask(memory, _QUESTION, dense=NAME)
    assert envelope.degraded == ("dense:without_vector:2",)  # what was said, and the answer to it
    assert _DOG in shown(envelope)


def test_a_vector_of_another_wording_is_left_out_and_counted(tiny: Tiny) -> None:
    memory = remembered()
    embedded(memory, tiny)

    def spoil(conn: Connection) -> None:
        conn.execute("DROP TRIGGER vector_never_edited")
        conn.execute("UPDATE vector SET digest = :digest", {"digest": vectors.digest("something else")})

    memory.store.write(spoil)
    envelope = ask(memory, _QUESTION, dense=NAME)
    assert shown(envelope) == []
    assert [note.rpartition(":")[0] for note in envelope.degraded] == ["dense:other_wording"]
    again = embedded(memory, tiny)
    assert (again.made, again.kept) == (6, 0)
    assert shown(ask(memory, _QUESTION, dense=NAME)) == [_DOG]


def test_another_projects_vectors_are_never_seen(tiny: Tiny) -> None:
    memory = remembered()
    other = told(Memory.beside(memory, "other"), "A puppy was born.")
    embedded(memory, tiny)
    embedded(other, tiny)
    assert shown(ask(other, _QUESTION, dense=NAME)) == ['user, 2026-01-01: "A puppy was born."']
    assert shown(ask(memory, _QUESTION, dense=NAME)) == [_DOG]


def test_an_earlier_revision_sees_only_what_was_said_by_then(tiny: Tiny) -> None:
    memory = told(Memory(), "The ship left Oslo.")
    then = memory.store.revision()
    told(memory, "My dog sleeps in the barn.")
    embedded(memory, tiny)
    assert shown(ask(memory, _QUESTION, dense=NAME, at_revision=then)) == []
    assert shown(ask(memory, _QUESTION, dense=NAME)) == [_DOG]


def test_what_another_process_embeds_or_takes_out_counts_at_once(tiny: Tiny, tmp_path: Path) -> None:
    """Two stores on one file stand for two processes: each has its own connections."""
    path = tmp_path / "memory.sqlite"
    memory, other = remembered(path), Memory(path)
    embedded(memory, tiny)
    assert shown(ask(memory, _QUESTION, dense=NAME)) == [_DOG]
    other.learn(document(), "Our puppy is called Rex.", occurrence="later")
    embedded(other, tiny)
    assert shown(ask(memory, _QUESTION, dense=NAME)) == ['user, 2026-01-01: "Our puppy is called Rex."', _DOG]
    assert drop(other.store, other.project.id) == 8
    assert ask(memory, _QUESTION, dense=NAME).degraded == ("dense:no_vectors",)
    embedded(other, tiny)
    assert len(shown(ask(memory, _QUESTION, dense=NAME))) == 2
    memory.store.close()
    other.store.close()


def test_the_order_of_embedding_changes_nothing(tiny: Tiny) -> None:
    one, other = remembered(), remembered()
    embedded(one, tiny)
    told(one, "Our puppy is called Rex.")
    embedded(one, tiny)
    told(other, "Our puppy is called Rex.")
    embedded(other, tiny)
    assert ask(one, _QUESTION, dense=NAME).payload == ask(other, _QUESTION, dense=NAME).payload


def test_the_bytes_are_the_same_in_other_processes_with_other_hash_seeds() -> None:
    pytest.importorskip("tokenizers")
    found = {
        subprocess.run(
            [sys.executable, "-c", _PROGRAM],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(found) == 1
    assert "means about the same" in found.pop()


def test_a_model_that_is_not_there_is_named_and_nothing_else_is_lost() -> None:
    memory = remembered()
    envelope = ask(memory, "Where does my dog sleep?", dense="no such model")
    assert envelope.degraded == ("dense:unusable:no such model",)
    assert shown(envelope) == [_DOG]
