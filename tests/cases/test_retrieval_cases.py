"""Cases 34 to 55, 10 and 74 on a real store: what is found, by what, and what is left out for which reason.

Source: memory reference, section 11, as the rules decide it. 44 and 51 are in tests/retrieval/test_retrieve, 53 and 54
in tests/retrieval/test_read_only and test_same_bytes; of 46, what a failed lane leaves is in
tests/retrieval/test_failing_stages, and no model is asked before retrieval.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from a008.clock import Instant, ManualClock
from a008.ids import CountedIds
from a008.memory.envelope import DEFAULT_BUDGET, Candidate, Envelope, Fate, ItemType, Lane
from a008.memory.label import MAX_SCOPE
from a008.providers.scripted import ScriptedProvider, scripted_route
from a008.retrieval.query import Snapshot
from a008.retrieval.unfound import unfound
from a008.retrieval.vocabulary import vocabulary
from a008.workbench import open_workbench
from tests.cases.telling import sent, spoken, tell
from tests.retrieval.asking import ask, fate, request, shown
from tests.retrieval.documents import claim
from tests.turns import Memory, document, fact, relation

SLEEP, ENGINE = "Sleep makes the hippocampus rest.", "The Porsche has a boxer engine."


def note(memory: Memory, text: str, *, tags: tuple[str, ...] = (), domains: tuple[str, ...] = ()) -> None:
    """A claim that nobody said in those words, so that no utterance stands beside it."""
    memory.learn(claim(text, tags=list(tags), domains=list(domains)), message="Hm.", answer="Well.")


def at(envelope: Envelope, address: str) -> Candidate:
    """The head of an address among the candidates."""
    return next(each for each in envelope.candidates if each.address == address)


def admitted(envelope: Envelope) -> list[str]:
    """Ids of what was sent, in the order of packing."""
    sent_ones = [each for each in envelope.candidates if each.fate is Fate.IN]
    return [each.item.id for each in sorted(sent_ones, key=lambda each: each.rank or 0)]


def lanes(envelope: Envelope, part: str) -> tuple[Lane, ...]:
    return fate(envelope, part).lanes


# --- labels


def test_what_has_no_label_is_found_and_a_tag_or_a_domain_is_enough_whatever_its_case(memory: Memory) -> None:
    """Case 34."""
    note(memory, "The ferry leaves at nine.")
    note(memory, "Rope splicing takes an hour.", tags=("Game  Engines",))
    note(memory, "Lanterns hang in the shed.", domains=("GAME_ENGINES",))
    assert shown(ask(memory, "When does the ferry leave?", scope=("game engines",)), ItemType.CLAIM)[0] == (
        "The ferry leaves at nine."
    )
    both = {"Rope splicing takes an hour.", "Lanterns hang in the shed."}
    assert set(shown(ask(memory, "What is there on game engines?"))) == both


def test_a_domain_of_the_message_is_the_only_way_to_what_shares_no_word_with_it(memory: Memory) -> None:
    """Case 35."""
    note(memory, SLEEP, tags=("sleep",), domains=("neuroscience",))
    note(memory, ENGINE, tags=("engine",), domains=("cars",))
    envelope = ask(memory, "Anything new in neuroscience?")
    assert shown(envelope) == [SLEEP]
    assert (lanes(envelope, SLEEP), fate(envelope, SLEEP).reasons) == (
        (Lane.LABEL,),
        ("domain neuroscience, subject of the message",),
    )
    assert ask(memory, "Anything new in astronomy?").items == ()


def test_an_item_carries_its_own_labels_and_none_of_the_question(memory: Memory) -> None:
    """Case 36."""
    note(memory, SLEEP, tags=("sleep",), domains=("neuroscience",))
    note(memory, ENGINE, tags=("engine",), domains=("cars",))
    envelope = ask(memory, "What has an engine to do with neuroscience?", scope=("cars",))
    labels = {item.proposition: (item.tags, item.scope) for item in envelope.items}
    assert labels == {SLEEP: (("sleep",), ("neuroscience",)), ENGINE: (("engine",), ("cars",))}


def test_a_label_is_followed_though_the_message_names_something_else(memory: Memory) -> None:
    """Case 37."""
    note(memory, SLEEP, domains=("neuroscience",))
    memory.learn(document(new_knowledge=[fact("house", "colour", "red")]), message="Hm.")
    envelope = ask(memory, "Is there neuroscience in the house?")
    assert lanes(envelope, SLEEP) == (Lane.LABEL,)
    assert shown(envelope, ItemType.STATE) == ["The colour of house is red."]


def test_no_label_stands_between_a_question_and_its_address(memory: Memory) -> None:
    """Case 38."""
    memory.learn(document(new_knowledge=[fact("house", "colour", "red", tags=["paint"], domains=["home"])]))
    note(memory, ENGINE, tags=("cars",), domains=("engines",))
    head = at(ask(memory, "Which colour has the house, cars and engines aside?"), "house.colour")
    assert (head.required, head.lanes[0], head.fate) == (True, Lane.SLOT, Fate.IN)


# --- history, salience


def test_a_word_about_the_past_is_the_only_way_to_what_is_over(memory: Memory) -> None:
    """Case 39: every earlier value, under each of its guises, and no other question sees one."""
    for year, colour in ((2023, "white"), (2024, "red"), (2025, "green")):
        memory.learn(
            document(new_knowledge=[fact("house", "colour", colour, wording="change", valid_from=f"{year}-01-01")])
        )
    for message in ("What colour has the house?", "Tell me about the house", "house.colour", "Is the house white?"):
        plain = ask(memory, message)
        assert shown(plain, ItemType.STATE) == ["The colour of house is green."]
        assert not [item for item in plain.items if "white" in item.proposition or "red." in item.proposition], message
    assert shown(ask(memory, "What colour had the house previously?"), ItemType.HISTORY) == [
        "From 2024-01-01 to 2025-01-01: The colour of house is red.",
        "From 2023-01-01 to 2024-01-01: The colour of house is white.",
    ]


def test_fading_lowers_what_is_volunteered_and_not_what_is_asked_for(memory: Memory) -> None:
    """Case 40."""
    memory.learn(document(new_knowledge=[fact("house", "colour", "red", tags=["paint"])]), message="Hm.")

    def asked(message: str) -> tuple[Candidate, Candidate]:
        now, later = (at(ask(memory, message, now=day), "house.colour") for day in ("2026-01-01", "2026-03-01"))
        assert now.strength > later.strength
        assert now.lanes == later.lanes
        return now, later

    now, later = asked("What colour has the house?")
    assert now.score == later.score
    now, later = asked("Any paint?")
    assert now.lanes == (Lane.LABEL,)
    assert now.score > later.score


# --- the scope of a conversation


def test_a_conversation_keeps_its_subject_until_another_takes_its_place(memory: Memory) -> None:
    """Case 42."""
    note(memory, "The hippocampus is where memories form.", domains=("neuroscience",))
    note(memory, ENGINE, domains=("cars",))
    first = ask(memory, "What is new in neuroscience?")
    assert shown(first) == ["The hippocampus is where memories form."]
    follow = ask(memory, "Does it need sleep?", scope=first.scope)
    assert lanes(follow, "hippocampus") == (Lane.DIALOGUE,)
    assert shown(follow) == ["The hippocampus is where memories form."]
    other = ask(memory, "And what of cars, my Porsche?", scope=follow.scope)
    assert other.scope == ("cars",)
    assert shown(ask(memory, "What drives it?", scope=other.scope)) == [ENGINE]


def test_a_domain_of_this_message_is_looked_up_though_the_scope_is_full(memory: Memory) -> None:
    """Case 43, and of 41 the ceiling: what was mentioned least recently leaves."""
    note(memory, SLEEP, domains=("neuroscience",))
    note(memory, ENGINE, domains=("cars",))
    full = ("cars", *(f"subject {n}" for n in range(1, MAX_SCOPE)))
    envelope = ask(memory, "How does neuroscience help cars?", scope=full)
    assert set(shown(envelope)) == {SLEEP, ENGINE}
    assert len(envelope.scope) == MAX_SCOPE
    assert set(envelope.scope[-2:]) == {"neuroscience", "cars"}
    assert "subject 1" not in envelope.scope
    assert "subject 2" in envelope.scope


def test_a_follow_up_is_about_what_its_own_conversation_spoke_of(tmp_path: Path) -> None:
    """Cases 41 and 45: another conversation of the same project has neither the subject nor the thing."""
    house = document(new_knowledge=[fact("house", "colour", "red", domains=["home"])])
    with open_workbench(tmp_path, clock=ManualClock(Instant.parse("2026-01-01")), mint=CountedIds("turn")) as workbench:
        provider = ScriptedProvider(["Noted.", "Red.", "Hello."], extract=[house, document(), document()])
        route = scripted_route(provider, extracts=True)
        workbench.session("test", route=route).ask("The colour of house is red.")
        here, there = workbench.session("test", route=route), workbench.session("test", route=route)
        assert here.ask("Tell me about the house.").envelope.scope == ("home",)
        there.ask("Hello!")
        follow, alone = here.envelope("Change its colour."), there.envelope("Change its colour.")
    assert shown(follow) == ["The colour of house is red."]
    assert (at(follow, "house.colour").lanes[0], follow.scope) == (Lane.SLOT, ("home",))
    assert Lane.SLOT not in {lane for each in alone.candidates for lane in each.lanes}
    assert alone.scope == ()


# --- relevance and repetition


def test_one_word_of_a_long_question_is_too_little_and_two_are_not(memory: Memory) -> None:
    """Case 47."""
    note(memory, "The landing page shows a motel beside a desert road.")
    note(memory, "The neon text is drawn by a shader.")
    note(memory, "The tracker keeps old bugs for a year.")
    question = "Please let the neon text on the landing page flicker slowly, like an old motel beside a desert road"
    envelope = ask(memory, question)
    assert "The neon text is drawn by a shader." in shown(envelope)
    assert fate(envelope, "tracker").fate is Fate.NO_MATCH


def test_state_hides_no_evidence_and_the_same_words_are_sent_once_by_the_strongest(memory: Memory) -> None:
    """Case 48."""
    same = "The house has a red door."
    memory.learn(document(new_knowledge=[fact("house", "door", "red", proposition=same)]), message=same)
    memory.learn(claim("The house has stood since 1904."), message="Hm.")
    memory.learn(document(), message="My aunt keeps the key of the house.")
    envelope = ask(memory, "What about the house and its door?")
    assert [item.type for item in envelope.items if item.proposition == same] == [ItemType.STATE]
    assert envelope.payload.count("red door") == 1
    assert shown(envelope, ItemType.CLAIM) == ["The house has stood since 1904."]
    assert "My aunt keeps the key of the house." in "".join(shown(envelope, ItemType.UTTERANCE))


def test_a_tight_budget_drops_the_last_in_rank_and_names_each(memory: Memory) -> None:
    """Case 49, by rule 22: one order, cut at one place."""
    for number in range(12):
        note(memory, f"The harbour has pier number {number}.")
    whole = ask(memory, "How many piers has the harbour?")
    assert whole.receipt.budget == DEFAULT_BUDGET == 32_768
    order = admitted(whole)
    cut = ask(memory, "How many piers has the harbour?", budget=whole.receipt.bytes // 2)
    kept = admitted(cut)
    assert 0 < len(kept) < len(order)
    assert kept == order[: len(kept)]
    out = [each for each in cut.candidates if each.fate is Fate.OVER_BUDGET]
    assert [each.item.id for each in out] == order[len(kept) :]
    assert all(each.verdict.startswith("over_budget by ") for each in out)
    assert ask(memory, "How many piers has the harbour?", budget=whole.receipt.bytes // 2) == cut


def test_both_sides_of_a_conflict_name_who_said_them(memory: Memory) -> None:
    """Case 52."""
    for name, month in (("Ann", "May"), ("Bob", "June")):
        said = spoken(memory, name, f"The deadline of release is {month}.")
        entry = fact("release", "deadline", month, wording="conflict" if name == "Bob" else "plain")
        tell(memory, said, new_knowledge=[entry])
    assert sent(ask(memory, "What is the deadline of the release?"))[:2] == [
        (ItemType.STATE, "The deadline of release is May."),
        (
            ItemType.CONFLICT,
            'Contested: "The deadline of release is June." (said by Bob), against "The deadline of release is May."',
        ),
    ]


# --- associations


@pytest.fixture
def painted(memory: Memory) -> Memory:
    """Brittan painted the house; what is known of the house fades at different speeds."""
    memory.learn(document(relation_updates=[relation("Brittan", "painted", "house")]))
    gutter = fact("house", "gutter", "copper", severity="minor")
    memory.learn(document(new_knowledge=[gutter, fact("house", "colour", "green", severity="critical")]))
    return memory


def test_what_sleeps_one_association_away_is_left_out_and_state_that_is_awake_is_not(painted: Memory) -> None:
    """Cases 10 and 74: the edge is awake, the endpoint is not."""
    envelope = ask(painted, "Tell me about Brittan", now="2026-01-20")
    assert shown(envelope) == ["Brittan painted house.", "The colour of house is green."]
    gutter = at(envelope, "house.gutter")
    assert (gutter.fate, gutter.detail, gutter.lanes) == (Fate.DORMANT, "s=0.16", (Lane.HOP,))


def test_the_state_of_whoever_is_named_comes_though_all_of_it_sleeps(painted: Memory) -> None:
    """Case 10: ten years later, when the edge sleeps as well, and what lies behind it is not volunteered."""
    envelope = ask(painted, "Tell me about Brittan", now="2036-01-20")
    assert shown(envelope) == ["Brittan painted house."]
    assert not at(envelope, "brittan --painted-->").active
    assert "gutter" not in str(envelope.candidates)


def test_of_what_lies_behind_an_edge_that_sleeps_the_account_names_the_edge(painted: Memory) -> None:
    """Case 74: it is no candidate, so that no fate of another route can be taken for its own."""
    colour = painted.item("house.colour")
    wanted = request(painted, "Tell me about Brittan", now="2026-04-02")
    account = painted.store.read(
        lambda conn: unfound(Snapshot.of(conn, painted.project.id, wanted.now), wanted, vocabulary(), colour)
    )
    assert account.fate is Fate.NO_MATCH
    assert [look.why for look in account.looked if look.lane is Lane.HOP] == [
        "the association Brittan painted house is dormant s=0.10"
    ]


def test_a_way_that_is_awake_wins_over_one_that_sleeps(painted: Memory) -> None:
    """Case 74: a direct hit, or another route, clears what was left out."""
    direct = at(ask(painted, "Tell me about Brittan and the gutter of the house", now="2026-01-20"), "house.gutter")
    assert (direct.fate, direct.active, direct.required) == (Fate.IN, False, True)
    painted.learn(document(relation_updates=[relation("Ann", "owns", "house")]), at="2026-04-01")
    both = at(ask(painted, "What do Brittan and Ann share?", now="2026-04-02"), "house.colour")
    assert (both.fate, both.reasons[0]) == (Fate.IN, "Ann owns house, one association away")
    assert "Brittan" not in str(both.reasons)
    alone = ask(painted, "Tell me about Brittan", now="2026-04-02")
    assert shown(alone) == ["Brittan painted house."]
