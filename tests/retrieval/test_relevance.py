"""Relevance of a text. The formula is BM25 with a fixed length and rarity; the floor is our choice."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from a008.memory.terms import terms, words
from a008.retrieval.relevance import COMMON, Weighed, floor, overlap, relevance, weight


def asked(question: str, **holding: int) -> tuple[Weighed, ...]:
    return tuple(Weighed(word=word, weight=weight(holding.get(word.text, 10), COMMON)) for word in words(question))


def score(question: str, text: str, **holding: int) -> float:
    return relevance(asked(question, **holding), terms(text)).score


def test_more_words_of_the_question_count_more() -> None:
    assert score("red car", "a red car") > score("red car", "a red bike") > score("red car", "a blue bike") == 0


def test_a_rare_word_counts_more_than_a_common_one() -> None:
    assert score("red car", "car", car=2, red=500) > score("red car", "red", car=2, red=500)


def test_the_word_as_written_counts_more_than_a_form_of_it() -> None:
    assert score("lists", "lists here") > score("lists", "list here") > 0


def test_a_short_text_counts_more_than_a_long_one_and_repetition_saturates() -> None:
    assert score("car", "a car") > score("car", "a car " + "and more words " * 30)
    assert score("car", "car car car car") < 4 * score("car", ["car", "car", "car", "car"][0])


def test_words_may_stand_in_any_order_and_apart() -> None:
    text = "Migration of the orders database is planned for May"
    assert score("database migration", text) == score("migration database", text) > 0


@given(st.integers(min_value=1, max_value=COMMON), st.integers(min_value=1, max_value=COMMON))
def test_a_weight_falls_with_the_texts_that_hold_the_word_and_stays_positive(one: int, other: int) -> None:
    few, texts = sorted((one, other))
    assert 0 < weight(texts, texts) <= weight(few, texts) <= weight(1, texts)
    assert weight(COMMON, COMMON) > 0.5


@given(st.integers(min_value=1, max_value=COMMON))
def test_a_word_of_one_text_weighs_the_same_in_any_project_and_one_of_every_text_more_in_a_small_one(
    texts: int,
) -> None:
    assert weight(1, texts) == pytest.approx(weight(1, COMMON))
    assert weight(texts, texts) >= weight(COMMON, COMMON)
    assert weight(0, 0) == 0


def test_one_word_in_three_is_no_coincidence_and_one_of_many_is() -> None:
    short, long = asked("paint sunrise lake"), asked("one two three four five six seven eight nine ten")
    assert relevance(short, terms("we paint")).mass >= floor(short)
    assert relevance(long, terms("just seven")).mass < floor(long) <= relevance(long, terms("seven eight")).mass
    assert floor(()) == 0


def test_overlap_counts_words_in_any_form() -> None:
    assert overlap(words("which files list"), set(terms("it lists a file"))) == 2
