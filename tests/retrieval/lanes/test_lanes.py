"""The other lanes, each on its own: what it finds, in which order, and how much at most. Source: rule 14."""

import pytest

from a008.errors import NotFound
from a008.memory.envelope import ItemType, Lane
from a008.memory.label import Axis
from a008.retrieval import ranking
from a008.retrieval.find import Find
from a008.retrieval.lanes import attribution, caller, dialogue, entity, event, history, hop, label, text
from a008.retrieval.query import Snapshot
from a008.retrieval.ranking import ranked
from a008.retrieval.vocabulary import vocabulary
from a008.store import heads
from a008.store.heads import Head
from a008.store.utterances import UtteranceRow
from tests.retrieval.asking import ask, snapshot, understood
from tests.retrieval.documents import claim
from tests.turns import Memory, document, fact, relation


@pytest.fixture
def memory() -> Memory:
    return Memory()


def propositions(finds: tuple[Find, ...]) -> list[str]:
    return [find.subject.claim.proposition for find in finds]  # type: ignore[union-attr]


def party(name: str, number: int) -> dict[str, object]:
    return {
        "proposition": f"{name} painted room {number}.",
        "severity": "important",
        "structured": {"form": "event", "event": f"painting {number}", "participants": [name]},
        "tags": ["paint"],
        "domains": ["home"],
    }


# --- entity


def test_entity_brings_the_newest_claims_of_a_named_entity_and_none_of_the_speaker(memory: Memory) -> None:
    for number in range(3):
        memory.learn(claim(f"The harbour has {number} piers.", entities=["harbour", "user"]))
    query = understood(memory, "I love the harbour")
    finds = memory.store.read(lambda conn: entity.find(snapshot(conn, memory), query))
    assert propositions(finds) == [f"The harbour has {number} piers." for number in (2, 1, 0)]
    assert {(find.lane, find.reason, find.strong) for find in finds} == {(Lane.ENTITY, "mentions harbour", True)}


# --- text


def test_text_finds_claims_and_utterances_and_says_which_words_they_share(memory: Memory) -> None:
    memory.learn(claim("The harbour closes at nine."), message="When does the harbour close, by the way?")
    query = understood(memory, "harbour closing time")
    finds = memory.store.read(lambda conn: text.find(query, ranked(snapshot(conn, memory), query, vocabulary())))
    found = {find.type: find.reason for find in finds if not find.missing}
    assert found == {ItemType.CLAIM: "shares harbour, closing", ItemType.UTTERANCE: "shares harbour, closing"}


def test_text_tells_of_what_shares_too_little_and_why(memory: Memory) -> None:
    question = "salt mines tower bridge river castle forest mountain valley"
    memory.learn(document(), message="The oven needs salt.", answer="Yes.")
    memory.learn(document(), message=f"A trip: {question}.", answer="Yes.")
    query = understood(memory, question)
    enough, little = memory.store.read(
        lambda conn: text.find(query, ranked(snapshot(conn, memory), query, vocabulary()))
    )
    assert (enough.missing, enough.rank) == ("", 0)
    assert little.missing.startswith("shares ")
    assert little.missing.endswith(" needed")


def test_text_takes_the_name_of_a_file_for_a_name_though_nothing_is_known_of_it(memory: Memory) -> None:
    memory.learn(document(), message="The parser of main.cpp is slow.")
    query = understood(memory, "Is main.cpp slow?")
    (find,) = memory.store.read(lambda conn: text.find(query, ranked(snapshot(conn, memory), query, vocabulary())))
    assert find.strong
    query = understood(memory, "Is the parser slow?")
    (find,) = memory.store.read(lambda conn: text.find(query, ranked(snapshot(conn, memory), query, vocabulary())))
    assert not find.strong


def test_text_follows_no_word_beyond_its_bound(memory: Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beyond the newest three, only what stands beside them is read."""
    monkeypatch.setattr(ranking, "COMMON", 3)
    monkeypatch.setattr(ranking, "FOLLOWED", 3)
    for number in range(40):
        memory.learn(document(), message=f"Tide table {number}.")
    query = understood(memory, "tide")
    finds = memory.store.read(lambda conn: text.find(query, ranked(snapshot(conn, memory), query, vocabulary())))
    assert 3 <= len(finds) <= 12
    assert "Tide table 39." in [find.subject.text for find in finds if isinstance(find.subject, UtteranceRow)]


# --- label and dialogue


def test_labels_take_turns_and_join_their_reasons(memory: Memory) -> None:
    for number in range(3):
        memory.learn(claim(f"Red thing {number}.", tags=["red"]))
    memory.learn(claim("A blue thing.", tags=["blue"]))
    memory.learn(claim("A purple thing.", tags=["red", "blue"]))
    finds = memory.store.read(
        lambda conn: label.find(snapshot(conn, memory), Axis.TAG, ("red", "blue"), "in the message")
    )
    assert propositions(finds) == ["A purple thing.", "Red thing 2.", "A blue thing.", "Red thing 1.", "Red thing 0."]
    assert finds[0].reason == "tag red, blue, in the message"


def test_dialogue_follows_the_domains_last_spoken_of(memory: Memory) -> None:
    for domain in ("cars", "tea", "ships", "stars", "bread"):
        memory.learn(claim(f"A note on {domain}.", domains=[domain]))
    scope = ("cars", "tea", "ships", "stars", "bread")
    finds = memory.store.read(lambda conn: dialogue.find(snapshot(conn, memory), scope, {"bread"}))
    assert propositions(finds) == ["A note on stars.", "A note on ships.", "A note on tea.", "A note on cars."]
    assert {find.lane for find in finds} == {Lane.DIALOGUE}


# --- hop


def test_hop_walks_one_edge_either_way_and_no_dormant_one(memory: Memory) -> None:
    memory.learn(document(relation_updates=[relation("mill", "grinds", "corn")]))
    memory.learn(document(new_knowledge=[fact("mill", "age", 90), fact("corn", "colour", "gold")]))

    def reached(message: str, days: float = 0) -> list[str]:
        query = understood(memory, message)
        memory.clock.advance(days=days)
        return propositions(memory.store.read(lambda conn: hop.find(snapshot(conn, memory), query)))

    assert "The colour of corn is gold." in reached("How is the mill?")
    assert "The age of mill is 90." in reached("How is the corn?")
    assert reached("How is the mill?", days=400) == []


def test_hop_brings_the_newest_heads_of_the_far_end_and_not_the_first_by_name(memory: Memory) -> None:
    memory.learn(document(relation_updates=[relation("mill", "grinds", "corn")]))
    for attribute in ("age", "colour", "grade", "origin", "weight"):
        memory.learn(document(new_knowledge=[fact("corn", attribute, "good")]))
    query = understood(memory, "How is the mill?")
    finds = memory.store.read(lambda conn: hop.find(snapshot(conn, memory), query))
    states = [find.subject.slot.name for find in finds if isinstance(find.subject, Head)]
    assert states == ["weight", "origin", "grade", "colour"]


# --- history, attribution


def focus(snap: Snapshot, memory: Memory, address: str) -> list[str]:
    found = heads.slots_at(snap.conn, memory.project.id, [address], at_revision=snap.at_revision)
    return [each.id for each in found]


def test_history_leaves_out_what_holds_and_what_is_scheduled(memory: Memory) -> None:
    for start, city in (("2020-01-01", "Lyon"), ("2025-01-01", "Oslo"), ("2030-01-01", "Rome")):
        memory.learn(document(new_knowledge=[fact("user", "residence", city, valid_from=start, wording="change")]))

    def earlier(snap: Snapshot) -> tuple[Find, ...]:
        return history.find(snap, focus(snap, memory, "user.residence"))

    finds = memory.store.read(lambda conn: earlier(snapshot(conn, memory)))
    assert propositions(finds) == ["The residence of user is Lyon."]


def test_attribution_names_the_evidence_of_bindings(memory: Memory) -> None:
    memory.learn(document(new_knowledge=[fact("user", "age", 41)]), message="The age of user is 41.")

    def evidence(snap: Snapshot) -> tuple[Find, ...]:
        rows = heads.newest_of(snap.conn, focus(snap, memory, "user.age"), at_revision=snap.at_revision, limit=9)
        return attribution.find(snap, rows)

    (find,) = memory.store.read(lambda conn: evidence(snapshot(conn, memory)))
    assert (find.reason, find.type) == ("evidence for user.age", ItemType.ATTRIBUTION)


# --- event, caller


def test_event_brings_what_an_entity_took_part_in(memory: Memory) -> None:
    memory.learn(document(new_knowledge=[{**party("Brittan", n), "entities": ["Brittan"]} for n in range(2)]))
    memory.learn(claim("Brittan is tall.", entities=["Brittan"]))
    query = understood(memory, "What happened to Brittan?")
    finds = memory.store.read(lambda conn: event.find(snapshot(conn, memory), query))
    assert set(propositions(finds)) == {"Brittan painted room 0.", "Brittan painted room 1."}
    assert {find.type for find in finds} == {ItemType.EVENT}


def test_caller_finds_state_claims_and_utterances_by_id_in_the_order_given(memory: Memory) -> None:
    memory.learn(document(new_knowledge=[fact("a", "x", 1)]))
    memory.learn(claim("Bees sleep."), message="Bees sleep.")
    query = understood(memory, "bees")
    found = memory.store.read(lambda conn: text.find(query, ranked(snapshot(conn, memory), query, vocabulary())))
    ids = [memory.item("a.x"), *(find.subject.id for find in found if find.type is ItemType.UTTERANCE)]  # type: ignore[union-attr]
    finds = memory.store.read(lambda conn: caller.find(snapshot(conn, memory), ids))
    assert [find.type for find in finds] == [ItemType.STATE, ItemType.UTTERANCE]
    assert all(find.required for find in finds)
    with pytest.raises(NotFound):
        memory.store.read(lambda conn: caller.find(snapshot(conn, memory), ["claim_none"]))


def test_caller_brings_what_is_over_as_history_together_with_what_holds(memory: Memory) -> None:
    """Rule 16: an older value never stands above the newer one of its address, not even on demand."""
    first = memory.learn(document(new_knowledge=[fact("server", "port", 80)]), at="2026-01-01")
    memory.learn(document(new_knowledge=[fact("server", "port", 81, wording="change")]), at="2026-02-01")
    envelope = ask(memory, "Hello.", required=(first.written[0].claim_id,))
    assert [(item.type, item.proposition) for item in envelope.items] == [
        (ItemType.STATE, "The port of server is 81."),
        (ItemType.HISTORY, "Until 2026-02-01: The port of server is 80."),
    ]
