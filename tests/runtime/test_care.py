"""The user's care for what comes back: what it does, what it refuses, what it writes, and that truth never moves.

Source: rules 11, 21, 30 and 31; memory reference, manual maintenance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from a008.clock import Instant
from a008.errors import A008Error, NotFound, StaleState, UsageError
from a008.memory.envelope import DEFAULT_BUDGET, Candidate, ItemType, Lane
from a008.memory.lifecycle import Cause
from a008.memory.origin import Origin
from a008.memory.plan import CommitPlan
from a008.memory.receipt import Receipt
from a008.retrieval.budget import STANDING_SHARE
from a008.runtime.care import Care
from a008.store import checks, lifecycles
from a008.store.details import Details
from a008.store.replay import unreplayed
from a008.store.store import Store
from tests.retrieval.asking import ask
from tests.retrieval.documents import claim as said
from tests.shelf import Fact, Shelf
from tests.turns import Memory, document, fact, relation

START = Instant.parse("2026-01-01")
#: Everything that can be done, by name.
ACTS = ["pin", "stand", "unpin", "reinforce", "weaken", "reactivate", "repel"]


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    memory = Memory(tmp_path / "memory.sqlite")
    memory.learn(document(new_knowledge=[fact("a", "x", 1), fact("a", "y", 2)]))
    memory.learn(document(relation_updates=[relation("a", "feeds", "b")]))
    yield memory
    memory.store.close()
    assert [done for done in checks.checked(tmp_path / "memory.sqlite") if done.findings] == []


def care(memory: Memory) -> Care:
    return Care(memory.store, memory.project, memory.clock)


def strengths(done: Details) -> list[tuple[Cause, float, bool, bool]]:
    return [(move.cause, round(move.after, 9), move.pinned, move.standing) for move in done.strengths]


def test_each_sort_of_care_is_one_revision_that_says_who_and_why(memory: Memory) -> None:
    key, before = memory.item("a.x"), memory.store.revision()
    cared = care(memory)
    memory.clock.advance(days=90)
    done = [
        cared.weaken(key, reason="too loud", by="Ann"),
        cared.reinforce(key, reason="right again", by="Ann"),
        cared.reactivate(key, reason="needed", by="Ann"),
        cared.pin(key, reason="always", by="Ann", standing=True),
        cared.unpin(key, reason="over", by="Ann"),
    ]
    assert [strengths(each)[0] for each in done] == [
        (Cause.WEAKENED, 0.2, False, False),
        (Cause.REINFORCED, 0.4, False, False),
        (Cause.REACTIVATED, 0.9, False, False),
        (Cause.PINNED, 0.9, True, True),
        (Cause.UNPINNED, 0.9, False, False),
    ]
    assert [each.strengths[0].reason for each in done] == ["too loud", "right again", "needed", "always", "over"]
    assert [each.revision.number for each in done] == [before + n for n in range(1, 6)]
    assert {each.revision.author for each in done} == {"Ann"}


def test_what_is_named_twice_counts_once(memory: Memory) -> None:
    x, y = memory.item("a.x"), memory.item("a.y")
    done = care(memory).weaken(x, y, x, reason="too loud")
    assert [move.evidence_id for move in done.strengths] == [x, y]
    assert [move.after for move in done.strengths] == pytest.approx([0.6, 0.6])


def test_an_utterance_can_be_weakened_and_woken_and_never_pinned(memory: Memory) -> None:
    key = memory.store.read(lambda conn: conn.execute("SELECT id FROM utterance ORDER BY rowid LIMIT 1").fetchone()[0])
    cared = care(memory)
    assert strengths(cared.weaken(key, reason="noise")) == [(Cause.WEAKENED, 0.8, False, False)]
    assert strengths(cared.reactivate(key, reason="no noise")) == [(Cause.REACTIVATED, 1.0, False, False)]
    with pytest.raises(UsageError, match="only a claim that you said or confirmed"):
        cared.pin(key, reason="always")


def test_repelling_moves_the_attraction_of_an_association_and_nothing_else(memory: Memory) -> None:
    state = memory.state()
    for expected in (-0.2, -0.4):
        (move,) = care(memory).repel("A", "b", relation="Feeds", reason="they only share a folder").associations
        assert [move.attraction, move.strength] == pytest.approx([expected, 0.4])
        assert move.reason == "they only share a folder"
    assert memory.state() == state


def test_what_is_repelled_comes_later_as_a_neighbour_and_is_found_by_its_own_name_as_before(memory: Memory) -> None:
    """Case 76, fault Q10: down to an attraction of -1."""
    memory.learn(document(relation_updates=[relation("loadfile.c", "feeds", "converter")]))
    memory.learn(document(new_knowledge=[fact("converter", "colour", "red")]))

    def of_it(message: str) -> Candidate:
        found = [each for each in ask(memory, message).candidates if each.item.type is ItemType.STATE]
        return next(each for each in found if each.address == "converter.colour")

    near, named = of_it("Tell me about loadfile.c"), of_it("What is the colour of the converter?")
    assert Lane.HOP in near.lanes
    for _ in range(6):
        care(memory).repel("loadfile.c", "converter", reason="they only share a folder")
    assert of_it("Tell me about loadfile.c").score < near.score
    assert of_it("What is the colour of the converter?") == named
    assert named.required


def test_no_care_moves_what_holds(memory: Memory) -> None:
    """Rule 11."""
    state, keys = memory.state(), [memory.item("a.x"), memory.item("a.y")]
    cared = care(memory)
    for act in (cared.pin, cared.unpin, cared.reinforce, cared.reactivate, *[cared.weaken] * 6):
        act(*keys, reason="because")
        assert memory.state() == state


@settings(max_examples=25, deadline=None)
@given(acts=st.lists(st.tuples(st.integers(0, 3), st.sampled_from(ACTS), st.integers(0, 2_000)), max_size=12))
def test_any_care_at_any_time_leaves_the_same_state_and_the_same_history(acts: list[tuple[int, str, int]]) -> None:
    """Rule 11: what is told decides, however strong, pinned or pushed away the things are that it is told of."""
    plain, tended = _told([]), _told(acts)
    assert tended == plain


def _told(acts: list[tuple[int, str, int]]) -> list[tuple[object, ...]]:
    """Every binding of four turns, with care between them: after which turn, what, how many days later."""
    memory = Memory()
    turns = [
        document(new_knowledge=[fact("a", "x", 1)], relation_updates=[relation("a", "feeds", "b")]),
        document(new_knowledge=[fact("a", "x", 2, wording="change")]),
        document(new_knowledge=[fact("a", "x", 3, wording="conflict"), fact("a", "y", 1)]),
        document(relation_updates=[relation("a", "feeds", "c")]),
    ]
    for number, turn in enumerate(turns):
        memory.clock.now = START.plus(days=10_000 * number)
        memory.learn(turn)
        for _, word, days in (act for act in acts if act[0] == number):
            memory.clock.now = START.plus(days=10_000 * number + days)
            with suppress(UsageError):  # a pin that is there, one that is not
                if word == "repel":
                    care(memory).repel("a", "b", reason="because")
                elif word == "stand":
                    care(memory).pin(memory.item("a.x"), reason="because", standing=True)
                else:
                    getattr(care(memory), word)(memory.item("a.x"), reason="because")
    assert not list(memory.store.read(lambda conn: list(unreplayed(conn))))
    rows = "SELECT s.address, b.member, b.valid_from, b.valid_to, b.is_open, b.rev_to IS NULL, c.proposition, t.status "
    joined = "FROM binding AS b JOIN slot AS s ON s.id = b.slot_id JOIN claim AS c ON c.id = b.claim_id "
    status = "JOIN claim_status AS t ON t.claim_id = c.id AND t.rev_to IS NULL ORDER BY 1, 2, 3, 4, 6"
    return memory.store.read(lambda conn: conn.execute(rows + joined + status).fetchall())


# --- refusals: nothing is written


def _refusals(memory: Memory) -> dict[str, tuple[Callable[[Care], object], type[A008Error], str]]:
    x = memory.item("a.x")
    gone = "claim_aaaaaaaaaaaaaaaa"
    return {
        "no id": (lambda c: c.weaken(reason="r"), UsageError, "nothing is named"),
        "no reason": (lambda c: c.weaken(x, reason=" "), UsageError, "needs a reason"),
        "nobody": (lambda c: c.weaken(x, reason="r", by=" "), UsageError, "name who"),
        "one unknown id": (lambda c: c.weaken(x, gone, reason="r"), NotFound, gone),
        "an association as a carrier": (lambda c: c.weaken("association_x", reason="r"), NotFound, "association_x"),
        "no pin": (lambda c: c.unpin(x, reason="r"), UsageError, f"not pinned: {x}"),
        "no such name": (lambda c: c.repel("a", "nobody", reason="r"), NotFound, "nobody"),
        "the other way": (lambda c: c.repel("b", "a", reason="r"), NotFound, "b --...--> a"),
        "another relation": (lambda c: c.repel("a", "b", relation="eats", reason="r"), NotFound, "there is: feeds"),
    }


@pytest.mark.parametrize(
    "case",
    [
        *("no id", "no reason", "nobody", "one unknown id", "an association as a carrier", "no pin", "no such name"),
        *("the other way", "another relation"),
    ],
)
def test_what_cannot_be_done_is_refused_with_what_and_which_and_nothing_is_written(memory: Memory, case: str) -> None:
    act, kind, words = _refusals(memory)[case]
    before = memory.store.revision()
    with pytest.raises(kind) as refused:
        act(care(memory))
    assert type(refused.value) is kind
    assert words in str(refused.value)
    assert memory.store.revision() == before


def test_pinning_the_same_way_again_is_refused_and_another_way_is_not(memory: Memory) -> None:
    key, cared = memory.item("a.x"), care(memory)
    cared.pin(key, reason="always")
    with pytest.raises(UsageError, match="pinned already"):
        cared.pin(key, reason="always")
    assert strengths(cared.pin(key, reason="everywhere", standing=True))[0][2:] == (True, True)
    with pytest.raises(UsageError, match="stands in every envelope"):
        cared.pin(key, reason="everywhere", standing=True)
    assert strengths(cared.pin(key, reason="not everywhere"))[0][2:] == (True, False)


@pytest.mark.parametrize("origin", [Origin.WEB, Origin.FILE, Origin.TOOL, Origin.ASSISTANT, Origin.IMPORT])
def test_what_no_user_said_cannot_be_pinned_until_a_user_says_it(tmp_path: Path, origin: Origin) -> None:
    """Rule 31."""
    path = tmp_path / "memory.sqlite"
    shelf = Shelf(path)
    told = shelf.tell(Fact("project", "storage", "MySQL", "We use MySQL for storage."), origin=origin)
    key, cared = told.written[0].claim_id, Care(shelf.store, shelf.project, shelf.clock)
    for standing in (False, True):
        with pytest.raises(UsageError, match="only a claim that you said or confirmed"):
            cared.pin(key, reason="handy", standing=standing)
    assert strengths(cared.reinforce(key, reason="handy"))[0][2:] == (False, False)
    shelf.tell(Fact("project", "storage", "MySQL", "We use MySQL for storage."))
    assert strengths(cared.pin(key, reason="I say so too"))[0][2:] == (True, False)
    shelf.close()
    assert [done for done in checks.checked(path) if done.findings] == []


def test_an_id_of_another_project_is_not_found_there(tmp_path: Path) -> None:
    path = tmp_path / "memory.sqlite"
    one, two = Memory(path, project="one"), Memory(path, project="two")
    one.learn(document(new_knowledge=[fact("a", "x", 1)]))
    for act in (care(two).pin, care(two).weaken):
        with pytest.raises(NotFound, match="of this project"):
            act(one.item("a.x"), reason="r")
    one.store.close()
    two.store.close()


def test_care_that_was_decided_upon_an_older_strength_is_refused(memory: Memory) -> None:
    """Case 70: two at once, one effect."""
    key, meanwhile = memory.item("a.x"), care(memory)

    class Slow(Care):
        def _done(self, plan: CommitPlan) -> Details:
            meanwhile.weaken(key, reason="first")
            return super()._done(plan)

    slow = Slow(memory.store, memory.project, memory.clock)
    with pytest.raises(StaleState):
        slow.weaken(key, reason="second")
    assert strengths(meanwhile.weaken(key, reason="third")) == [(Cause.WEAKENED, 0.4, False, False)]


# --- standing items


def test_standing_items_may_take_a_quarter_of_the_budget_and_not_a_byte_more(memory: Memory) -> None:
    cared = care(memory)
    for number in range(3):
        memory.learn(said(f"Note {number}: " + "long " * 500))
    keys = memory.store.read(
        lambda conn: [row[0] for row in conn.execute("SELECT id FROM claim WHERE proposition LIKE 'Note%' ORDER BY 1")]
    )
    cared.pin(*keys, reason="everywhere", standing=True)
    before = memory.store.revision()
    memory.learn(said("Note 3: " + "word " * 200))
    key = memory.store.read(
        lambda conn: conn.execute("SELECT id FROM claim WHERE proposition LIKE 'Note 3%'").fetchone()[0]
    )
    with pytest.raises(UsageError) as refused:
        cared.pin(key, reason="everywhere too", standing=True)
    assert f"{DEFAULT_BUDGET // STANDING_SHARE:,} bytes" in str(refused.value)
    assert f"on top of {sum(_bytes(memory, each) for each in keys):,}" in str(refused.value)
    assert memory.store.revision() == before + 2  # the turn alone
    cared.unpin(keys[0], reason="no longer")
    cared.pin(key, reason="everywhere too", standing=True)
    sent = ask(memory, "Hello!")
    assert len(sent.items) == 3
    assert sent.receipt.bytes < DEFAULT_BUDGET // STANDING_SHARE


def _bytes(memory: Memory, key: str) -> int:
    return next(each.bytes for each in ask(memory, "Hello!", required=(key,)).candidates if each.item.id == key)


# --- exact write counts

#: One row of `revision`, one row of the new state, and the end of the state before it. What the predecessor counted as
#: receipt, audit and counter is the row itself: it names its occurrence, its cause and its reason.
ROWS = 3


def _changes(store: Store, act: Callable[[], object]) -> int:
    """Rows that an act inserts, updates or deletes, those of triggers included."""
    before = store.write(lambda conn: conn.total_changes)
    act()
    return store.write(lambda conn: conn.total_changes) - before


def _learning(memory: Memory, monkeypatch: pytest.MonkeyPatch, learnt: str) -> int:
    """Rows that what a turn teaches changes; what was said is a commit of its own, which the full text makes uneven."""
    counts: list[int] = []
    commit = memory.store.commit

    def counted(plan: CommitPlan) -> Receipt:
        receipts: list[Receipt] = []
        counts.append(_changes(memory.store, lambda: receipts.append(commit(plan))))
        return receipts[0]

    with monkeypatch.context() as patch:
        patch.setattr(memory.store, "commit", counted)
        memory.learn(learnt, message="Thanks.")
    return counts[-1]


@pytest.mark.parametrize("unrelated", [100, 1_000, pytest.param(10_000, marks=pytest.mark.slow)])
def test_a_reinforcement_writes_the_same_few_rows_whatever_the_size_of_the_store(
    tmp_path: Path, unrelated: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Case 79."""
    shelf = Shelf(tmp_path / "memory.sqlite")
    for start in range(0, unrelated, 100):
        shelf.tell(
            *(Fact(f"thing {n}", "size", n, f"Thing {n} is of size {n}.") for n in range(start, start + 100)),
        )
    memory = Memory(tmp_path / "memory.sqlite", project="test", at="2030-01-01")
    memory.learn(document(new_knowledge=[fact("a", "x", 1)], relation_updates=[relation("a", "feeds", "b")]))
    key, store, cared = memory.item("a.x"), memory.store, care(memory)
    assert _changes(store, lambda: cared.reinforce(key, reason="right again")) == ROWS
    assert _changes(store, lambda: cared.reinforce(key, key, reason="right again")) == ROWS
    assert _changes(store, lambda: cared.repel("a", "b", reason="misleading")) == ROWS
    assert _learning(memory, monkeypatch, document(reinforcements=[{"id": key}])) == ROWS
    assert _learning(memory, monkeypatch, document()) == 0
    assert _changes(store, lambda: [ask(memory, "a.x"), ask(memory, "Hello!"), memory.state()]) == 0
    shelf.close()
    memory.store.close()


def test_an_occurrence_that_counted_already_changes_no_row(memory: Memory) -> None:
    """Cases 66 and 70: the same plan twice is one boost."""
    key = memory.item("a.x")
    plans: list[CommitPlan] = []

    class Watched(Care):
        def _done(self, plan: CommitPlan) -> Details:
            plans.append(plan)
            return super()._done(plan)

    Watched(memory.store, memory.project, memory.clock).reinforce(key, reason="right again")
    before = memory.store.revision()

    def again() -> None:
        with pytest.raises(StaleState):
            memory.store.commit(plans[0])

    assert _changes(memory.store, again) == 0
    assert memory.store.revision() == before
    state = memory.store.read(lambda conn: lifecycles.lifecycles(conn, [key], at_revision=before))
    assert state[key].strength == 1.0
