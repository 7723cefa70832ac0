"""Languages and their word forms. Our choice."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from a008.providers.embedded.english import ENGLISH
from a008.providers.embedded.language import LEXICONS, language_of
from a008.providers.embedded.lexicon import Language
from a008.providers.embedded.swedish import SWEDISH


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Where do I live?", Language.ENGLISH),
        ("what is the name of my dog", Language.ENGLISH),
        ("Var bor jag?", Language.SWEDISH),
        ("vad heter min hund", Language.SWEDISH),
        ("Ålder?", Language.SWEDISH),
        ("Har någon frågat om loadfile.c?", Language.SWEDISH),
        ("loadfile.c?", Language.ENGLISH),
        ("", Language.ENGLISH),
        ("你好", Language.ENGLISH),
    ],
)
def test_small_words_tell_the_language(text: str, language: Language) -> None:
    assert language_of(text).language is language


def test_a_text_that_tells_nothing_is_in_the_language_of_the_talk() -> None:
    assert language_of("loadfile.c?", "Var bor jag?").language is Language.SWEDISH
    assert language_of("Where?", "Var bor jag?").language is Language.ENGLISH


@pytest.mark.parametrize(
    "forms",
    [
        "live lives lived living",
        "write writes wrote written writing",
        "buy buys bought",
        "use uses used using",
        "city cities",
        "stop stops stopped stopping",
        "file files filing",
    ],
)
def test_forms_of_an_english_word_are_one(forms: str) -> None:
    assert len({ENGLISH.stem(form) for form in forms.split()}) == 1


@pytest.mark.parametrize(
    "forms",
    [
        "hund hunden hundar hundarna hundarnas",
        "namn namnet namnen",
        "katt katten katter katterna",
        "databas databasen databaser databasens",
        "använda använder använde används",
        "flicka flickan flickor flickorna",
        "heter hette heta",
    ],
)
def test_forms_of_a_swedish_word_are_one(forms: str) -> None:
    assert len({SWEDISH.stem(form) for form in forms.split()}) == 1


@pytest.mark.parametrize("pair", ["file fire", "cat car", "lyon london", "tea team"])
def test_other_english_words_stay_apart(pair: str) -> None:
    assert len({ENGLISH.stem(word) for word in pair.split()}) == 2


@given(st.text("abcdefginorstyåäö", min_size=1, max_size=12))
def test_a_stem_is_never_empty_and_a_swedish_one_has_no_ending_left(word: str) -> None:
    assert all(lexicon.stem(word) for lexicon in LEXICONS)
    assert SWEDISH.stem(SWEDISH.stem(word)) == SWEDISH.stem(word)


def test_tables_are_case_folded_and_phrases_complete() -> None:
    for lexicon in LEXICONS:
        tables = (lexicon.markers, lexicon.stop_words, lexicon.weak_words, lexicon.openers, lexicon.pronouns)
        assert [word for table in tables for word in table if word != word.casefold()] == []
        phrases = lexicon.phrases
        texts = [getattr(phrases, name) for name in type(phrases).__slots__]
        assert [text for text in texts if not text[0].isupper() or text[-1] not in ".:"] == []
        assert "{count}" in phrases.more
