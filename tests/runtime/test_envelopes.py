"""The envelopes of a project: named, compared, and accounted for item by item."""

from __future__ import annotations

import pytest

from a008.clock import ManualClock
from a008.errors import NotFound, ProjectionError, UsageError
from a008.memory.envelope import Fate
from a008.memory.envelope_diff import Differs
from a008.present.session import ShownSession
from a008.workbench import Workbench
from tests.runtime.envelope_telling import tell


def test_turns_are_named_by_id_by_distance_and_by_number(
    workbench: Workbench, session: ShownSession, clock: ManualClock
) -> None:
    tell(session, clock, ["I live in Lyon.", "Where do I live?"])
    other = workbench.session()
    tell(other, clock, ["What do we use?"])
    envelopes = workbench.envelopes()
    listed = envelopes.turns()
    assert [turn.message for turn in listed] == ["What do we use?", "Where do I live?", "I live in Lyon."]
    assert [turn.number for turn in listed] == [1, 2, 1]
    assert [turn.message for turn in envelopes.turns(limit=1)] == ["What do we use?"]
    assert [turn.message for turn in envelopes.turns(conversation="last")] == ["What do we use?"]

    def message(turn: str, conversation: str | None = None) -> str:
        return envelopes.sent(turn, conversation=conversation).message

    first = session.conversation_id
    assert message(listed[1].turn_id) == message("last~1") == message("2", first) == message("LAST", first)
    assert message("1") == "What do we use?"
    assert message("last~", first) == message("1", first) == "I live in Lyon."
    for turn, conversation in (("last~3", None), ("2", None), ("0", first), ("3", first), ("last", "conversation_x")):
        with pytest.raises(NotFound):
            envelopes.sent(turn, conversation=conversation)
    with pytest.raises(UsageError, match="that is no turn"):
        envelopes.sent("Where do I live?")
    assert [each.number for each in envelopes.verify(conversation=first).turns] == [2, 1]


def test_a_turn_of_another_project_is_not_there(workbench: Workbench, session: ShownSession) -> None:
    turn = session.ask("I live in Lyon.").turn_id
    workbench.session("other")
    other = workbench.envelopes("other")
    assert other.turns() == ()
    assert other.verify().turns == ()
    for name in (turn, "last", "1"):
        with pytest.raises(NotFound):
            other.sent(name)
    with pytest.raises(NotFound):
        other.turns(conversation=session.conversation_id)


def test_one_message_is_compared_under_two_budgets_instants_revisions_and_wordings(
    workbench: Workbench, session: ShownSession, clock: ManualClock
) -> None:
    tell(session, clock, ["I live in Lyon.", "I prefer tea.", "We use SQLite for storage.", "I live in Oslo now."])
    envelopes = workbench.envelopes()
    question = "Where do I live?"

    by_budget = envelopes.diff(envelopes.of(question, budget=250), envelopes.of(question))
    (tea,) = by_budget.items
    assert (tea.differs, tea.after.proposition) == ((Differs.CAME,), "The user prefers tea.")
    assert (tea.before.fate, tea.before.detail[:3]) == (Fate.OVER_BUDGET, "by ")
    assert by_budget.alike == 1
    assert by_budget.after.bytes - by_budget.before.bytes == tea.after.bytes

    by_revision = envelopes.diff(envelopes.of(question, at_revision=6), envelopes.of(question, at_revision="HEAD"))
    assert {each.after.proposition or each.before.proposition: each.differs for each in by_revision.items} == {
        "The user lives in Oslo.": (Differs.CAME,),
        "The user lives in Lyon.": (Differs.WENT,),
    }
    lyon = next(each for each in by_revision.items if each.before.place)
    assert lyon.after.fate is Fate.SUPERSEDED

    by_instant = envelopes.diff(envelopes.of(question), envelopes.of(question, at="2030-01-01"))
    assert [(each.differs, each.after.fate) for each in by_instant.items] == [((Differs.WENT,), Fate.DORMANT)]

    by_wording = envelopes.diff(envelopes.of("Where do I live?"), envelopes.of("What do we use for storage?"))
    assert {Differs.CAME, Differs.WENT} <= {each for item in by_wording.items for each in item.differs}
    assert (by_wording.message_before, by_wording.message_after) == ("Where do I live?", "What do we use for storage?")


def test_a_turn_is_compared_with_the_same_message_now(
    workbench: Workbench, session: ShownSession, clock: ManualClock
) -> None:
    tell(session, clock, ["I live in Lyon.", "Where do I live?", "I live in Oslo now."])
    found = workbench.envelopes().diff("last~1", "Where do I live?")
    assert [each.differs for each in found.items] == [(Differs.CAME,), (Differs.WENT,)]
    same = workbench.envelopes().diff("last", "last")
    assert (same.items, same.same_bytes, same.fates_known) == ((), True, True)


def test_the_world_at_an_instant_can_be_asked_of(
    workbench: Workbench, session: ShownSession, clock: ManualClock
) -> None:
    tell(session, clock, ["I live in Lyon.", "I live in Oslo now."])
    then = workbench.envelopes().of("Where do I live?", as_of="2026-01-01")
    assert [item.proposition for item in then.items if item.type == "state"] == ["The user lives in Lyon."]


def test_a_message_continues_the_conversation_that_is_named(
    workbench: Workbench, session: ShownSession, clock: ManualClock
) -> None:
    tell(session, clock, ["The colour of house is white.", "I prefer tea.", "Tell me about the house."])
    envelopes = session.envelopes()
    alone, along = envelopes.of("What is its colour?"), envelopes.of("What is its colour?", conversation="last")
    assert along.payload == session.envelope("What is its colour?").payload
    assert [item.proposition for item in along.items] != [item.proposition for item in alone.items]
    with pytest.raises(ProjectionError):
        envelopes.of("What is the colour of the house?", budget=100)


def test_every_id_has_an_account(workbench: Workbench, session: ShownSession, clock: ManualClock) -> None:
    """Rule 17: `why` and `why_not` read the fate back for any id."""
    tell(session, clock, ["I live in Lyon.", "I live in Oslo now.", "I prefer tea.", "The sauna is hot."])
    envelopes, knowledge = workbench.envelopes(), workbench.knowledge()
    lyon, oslo = (head.claim.id for head in reversed(knowledge.history("user.residence")))
    question = "Where do I live?"

    (sent,) = envelopes.why(f"[{oslo}]", question)
    assert (sent.fate, sent.looked, sent.nearest) == (Fate.IN, (), "")
    assert [each.item.type for each in sent.candidates] == ["state", "claim"]
    assert envelopes.why_not(oslo, question) == ()

    (left_out,) = envelopes.why_not(lyon, question)
    assert left_out.verdict == f"superseded by {oslo}"
    assert left_out.candidates

    (unfound,) = envelopes.why_not(lyon, "Is the sauna hot?")
    assert unfound.verdict == f"superseded by {oslo}"
    assert unfound.candidates == ()
    assert unfound.nearest == "ask what user.residence was before"

    (unknown,) = envelopes.why("claim_aaaaaaaaaaaaaaaa", question)
    assert (unknown.fate, unknown.proposition, unknown.looked) == (Fate.UNKNOWN, "", ())


def test_an_address_stands_for_what_holds_there_or_held_last(
    workbench: Workbench, session: ShownSession, clock: ManualClock
) -> None:
    tell(session, clock, ["I live in Lyon.", "I prefer tea.", "I prefer rye bread."])
    envelopes = workbench.envelopes()
    assert [each.proposition for each in envelopes.why("User.Residence", "Hello!")] == ["The user lives in Lyon."]
    likes = envelopes.why("user --prefers-->", "What do I prefer?")
    assert sorted(each.proposition for each in likes) == ["The user prefers rye bread.", "The user prefers tea."]
    with pytest.raises(NotFound):
        envelopes.why("user.shoe", "Hello!")


def test_what_another_project_holds_is_told_by_nothing_but_its_fate(
    workbench: Workbench, session: ShownSession
) -> None:
    session.ask("I live in Lyon.")
    lyon = next(head.claim.id for head in workbench.knowledge().state())
    workbench.session("other")
    (found,) = workbench.envelopes("other").why(lyon, "Where do I live?")
    assert found.fate is Fate.OTHER_PROJECT
    assert (found.proposition, found.detail, found.looked, found.nearest) == ("", "", (), "")


def test_what_was_recorded_later_is_not_applicable(
    workbench: Workbench, session: ShownSession, clock: ManualClock
) -> None:
    tell(session, clock, ["Where do I live?", "I live in Lyon."])
    lyon = next(head.claim.id for head in workbench.knowledge().state())
    (found,) = workbench.envelopes().why(lyon, "last~1")
    assert found.fate is Fate.NOT_APPLICABLE
    assert found.detail == "recorded in revision 3, this was read at 0"
    assert found.proposition == ""


def test_an_envelope_itself_can_be_asked_about(session: ShownSession, clock: ManualClock) -> None:
    tell(session, clock, ["I live in Lyon.", "I prefer tea."])
    envelope = session.envelope("Where do I live?", budget=200)
    envelopes = session.envelopes()
    accounts = {
        account.fate for item in ("user.residence", "user --prefers-->") for account in envelopes.why(item, envelope)
    }
    assert accounts == {Fate.IN, Fate.OVER_BUDGET}
    decision = envelopes.explain(envelope)
    assert decision.envelope == envelope
    assert decision.fates[0].used == envelope.receipt.bytes
