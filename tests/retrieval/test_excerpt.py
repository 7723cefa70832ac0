"""Windows into long utterances. Source: rule 22: whole sentences, their place kept, nothing cut inside a character."""

from hypothesis import given
from hypothesis import strategies as st

from a008.intake.rules.speech import sentences
from a008.memory.terms import words
from a008.retrieval.excerpt import MAX_CHARACTERS, Excerpt, Passage, excerpt, passages, region

_LONG = " ".join(f"Sentence number {n} speaks of thing{n} at some length, as sentences do." for n in range(60))


def of(text: str, question: str) -> Excerpt:
    found = passages(text, sentences(text))
    return excerpt(text, found, found, words(question))


def test_a_short_utterance_is_shown_whole() -> None:
    shown = of("I live in Lyon. It rains.", "where")
    assert (shown.text, shown.is_whole) == ("I live in Lyon. It rains.", True)


def test_a_long_one_is_shown_around_the_sentence_that_answers() -> None:
    shown = of(_LONG, "thing30?")
    assert "thing30" in shown.text
    assert len(shown.text) <= MAX_CHARACTERS
    assert _LONG[shown.start : shown.end] == shown.text
    assert shown.text.startswith("Sentence")
    assert shown.text.endswith(".")
    assert shown.total == len(_LONG)


def test_one_endless_sentence_is_shown_from_a_little_before_the_word() -> None:
    text = "blah " * 1_000 + "needle " + "blah " * 1_000
    shown = of(text, "needle")
    assert "needle" in shown.text
    assert len(shown.text) <= MAX_CHARACTERS
    assert not shown.text.startswith("lah")


def test_letters_that_fold_into_several_do_not_move_the_window() -> None:
    shown = of("ßß " * 400 + "needle " + "ßß " * 400, "needle")
    assert "needle" in shown.text


def test_a_sentence_that_may_not_be_shown_divides_what_is() -> None:
    text = "One here. Old there. Two here."
    every = passages(text, sentences(text))
    shown = excerpt(text, [every[0], every[2]], every, words("two"))
    assert (shown.text, shown.is_whole) == ("Two here.", False)


def test_bytes_and_characters_are_not_confused() -> None:
    text = "Är det så? Ja."
    first, second = passages(text, sentences(text))
    assert text[second.start : second.end] == "Ja."
    assert second.touches(len("Är det så? ".encode()), len(text.encode()))
    assert not first.touches(len("Är det så? ".encode()), len(text.encode()))


def test_of_a_long_utterance_only_what_lies_around_the_answer_is_looked_at() -> None:
    every = passages(_LONG, sentences(_LONG))
    around = region(_LONG, every, words("thing30"))
    assert len(around) < len(every)
    assert every[30] in around
    assert region("Short. One.", every[:2], words("one")) == every[:2]


def test_a_text_without_known_sentences_is_one() -> None:
    assert passages("no idea", ()) == (Passage(0, 7, 0, 7),)


@given(st.text(min_size=1, max_size=1_500), st.text(max_size=20))
def test_an_excerpt_is_a_part_of_its_text_and_never_longer_than_allowed(text: str, question: str) -> None:
    shown = of(text, question)
    assert text[shown.start : shown.end] == shown.text
    assert shown.text
    assert len(shown.text) <= MAX_CHARACTERS
