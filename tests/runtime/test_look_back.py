"""Looking back through `Knowledge`: show, diff, blame, bisect, verify. Source: the issue, "Git for memory"."""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from a008.clock import Instant, ManualClock
from a008.errors import Code, NotFound, UsageError
from a008.runtime.bisect import KnowledgeAt
from a008.store.checks import Check
from a008.workbench import Workbench, open_workbench

MESSAGES = (
    "I live in Lyon.",
    "We use SQLite for storage.",
    "I live in Oslo now.",
    "I like tea.",
    "I like chess.",
    "My name is Ada.",
)


@pytest.fixture
def workbench(tmp_path: Path) -> Iterator[Workbench]:
    """Six turns in one conversation: revisions 1 to 12, the residence changed by revision 6."""
    clock = ManualClock(Instant.parse("2026-01-10T09:00:00Z"))
    with open_workbench(tmp_path, project="home", clock=clock) as opened:
        session = opened.session()
        for message in MESSAGES:
            assert session.ask(message).memory.status == "committed"
            clock.advance(days=1)
        yield opened


def lives_in_oslo(knowledge: KnowledgeAt) -> bool:
    return knowledge.value("user.residence") == "Oslo"


def test_a_revision_names_the_turn_the_message_and_the_conversation(workbench: Workbench) -> None:
    found = workbench.knowledge().show(6)
    assert found.turn is not None
    assert (found.turn.message, found.turn.position) == ("I live in Oslo now.", 2)
    assert found.turn.conversation_id == workbench.conversations()[0].id
    assert (found.revision.author, found.revision.cause) == ("rules", "turn learnt")
    assert [head.value for head in found.written] == ["Lyon", "Oslo"]


@pytest.mark.parametrize("name", ["HEAD~6", "6", 6])
def test_a_revision_can_be_named_in_every_way(workbench: Workbench, name: str | int) -> None:
    knowledge = workbench.knowledge()
    found = knowledge.revision(name)
    assert found.number == 6
    assert knowledge.revision(found.hash[:8]) == found


@pytest.mark.parametrize("name", ["HEAD~7", "5", 5])
def test_every_read_can_be_made_at_a_revision_by_any_of_its_names(workbench: Workbench, name: str | int) -> None:
    knowledge = workbench.knowledge()
    assert [head.value for head in knowledge.state("user", at_revision=name)] == ["Lyon"]
    assert [head.value for head in knowledge.held("user.residence", at_revision=name)] == ["Lyon"]
    assert [head.value for head in knowledge.history("user.residence", at_revision=name)] == ["Lyon"]
    assert [row.head.value for row in knowledge.blame("user.residence", at_revision=name)] == ["Lyon"]
    (lyon,) = knowledge.held("user.residence", at_revision=name)
    assert knowledge.why(lyon.claim.id, at_revision=name).moved_on == ()
    assert knowledge.conflicts(at_revision=name) == ()


@pytest.mark.parametrize(
    ("name", "error"), [(13, NotFound), ("HEAD~12", NotFound), (-1, UsageError), ("x", UsageError)]
)
def test_no_read_answers_for_a_revision_that_is_not_there(
    workbench: Workbench, name: str | int, error: type[Exception]
) -> None:
    knowledge = workbench.knowledge()
    for read in (
        lambda: knowledge.state(at_revision=name),
        lambda: knowledge.held("user.residence", at_revision=name),
        lambda: knowledge.history("user.residence", at_revision=name),
        lambda: knowledge.blame("user.residence", at_revision=name),
        lambda: knowledge.why("claim_aaaaaaaaaaaaaaaa", at_revision=name),
        lambda: knowledge.conflicts(at_revision=name),
    ):
        with pytest.raises(error, match="revision"):
            read()


def test_a_read_can_be_made_at_any_number_that_the_store_has_reached(workbench: Workbench) -> None:
    """An envelope's receipt names the newest revision of the store, whichever project made it."""
    newest = workbench.session("elsewhere").ask("I live in Turku.").envelope.receipt.revision + 2
    assert workbench.knowledge().state(at_revision=newest) == workbench.knowledge().state()
    assert workbench.knowledge().state(at_revision=0) == ()


def test_an_instant_may_be_text_and_a_date_is_its_whole_day(workbench: Workbench) -> None:
    knowledge = workbench.knowledge()
    held = {
        day: knowledge.held("user.residence", as_of=day) for day in ("2026-01-11", "2026-01-12", "2026-01-12T08:59")
    }
    assert {day: head.value for day, (head,) in held.items()} == {
        "2026-01-11": "Lyon",
        "2026-01-12": "Oslo",
        "2026-01-12T08:59": "Lyon",
    }
    for read in (knowledge.state, lambda as_of: knowledge.diff(1, 2, as_of=as_of)):
        with pytest.raises(UsageError, match="banana"):
            read(as_of="banana")


def test_why_tells_what_came_after_a_claim_at_its_address(workbench: Workbench) -> None:
    (lyon,) = workbench.knowledge().held("user.residence", at_revision=2)
    (later,) = workbench.knowledge().why(lyon.claim.id).moved_on
    assert (later.revision, str(later.outcome), later.words.text) == (6, "change", "I live in Oslo now.")
    workbench.session().ask("Correction: I live in Bergen.")
    (oslo,) = workbench.knowledge().held("user.residence", at_revision=6)
    shown = workbench.knowledge().why(oslo.claim.id)
    assert "corrected in revision 14 by user: Correction: I live in Bergen." in str(shown)
    assert "corrected in revision 14 by user: Correction: I live in Bergen." in shown._repr_html_()
    assert shown.bindings == (), "nothing of it is believed any more"


def test_a_difference_says_what_changed_between_two_turns(workbench: Workbench) -> None:
    found = workbench.knowledge().diff(2, "HEAD")
    said = {each.address: (str(each.kind), each.before and each.before.value) for each in found.values}
    assert said == {
        "project.storage": ("added", None),
        "user --likes-->": ("added", None),
        "user.name": ("added", None),
        "user.residence": ("changed", "Lyon"),
    }
    assert [each.after and each.after.value for each in found.values if each.address == "user --likes-->"] == [
        "chess",
        "tea",
    ]
    assert found.revisions == tuple(range(3, 13))


def test_blame_quotes_what_the_user_said_in_which_turn(workbench: Workbench) -> None:
    oslo, lyon = workbench.knowledge().blame("user.residence")
    assert oslo.put.words is not None
    assert (oslo.put.words.speaker, oslo.put.words.text) == ("user", "I live in Oslo now.")
    assert oslo.put.words.conversation_id == workbench.conversations()[0].id
    assert lyon.put.words is not None
    assert lyon.put.words.text == "I live in Lyon."
    assert lyon.revised is not None
    assert (lyon.revised.revision, oslo.put.revision) == (6, 6)
    with pytest.raises(NotFound, match=r"user\.shoes"):
        workbench.knowledge().blame("user.shoes")


def test_an_address_can_be_drawn_over_both_times(workbench: Workbench) -> None:
    drawn = workbench.knowledge().timeline("User.Residence")
    assert drawn.chart is not None
    assert [strip.revision for strip in drawn.chart.strips] == [6, 2]
    assert workbench.knowledge().page("user.residence").slot.address == drawn.address
    with pytest.raises(NotFound):
        workbench.knowledge().timeline("user.shoes")


def test_a_search_finds_the_first_revision_at_which_something_holds(workbench: Workbench) -> None:
    knowledge = workbench.knowledge()
    assert knowledge.bisect(lives_in_oslo).number == 6
    assert knowledge.bisect(lambda at: at.value("user.residence") == "Lyon", bad=5).number == 2
    assert knowledge.bisect(lambda at: "chess" in at.values("user --likes-->")).number == 10
    assert knowledge.bisect(lambda at: len(at.state("user")) >= 4).number == 12


@pytest.mark.parametrize("first", range(1, 13))
def test_whatever_the_first_revision_is_it_is_found(workbench: Workbench, first: int) -> None:
    assert workbench.knowledge().bisect(lambda at: at.revision >= first).number == first


def test_the_search_looks_at_few_revisions_and_at_each_once(workbench: Workbench) -> None:
    looked: list[int] = []

    def holds(knowledge: KnowledgeAt) -> bool:
        looked.append(knowledge.revision)
        return lives_in_oslo(knowledge)

    workbench.knowledge().bisect(holds)
    assert len(looked) == len(set(looked))
    assert len(looked) <= 2 + math.ceil(math.log2(12)), "the two ends, then halving"


def test_the_search_goes_over_the_projects_own_revisions(workbench: Workbench) -> None:
    other = workbench.session("elsewhere")
    for message in MESSAGES[:3]:
        other.ask(message)
    looked: list[int] = []

    def holds(knowledge: KnowledgeAt) -> bool:
        looked.append(knowledge.revision)
        return lives_in_oslo(knowledge)

    assert workbench.knowledge("elsewhere").bisect(holds).number == 18
    assert set(looked) <= {0, 13, 14, 15, 16, 17, 18}
    with pytest.raises(NotFound):
        workbench.knowledge("elsewhere").show(6)


def test_it_says_so_when_it_holds_never_or_already(workbench: Workbench) -> None:
    knowledge = workbench.knowledge()
    with pytest.raises(NotFound, match="does not hold where the search ends: revision 12"):
        knowledge.bisect(lambda at: False)
    with pytest.raises(UsageError, match="before the first revision"):
        knowledge.bisect(lambda at: True)
    with pytest.raises(UsageError, match="holds already where the search begins: revision 8"):
        knowledge.bisect(lives_in_oslo, good=8)
    with pytest.raises(UsageError, match="begins behind its end"):
        knowledge.bisect(lives_in_oslo, good=8, bad=4)


def test_a_project_without_revisions_has_no_newest(workbench: Workbench) -> None:
    workbench.session("empty")
    with pytest.raises(NotFound, match="HEAD"):
        workbench.knowledge("empty").show("HEAD")


def test_a_value_is_none_where_nothing_or_several_hold(workbench: Workbench) -> None:
    at = KnowledgeAt(workbench.knowledge(), 12, Instant.parse("2026-02-01"))
    assert sorted(map(str, at.values("user --likes-->"))) == ["chess", "tea"]
    assert at.value("user --likes-->") is None
    assert (at.value("user.shoes"), at.values("user.shoes"), at.state("nobody")) == (None, (), ())


def test_looking_back_writes_nothing(workbench: Workbench) -> None:
    before = workbench.store.revision()
    knowledge = workbench.knowledge()
    knowledge.show("HEAD")
    knowledge.diff(0, "HEAD")
    knowledge.blame("user.residence")
    knowledge.bisect(lives_in_oslo)
    assert workbench.verify().is_sound
    assert workbench.store.revision() == before


def test_a_healthy_store_is_verified_in_a_file_and_in_memory(workbench: Workbench) -> None:
    found = workbench.verify()
    assert [done.check for done in found.checks] == list(Check)
    assert (found.is_sound, found.failure, found.revision) == (True, None, 12)
    assert found.hash == workbench.knowledge().revision("HEAD").hash
    with open_workbench(store=":memory:") as in_memory:
        in_memory.session("home").ask("I live in Lyon.")
        assert in_memory.verify().is_sound


@pytest.mark.parametrize(
    ("statement", "check", "words"),
    [
        ("UPDATE claim SET proposition = 'The user lives in Rome.' WHERE rev_from = 6", Check.ROWS, "revision 6 wrote"),
        ("DELETE FROM label WHERE rev_from = 4", Check.ROWS, "revision 4 wrote rows of label that are gone"),
        ("DELETE FROM entity_label WHERE rev_from = 2", Check.ROWS, "revision 2 wrote rows of entity_label"),
        ("UPDATE binding SET rev_to = NULL WHERE rev_to = 6", Check.ROWS, "revision 6 closed rows of binding"),
        (
            "UPDATE lifecycle SET rev_to = 12 WHERE rev_from = 1",
            Check.ROWS,
            "lifecycle holds rows that revision 12 did",
        ),
        ("UPDATE revision SET cause = 'maintenance' WHERE number = 6", Check.CHAIN, "revision 6 was altered"),
        ("UPDATE revision SET changes = '[1]' WHERE number = 6", Check.CHAIN, "revision 6 was altered"),
        ("UPDATE revision SET recorded_at = substr('x' || recorded_at, 1, 24)", Check.CHAIN, "revision 1 was altered"),
        ("DELETE FROM revision WHERE number = 6", Check.CHAIN, "revision 6 is missing"),
        ("DELETE FROM revision WHERE number = 12", Check.CHAIN, "revision 12 is missing"),
        ("DELETE FROM revision WHERE number > 10", Check.CHAIN, "revision 11 is missing"),
    ],
)
def test_what_another_program_altered_is_named(workbench: Workbench, statement: str, check: Check, words: str) -> None:
    path = workbench.store.path
    assert path is not None
    with closing(sqlite3.connect(path, isolation_level=None)) as conn:
        for (name,) in conn.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            conn.execute(f"DROP TRIGGER {name}")
        conn.execute("DROP INDEX binding_one_head")
        conn.execute(statement)
    found = workbench.verify()
    assert any(words in finding for done in found.checks if done.check is check for finding in done.findings), found
    assert found.failure is not None
    assert found.failure.code is Code.STORE_CORRUPT
