"""What a turn may change, item by item: the rules of intake against a real store."""

from pathlib import Path
from typing import Any

import pytest

from a008.intake.draft import Draft
from a008.intake.ground import Turn
from a008.memory.known import Wanted
from a008.memory.origin import Origin
from a008.memory.proposal import RefusalCode
from a008.memory.reconcile import Outcome, Verdict
from a008.runtime import evidence
from a008.store import known
from tests.shelf import Fact, Shelf
from tests.turns import Memory, document, fact, relation


@pytest.fixture
def memory() -> Memory:
    return Memory()


def codes(receipt: Any) -> list[tuple[str, str]]:
    return [(refusal.path, refusal.code) for refusal in receipt.refusals]


def update(memory: Memory, address: str, value: Any, **more: Any) -> dict[str, Any]:
    return {
        "id": memory.item(address),
        "address": address,
        "value": value,
        "proposition": f"{address} is {value}.",
        "severity": "important",
        "wording": "change",
        **more,
    }


def test_a_first_value_becomes_head_and_the_receipt_names_it(memory: Memory) -> None:
    receipt = memory.learn(document(new_knowledge=[fact("house", "colour", "white")]))
    (written,) = receipt.written
    assert (written.verdict, written.outcome, written.address) == (Verdict.NEW, Outcome.CHANGE, "house.colour")
    assert memory.state() == {"house.colour": "white"}


def test_loves_then_hates_keeps_both_and_the_newer_holds(memory: Memory) -> None:
    """B023: the old fact was deleted and the new one not added."""
    memory.learn(document(new_knowledge=[fact("food", "chinese", "loves")]), at="2026-01-01")
    receipt = memory.learn(document(state_updates=[update(memory, "food.chinese", "hates")]), at="2026-02-01")
    assert receipt.written[0].outcome is Outcome.CHANGE
    assert memory.state() == {"food.chinese": "hates"}
    assert memory.state(as_of="2026-01-15") == {"food.chinese": "loves"}


def test_the_same_fact_twice_is_one_claim_with_two_pieces_of_evidence(memory: Memory) -> None:
    """B032, B033: repeating a fact deleted it, or doubled it."""
    first = memory.learn(document(new_knowledge=[fact("house", "colour", "white")]))
    again = memory.learn(document(new_knowledge=[fact("house", "colour", "white")]))
    assert again.written[0].verdict is Verdict.RESTATEMENT
    assert again.written[0].claim_id == first.written[0].claim_id
    assert again.reinforced == (first.written[0].claim_id,)
    links = memory.store.read(lambda conn: conn.execute("SELECT count(*) FROM provenance").fetchone()[0])
    assert links == 2


def test_evidence_without_an_address_is_kept_once(memory: Memory) -> None:
    entry = {"proposition": "Folders are closed where they were opened.", "severity": "minor"}
    first = memory.learn(document(new_knowledge=[entry]))
    again = memory.learn(document(new_knowledge=[entry]))
    assert first.written[0].address is None
    assert again.written[0].claim_id == first.written[0].claim_id


def test_an_unknown_id_is_refused_by_name_and_the_rest_goes_on(memory: Memory) -> None:
    """B028: a KeyError whose log line was the bare number of the item."""
    memory.learn(document(new_knowledge=[fact("house", "colour", "white")]))
    stray = update(memory, "house.colour", "red") | {"id": "claim_k12"}
    receipt = memory.learn(document(state_updates=[stray], new_knowledge=[fact("house", "floors", 2)]))
    assert codes(receipt) == [("$.state_updates[0]", RefusalCode.UNKNOWN_TARGET)]
    assert "claim_k12" in receipt.refusals[0].reason
    assert memory.state() == {"house.colour": "white", "house.floors": 2}


def test_an_item_that_exists_but_was_not_shown_is_refused_as_such(memory: Memory) -> None:
    memory.learn(document(new_knowledge=[fact("house", "colour", "white")]), at="2026-01-01")
    old = memory.item("house.colour")
    memory.learn(document(state_updates=[update(memory, "house.colour", "red")]), at="2026-01-02")
    stale = update(memory, "house.colour", "blue") | {"id": old}
    receipt = memory.learn(document(state_updates=[stale]))
    assert codes(receipt) == [("$.state_updates[0]", RefusalCode.NOT_IN_BASELINE)]
    assert memory.state() == {"house.colour": "red"}


def test_an_update_at_another_address_is_refused(memory: Memory) -> None:
    """B026: unrelated facts retired each other."""
    memory.learn(document(new_knowledge=[fact("editor", "name", "vim"), fact("meeting", "room", "B2")]))
    crossed = update(memory, "meeting.room", "C1") | {"id": memory.item("editor.name")}
    receipt = memory.learn(document(state_updates=[crossed]))
    assert codes(receipt) == [("$.state_updates[0]", RefusalCode.ADDRESS_MISMATCH)]
    assert memory.state() == {"editor.name": "vim", "meeting.room": "B2"}


def test_an_update_of_a_relation_is_refused(memory: Memory) -> None:
    """It would bind a value where an entity belongs, and make an entity of the address."""
    memory.learn(document(relation_updates=[relation("ann", "likes", "tea")]))
    receipt = memory.learn(document(state_updates=[update(memory, "ann --likes-->", "rye")]))
    assert codes(receipt) == [("$.state_updates[0]", RefusalCode.ADDRESS_MISMATCH)]
    assert memory.state() == {"ann --likes-->": ["tea"]}


def test_two_updates_of_one_head_in_one_document_change_it_once(memory: Memory) -> None:
    memory.learn(document(new_knowledge=[fact("house", "colour", "white")]), at="2026-01-01")
    both = [update(memory, "house.colour", "red"), update(memory, "house.colour", "blue")]
    receipt = memory.learn(document(state_updates=both), at="2026-01-02")
    assert codes(receipt) == [("$.state_updates[1]", RefusalCode.STALE_HEAD)]
    assert memory.state() == {"house.colour": "red"}


def test_a_question_of_the_user_bears_nothing_out(memory: Memory) -> None:
    entry = fact("house", "colour", "red", support={"source": "message", "quote": "Is the house red?"})
    receipt = memory.learn(document(new_knowledge=[entry]), "Is the house red?")
    assert codes(receipt) == [("$.new_knowledge[0]", RefusalCode.NOT_ASSERTED)]
    assert memory.state() == {}


@pytest.mark.parametrize(
    ("quote", "message"),
    [
        ("The port of server is 80", "The port of server is 8080."),
        ("The port of server is 80", "The port of server is 80.5."),
        ("port of server is 80", "The airport of server is 80."),
    ],
)
def test_a_piece_of_a_word_or_a_number_is_not_what_the_user_said(memory: Memory, quote: str, message: str) -> None:
    entry = fact("server", "port", 80, support={"source": "message", "quote": quote})
    memory.learn(document(new_knowledge=[entry]), message)
    (head,) = memory.heads(memory.clock.now)
    assert head.claim.origin == "assistant"


def test_a_script_without_blanks_can_be_quoted_anywhere(memory: Memory) -> None:
    entry = fact("server", "port", 80, support={"source": "message", "quote": "端口是80"})
    memory.learn(document(new_knowledge=[entry]), "服务器端口是80。")
    (head,) = memory.heads(memory.clock.now)
    assert head.claim.origin == "user"


def test_a_quote_that_runs_into_a_question_bears_nothing_out(memory: Memory) -> None:
    message = "The house is tall. Is the house red?"
    entry = fact("house", "colour", "red", support={"source": "message", "quote": message})
    assert codes(memory.learn(document(new_knowledge=[entry]), message)) == [
        ("$.new_knowledge[0]", RefusalCode.NOT_ASSERTED)
    ]


def test_what_only_the_answer_says_is_the_assistants_word(memory: Memory) -> None:
    memory.learn(document(new_knowledge=[fact("task", "status", "done")]), "Go on, please.")
    (head,) = memory.heads(memory.clock.now)
    assert (head.claim.origin, head.claim.attributed_to) == ("assistant", "assistant")


def test_an_answer_that_repeats_the_envelope_reinforces_and_teaches_nothing(memory: Memory) -> None:
    """Rule 27, the echo guard."""
    first = memory.learn(document(new_knowledge=[fact("house", "colour", "white")]))
    entry = fact("house", "colour", "white") | {"structured": None}
    receipt = memory.learn(document(new_knowledge=[entry]), "What colour is it?", "The colour of house is white.")
    assert receipt.reinforced == (first.written[0].claim_id,)
    claims = memory.store.read(lambda conn: conn.execute("SELECT count(*) FROM claim").fetchone()[0])
    assert claims == 1


def test_a_conflict_keeps_the_head_and_opens_a_contest(memory: Memory) -> None:
    memory.learn(document(new_knowledge=[fact("house", "colour", "white")]))
    receipt = memory.learn(document(new_knowledge=[fact("house", "colour", "red", wording="conflict")]))
    assert receipt.written[0].outcome is Outcome.CONFLICT
    assert memory.state() == {"house.colour": "white"}
    contests = memory.store.read(lambda conn: conn.execute("SELECT claim_id FROM contest").fetchall())
    assert contests == [(receipt.written[0].claim_id,)]


def test_a_correction_amends_the_past_and_older_revisions_still_show_it(memory: Memory) -> None:
    """B025: after a correction both values came back."""
    memory.learn(document(new_knowledge=[fact("db", "engine", "PostgreSQL")]), at="2026-01-01")
    before = memory.store.revision()
    memory.learn(document(new_knowledge=[fact("db", "engine", "MySQL", wording="correction")]), at="2026-01-05")
    assert memory.state() == {"db.engine": "MySQL"}
    assert memory.state(as_of="2026-01-02") == {"db.engine": "MySQL"}
    assert memory.state(as_of="2026-01-02", at_revision=before) == {"db.engine": "PostgreSQL"}


def test_a_retraction_ends_the_value_and_retracts_its_claim(memory: Memory) -> None:
    first = memory.learn(document(new_knowledge=[fact("user", "residence", "Lyon")]), at="2026-01-01")
    memory.learn(
        document(new_knowledge=[fact("user", "residence", "Lyon", wording="retraction", proposition="Not any more.")]),
        at="2026-03-01",
    )
    assert memory.state() == {}
    assert memory.state(as_of="2026-02-01") == {"user.residence": "Lyon"}
    status = memory.store.read(
        lambda conn: conn.execute(
            "SELECT status FROM claim_status WHERE claim_id = ? AND rev_to IS NULL", (first.written[0].claim_id,)
        ).fetchone()
    )
    assert status == ("retracted",)


def test_intake_and_readers_agree_on_which_of_two_undated_values_held(memory: Memory) -> None:
    for value, end in (("80", "2020-01-01"), ("81", "2021-01-01"), ("82", "2022-01-01")):
        memory.learn(document(new_knowledge=[fact("server", "port", value, valid_to=end)]))
    again = fact("server", "port", "82", valid_from="2019-01-01", valid_to="2019-06-01", proposition="It was 82 then.")
    receipt = memory.learn(document(new_knowledge=[again]))
    assert memory.state(as_of="2019-02-01") == {"server.port": "82"}
    assert receipt.written[0].outcome is Outcome.RE_ASSERTION


def test_a_retraction_of_what_never_held_is_kept_as_evidence_alone(memory: Memory) -> None:
    receipt = memory.learn(document(new_knowledge=[fact("user", "residence", "Rome", wording="retraction")]))
    assert receipt.written[0].outcome is Outcome.NO_OP
    assert memory.state() == {}


def test_the_same_words_can_deny_two_addresses(memory: Memory) -> None:
    likes, drink = relation("user", "likes", "tea"), fact("user", "drink", "tea")
    memory.learn(document(relation_updates=[likes], new_knowledge=[drink]), at="2026-01-01")
    over = {"wording": "retraction", "proposition": "The user is done with tea."}
    receipt = memory.learn(document(relation_updates=[likes | over], new_knowledge=[drink | over]), at="2026-02-01")
    assert [written.outcome for written in receipt.written] == [Outcome.RETRACTION] * 2
    assert len({written.claim_id for written in receipt.written}) == 2
    assert memory.state() == {}


def test_a_member_that_is_scheduled_can_begin_before(memory: Memory) -> None:
    later = relation("user", "uses", "vim", valid_from="2030-01-01")
    memory.learn(document(relation_updates=[later]), at="2026-01-01")
    memory.learn(document(relation_updates=[relation("user", "uses", "vim", proposition="The user uses vim now.")]))
    assert memory.state() == memory.state(as_of="2031-01-01") == {"user --uses-->": ["vim"]}
    assert memory.state(as_of="2025-12-31") == {}


def test_members_of_a_relation_coexist_and_one_can_leave(memory: Memory) -> None:
    memory.learn(document(relation_updates=[relation("ann", "likes", "tea"), relation("ann", "likes", "rye")]))
    assert memory.state() == {"ann --likes-->": ["rye", "tea"]}
    gone = relation("ann", "likes", "tea", wording="retraction", proposition="ann no longer likes tea.")
    memory.learn(document(relation_updates=[gone]), at="2026-02-01")
    assert memory.state() == {"ann --likes-->": ["rye"]}


def test_a_relation_makes_an_association_once_and_a_second_turn_strengthens_it(memory: Memory) -> None:
    memory.learn(document(relation_updates=[relation("ann", "likes", "tea")]))
    memory.learn(document(relation_updates=[relation("ann", "likes", "tea")]))
    rows = memory.store.read(
        lambda conn: conn.execute("SELECT cause, rev_to IS NULL FROM association_state ORDER BY rev_from").fetchall()
    )
    assert rows == [("created", 0), ("reinforced", 1)]


def test_the_turn_that_made_a_claim_cannot_boost_it(memory: Memory) -> None:
    memory.learn(document(new_knowledge=[fact("house", "colour", "white")]), occurrence="turn:same")
    item = memory.item("house.colour")
    turn = Turn(
        project_id=memory.project.id,
        occurrence_id="turn:same",
        now=memory.clock.now,
        envelope=memory.baseline(),
        message=evidence.message(
            evidence.Occasion(memory.project.id, None, "turn:same", memory.clock.now), "Hello."
        ).utterance,
        answer=None,
    )
    wanted = Wanted(
        forms=(),
        labels=frozenset(),
        slots=frozenset(),
        evidence=frozenset({item}),
        text_keys=frozenset(),
        takes_back=False,
    )
    truth = memory.store.read(lambda conn: known.known(conn, memory.project.id, wanted))
    assert not Draft(turn, truth).reinforce(item, "again")
    assert memory.learn(document(reinforcements=[{"id": item}]), "Thanks.").reinforced == (item,)


def test_a_reinforcement_of_what_was_not_shown_is_refused(memory: Memory) -> None:
    """B030: facts reported as known already were lost without a word."""
    receipt = memory.learn(document(reinforcements=[{"id": "0"}, {"id": "1"}]), "Hello.")
    assert [code for _, code in codes(receipt)] == [RefusalCode.UNKNOWN_TARGET] * 2
    assert receipt.revision is None


def test_a_document_says_a_thing_once(memory: Memory) -> None:
    receipt = memory.learn(document(new_knowledge=[fact("a", "b", 1), fact("a", "b", 1)]))
    assert codes(receipt) == [("$.new_knowledge[1]", RefusalCode.DUPLICATE)]


def test_a_prediction_without_its_time_is_refused(memory: Memory) -> None:
    text = "It will rain in Oslo."
    entry = {"proposition": text, "severity": "minor", "support": {"source": "message", "quote": text}}
    assert codes(memory.learn(document(new_knowledge=[entry]), text)) == [
        ("$.new_knowledge[0]", RefusalCode.OPEN_PREDICTION)
    ]


def test_a_store_on_disk_knows_it_all_again(tmp_path: Path) -> None:
    path = tmp_path / "memory.sqlite"
    memory = Memory(path)
    memory.learn(document(new_knowledge=[fact("house", "colour", "white")]))
    memory.store.close()
    assert Memory(path).state() == {"house.colour": "white"}


@pytest.mark.parametrize("since", ["2021-01-01", "2022-01-01"])
@pytest.mark.parametrize("origin", [Origin.USER, Origin.WEB, Origin.FILE, Origin.ASSISTANT])
def test_a_past_that_was_told_to_its_end_is_never_taken_away_without_a_conflict(
    since: str, origin: Origin, tmp_path: Path
) -> None:
    """Found by attack: a value since the same day left nothing of it, not even a conflict."""
    shelf = Shelf(tmp_path / "memory.sqlite")
    shelf.tell(Fact("db", "engine", "pg", "It was pg.", valid_from="2021-01-01", valid_to="2023-01-01"))
    told = shelf.tell(Fact("db", "engine", "my", "It is my.", valid_from=since), origin=origin)
    assert told.written[0].outcome is Outcome.CONFLICT
    kept = shelf.store.read(lambda conn: conn.execute("SELECT member FROM binding WHERE rev_to IS NULL").fetchall())
    assert kept == [('"pg"',)]
    shelf.close()


def test_a_past_that_only_gave_way_makes_room_for_what_is_told_late(tmp_path: Path) -> None:
    """Rule 6: an earlier start that arrives late is inserted into history."""
    shelf = Shelf(tmp_path / "memory.sqlite")
    for value, since in (("pg", "2020-01-01"), ("my", "2024-01-01"), ("lite", "2022-01-01")):
        told = shelf.tell(Fact("db", "engine", value, f"It is {value}.", valid_from=since))
        assert told.written[0].outcome is Outcome.CHANGE
    shelf.close()
