"""The whole read path on a real store. Source: rules 11 to 22; memory reference, cases 9 to 55; named cases inside."""

import pytest

from a008.errors import NotFound, ProjectionError
from a008.memory.envelope import Fate, ItemType, Lane, payload
from tests.retrieval.asking import ask, fate, shown, verdicts
from tests.retrieval.documents import claim
from tests.turns import Memory, document, fact, relation


@pytest.fixture
def memory() -> Memory:
    return Memory()


def evidence(tags: list[str], domains: list[str]) -> dict[str, object]:
    return {"tags": tags, "domains": domains}


# --- current state


def test_only_the_current_value_is_shown_and_the_earlier_one_when_history_is_asked_for(memory: Memory) -> None:
    """Case B024."""
    memory.learn(
        document(new_knowledge=[fact("user", "diet", "vegetarian")]), message="The diet of user is vegetarian."
    )
    memory.learn(
        document(new_knowledge=[fact("user", "diet", "meat", wording="change", proposition="The user eats meat.")]),
        message="I eat meat now.",
        at="2026-02-01",
    )
    plain = ask(memory, "What do I eat?")
    assert shown(plain, ItemType.STATE) == ["The user eats meat."]
    assert "vegetarian" not in plain.payload
    past = ask(memory, "What did I eat before?")
    assert shown(past, ItemType.HISTORY) == ["Until 2026-02-01: The diet of user is vegetarian."]


def test_an_exact_address_is_required_and_others_are_not(memory: Memory) -> None:
    memory.learn(document(new_knowledge=[fact("user", "residence", "Lyon"), fact("user", "pet", "cat")]))
    envelope = ask(memory, "Where is my home?")
    assert [(each.address, each.required) for each in envelope.candidates if each.required] == [
        ("user.residence", True)
    ]


def test_a_question_in_another_language_reaches_the_same_address(memory: Memory) -> None:
    memory.learn(document(new_knowledge=[fact("user", "residence", "Lyon", proposition="The user lives in Lyon.")]))
    assert shown(ask(memory, "Var bor jag?")) == ["The user lives in Lyon."]


def test_an_answer_that_said_what_no_longer_holds_is_no_evidence_for_what_holds(memory: Memory) -> None:
    """Stale inversion by echo: the assistant's own old sentence must not compete with the head."""
    memory.learn(document(new_knowledge=[fact("user", "residence", "Lyon", proposition="The user lives in Lyon.")]))
    memory.learn(document(), message="Where do I live?", answer="You live in Lyon. The sun shines there.")
    memory.learn(
        document(
            new_knowledge=[fact("user", "residence", "Oslo", wording="change", proposition="The user lives in Oslo.")]
        )
    )
    envelope = ask(memory, "Where do I live?")
    assert "Lyon" not in envelope.payload
    assert shown(envelope, ItemType.STATE) == ["The user lives in Oslo."]


def test_an_answer_that_only_cites_what_it_was_given_is_no_evidence(memory: Memory) -> None:
    """Echo: what stands in an envelope must not come back as if somebody had said it anew."""
    memory.learn(document(new_knowledge=[fact("user", "residence", "Lyon", proposition="The user lives in Lyon.")]))
    answer = f"The user lives in Lyon. [{memory.item('user.residence')}]\nLyon is lovely in May."
    memory.learn(document(), message="Where do I live?", answer=answer)
    envelope = ask(memory, "Who said something about Lyon?")
    (said,) = (each for each in shown(envelope, ItemType.ATTRIBUTION) if "assistant" in each)
    place = f"characters {answer.index('Lyon is') + 1} to {len(answer)} of {len(answer)}"
    assert said == f'On 2026-01-01 the assistant said ({place}): "Lyon is lovely in May."'


def test_a_sentence_that_holds_no_more_is_left_out_of_an_utterance_and_the_rest_is_kept(memory: Memory) -> None:
    said = "The host of the db is alpha. The backup job of the db runs at night."
    memory.learn(
        document(new_knowledge=[fact("db", "host", "alpha", proposition="The host of the db is alpha.")]), said
    )
    memory.learn(document(new_knowledge=[fact("db", "host", "beta", wording="change")]), at="2026-02-01")
    envelope = ask(memory, "When does the backup job of the db run?")
    (utterance,) = shown(envelope, ItemType.UTTERANCE)
    assert "backup job" in utterance
    assert "alpha" not in envelope.payload
    assert "characters" in utterance


def test_a_contested_address_shows_both_sides_side_by_side(memory: Memory) -> None:
    memory.learn(document(new_knowledge=[fact("release", "deadline", "May")]))
    memory.learn(document(new_knowledge=[fact("release", "deadline", "June", wording="conflict")]))
    envelope = ask(memory, "What is the deadline of the release?")
    assert [(item.type, item.proposition) for item in envelope.items[:2]] == [
        (ItemType.STATE, "The deadline of release is May."),
        (
            ItemType.CONFLICT,
            'Contested: "The deadline of release is June." (said by the user), '
            'against "The deadline of release is May."',
        ),
    ]


def test_a_retracted_claim_is_gone_and_says_why(memory: Memory) -> None:
    memory.learn(document(new_knowledge=[fact("user", "employer", "Acme")]))
    memory.learn(document(new_knowledge=[fact("user", "employer", "Acme", wording="retraction")]))
    envelope = ask(memory, "Who is my employer?")
    assert shown(envelope) == []
    assert verdicts(envelope)["claim: The employer of user is Acme."] == "retracted retracted"


def test_the_past_and_an_older_revision_can_be_asked_for(memory: Memory) -> None:
    memory.learn(document(new_knowledge=[fact("user", "residence", "Lyon", valid_from="2020-01-01")]))
    before = memory.store.revision()
    memory.learn(document(new_knowledge=[fact("user", "residence", "Oslo", valid_from="2025-01-01", wording="change")]))
    assert shown(ask(memory, "Where is my home?", as_of="2024-01-01"), ItemType.STATE) == [
        "The residence of user is Lyon."
    ]
    old = ask(memory, "Where is my home?", at_revision=before)
    assert old.receipt.revision == before
    assert "Oslo" not in old.payload


# --- evidence, duplicates, dormancy


def test_the_same_sentence_is_sent_once_and_makes_room_for_another(memory: Memory) -> None:
    """Case B034: one utterance and two claims in the same words, and a different one."""
    memory.learn(claim("The cache lives on pve-01!"), message="Hm.", answer="The cache lives on pve-01!")
    memory.learn(claim("The cache has 32 GB on pve-01."), message="Hm.", answer="The cache lives on pve-01.")
    sent = shown(ask(memory, "What about the cache on pve-01?"))
    assert len([each for each in sent if "lives" in each]) == 1
    assert "The cache has 32 GB on pve-01." in sent


def test_two_addresses_with_equal_values_stay_two_items(memory: Memory) -> None:
    """Reference case 51."""
    same = "It is 8080."
    memory.learn(
        document(
            new_knowledge=[fact("web", "port", 8080, proposition=same), fact("api", "port", 8080, proposition=same)]
        )
    )
    assert shown(ask(memory, "Which port have web and api?"), ItemType.STATE) == [same, same]


def test_the_dormant_are_not_volunteered_but_come_back_when_named(memory: Memory) -> None:
    """Fault Q09; the seed's dusty `loadfile.c`."""
    memory.learn(document(new_knowledge=[fact("loadfile.c", "mode", "lists files", severity="minor")]))
    late = {"now": "2036-01-01"}
    broad = ask(memory, "Which mode lists files?", **late)
    assert shown(broad) == []
    assert verdicts(broad)["state: The mode of loadfile.c is lists files."] == "dormant s=0.00"
    named = ask(memory, "What is the mode of loadfile.c?", **late)
    assert shown(named, ItemType.STATE) == ["The mode of loadfile.c is lists files."]
    assert not next(each for each in named.candidates if each.fate is Fate.IN).active


def test_lifecycle_never_changes_what_holds(memory: Memory) -> None:
    """Rule 11 at the read side, reference case 24."""
    memory.learn(document(new_knowledge=[fact("user", "residence", "Lyon", severity="minor")]))
    now, later = ask(memory, "Where is my home?"), ask(memory, "Where is my home?", now="2090-01-01")
    assert shown(now, ItemType.STATE) == shown(later, ItemType.STATE) == ["The residence of user is Lyon."]


def test_a_domain_of_the_message_brings_what_shares_no_word_with_it(memory: Memory) -> None:
    """Reference case 35."""
    memory.learn(claim("Sleep makes the hippocampus rest.", **evidence(["sleep"], ["neuroscience"])))
    memory.learn(claim("The turbo whistles.", **evidence(["engine"], ["cars"])))
    envelope = ask(memory, "Anything new in neuroscience?")
    assert shown(envelope, ItemType.CLAIM) == ["Sleep makes the hippocampus rest."]
    assert envelope.scope == ("neuroscience",)


def test_the_scope_of_a_conversation_is_followed_and_replaced(memory: Memory) -> None:
    """Reference case 42."""
    memory.learn(claim("Memory forms in the hippocampus.", **evidence(["hippocampus"], ["neuroscience"])))
    memory.learn(claim("The Porsche has a boxer engine.", **evidence(["porsche"], ["cars"])))
    first = ask(memory, "What about neuroscience?")
    follow = ask(memory, "Does it need rest?", scope=first.scope)
    assert shown(follow, ItemType.CLAIM) == ["Memory forms in the hippocampus."]
    other = ask(memory, "Now cars.", scope=follow.scope)
    assert other.scope == ("cars",)


def test_one_association_away_is_found_and_two_are_not(memory: Memory) -> None:
    memory.learn(document(relation_updates=[relation("loadfile.c", "feeds", "converter")]))
    memory.learn(document(relation_updates=[relation("converter", "needs", "markdown")]))
    memory.learn(document(new_knowledge=[fact("markdown", "ending", ".md")]))
    envelope = ask(memory, "Change loadfile.c.")
    sent = shown(envelope)
    assert "converter needs markdown." in sent
    assert "The ending of markdown is .md." not in sent


# --- attribution and history


def test_who_said_so_names_speaker_and_day(memory: Memory) -> None:
    memory.learn(
        document(
            new_knowledge=[
                fact(
                    "user",
                    "residence",
                    "Lyon",
                    proposition="The user lives in Lyon.",
                    support={"source": "message", "quote": "I live in Lyon.", "occurrence": 1},
                )
            ]
        ),
        message="I live in Lyon.",
        at="2023-02-01",
    )
    envelope = ask(memory, "Who said that I live in Lyon?")
    assert shown(envelope, ItemType.ATTRIBUTION) == ['On 2023-02-01 the user said: "I live in Lyon."']


def test_earlier_questions_are_found_when_asked_for(memory: Memory) -> None:
    memory.learn(document(), message="How does one deploy to staging?", answer="Ask the team.", at="2024-05-06")
    envelope = ask(memory, "Has anybody asked about staging before?")
    assert 'On 2024-05-06 the user said: "How does one deploy to staging?"' in shown(envelope, ItemType.ATTRIBUTION)


def test_an_earlier_question_that_says_no_more_than_this_one_is_not_sent(memory: Memory) -> None:
    memory.learn(document(), message="How does one deploy to staging?", answer="Ask the team.")
    envelope = ask(memory, "How does one deploy to staging?")
    assert fate(envelope, "How does one deploy").verdict == "not_applicable says no more than the message"


def test_earlier_values_come_newest_first(memory: Memory) -> None:
    for year, city in ((2020, "Lyon"), (2022, "Oslo"), (2024, "Rome")):
        memory.learn(
            document(new_knowledge=[fact("user", "residence", city, valid_from=f"{year}-01-01", wording="change")])
        )
    envelope = ask(memory, "Where was my home before?")
    assert shown(envelope, ItemType.HISTORY) == [
        "From 2022-01-01 to 2024-01-01: The residence of user is Oslo.",
        "From 2020-01-01 to 2022-01-01: The residence of user is Lyon.",
    ]


def test_a_follow_up_asks_about_what_was_just_spoken_of(memory: Memory) -> None:
    memory.learn(document(new_knowledge=[fact("user", "residence", "Lyon", proposition="The user lives in Lyon.")]))
    memory.learn(
        document(
            new_knowledge=[fact("user", "residence", "Oslo", wording="change", proposition="The user lives in Oslo.")]
        ),
        at="2026-03-04",
    )
    recent = ("Where do I live?", "The user lives in Oslo.")
    assert shown(ask(memory, "What was it before?", recent=recent), ItemType.HISTORY) == [
        "Until 2026-03-04: The user lives in Lyon."
    ]
    assert len(shown(ask(memory, "Vem sa det?", recent=recent), ItemType.ATTRIBUTION)) == 2


# --- small talk, required ids, projects


def test_a_greeting_gets_an_empty_envelope_and_leaves_the_scope(memory: Memory) -> None:
    """Reference case 44, decided by rule."""
    memory.learn(document(new_knowledge=[fact("user", "name", "Anna", domains=["personal"])]))
    envelope = ask(memory, "Good morning!", scope=("cars",))
    assert (envelope.items, envelope.candidates, envelope.scope) == ((), (), ("cars",))
    assert envelope.payload == payload(())


def test_the_caller_may_require_ids_and_is_told_of_unknown_ones(memory: Memory) -> None:
    memory.learn(document(new_knowledge=[fact("a", "x", 1)]))
    memory.learn(claim("Bees sleep."))
    wanted = memory.item("a.x")
    envelope = ask(memory, "Hello!", required=(wanted,))
    assert [(each.item.id, each.required, each.lanes) for each in envelope.candidates if each.fate is Fate.IN] == [
        (wanted, True, (Lane.CALLER,))
    ]
    with pytest.raises(NotFound):
        ask(memory, "Hello!", required=("claim_none",))
    with pytest.raises(ProjectionError) as caught:
        ask(memory, "Hello!", required=(wanted,), budget=60)
    assert caught.value.item == wanted
