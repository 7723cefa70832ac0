"""Which items answer, best first. Our choice."""

from __future__ import annotations

from a008.memory.envelope import ItemType
from a008.providers.embedded.english import ENGLISH
from a008.providers.embedded.index import Entry, index
from a008.providers.embedded.question import read
from a008.providers.embedded.ranking import contests, near, rank, repeats, spoken_of
from tests.providers.embedded.envelopes import item

_ALL = tuple(ItemType)


def _ranked(question: str, *propositions: tuple[str, str]) -> list[str]:
    entries = index(tuple(item(text, kind) for text, kind in propositions), ENGLISH)
    return [entry.item.proposition for entry in rank(read(question, ENGLISH), entries, _ALL)]


def _entry(proposition: str, kind: str = "state") -> Entry:
    return index((item(proposition, kind),), ENGLISH)[0]


def test_a_rare_word_counts_more_than_a_common_one() -> None:
    build = [(f"The {name} build takes 5 minutes.", "state") for name in ("blue", "red", "nightly")]
    assert _ranked("How long does the nightly build take?", *build) == ["The nightly build takes 5 minutes."]


def test_equals_stand_in_the_order_of_types_and_then_of_the_envelope() -> None:
    given = [("Rex likes bones.", "claim"), ("Rex likes balls.", "state"), ("Rex likes cats.", "state")]
    assert _ranked("What does Rex like?", *given) == ["Rex likes balls.", "Rex likes cats.", "Rex likes bones."]


def test_an_item_that_holds_too_little_of_the_question_is_no_answer() -> None:
    given = ("The build takes 5 minutes.", "state")
    assert _ranked("How long does the build take?", given) == [given[0]]
    assert _ranked("Which shell, compiler, linker and cache does the build take?", given) == []


def test_nobody_else_answers_for_a_person() -> None:
    given = [("The user lives in Lyon.", "state"), ("Maria lives in Paris.", "state")]
    assert _ranked("Where does Karl live?", *given) == []
    assert _ranked("where does karl live?", *given) == []
    assert _ranked("Where do I live?", *given) == ["The user lives in Lyon."]


def test_what_is_near_is_about_the_same_thing_whatever_it_says() -> None:
    entries = (_entry("Rex likes bones."), _entry("The user's dog is old."), _entry("Maria lives in Paris."))
    named = near(read("What does Rex weigh?", ENGLISH), entries, _ALL)
    owned = near(read("What does my dog weigh?", ENGLISH), entries, _ALL)
    assert [entry.item.proposition for entry in (*named, *owned)] == ["Rex likes bones.", "The user's dog is old."]


def test_a_statement_touches_states_of_the_same_attribute_alone() -> None:
    entries = (_entry("The user lives in Lyon."), _entry("The user works in Paris."), _entry("Lyon is in France."))
    touched = spoken_of(read("I moved to Paris.", ENGLISH), entries)
    assert [entry.item.proposition for entry in touched] == ["The user lives in Lyon."]


def test_only_the_same_statement_repeats_an_item() -> None:
    entry = _entry("Maria likes all cats.")
    said = ["Maria likes all cats.", "Maria likes cats.", "Maria does not like all cats.", "Maria only likes all cats."]
    assert [repeats(read(text, ENGLISH), entry) for text in said] == [True, False, False, False]


def test_a_conflict_contests_the_state_whose_words_it_holds() -> None:
    conflict = _entry('Contested: "Maria lives in Rome." (said by Bo), against "Maria lives in Paris."', "conflict")
    assert contests(conflict, _entry("Maria lives in Paris."))
    assert not contests(conflict, _entry("The build takes 5 minutes."))
