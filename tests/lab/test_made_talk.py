"""Made talk: the same each time, spread over days and people, and never two values for one address at once."""

import re

from a008.lab.made_talk import APART, REMARKS, Kind, MadeTalk

_TALK = MadeTalk("test")


def test_a_session_is_the_same_each_time_and_differs_from_the_next() -> None:
    assert MadeTalk("test").session(7) == _TALK.session(7)
    assert _TALK.session(8) != _TALK.session(7)
    assert len(_TALK.session(7)) == REMARKS
    assert len({remark.speaker for remark in _TALK.session(7)}) == 2


def test_each_fact_stands_in_its_remark() -> None:
    for remark in _TALK.session(3):
        assert remark.text.endswith(remark.fact.proposition)
        assert set(remark.content) <= set(re.findall(r"\w+", remark.text.lower()))


def test_no_address_gets_two_values_within_the_sessions_that_are_learnt_at_once() -> None:
    before: dict[tuple[str, str], str] = {}
    for first in (0, APART):
        facts = [remark.fact for number in range(first, first + APART) for remark in _TALK.session(number)]
        assert len({(fact.thing, fact.attribute) for fact in facts}) == len(facts)
        changed = [fact for fact in facts if fact.changes]
        assert {(fact.thing, fact.attribute) for fact in changed} <= set(before)
        before |= {(fact.thing, fact.attribute): fact.value for fact in facts}
    assert changed


def test_questions_are_on_what_was_said() -> None:
    said = " ".join(remark.text for remark in _TALK.session(2)).lower()
    for kind in (Kind.STATE, Kind.TALK, Kind.RARE):
        asked = _TALK.question(kind, 2)
        assert asked == MadeTalk("test").question(kind, 2)
        assert sum(word in said for word in re.findall(r"\w+", asked.text.lower())) >= 3
    assert "January 2020?" in _TALK.question(Kind.DATE, 2).text


def test_common_words_are_common_and_most_words_are_rare() -> None:
    words = [word for number in range(20) for remark in _TALK.session(number) for word in remark.content]
    counts = sorted((words.count(word) for word in set(words)), reverse=True)
    assert counts[0] > 10
    assert sum(count == 1 for count in counts) > len(counts) / 2
