"""Every row of the pattern tables does what its examples say (our choice, row by row)."""

from __future__ import annotations

import pytest

from a008.intake.rules import patterns, words
from a008.intake.rules.learn import learn
from a008.intake.rules.patterns import Example, Rule
from a008.memory.address import SlotKind

RULES = [(language, rule) for language in words.LANGUAGES for rule in patterns.rules(words.of(language))]
EXAMPLES = [
    pytest.param(rule, example, id=f"{language}: {example.said}")
    for language, rule in RULES
    for row in rule.rows
    for example in row.examples
]


@pytest.mark.parametrize(("rule", "example"), EXAMPLES)
def test_a_row_reads_its_examples_as_they_say(rule: Rule, example: Example) -> None:
    learnt = learn(example.said, ())
    assert [
        (
            str(one.fact.form),
            _address(one.fact.form, one.fact.entity, one.fact.slot),
            one.fact.value,
            one.fact.wording,
            one.fact.proposition,
        )
        for one in learnt
    ] == [(str(rule.form), example.address, example.value, example.wording, example.proposition)]
    assert learnt[0].quote == example.said


def _address(form: SlotKind, entity: str, slot: str) -> str:
    return f"{entity}.{slot}" if form is SlotKind.ATTRIBUTE else f"{entity} --{slot}-->"
