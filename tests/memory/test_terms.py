"""Text analysis. Source: cases B001 to B007 and B013 to B015, faults Q01 to Q05; folding and stems are our choice."""

import re
import time
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from a008.memory.terms import MAX_WORD, folded, index_text, terms, wording, words

#: What the tokenizer of the schema keeps together.
_TOKEN = re.compile("[0-9a-z._\\-\u0080-\U0010ffff]+")
_ANY_TEXT = st.text(st.characters(codec=None), max_size=80)


def forms(text: str) -> set[str]:
    return {form for word in words(text) for form in word.forms}


def finds(question: str, text: str) -> bool:
    """Whether any word of a question, in any form, is among the terms of a text."""
    held = set(terms(text))
    return any(held.intersection(word.forms) for word in words(question))


@given(_ANY_TEXT)
def test_whatever_a_text_asks_for_is_a_term_of_that_text(text: str) -> None:
    assert forms(text) <= set(terms(text))


@given(_ANY_TEXT)
def test_a_text_with_anything_to_see_finds_itself(text: str) -> None:
    plain = unicodedata.normalize("NFKC", text)
    seen = [sign for sign in plain if unicodedata.category(sign)[0] not in "CZM" and sign != "\u0640"]
    assert bool(words(text)) >= bool(seen)


@given(_ANY_TEXT)
def test_terms_hold_only_what_the_tokenizer_keeps_together(text: str) -> None:
    assert all(_TOKEN.fullmatch(term) for term in terms(text))


def test_every_assigned_character_gives_clean_terms() -> None:
    assigned = [chr(code) for code in range(0x1_0000) if unicodedata.category(chr(code)) not in ("Cn", "Co", "Cs")]
    assert [sign for sign in assigned if not all(_TOKEN.fullmatch(term) for term in terms(sign))] == []


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("in loadfile.c so", "loadfile.c"),
        ("in loadfile.c so", "loadfile"),
        ("on pve-01!", "pve-01"),
        ("on pve-01!", "pve"),
        ("begins 2026-03-14", "2026-03-14"),
        ("begins 2026-03-14", "2026"),
        ("the snake_case name", "snake_case"),
        ("the snake_case name", "case"),
        ("package.json, not package-lock.json", "package.json"),
        ("calls loadFileAsync()", "loadfileasync"),
        ("calls loadFileAsync()", "async"),
        ("Caroline's dog", "caroline"),
        ("only .md files", "md"),
    ],
)
def test_identifiers_are_found_whole_and_by_their_parts(text: str, term: str) -> None:
    assert term in terms(text)


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("libpng", "升级libpng后重测通过"),
        ("重测", "升级libpng后重测通过"),
        ("部署", "项目的部署脚本已更新"),
        ("脚", "项目的部署脚本已更新"),
        ("db", "use db for cache"),
        ("부산", "부산역에서 출발합니다"),
        ("산역", "부산역에서 출발합니다"),
        ("출발", "부산역에서 출발합니다"),
        ("ครับ", "สวัสดีครับ"),
        ("カタカナ", "ｶﾀｶﾅ"),
    ],
)
def test_scripts_without_blanks_are_found_from_the_middle(question: str, text: str) -> None:
    assert all(set(word.forms) <= set(terms(text)) for word in words(question))


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("cafe\u0301", "café"),
        ("ＦＵＬＬ", "full"),
        ("strasse", "Straße"),
        ("istanbul", "İstanbul"),
        ("σίσυφος", "ΣΊΣΥΦΟΣ"),
        ("مدرسة", "مَدْرَسَة"),
        ("smorgasbord", "smörgåsbord"),
        ("orsted", "Ørsted"),
        ("می‌روم", "میروم"),
        ("👍", "ok 👍🏽 then"),
        ("lists", "a list"),
        ("språket", "ett språk"),
    ],
)
def test_one_word_in_two_spellings_meets(question: str, text: str) -> None:
    assert finds(question, text)


def test_diacritics_that_tell_words_apart_still_rank_the_exact_word_first() -> None:
    (word,) = words("överblick")
    assert word.forms[:2] == ("överblick", "overblick")


def test_a_mark_that_makes_another_letter_is_kept() -> None:
    assert folded("が") == "が"
    assert "हिन्दी" in terms("हिन्दी")


@pytest.mark.parametrize("token", ["@nasa", "#tag", "a=b", "foo&bar", "50%", "x\\y", "it's"])
def test_signs_around_a_word_do_not_hide_it(token: str) -> None:
    assert finds(token, "one line with @nasa #tag a=b foo&bar 50% x\\y it's")


@pytest.mark.parametrize("text", ["...", '"', "()", "___", "---", "?!", "👨‍👩‍👧", "→", "\ufffe", "\udc81", "\ue000"])
def test_a_text_without_words_is_found_by_itself(text: str) -> None:
    assert words(text)
    assert forms(text) <= set(terms(text))


@pytest.mark.parametrize("text", ["", " ", "\x00", "\u200b", "\n\t", "\u00ad"])
def test_a_text_with_nothing_to_see_has_no_terms(text: str) -> None:
    assert terms(text) == ()


def test_a_sign_alone_does_not_match_every_sentence_that_ends_in_it() -> None:
    assert not finds(".", "The harbour park closes at nine.")


def test_what_lies_behind_the_longest_word_does_not_count() -> None:
    assert index_text("x" * 1_000_000) == index_text("x" * MAX_WORD)
    assert words("x" * 1_000_000) == words("x" * MAX_WORD)


def test_wording_is_the_same_whatever_case_and_punctuation() -> None:
    assert wording("Use `uv`, NOT pip!") == wording("use uv not pip")
    assert wording("Use uv") != wording("Use pip")


def test_a_long_text_is_analysed_in_linear_time() -> None:
    started = time.perf_counter()
    index_text("a.b-" * 50_000 + "word " * 50_000)
    assert time.perf_counter() - started < 10


@given(st.text(st.characters(max_codepoint=0x7F), max_size=60))
def test_a_text_of_ascii_alone_has_the_terms_that_it_has_beside_another_script(text: str) -> None:
    assert words(f"{text} é")[-1] == words("é")[0]
    assert terms(f"{text} é") == (*(terms(text) if any(map(str.isalnum, text)) else ()), *terms("é"))
