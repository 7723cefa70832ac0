"""Cases 1 to 25: what holds, what held, and what never touches either.

Source: memory reference, section 11, as rules 5 to 11 decide. Cases 5, 12, 13, 18 and 19 are in
tests/store/test_support.
"""

from __future__ import annotations

import pytest

from a008.memory.claim import Status
from a008.memory.envelope import ItemType
from a008.memory.proposal import RefusalCode
from a008.memory.reconcile import Outcome, Verdict
from a008.memory.utterance import SpeechAct
from tests.cases.telling import count, file, history, knowledge, reopen, rows, sent, spoken, tell, update
from tests.retrieval.asking import ask, shown, verdicts
from tests.turns import Memory, document, fact, relation


def _paint(memory: Memory) -> None:
    """The house is white, then painted red by Brittan, then green."""
    for colour, day in (("white", "2026-01-01"), ("red", "2026-02-01"), ("green", "2026-03-01")):
        entry = fact("house", "colour", colour, wording="change", valid_from=day)
        memory.learn(document(new_knowledge=[entry]), at=day)


def test_a_house_painted_twice_has_one_colour_now_and_three_in_its_history(memory: Memory) -> None:
    """Case 1, but for the event, which is retrieval's."""
    _paint(memory)
    for _ in range(2):
        envelope = ask(memory, "What colour is the house?")
        assert sent(envelope) == [(ItemType.STATE, "The colour of house is green.")]
    assert shown(ask(memory, "What colour was the house before?"), ItemType.HISTORY) == [
        "From 2026-02-01 to 2026-03-01: The colour of house is red.",
        "From 2026-01-01 to 2026-02-01: The colour of house is white.",
    ]
    assert history(memory, "house.colour") == [
        ("green", "2026-03-01", "open"),
        ("red", "2026-02-01", "2026-03-01"),
        ("white", "2026-01-01", "2026-02-01"),
    ]


def test_a_correction_moves_no_interval_and_says_what_it_put_right(memory: Memory) -> None:
    """Case 2: the claim that was wrong is kept, and one move names both, the interval and who said so."""
    wrong = memory.learn(document(new_knowledge=[fact("house", "colour", "white", valid_from="2026-01-01")]))
    before = memory.store.revision()
    right = memory.learn(
        document(new_knowledge=[fact("house", "colour", "cream", wording="correction")]), at="2026-02-01"
    )
    assert right.written[0].outcome is Outcome.CORRECTION
    assert history(memory, "house.colour") == [("cream", "2026-01-01", "open")]
    assert history(memory, "house.colour", before) == [("white", "2026-01-01", "open")]
    assert rows(memory, "SELECT from_claim, to_claim FROM transition WHERE outcome = 'correction'") == [
        (wrong.written[0].claim_id, right.written[0].claim_id)
    ]
    assert count(memory, "claim") == 2


def test_the_same_words_said_plainly_are_a_change(memory: Memory) -> None:
    """Case 3."""
    memory.learn(document(new_knowledge=[fact("house", "colour", "white", valid_from="2026-01-01")]))
    receipt = memory.learn(document(new_knowledge=[fact("house", "colour", "cream")]), at="2026-02-01")
    assert receipt.written[0].outcome is Outcome.CHANGE
    assert history(memory, "house.colour") == [
        ("cream", "2026-02-01", "open"),
        ("white", "2026-01-01", "2026-02-01"),
    ]


def test_a_source_file_holds_a_symbol_that_returns_a_type(memory: Memory) -> None:
    """Case 4: one artifact for the file; what it holds is a set, what the symbol returns is one value."""
    code = "int main() { return 0; }"
    shown_by = {"support": {"source": "message", "quote": "int main()"}}
    tell(
        memory,
        file(memory, "main.cpp", code),
        new_knowledge=[fact("main", "return_type", "int", proposition="main returns int.", **shown_by)],
        relation_updates=[relation("main.cpp", "contains", "main", **shown_by)],
    )
    assert rows(memory, "SELECT kind, locator, size FROM artifact") == [("file", "main.cpp", len(code))]
    assert memory.state() == {"main.cpp --contains-->": ["main"], "main.return_type": "int"}
    assert "main.cpp contains main." in shown(ask(memory, "Where is main?"))
    assert "main returns int." in shown(ask(memory, "What does main return?"), ItemType.STATE)


def test_a_prediction_without_its_time_leaves_nothing_but_the_words(memory: Memory) -> None:
    """Case 6."""
    text = "It will rain in Oslo."
    entry = fact("Oslo", "weather", "rain", proposition=text, support={"source": "message", "quote": text})
    receipt = memory.learn(document(new_knowledge=[entry]), text)
    assert [refusal.code for refusal in receipt.refusals] == [RefusalCode.OPEN_PREDICTION]
    assert (receipt.revision, count(memory, "claim"), count(memory, "slot")) == (None, 0, 0)


def test_a_prayer_is_kept_word_for_word_and_claims_nothing(memory: Memory) -> None:
    """Case 7."""
    prayer = "Our Father, who art in heaven."
    entry = fact("Father", "residence", "heaven", proposition=prayer, support={"source": "message", "quote": prayer})
    receipt = memory.learn(document(new_knowledge=[entry]), prayer)
    assert [refusal.code for refusal in receipt.refusals] == [RefusalCode.NOT_ASSERTED]
    assert count(memory, "claim") == 0
    acts = "SELECT s.act FROM sentence AS s JOIN utterance AS u ON u.id = s.utterance_id WHERE u.speaker = 'user'"
    assert rows(memory, acts) == [(SpeechAct.RECITATION,)]
    assert rows(memory, "SELECT text FROM utterance WHERE speaker = 'user'") == [(prayer,)]


@pytest.mark.parametrize(
    "text",
    [
        "Is the house red?",
        "If the house were red, I would sell it.",
        'She said: "The house is red."',
    ],
)
def test_what_was_asked_supposed_or_quoted_claims_nothing(memory: Memory, text: str) -> None:
    """Case 8."""
    entry = fact("house", "colour", "red", proposition=text, support={"source": "message", "quote": text})
    receipt = memory.learn(document(new_knowledge=[entry]), text)
    assert [refusal.code for refusal in receipt.refusals] == [RefusalCode.NOT_ASSERTED]
    assert (memory.state(), count(memory, "claim")) == ({}, 0)


def test_a_direct_question_is_answered_from_evidence_that_sleeps(memory: Memory) -> None:
    """Cases 9 and 24: no decay moves what holds."""
    _paint(memory)
    now = memory.state()
    memory.clock.advance(days=20_000)
    head = memory.item("house.colour")
    assert not knowledge(memory).why(head).active
    assert memory.state() == now
    assert shown(ask(memory, "What colour is the house?"), ItemType.STATE) == ["The colour of house is green."]


def test_two_sources_that_disagree_keep_the_head_and_show_both_sides(memory: Memory) -> None:
    """Case 11, as memory.md decides: the head stays, and neither age nor strength resolves it."""
    start = {"valid_from": "2026-01-01"}
    paris = fact("Maria", "residence", "Paris", proposition="Maria lives in Paris.", **start)
    rome = fact("Maria", "residence", "Rome", proposition="Maria lives in Rome.", severity="critical", **start)
    tell(memory, spoken(memory, "Ann", "Maria lives in Paris."), new_knowledge=[paris])
    memory.clock.advance(days=100)
    other = tell(memory, spoken(memory, "Bob", "Maria lives in Rome."), new_knowledge=[rome])
    assert other.written[0].outcome is Outcome.CONFLICT
    assert memory.state() == {"maria.residence": "Paris"}
    (conflict,) = knowledge(memory).conflicts()
    why = knowledge(memory).why(conflict.other.claim_id)
    assert (why.status, why.attributed_to) == (Status.CONTESTED, "Bob")
    both = "\n".join(shown(ask(memory, "Where does Maria live?")))
    assert "Maria lives in Paris." in both
    assert "Maria lives in Rome." in both


def test_a_new_name_ends_the_old_one_though_nobody_called_it_a_change(memory: Memory) -> None:
    """Case 14: the wording is plain, and the address decides."""
    named = {"Bertil": "2026-01-01", "Rickard": "2026-02-01"}
    for name, day in named.items():
        receipt = memory.learn(
            document(new_knowledge=[fact("user", "preferred_name", name, valid_from=day)]), at=f"{day}T12:00:00Z"
        )
    assert (receipt.written[0].verdict, receipt.written[0].outcome) == (Verdict.SUPERSEDE, Outcome.CHANGE)
    assert history(memory, "user.preferred_name") == [
        ("Rickard", "2026-02-01", "open"),
        ("Bertil", "2026-01-01", "2026-02-01"),
    ]
    current = ask(memory, "What is my preferred name?")
    assert shown(current) == ["The preferred_name of user is Rickard."]
    assert verdicts(current)["claim: The preferred_name of user is Bertil."].startswith("superseded by claim_")
    before = "\n".join(shown(ask(memory, "Who said what my preferred name was before?")))
    assert "The preferred_name of user is Bertil." in before


def test_a_task_that_moves_on_has_one_status_and_its_drafts_in_history(memory: Memory) -> None:
    """Case 15."""
    memory.learn(document(new_knowledge=[fact("ND-0001", "status", "Draft")]), at="2026-01-01")
    memory.learn(document(state_updates=[update(memory, "nd-0001.status", "In Progress")]), at="2026-01-02")
    assert memory.state() == {"nd-0001.status": "In Progress"}
    assert history(memory, "nd-0001.status") == [
        ("In Progress", "2026-01-02", "open"),
        ("Draft", "unknown", "2026-01-02"),
    ]


def test_a_past_that_is_told_late_grows_history_and_leaves_the_head(memory: Memory) -> None:
    """Case 16."""
    memory.learn(document(new_knowledge=[fact("cat", "place", "home", valid_from="2026-09-19")]), at="2026-09-20")
    missing = fact("cat", "place", "missing", valid_from="2026-09-18", valid_to="2026-09-19")
    memory.learn(document(new_knowledge=[missing]), at="2026-09-21")
    assert memory.state() == {"cat.place": "home"}
    assert history(memory, "cat.place") == [
        ("home", "2026-09-19", "open"),
        ("missing", "2026-09-18", "2026-09-19"),
    ]


def test_an_event_to_come_is_a_claim_with_its_time_and_holds_nothing(memory: Memory) -> None:
    """Case 17, as memory.md decides: a value with a future start would be scheduled; an event has no address."""
    event = {
        "proposition": "The fair opens in Oslo.",
        "severity": "important",
        "structured": {"form": "event", "event": "opening", "participants": ["fair", "Oslo"]},
        "valid_from": "2027-05-01",
        "valid_to": "2027-05-02",
    }
    receipt = memory.learn(document(new_knowledge=[event]))
    assert receipt.written[0].address is None
    assert rows(memory, "SELECT valid_from, valid_to FROM claim") == [
        ("2027-05-01T00:00:00.000Z", "2027-05-02T00:00:00.000Z")
    ]
    assert (count(memory, "slot"), count(memory, "binding")) == (0, 0)


def test_a_value_with_a_future_start_waits_for_its_time(memory: Memory) -> None:
    """Case 17, as memory.md decides: scheduled, and the present head keeps its place until then."""
    memory.learn(document(new_knowledge=[fact("office", "city", "Lund", valid_from="2020-01-01")]))
    memory.learn(document(new_knowledge=[fact("office", "city", "Oslo", valid_from="2027-01-01")]))
    before = memory.store.revision()
    assert memory.state() == {"office.city": "Lund"}
    memory.clock.now = memory.clock.now.plus(days=365)
    assert memory.state() == {"office.city": "Oslo"}
    assert memory.store.revision() == before


def test_times_that_nobody_gave_stay_unknown(memory: Memory) -> None:
    """Case 20, as memory.md decides: it is a conflict when it is said to be one, and no time is made up for it."""
    memory.learn(document(new_knowledge=[fact("house", "colour", "white")]))
    memory.learn(document(new_knowledge=[fact("house", "colour", "red", wording="conflict")]))
    assert memory.state() == {"house.colour": "white"}
    assert len(knowledge(memory).conflicts()) == 1
    unknown = rows(memory, "SELECT valid_from FROM claim UNION ALL SELECT valid_from FROM binding")
    assert unknown == [(None,)] * 3


def test_another_value_without_a_time_holds_from_its_commit(memory: Memory) -> None:
    """Case 20, as memory.md decides: commit order decides; the claim's own time stays unknown."""
    memory.learn(document(new_knowledge=[fact("house", "colour", "white")]), at="2026-01-01")
    receipt = memory.learn(document(new_knowledge=[fact("house", "colour", "red")]), at="2026-02-01")
    assert receipt.written[0].outcome is Outcome.CHANGE
    assert history(memory, "house.colour") == [
        ("red", "2026-02-01", "open"),
        ("white", "unknown", "2026-02-01"),
    ]
    assert rows(memory, "SELECT valid_from FROM claim") == [(None,)] * 2


def test_saying_what_holds_again_moves_nothing(memory: Memory) -> None:
    """Case 21."""
    memory.learn(document(new_knowledge=[fact("house", "colour", "white")]))
    moves, bindings = count(memory, "transition"), count(memory, "binding")
    receipt = memory.learn(document(new_knowledge=[fact("house", "colour", "white")]))
    assert receipt.written[0].outcome is Outcome.RE_ASSERTION
    assert (count(memory, "transition"), count(memory, "binding")) == (moves, bindings)


def test_two_objects_of_a_relation_hold_side_by_side_and_one_is_repeated(memory: Memory) -> None:
    """Case 22."""
    memory.learn(document(relation_updates=[relation("ann", "likes", "tea")]))
    memory.learn(document(relation_updates=[relation("ann", "likes", "rye")]))
    again = memory.learn(document(relation_updates=[relation("ann", "likes", "tea")]))
    assert again.written[0].outcome is Outcome.RE_ASSERTION
    assert memory.state() == {"ann --likes-->": ["rye", "tea"]}
    assert count(memory, "binding") == 2


@pytest.mark.parametrize("table", ["binding", "transition", "claim", "slot", "contest"])
def test_nothing_of_salience_stands_beside_what_holds(memory: Memory, table: str) -> None:
    """Case 23."""
    columns = {row[1].casefold() for row in rows(memory, f"PRAGMA table_info({table})")}
    fields = {"strength", "threshold", "pinned", "standing", "half_life", "boost", "attraction", "policy"}
    fields |= {"keepalive", "keep_alive", "relevancescore", "activationthreshold", "activationstatus", "supersedes"}
    assert columns
    assert columns & fields == set()


def test_a_colour_reused_and_then_changed_is_all_there_after_a_new_start(on_disk: Memory) -> None:
    """Case 25."""
    memory = on_disk
    memory.learn(document(new_knowledge=[fact("loadfile.c", "language", "C")]), at="2025-01-01")
    memory.learn(document(new_knowledge=[fact("loadfile.c", "colour", "amber")]), at="2026-01-01")
    claims, amber = count(memory, "claim"), memory.item("loadfile.c.colour")
    reused = memory.learn(document(reinforcements=[{"id": amber}]), "Thanks.", at="2026-01-02")
    assert (reused.reinforced, count(memory, "claim")) == ((amber,), claims)
    assert rows(memory, f"SELECT count(*) FROM lifecycle WHERE evidence_id = '{amber}'") == [(2,)]
    violet = {"proposition": "The colour of loadfile.c is violet."}
    memory.learn(document(state_updates=[update(memory, "loadfile.c.colour", "violet") | violet]), at="2026-01-03")
    reopen(memory)
    assert memory.state() == {"loadfile.c.colour": "violet", "loadfile.c.language": "C"}
    assert [value for value, *_ in history(memory, "loadfile.c.colour")] == ["violet", "amber"]
