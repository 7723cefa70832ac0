"""What stands around an utterance. Source: our choice; the weights are checked by `a008 bench retrieval`."""

from collections.abc import Mapping

from a008.retrieval import surroundings as around
from a008.retrieval.surroundings import REACH, Held, Surroundings
from a008.store.talk import Session


def surroundings(sessions: list[Session], words: list[Held]) -> Mapping[int, Surroundings]:
    return around.surroundings(sessions, words, frozenset(range(100)))


def _session(*numbers: int, asks: frozenset[int] = frozenset()) -> Session:
    return Session(numbers, (12,) * len(numbers), tuple(int(n in asks) for n in numbers))


_WORD = Held(4.0, frozenset({3}))


def test_a_word_counts_for_its_neighbours_its_window_and_its_session() -> None:
    found = surroundings([_session(*range(1, 12))], [_WORD])
    assert found[2].neighbour == found[4].neighbour > 0
    assert found[3].neighbour == 0
    assert found[3 + REACH].window > 0
    assert found[3 + REACH + 1].window == 0
    assert {each.session for each in found.values()} == {found[11].session}
    assert found[11].session > 0
    assert found[3 + REACH].mass == 4.0
    assert found[3 + REACH + 1].mass == 0.0


def test_sessions_never_mix() -> None:
    found = surroundings([_session(1, 2, 3), _session(4, 5)], [_WORD])
    assert found[4].neighbour == found[4].window == found[4].session == found[4].mass == 0.0


def test_what_follows_a_question_may_be_its_answer() -> None:
    asked = surroundings([_session(3, 4, asks=frozenset({3}))], [_WORD])
    told = surroundings([_session(3, 4)], [_WORD])
    assert asked[4].answer == asked[4].neighbour > 0
    assert told[4].answer == 0.0


def test_a_question_without_words_makes_nothing_of_them() -> None:
    assert surroundings([_session(1)], [])[1].window == 0.0
    assert surroundings([], [_WORD]) == {}


def test_only_what_is_wanted_is_looked_at_and_all_of_its_session_counts() -> None:
    session = _session(*range(1, 12))
    every = surroundings([session], [_WORD])
    assert around.surroundings([session], [_WORD], {2, 9, 70}) == {2: every[2], 9: every[9]}
