"""One value for another, resolved by the context (our choice; seed: no address is ever made up)."""

from __future__ import annotations

import pytest

from a008.intake.rules import patterns, words
from a008.intake.rules.learn import learn
from a008.intake.rules.swaps import Held, swap
from a008.memory.reconcile import Wording

EN = words.of("en")
EXAMPLES = [
    pytest.param(example, found.wording, id=str(example[0]))
    for language in words.LANGUAGES
    for found in patterns.swaps(words.of(language))
    for example in found.examples
]
HOME = Held(item_id="claim_home", proposition="The user lives in Paris.")


@pytest.mark.parametrize(("example", "by_row"), EXAMPLES)
def test_a_swap_reads_its_examples_as_they_say(example: list[object], by_row: Wording) -> None:
    said, told, address, value, wording, proposition = map(str, example)
    (one,) = learn(said, (Held(item_id="claim_1", proposition=told),))
    assert (f"{one.fact.entity}.{one.fact.slot}", one.fact.value, one.fact.proposition) == (address, value, proposition)
    assert (one.cites, one.fact.wording) == ("claim_1", Wording(wording))
    assert Wording(wording) is by_row


@pytest.mark.parametrize(
    "told",
    [
        "The user lives in Lyon.",
        "The user likes Paris.",
        "Paris is a city in Europe.",
        "On 2023-02-01 the user said: Paris.",
    ],
)
def test_a_context_without_the_old_value_resolves_nothing(told: str) -> None:
    assert swap("It is Oslo, not Paris.", (Held(item_id="claim_1", proposition=told),), EN) is None


def test_two_states_with_the_old_value_resolve_nothing() -> None:
    other = Held(item_id="claim_2", proposition="Anna's birthplace is Paris.")
    assert swap("It is Oslo, not Paris.", (HOME,), EN) is not None
    assert swap("It is Oslo, not Paris.", (HOME, other), EN) is None


@pytest.mark.parametrize(
    "sentence", ["It is Oslo.", "It is great, not Paris.", "not but", "It is Oslo, not " + "P" * 999]
)
def test_what_is_no_swap(sentence: str) -> None:
    assert swap(sentence, (HOME,), EN) is None
