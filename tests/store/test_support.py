"""What claims rest on, as it is kept; and what it decides: acceptance, and who may take a value back.

Source: rules 8, 9 and 31; memory reference 6.6, appendix C, cases 5, 12, 13, 18, 19, 30 to 33.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from a008.errors import UsageError
from a008.memory import acceptance
from a008.memory.acceptance import Decision
from a008.memory.claim import Status
from a008.memory.known import Wanted
from a008.memory.origin import Origin
from a008.memory.receipt import Receipt
from a008.memory.reconcile import Outcome
from a008.memory.resolution import Resolution
from a008.memory.support import RootKind, SourceKind
from a008.runtime import conflicts
from a008.runtime.evidence import Said
from a008.runtime.knowledge import Explanation, Knowledge
from a008.store import claims, known, support
from tests.cases import telling
from tests.cases.telling import file
from tests.store.looking import plan, statements
from tests.turns import Memory, document, fact

LYON = fact("user", "residence", "Lyon")
NO_LONGER = fact("user", "residence", "Lyon", wording="retraction", proposition="The user left Lyon.")


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    memory = Memory(tmp_path / "memory.sqlite")
    yield memory
    memory.store.close()


def spoken(memory: Memory, speaker: str, origin: Origin, *facts: dict[str, Any]) -> Said:
    """Some facts in so many words, from somebody."""
    return telling.spoken(memory, speaker, " ".join(each["proposition"] for each in facts), origin)


def tell(memory: Memory, said: Said, *facts: dict[str, Any]) -> Receipt:
    """Record what somebody other than the user said, and learn facts from it."""
    return telling.tell(memory, said, new_knowledge=list(facts))


def why(memory: Memory, claim_id: str, *, at_revision: int | None = None) -> Explanation:
    return Knowledge(memory.store, memory.project, memory.clock).why(claim_id, at_revision=at_revision)


def test_a_user_who_repeats_and_a_file_are_two_independent_sources(memory: Memory) -> None:
    for _ in range(3):
        memory.learn(document(new_knowledge=[LYON]))
    tell(memory, file(memory, "notes.md", "Notes. The residence of user is Lyon."), LYON)
    found = why(memory, memory.item("user.residence")).support
    assert [(root.kind, root.identity, root.times) for root in found.roots] == [
        (RootKind.PERSON, "user", 3),
        (RootKind.FILE, "notes.md", 1),
    ]
    assert (found.independent, found.repeats) == (2, 2)
    assert [source.kind for source in found.sources] == [SourceKind.USER] * 3 + [SourceKind.OBSERVATION]


def test_the_same_bytes_under_two_names_are_one_source(memory: Memory) -> None:
    for name in ("notes.md", "copy.md"):
        tell(memory, file(memory, name, "The residence of user is Lyon."), LYON)
    (root,) = why(memory, memory.item("user.residence")).support.roots
    assert (root.identity, root.times) == ("notes.md", 2)


def test_support_is_that_of_the_revision_asked_for(memory: Memory) -> None:
    memory.learn(document(new_knowledge=[LYON]))
    before, claim = memory.store.revision(), memory.item("user.residence")
    memory.learn(document(new_knowledge=[LYON]))
    assert why(memory, claim, at_revision=before).support.roots[0].times == 1
    assert why(memory, claim).support.roots[0].times == 2


def test_an_answer_that_says_it_again_adds_no_source(memory: Memory) -> None:
    memory.learn(document(new_knowledge=[LYON]))
    memory.learn(document(new_knowledge=[LYON]), message="Where do I live?", answer=LYON["proposition"])
    assert len(why(memory, memory.item("user.residence")).evidence) == 1


def test_what_an_answer_said_holds_and_is_not_accepted(memory: Memory) -> None:
    """Case 18: the head is owned by a claim that nobody accepted."""
    status = fact("ND-0001", "status", "In Progress")
    memory.learn(document(new_knowledge=[status]), message="What of ND-0001?", answer=status["proposition"])
    assert memory.state() == {"nd-0001.status": "In Progress"}
    found = why(memory, memory.item("nd-0001.status"))
    assert (found.status, found.attributed_to) == (Status.ASSERTED, "assistant")
    assert found.acceptance.decision is Decision.NOT_ACCEPTED
    assert [source.kind for source in found.support.sources] == [SourceKind.ASSISTANT]


def test_an_answer_without_an_address_is_kept_and_changes_nothing(memory: Memory) -> None:
    """Case 19."""
    said = {"proposition": "The meeting went rather well.", "severity": "minor"}
    receipt = memory.learn(document(new_knowledge=[said]), message="How was it?", answer="Fine, from what I read.")
    found = why(memory, receipt.written[0].claim_id)
    assert memory.state() == {}
    assert (found.status, found.support.sources[0].kind) == (Status.ASSERTED, SourceKind.INFERENCE)


def test_what_an_answer_said_is_accepted_once_the_user_says_it(memory: Memory) -> None:
    memory.learn(document(new_knowledge=[LYON]), message="Where do I live?", answer=LYON["proposition"])
    claim, before = memory.item("user.residence"), memory.store.revision()
    memory.learn(document(new_knowledge=[LYON]))
    assert memory.item("user.residence") == claim
    assert why(memory, claim, at_revision=before).status is Status.ASSERTED
    found = why(memory, claim)
    assert (found.status, found.acceptance.policy) == (Status.ACCEPTED, acceptance.USER_ASSERTION)


@pytest.mark.parametrize("origin", [Origin.FILE, Origin.WEB, Origin.TOOL, Origin.IMPORT])
def test_nothing_from_elsewhere_is_accepted_however_sure_it_is(memory: Memory, origin: Origin) -> None:
    """Cases 12 and 32."""
    sure = fact("user", "residence", "Lyon", confidence=1)
    tell(memory, spoken(memory, "somebody", origin, sure), sure)
    found = why(memory, memory.item("user.residence"))
    assert (found.status, found.attributed_to, found.certainty) == (Status.ASSERTED, "somebody", "certain")


def test_a_file_read_again_is_the_same_source(memory: Memory) -> None:
    """Case 33: speaker and locator are preserved."""
    for _ in range(2):
        tell(memory, file(memory, "notes.md", "The residence of user is Lyon."), LYON)
    found = why(memory, memory.item("user.residence"))
    assert {each.speaker for each in found.evidence} == {"notes.md"}
    assert (found.support.independent, found.support.repeats) == (1, 1)


def test_a_prediction_is_kept_as_one_and_never_accepted(memory: Memory) -> None:
    """Case 5."""
    rain = {
        "proposition": "It will rain on Friday.",
        "severity": "minor",
        "valid_from": "2026-01-09",
        "valid_to": "2026-01-10",
    }
    receipt = memory.learn(document(new_knowledge=[rain]))
    found = why(memory, receipt.written[0].claim_id)
    assert (found.status, found.support.sources[0].kind) == (Status.ASSERTED, SourceKind.PREDICTION)
    assert found.acceptance.reason == "the user only foretold it"


def test_what_is_told_of_a_time_that_is_over_is_a_report(memory: Memory) -> None:
    past = fact("user", "residence", "Paris", valid_from="2020-01-01", valid_to="2021-01-01")
    receipt = memory.learn(document(new_knowledge=[past]))
    assert why(memory, receipt.written[0].claim_id).support.sources[0].kind is SourceKind.REPORT


def test_a_contested_claim_says_by_which_rule_it_competes(memory: Memory) -> None:
    memory.learn(document(new_knowledge=[LYON]))
    rome = fact("user", "residence", "Rome")
    receipt = tell(memory, spoken(memory, "notes.md", Origin.FILE, rome), rome)
    found = why(memory, receipt.written[0].claim_id).acceptance
    assert (found.decision, found.reason) == (
        Decision.CONTESTED,
        "competes with the head: outside text against a user",
    )


@pytest.mark.parametrize("policy", ["", "user-assertion-v0"])
def test_under_a_policy_that_is_not_known_nothing_is_written(
    memory: Memory, monkeypatch: pytest.MonkeyPatch, policy: str
) -> None:
    """Case 30."""
    memory.learn(document(new_knowledge=[LYON]), message="Where do I live?", answer=LYON["proposition"])
    claim = memory.item("user.residence")
    monkeypatch.setattr(acceptance, "USER_ASSERTION", policy)
    with pytest.raises(UsageError):
        memory.learn(document(new_knowledge=[LYON]))
    assert why(memory, claim).status is Status.ASSERTED


def test_the_user_takes_back_what_only_the_user_said_however_often(memory: Memory) -> None:
    """Case 13: the claim is retracted, the value ends when it is taken back, history retains it."""
    for day in ("2026-01-01", "2026-01-05", "2026-01-09"):
        memory.learn(document(new_knowledge=[LYON]), at=day)
    claim = memory.item("user.residence")
    receipt = memory.learn(document(new_knowledge=[NO_LONGER]), at="2026-02-01")
    assert receipt.written[0].outcome is Outcome.RETRACTION
    assert memory.state() == {}
    assert memory.state(as_of="2026-01-31") == {"user.residence": "Lyon"}
    assert (why(memory, claim).status, why(memory, claim).acceptance.decision) == (
        Status.RETRACTED,
        Decision.REJECTED,
    )


def test_what_another_person_vouches_for_is_not_taken_back_and_both_words_are_kept(memory: Memory) -> None:
    """Case 13: with other accepted support the retraction is refused; the denial waits in the inbox."""
    memory.learn(document(new_knowledge=[LYON]))
    tell(memory, spoken(memory, "Ann", Origin.USER, LYON), LYON)
    receipt = memory.learn(document(new_knowledge=[NO_LONGER]), at="2026-02-01")
    (written,) = receipt.written
    assert (written.outcome, written.reason) == (Outcome.CONFLICT, "others vouch for the value: Ann")
    assert memory.state() == {"user.residence": "Lyon"}
    (waiting,) = Knowledge(memory.store, memory.project, memory.clock).conflicts()
    assert (waiting.other.claim_id, waiting.other.denies) == (written.claim_id, True)
    denial = why(memory, written.claim_id)
    assert denial.acceptance.reason == "competes with the head: others vouch for the value: Ann"
    assert [each.text for each in denial.evidence] == ["The user left Lyon."]


def test_a_person_can_still_let_the_denial_win(memory: Memory) -> None:
    memory.learn(document(new_knowledge=[LYON]))
    tell(memory, spoken(memory, "Ann", Origin.USER, LYON), LYON)
    receipt = memory.learn(document(new_knowledge=[NO_LONGER]), at="2026-02-01")
    denial = receipt.written[0].claim_id
    conflicts.resolve(
        memory.store, memory.project, denial, Resolution.TAKE_OTHER, by="Ann", reason="", clock=memory.clock
    )
    assert memory.state() == {}
    assert why(memory, denial).status is Status.ACCEPTED


def test_a_person_who_decided_a_conflict_vouches_for_what_holds(memory: Memory) -> None:
    memory.learn(document(new_knowledge=[LYON]))
    rome = fact("user", "residence", "Rome", wording="conflict")
    other = memory.learn(document(new_knowledge=[rome])).written[0].claim_id
    conflicts.resolve(
        memory.store, memory.project, other, Resolution.KEEP_HEAD, by="Ann", reason="", clock=memory.clock
    )
    receipt = memory.learn(document(new_knowledge=[NO_LONGER]))
    assert receipt.written[0].reason == "others vouch for the value: Ann"


@pytest.mark.parametrize("origin", [Origin.FILE, Origin.WEB, Origin.TOOL, Origin.IMPORT])
def test_what_nobody_accepted_does_not_hold_a_user_to_it(memory: Memory, origin: Origin) -> None:
    memory.learn(document(new_knowledge=[LYON]))
    tell(memory, spoken(memory, "somebody", origin, LYON), LYON)
    receipt = memory.learn(document(new_knowledge=[NO_LONGER]))
    assert receipt.written[0].outcome is Outcome.RETRACTION


def test_an_answer_cannot_take_back_what_the_user_asserted(memory: Memory) -> None:
    memory.learn(document(new_knowledge=[LYON]))
    receipt = memory.learn(document(new_knowledge=[NO_LONGER]), message="Hello.", answer="The user left Lyon.")
    assert (receipt.written[0].outcome, receipt.written[0].reason) == (
        Outcome.CONFLICT,
        "others vouch for the value: user",
    )
    assert memory.state() == {"user.residence": "Lyon"}


def test_an_answer_takes_back_what_only_an_answer_said(memory: Memory) -> None:
    memory.learn(document(new_knowledge=[LYON]), message="Hello.", answer=LYON["proposition"])
    receipt = memory.learn(document(new_knowledge=[NO_LONGER]), message="Hello.", answer="The user left Lyon.")
    assert receipt.written[0].outcome is Outcome.RETRACTION


def test_vouchers_are_the_people_behind_accepted_claims_and_read_only_where_something_is_taken_back(
    memory: Memory,
) -> None:
    memory.learn(document(new_knowledge=[LYON]))
    tell(memory, spoken(memory, "Ann", Origin.USER_CONFIRMED, LYON), LYON)
    tell(memory, file(memory, "notes.md", "The residence of user is Lyon."), LYON)
    claim = memory.item("user.residence")
    assert memory.store.read(lambda conn: support.vouchers(conn, [claim])) == {claim: ("Ann", "user")}
    slot = next(head.slot.id for head in memory.heads(memory.clock.now))
    for takes_back in (False, True):
        asked = Wanted(
            forms=(),
            labels=frozenset(),
            slots=frozenset({slot}),
            evidence=frozenset(),
            text_keys=frozenset(),
            takes_back=takes_back,
        )
        found = memory.store.read(partial(known.known, project_id=memory.project.id, wanted=asked))
        assert bool(found.vouchers) == takes_back


def test_an_unknown_claim_rests_on_nothing(memory: Memory) -> None:
    newest = memory.store.revision()
    assert memory.store.read(lambda conn: support.evidence(conn, ["claim_none"], at_revision=newest)) == {}
    assert memory.store.read(lambda conn: support.acceptances(conn, ["claim_none"], at_revision=newest)) == {}
    assert memory.store.read(lambda conn: support.vouchers(conn, ["claim_none"])) == {}


def test_acceptance_never_decides_what_holds(memory: Memory) -> None:
    """Rule 8: a value that nobody accepted takes the place of one that a user asserted."""
    memory.learn(document(new_knowledge=[LYON]), at="2026-01-01")
    rome = fact("user", "residence", "Rome", wording="change")
    memory.learn(document(new_knowledge=[rome]), message="Hello.", answer=rome["proposition"], at="2026-02-01")
    assert memory.state() == {"user.residence": "Rome"}
    newest, claim = memory.store.revision(), memory.item("user.residence")
    (row,) = memory.store.read(lambda conn: claims.claims(conn, memory.project.id, [claim], at_revision=newest))
    assert row.status is Status.ASSERTED


@pytest.mark.parametrize("name", statements(support))
def test_every_statement_is_a_run_of_probes_in_a_stated_order(memory: Memory, name: str) -> None:
    text = statements(support)[name]
    steps = memory.store.read(lambda conn: plan(conn, text))
    assert [step for step in steps if step.startswith("SCAN") and "wanted VIRTUAL TABLE" not in step] == []
    assert "ORDER BY" in text
    assert "?" not in text
