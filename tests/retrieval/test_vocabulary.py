"""Language tables. Source: rule 15: data, extensible by the user, at word boundaries that know Unicode."""

import pytest

from a008.errors import Code, UsageError
from a008.memory.envelope import Intent
from a008.retrieval.intents import intents, spoken
from a008.retrieval.query import Question
from a008.retrieval.vocabulary import LANGUAGES, says, vocabulary


def test_every_intent_beyond_the_present_and_every_question_has_words_in_every_language() -> None:
    known = vocabulary()
    assert all(len(known.intents[intent]) >= len(LANGUAGES) for intent in Intent)
    assert all(known.questions[question] for question in Question if question is not Question.OTHER)


def test_a_phrase_counts_at_word_boundaries_only() -> None:
    phrases = (" used to ", " histor")
    assert says(spoken("I used to swim"), phrases)
    assert says(spoken("Its history?"), phrases)
    assert not says(spoken("unused, too"), phrases)
    assert not says(spoken("prehistory"), phrases)
    assert not says((), phrases)


def test_a_table_of_the_users_own_adds_a_language() -> None:
    finnish = """
    stop = "mikä oli"
    [intents]
    history = ["aiemmin"]
    """
    said = spoken("Mikä se oli aiemmin?")
    assert Intent.HISTORY not in intents(said, vocabulary())
    assert Intent.HISTORY in intents(said, vocabulary(finnish))
    assert "mikä" in vocabulary(finnish).stop


def test_a_table_may_be_written_in_any_case_and_form_of_unicode() -> None:
    known = vocabulary('stop = "MIKÄ ﬁlm"\n[small_talk]\ngreetings = ["Qu’est-ce"]')
    assert {"mikä", "film"} <= known.stop
    assert " qu'est-ce " in known.greetings


def test_a_table_of_another_shape_is_refused() -> None:
    with pytest.raises(UsageError, match="line 1 of table 3") as caught:
        vocabulary("stop = 3")
    assert caught.value.code is Code.CONFIGURATION


def test_an_attribute_is_asked_for_by_its_names_in_every_language_and_by_verbs() -> None:
    asked = vocabulary().attributes["residence"]
    assert {"home", "liv", "bor", "bostadsort"} <= asked
