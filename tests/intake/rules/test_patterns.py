"""Every row of the pattern tables does what its examples say, and no row can run away (our choice, row by row)."""

from __future__ import annotations

import re

import pytest

from a008.intake.rules import cues, dates, patterns, words
from a008.intake.rules.learn import learn
from a008.intake.rules.patterns import MAX_STATEMENT, Example, Row, Rule
from a008.memory.address import SlotKind
from a008.memory.reconcile import Wording

ROWS = [
    pytest.param(words.of(language), rule, row, id=f"{language} {rule.name} {number}")
    for language in words.LANGUAGES
    for rule in patterns.rules(words.of(language))
    for number, row in enumerate(rule.rows)
]
EXAMPLES = [
    pytest.param(rule, example, id=f"{language}: {example.said}")
    for language in words.LANGUAGES
    for rule in patterns.rules(words.of(language))
    for row in rule.rows
    for example in row.examples
]
#: What makes careless expressions backtrack: many places at which each group could end.
HOSTILE = [
    *("a ", "a's ", "the a of ", "my a ", "as ", "x is not ", "x is y, not ", "x from y to ", "i like a to "),
    *("we use a for ", "a uses b for ", "loadfile.c ", "./", "a.b", "`a", "I live in ", "jag bor i ", "är inte "),
    *("ett s på ", "a is now ", "har flyttat från a till ", "a'", "a-", "X", "now ", "my dog is "),
    *("vi använder a till ", "not a but b ", "inte a utan b "),
]


@pytest.mark.parametrize(("rule", "example"), EXAMPLES)
def test_a_row_reads_its_examples_as_they_say(rule: Rule, example: Example) -> None:
    learnt = learn(example.said, ())
    assert [
        (one.fact.form, _address(one.fact.form, one.fact.entity, one.fact.slot), one.fact.value) for one in learnt
    ] == [(rule.form, example.address, example.value)]
    assert (learnt[0].fact.wording, learnt[0].fact.proposition) == (example.wording, example.proposition)
    assert learnt[0].quote in example.said


@pytest.mark.parametrize(("language", "rule", "row"), ROWS)
def test_every_row_has_examples_that_it_fits_and_that_no_earlier_row_of_its_rule_does(
    language: words.Words, rule: Rule, row: Row
) -> None:
    assert row.examples
    for example in row.examples:
        statement = cues.core(cues.plain(example.said.split("! ")[-1]), language).text
        texts = {statement, dates.dated(statement, language).text}
        tried = rule.rows[: rule.rows.index(row)]
        assert any(row.pattern.fullmatch(_without_time(text)) for text in texts)
        assert not any(
            other.pattern.fullmatch(text) for other in tried if other.needs is patterns.Needs.NOTHING for text in texts
        )


@pytest.mark.parametrize("unit", HOSTILE)
@pytest.mark.timeout(20)
def test_no_row_runs_away_on_a_hostile_statement(unit: str) -> None:
    statement = (unit * MAX_STATEMENT)[:MAX_STATEMENT]
    for language in words.LANGUAGES:
        for pattern in _every_pattern(words.of(language)):
            pattern.fullmatch(statement)
            pattern.fullmatch(statement[:-1] + "!")


def test_the_first_allowed_row_decides() -> None:
    english = words.of("en")
    found = patterns.find("I live in Lyon", english, lambda _: True)
    assert found is not None
    assert (found.rule.name, found.row.wording, found.groups["value"]) == ("residence", Wording.PLAIN, "Lyon")
    assert patterns.find("I live in Lyon", english, lambda _: False) is None
    assert patterns.find("I live in " + "L" * MAX_STATEMENT, english, lambda _: True) is None


def test_both_languages_learn_the_same_slots() -> None:
    learnt = {
        language: {(rule.form, rule.entity, rule.slot) for rule in patterns.rules(words.of(language))}
        for language in words.LANGUAGES
    }
    assert learnt["en"] == learnt["sv"]


def _address(form: SlotKind, entity: str, slot: str) -> str:
    return f"{entity}.{slot}" if form is SlotKind.ATTRIBUTE else f"{entity} --{slot}-->"


def _without_time(text: str) -> str:
    """The examples' only times without a date."""
    for time in (" for three years", " for ten years", " last year", " i tre år", " i tio år", " förra året"):
        text = text.removesuffix(time)
    return text


def _every_pattern(language: words.Words) -> list[re.Pattern[str]]:
    rows = [row.pattern for rule in patterns.rules(language) for row in rule.rows]
    return rows + [swap.pattern for swap in patterns.swaps(language)]
