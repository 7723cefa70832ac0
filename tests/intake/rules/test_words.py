"""The word tables: every phrase can be found, and both languages share their names (our choice)."""

from __future__ import annotations

import pytest

from a008.intake.rules import words
from a008.intake.rules.words import Phrases, found
from a008.memory.reconcile import Wording
from a008.memory.utterance import SpeechAct

LANGUAGES = [pytest.param(words.of(language), id=language) for language in words.LANGUAGES]
FILES = ("words", "names")


def phrases_of(table: object) -> list[str]:
    if isinstance(table, dict):
        return [phrase for held in table.values() for phrase in phrases_of(held)]
    return [phrase for phrase in table if isinstance(phrase, str)] if isinstance(table, list) else []


@pytest.mark.parametrize("language", words.LANGUAGES)
@pytest.mark.parametrize("table", ["acts", "context", "values"])
def test_every_phrase_is_a_run_of_words_as_texts_are_cut_into(language: str, table: str) -> None:
    data = words.load(language, "words")[table]
    dead = [phrase for phrase in phrases_of(data) if found(phrase) != phrase.split()]
    assert phrases_of(data)
    assert dead == []


def test_languages_share_the_names_of_properties_verbs_and_domains() -> None:
    english, swedish = words.of("en"), words.of("sv")
    assert set(english.attributes.values()) == set(swedish.attributes.values())
    assert set(english.verbs.values()) == set(swedish.verbs.values())
    assert set(english.domains) == set(swedish.domains)


@pytest.mark.parametrize("words_of", LANGUAGES)
def test_kinds_name_properties_and_verbs_that_exist(words_of: words.Words) -> None:
    for kind in ("kin", "project", "things"):
        assert words.kind(kind) <= set(words_of.attributes.values())
    assert words.kind("traits") <= words.kind("additive") <= set(words_of.verbs.values())


@pytest.mark.parametrize("words_of", LANGUAGES)
def test_every_speech_act_but_the_assertion_has_its_words(words_of: words.Words) -> None:
    assert set(words_of.acts) == set(SpeechAct) - {SpeechAct.ASSERTION}


def test_phrases_are_found_whole_at_the_front_the_back_and_between() -> None:
    phrases = Phrases(["what if", "if"])
    assert phrases.start(found("What if it rains")) == 2
    assert phrases.start(found("whatever")) == 0
    assert phrases.end(found("say what if")) == 2
    assert phrases.anywhere(found("I know what if means"))
    assert not phrases.anywhere(found("a gift"))
    assert not phrases.start([])
    assert phrases.holds("What  IF")


@pytest.mark.parametrize(
    ("text", "languages"),
    [
        ("I live in the house", ["en"]),
        ("Jag bor inte här", ["sv"]),
        ("Docker", ["en", "sv"]),
    ],
)
def test_common_words_tell_the_languages_apart(text: str, languages: list[str]) -> None:
    assert [one.language for one in words.languages_of(text)] == languages


def test_cues_carry_their_mark_and_whether_they_need_a_comma() -> None:
    openings = words.of("en").openings
    assert openings[("no",)] == (Wording.CORRECTION, True)
    assert openings[("now",)] == (Wording.CHANGE, False)
    assert openings[("by", "the", "way")] == (Wording.PLAIN, False)


def test_a_slip_in_a_data_file_is_a_type_error() -> None:
    with pytest.raises(TypeError, match="name is not a text"):
        words.text_of({"name": 1}, "name")
    with pytest.raises(TypeError, match="rows is not a list of texts"):
        words.list_of({"rows": ["a", 1]}, "rows")
    with pytest.raises(TypeError, match="rows is not a list of lists"):
        words.rows_of({"rows": ["a"]}, "rows")
    with pytest.raises(TypeError, match="rows is not a list of tables"):
        words.tables({"rows": ["a"]}, "rows")
