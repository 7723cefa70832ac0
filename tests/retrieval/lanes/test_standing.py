"""Standing items: in every envelope of their project while they hold, and never as current when they do not.

Source: rules 1, 16, 17, 21 and 31.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from a008.errors import ProjectionError
from a008.memory.envelope import Fate, ItemType, Lane
from a008.memory.resolution import Resolution
from a008.retrieval.budget import STANDING_SHARE
from a008.runtime import conflicts
from a008.runtime.care import Care
from tests.retrieval.asking import ask, fate, shown
from tests.retrieval.documents import claim
from tests.turns import Memory, document, fact

ANYTHING = ["What is the weather like?", "Hello!", "Thanks!", "Where was it before?", ""]


@pytest.fixture
def memory() -> Memory:
    """A user's residence stands in every envelope, and so does a rule that has no address."""
    memory = Memory()
    memory.learn(document(new_knowledge=[fact("user", "residence", "Lyon"), fact("user", "name", "Ada")]))
    memory.learn(claim("Deployments happen on Mondays."))
    note = memory.store.read(
        lambda conn: conn.execute("SELECT id FROM claim WHERE proposition LIKE 'Deployments%'").fetchone()[0]
    )
    memory.clock.advance(days=1)
    stand(memory, memory.item("user.residence"), note)
    return memory


def stand(memory: Memory, *keys: str) -> None:
    Care(memory.store, memory.project, memory.clock).pin(*keys, reason="everywhere", standing=True)


@pytest.mark.parametrize("message", ANYTHING)
def test_a_standing_item_is_required_in_every_envelope_a_greeting_s_included(memory: Memory, message: str) -> None:
    sent = ask(memory, message, now="2036-01-01")
    for part, kind in (("Lyon", ItemType.STATE), ("Mondays", ItemType.CLAIM)):
        item = next(item for item in sent.items if part in item.proposition and item.type is kind)
        candidate = sent.admitted(item.id)
        assert candidate is not None
        assert (candidate.required, candidate.active) == (True, True)
        assert Lane.STANDING in candidate.lanes


def test_what_is_only_pinned_is_not_volunteered_to_a_greeting(memory: Memory) -> None:
    Care(memory.store, memory.project, memory.clock).pin(memory.item("user.name"), reason="always")
    assert len(ask(memory, "Hello!").items) == 2


def test_a_greeting_without_standing_items_is_sent_nothing() -> None:
    memory = Memory()
    memory.learn(document(new_knowledge=[fact("user", "residence", "Lyon")]))
    assert ask(memory, "Hello!").candidates == ()


def test_a_standing_item_of_another_project_is_not_even_considered(tmp_path: Path) -> None:
    one = Memory(tmp_path / "memory.sqlite", project="one")
    two = Memory(tmp_path / "memory.sqlite", project="two")
    one.learn(document(new_knowledge=[fact("user", "residence", "Lyon")]))
    stand(one, one.item("user.residence"))
    assert ask(two, "Hello!").candidates == ()
    assert "Lyon" not in str(ask(two, "Where do I live?").candidates)
    one.store.close()
    two.store.close()


def test_a_standing_item_that_was_replaced_is_not_shown_and_its_fate_says_by_what(memory: Memory) -> None:
    memory.learn(document(new_knowledge=[fact("user", "residence", "Oslo", wording="change")]))
    oslo = memory.item("user.residence")
    for message in ANYTHING:
        sent = ask(memory, message)
        assert not [line for line in shown(sent, ItemType.STATE, ItemType.CLAIM) if "Lyon" in line]
        assert (fate(sent, "Lyon").fate, fate(sent, "Lyon").detail) == (Fate.SUPERSEDED, f"by {oslo}")
        assert "Deployments happen on Mondays." in shown(sent)


def test_a_standing_item_that_was_replaced_does_not_put_what_replaced_it_everywhere(memory: Memory) -> None:
    memory.learn(document(new_knowledge=[fact("user", "residence", "Oslo", wording="change")]))
    assert shown(ask(memory, "What is the weather like in general?"), ItemType.STATE) == []


def test_a_standing_item_holds_for_the_time_and_the_revision_that_are_asked_about(memory: Memory) -> None:
    pinned_at = memory.store.revision()
    memory.learn(
        document(new_knowledge=[fact("user", "residence", "Oslo", wording="change", valid_from="2026-06-01")]),
        at="2026-07-01",
    )
    assert [each for each in shown(ask(memory, "Hello!")) if "residence" in each] == []
    assert "Lyon" in str(shown(ask(memory, "Hello!", as_of="2026-05-01"), ItemType.STATE))
    assert "Lyon" in str(shown(ask(memory, "Hello!", at_revision=pinned_at), ItemType.STATE))
    assert ask(memory, "Hello!", at_revision=pinned_at - 1).candidates == ()


def test_a_standing_item_whose_time_has_not_come_says_when_it_will(memory: Memory) -> None:
    memory.learn(document(new_knowledge=[fact("user", "residence", "Oslo", valid_from="2027-03-01")]))
    key = memory.store.read(
        lambda conn: conn.execute("SELECT id FROM claim WHERE proposition LIKE '%Oslo%'").fetchone()[0]
    )
    stand(memory, key)
    sent = ask(memory, "Hello!")
    assert fate(sent, "Oslo").verdict == "not_applicable starts 2027-03-01"
    assert not fate(sent, "Oslo").required
    assert "Oslo" in str(shown(ask(memory, "Hello!", now="2027-03-02"), ItemType.STATE))


def test_both_sides_of_a_conflict_about_a_standing_item_travel_with_it(memory: Memory) -> None:
    memory.learn(document(new_knowledge=[fact("user", "residence", "Rome", wording="conflict")]))
    sent = ask(memory, "Hello!")
    assert [item.type for item in sent.items] == [ItemType.STATE, ItemType.CONFLICT, ItemType.CLAIM]
    assert "Rome" in sent.items[1].proposition


def test_the_loser_of_a_conflict_stands_no_more(memory: Memory) -> None:
    memory.learn(document(new_knowledge=[fact("user", "residence", "Rome", wording="conflict")]))
    rome = memory.store.read(lambda conn: conn.execute("SELECT claim_id FROM contest").fetchone()[0])
    stand(memory, rome)
    assert [item.type for item in ask(memory, "Hello!").items] == [ItemType.STATE, ItemType.CONFLICT, ItemType.CLAIM]
    head = memory.item("user.residence")
    keep = Resolution.KEEP_HEAD
    conflicts.resolve(memory.store, memory.project, rome, keep, by="Ada", reason="I asked.", clock=memory.clock)
    sent = ask(memory, "Hello!")
    assert [item.id for item in sent.items if item.type is ItemType.STATE] == [head]
    assert "Rome" not in sent.payload
    assert fate(sent, "Rome").fate is Fate.RETRACTED


def test_old_wording_without_an_address_is_not_shown_because_it_stands(memory: Memory) -> None:
    """Rule 16: a claim that says in plain words what holds no more."""
    memory.learn(claim("Lyon, that is the residence of the user."))
    plain = memory.store.read(
        lambda conn: conn.execute("SELECT id FROM claim WHERE form IS NULL ORDER BY rev_from DESC").fetchone()[0]
    )
    stand(memory, plain)
    memory.learn(document(new_knowledge=[fact("user", "residence", "Oslo", wording="change")]))
    sent = ask(memory, "Hello!")
    assert shown(sent) == ["Deployments happen on Mondays."]
    assert {each.fate for each in sent.candidates if "Lyon" in each.item.proposition} == {Fate.SUPERSEDED}


def test_a_standing_item_that_does_not_fit_is_named_before_anything_is_sent(memory: Memory) -> None:
    with pytest.raises(ProjectionError) as refused:
        ask(memory, "Hello!", budget=200)
    assert refused.value.item is not None


def test_standing_items_come_in_the_order_in_which_they_were_put_there(memory: Memory) -> None:
    name = memory.item("user.name")
    stand(memory, name)
    states = [item.id for item in ask(memory, "Hello!").items if item.type is ItemType.STATE]
    assert states == [memory.item("user.residence"), name]


def test_standing_items_take_their_quarter_of_any_budget_and_no_more(memory: Memory) -> None:
    """Issue 4: a fixed share, nothing lent. Whether it fits depends on the budget alone, never on the message."""
    standing = sum(each.bytes for each in ask(memory, "Hello!").candidates if each.required)
    least = STANDING_SHARE * standing
    for message in ANYTHING:
        assert len(ask(memory, message, budget=least).items) >= 2
        with pytest.raises(ProjectionError, match="their quarter") as caught:
            ask(memory, message, budget=least - 1)
        assert (caught.value.needed, caught.value.budget) == (standing, standing - 1)


def test_what_the_standing_share_leaves_is_open_to_others_and_budgets_still_nest(memory: Memory) -> None:
    for number in range(9):
        memory.learn(document(new_knowledge=[fact(f"part{number}", "shade", f"blue {number}")]))
    standing = sum(each.bytes for each in ask(memory, "Hello!").candidates if each.required)
    smaller: set[str] = set()
    for budget in range(STANDING_SHARE * standing, 3_000, 61):
        items = {item.id for item in ask(memory, "Which shade has it?", budget=budget).items}
        assert smaller <= items
        smaller = items
    assert len(smaller) > 9


def test_the_share_is_counted_in_tokens_where_the_budget_is(memory: Memory) -> None:
    with pytest.raises(ProjectionError, match="tokens needed"):
        ask(memory, "Hello!", budget=150, tokenizer="o200k_base")
    assert len(ask(memory, "Hello!", budget=600, tokenizer="o200k_base").items) == 2
