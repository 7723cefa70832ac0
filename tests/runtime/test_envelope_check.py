"""What turns were sent is kept to the byte, and put together again from the store as it was then."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from a008.clock import ManualClock
from a008.errors import Code, StoreError
from a008.ids import CountedIds
from a008.memory.envelope import Fate, Lane
from a008.present.session import ShownSession
from a008.runtime.embedding import drop
from a008.runtime.envelope_check import Held
from a008.runtime.envelopes import Envelopes, Usual
from a008.workbench import Workbench, open_workbench
from tests.runtime.envelope_telling import TOLD, tamper, tell


def test_thirty_envelopes_are_the_same_to_the_byte_after_everything_that_came_later(
    workbench: Workbench, session: ShownSession, clock: ManualClock
) -> None:
    """Later turns, a merge, a pin, what was undone in the conversation and in memory: none of it changes what was."""
    sent = tell(session, clock, TOLD)
    entities, care, knowledge = workbench.entities(), workbench.care(), workbench.knowledge()
    merged = entities.commit(entities.merge("boat", "house", reason="A house boat."))
    tea = next(head.claim.id for head in knowledge.state("user") if head.slot.name == "prefers")
    care.pin(tea, reason="It matters.", standing=True)
    sent += tell(session, clock, ["Where is the boat?", "Hello again!"])
    entities.commit(entities.undo(merged.revision or 0, reason="No."))
    care.unpin(tea, reason="It does not.")
    for _ in range(3):
        session.undo()
    sent += tell(session, clock, ["What is its colour?", "What do I prefer?"])
    session.reset()
    envelopes = workbench.envelopes()
    assert [each.held for each in envelopes.verify().turns] == [Held.SAME] * len(sent)
    assert len(sent) == 34
    assert len(set(sent)) > 25
    assert [envelopes.sent(f"last~{back}").payload for back in reversed(range(len(sent)))] == sent


def test_another_process_with_another_hash_seed_and_locale_puts_the_same_bytes_together(
    workbench: Workbench, session: ShownSession, clock: ManualClock
) -> None:
    tell(session, clock, TOLD[:12])
    workbench.close()
    program = (
        "from a008.workbench import open_workbench\n"
        f"with open_workbench({str(workbench.settings.home)!r}, project='test') as workbench:\n"
        "    print([str(each.held) for each in workbench.envelopes().verify().turns] == ['same'] * 12)\n"
    )
    for seed, locale in (("0", "C"), ("4711", "C.UTF-8")):
        ran = subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed, "LC_ALL": locale},
            capture_output=True,
            text=True,
            check=True,
        )
        assert ran.stdout == "True\n"


def test_an_item_is_kept_once_however_often_it_is_sent(
    workbench: Workbench, session: ShownSession, clock: ManualClock
) -> None:
    sent = tell(session, clock, TOLD)

    def kept() -> tuple[int, int]:
        return workbench.store.read(
            lambda conn: (
                conn.execute("SELECT sum(length(envelope)) FROM turn").fetchone()[0],
                conn.execute("SELECT sum(length(item)) FROM envelope_item").fetchone()[0],
            )
        )

    rows, items = kept()
    assert rows + items < sum(map(len, sent)) / 2
    repeated = workbench.store.read(
        lambda conn: conn.execute("SELECT item FROM envelope_item GROUP BY item HAVING count(*) > 1").fetchall()
    )
    assert repeated == []


def test_an_item_that_was_tampered_with_is_named(
    workbench: Workbench, session: ShownSession, clock: ManualClock
) -> None:
    tell(session, clock, ["I live in Lyon.", "Where do I live?", "What do we use?"])
    tamper(workbench, "UPDATE envelope_item SET item = replace(item, 'Lyon', 'Rome')")
    found = workbench.envelopes().verify()
    by_number = {each.number: each for each in found.turns}
    assert by_number[1].held is Held.SAME
    damaged = by_number[2]
    assert damaged.held is Held.DAMAGED
    assert "The user lives in Rome." in damaged.detail
    assert "The user lives in Lyon." in damaged.detail
    assert damaged.item.startswith("claim_")
    assert found.failure is not None
    assert found.failure.code is Code.STORE_CORRUPT


@pytest.mark.parametrize(
    ("statement", "says"),
    [
        ('UPDATE turn SET envelope = \'{"a008_context":1,"items":[]}\' WHERE position = 1', "item 1, "),
        ("UPDATE turn SET envelope = 'no JSON' WHERE position = 1", "cannot be read"),
        ("UPDATE turn SET envelope = '{\"items\":[1,99]}' WHERE position = 1", "is not in the store"),
        ("UPDATE turn SET envelope = replace(envelope, ':1,', ':2,') WHERE position = 1", "no envelope of version 1"),
        (
            "UPDATE turn SET envelope = replace(envelope, ':1,', ':1,\"a\":0,') WHERE position = 1",
            "something around them",
        ),
    ],
)
def test_a_payload_that_was_tampered_with_is_damaged_and_says_how(
    workbench: Workbench, session: ShownSession, clock: ManualClock, statement: str, says: str
) -> None:
    tell(session, clock, ["I live in Lyon.", "Where do I live?"])
    tamper(workbench, statement)
    (found,) = workbench.envelopes().verify("last").turns
    assert found.held is Held.DAMAGED
    assert says in found.detail


def test_a_store_that_was_tampered_with_no_longer_gives_what_was_sent(
    workbench: Workbench, session: ShownSession, clock: ManualClock
) -> None:
    tell(session, clock, ["I live in Lyon.", "Where do I live?"])
    tamper(workbench, "UPDATE claim SET proposition = 'The user lives in Rome.'")
    (found,) = workbench.envelopes().verify("last").turns
    assert found.held is Held.DIFFERS
    assert found.detail.startswith('item 1 is kept as state "The user lives in Lyon."')
    envelope = workbench.envelopes().sent("last")
    assert [item.proposition for item in envelope.items] == ["The user lives in Lyon."]
    assert envelope.candidates[0].lanes == ()


def test_other_rules_and_a_lane_that_had_failed_are_told_from_a_fault(
    workbench: Workbench, session: ShownSession, clock: ManualClock
) -> None:
    tell(session, clock, ["I live in Lyon.", "Where do I live?"])
    tamper(
        workbench,
        "UPDATE claim SET proposition = 'The user lives in Rome.'",
        f"UPDATE turn SET rules = '{'0' * 64}'",
    )
    found = workbench.envelopes().verify()
    assert [each.held for each in found.turns] == [Held.OTHER_RULES, Held.SAME]
    assert found.is_sound
    tamper(workbench, "UPDATE turn SET degraded = '[\"text:error:OperationalError\"]'")
    (last,) = workbench.envelopes().verify("last").turns
    assert last.held is Held.INCOMPLETE
    assert "text:error" in last.detail


def test_the_language_tables_of_the_user_are_part_of_the_rules(
    workbench: Workbench, session: ShownSession, clock: ManualClock
) -> None:
    tell(session, clock, ["I live in Lyon.", "I live in Oslo now.", "Where do I live?"])
    table = '[intents]\nhistory = ["where do"]'
    usual = Usual(budget=32_768, tokenizer=None, dense=None, recent_messages=2, tables=(table,))
    own = Envelopes(workbench.store, session.project, clock, usual)
    assert [each.held for each in own.verify().turns] == [Held.OTHER_RULES, Held.SAME, Held.SAME]
    assert workbench.envelopes().verify("last").turns[0].held is Held.SAME


def test_a_turn_of_an_older_version_is_put_together_as_well_as_it_can_be(
    workbench: Workbench, session: ShownSession, clock: ManualClock
) -> None:
    sent = tell(session, clock, ["The colour of house is white.", "Tell me about the house.", "What is its colour?"])
    tamper(workbench, "UPDATE turn SET rules = NULL, recent = NULL, required_ids = NULL, degraded = NULL")
    envelopes = workbench.envelopes()
    assert [each.held for each in envelopes.verify().turns] == [Held.SAME] * 3
    assert envelopes.sent("last").payload == sent[-1]


def test_what_the_caller_required_is_required_again(
    workbench: Workbench, session: ShownSession, clock: ManualClock
) -> None:
    tell(session, clock, ["I prefer tea.", "We use SQLite for storage."])
    tea = next(head.claim.id for head in workbench.knowledge().state("user"))
    session.ask("What do we use for storage?", required_ids=[tea])
    (found,) = workbench.envelopes().verify("last").turns
    assert found.held is Held.SAME
    (account,) = workbench.envelopes().why(tea)
    assert account.fate is Fate.IN
    assert Lane.CALLER in account.candidates[0].lanes


def test_verifying_tells_how_far_it_is(workbench: Workbench, session: ShownSession, clock: ManualClock) -> None:
    tell(session, clock, TOLD[:3])
    told: list[tuple[int, int]] = []
    workbench.envelopes().verify(progress=lambda done, of: told.append((done, of)))
    workbench.envelopes().verify("last", progress=lambda done, of: told.append((done, of)))
    assert told == [(1, 3), (2, 3), (3, 3), (1, 1)]


def test_what_cannot_be_read_any_more_is_an_error_that_names_the_turn(
    workbench: Workbench, session: ShownSession, clock: ManualClock
) -> None:
    tell(session, clock, ["I live in Lyon."])
    tamper(workbench, "UPDATE turn SET envelope = 'no JSON'")
    with pytest.raises(StoreError, match="cannot be read") as failed:
        workbench.envelopes().sent("last")
    assert failed.value.item == workbench.envelopes().turns()[0].turn_id


def test_the_same_command_again_is_answered_with_the_envelope_that_was_sent(
    workbench: Workbench, session: ShownSession, clock: ManualClock
) -> None:
    """Even where the store would give another one now."""
    tell(session, clock, ["I live in Lyon."])
    first = session.ask("Where do I live?", command_id="one").envelope
    tell(session, clock, ["I live in Oslo now."])
    assert session.ask("Where do I live?", command_id="one").envelope.candidates == first.candidates
    tamper(workbench, "UPDATE claim SET proposition = 'The user lives in Rome.'")
    again = session.ask("Where do I live?", command_id="one").envelope
    assert (again.payload, again.receipt.sha256) == (first.payload, first.receipt.sha256)
    assert "Rome" not in str(again)


def test_vectors_that_are_gone_or_came_later_are_no_damage(tmp_path: Path, clock: ManualClock) -> None:
    """They stand outside the revisions, so that no envelope found by meaning can be held to the byte."""
    with open_workbench(tmp_path, project="test", dense="static", clock=clock, mint=CountedIds("turn")) as workbench:
        session = workbench.session()
        tell(session, clock, ["My puppy was ill all week.", "The invoice is due in March.", "Is my dog sick?"])
        assert workbench.envelopes().verify().failure is None
        drop(workbench.store, session.project.id)
        found = workbench.envelopes().verify()
    assert found.failure is None
    assert {each.held for each in found.turns} <= {Held.SAME, Held.INCOMPLETE}
    assert "dense" in "".join(each.detail for each in found.turns)
