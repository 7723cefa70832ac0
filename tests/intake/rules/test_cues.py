"""What stands around a statement (our choice)."""

from __future__ import annotations

import pytest

from a008.intake.rules import cues, words
from a008.memory.reconcile import Wording

EN, SV = words.of("en"), words.of("sv")
P, C, F = Wording.PLAIN, Wording.CHANGE, Wording.CORRECTION


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("I’m  here.\n", "I'm here"),
        ("**I** live __here__!!", "I live here"),
        ("a * b * c.", "a * b * c"),
        ("so,", "so"),
        ("…", ""),
    ],
)
def test_a_sentence_is_made_plain(text: str, line: str) -> None:
    assert cues.plain(text) == line


@pytest.mark.parametrize(
    ("text", "core", "wording"),
    [
        ("I live here", "I live here", P),
        ("By the way, I live here", "I live here", P),
        ("No, I live here", "I live here", F),
        ("No longer here", "No longer here", P),
        ("No one lives here", "No one lives here", P),
        ("Correction: I live here", "I live here", F),
        ("Sorry, I meant that I live here", "I live here", F),
        ("Now I live here", "I live here", C),
        ("Actually, now I live here", "I live here", C),
        ("I live here now", "I live here", C),
        ("I live here too, by the way", "I live here", P),
        ("no", "", F),
        ("now", "", C),
        ("", "", P),
    ],
)
def test_openings_and_endings_are_taken_off(text: str, core: str, wording: Wording) -> None:
    found = cues.core(text, EN)
    assert (found.text, found.wording) == (core, wording)


def test_any_more_says_that_it_is_over() -> None:
    assert cues.core("I don't like tea any more", EN) == ("I don't like tea", P, True, False)
    assert cues.core("Jag gillar inte te längre", SV) == ("Jag gillar inte te", P, True, False)


def test_an_adverb_in_front_without_a_comma_puts_the_verb_first() -> None:
    assert cues.core("Nu bor jag här", SV).fronted
    assert not cues.core("Nu, bor jag här", SV).fronted
    assert not cues.core("Och bor jag här", SV).fronted
