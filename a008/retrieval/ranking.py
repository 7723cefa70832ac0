"""Which texts answer a question best: the rarest words lead to candidates, every clue ranks them.

The cost is bounded by the question: no word is followed further than `COMMON` texts, the newest; a fixed number of
candidates is read; and of each session in which one stands, a fixed number of utterances is looked at.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from datetime import date
from typing import NamedTuple

from a008.clock import Instant
from a008.memory import terms
from a008.memory.lifecycle import Carrier
from a008.memory.origin import Origin
from a008.memory.terms import Word
from a008.retrieval.clues import asks, tells
from a008.retrieval.query import Query, Question, Snapshot
from a008.retrieval.relevance import COMMON, K1, Relevance, Weighed, floor, relevance, weight
from a008.retrieval.surroundings import Held, Surroundings, surroundings
from a008.retrieval.vocabulary import Vocabulary
from a008.retrieval.weights import Weights, weights
from a008.store import claims, search, talk, utterances
from a008.store.claims import ClaimRow
from a008.store.search import IndexedText
from a008.store.talk import Spoken
from a008.store.utterances import UtteranceRow

#: Words that lead to texts, the rarest. Source: trials on dialogues, where six of them lost nothing.
LEADING = 12
#: Texts that come out at most. Source: the same trials, where a hundred kept everything.
POOL = 100
#: Texts that are read: those that hold most words, those around which most words stand, those of a day that is named.
_OWN, _AROUND, _DATED = 50, 160, 100
#: Neighbouring texts that are led to as one.
_BLOCK = 4
#: Sessions that are looked at, the first candidates' first; utterances of each, the last, and how many texts behind the
#: last candidate they reach, claims and other projects' counted.
_SESSIONS, _SESSION, _BEHIND = 64, 400, 64


class Hit(NamedTuple):
    """A text that shares words with a question, or stands beside what does.

    Shape: `score` orders it, `mass` says how much of the question it and its window hold; `named` that the question
    names its day or whoever said it.
    """

    text: IndexedText
    terms: tuple[str, ...]
    subject: ClaimRow | UtteranceRow
    score: float
    mass: float
    named: bool


class Ranking(NamedTuple):
    """Texts that share words, the best first; and the least mass that is no coincidence."""

    hits: tuple[Hit, ...]
    floor: float


class _Asked(NamedTuple):
    """The words of a question that any text holds, the heaviest first, and the texts that hold each."""

    words: tuple[Weighed, ...]
    numbers: Mapping[Word, Set[int]]

    def without(self, names: Set[Word]) -> _Asked:
        """The words that are no name of a speaker; all of them if nothing else would be left."""
        left = tuple(each for each in self.words if each.word not in names)
        return self if not left else _Asked(left, self.numbers)


def ranked(snapshot: Snapshot, query: Query, known: Vocabulary) -> Ranking:
    """The texts of a project that answer a question, the best first; equals by when they were said, then by id."""
    asked = _asked(snapshot, query.words)
    dated = [
        number
        for span in query.spans
        for number in talk.on_days(snapshot.conn, snapshot.scope, *span.heard, last=snapshot.last, limit=_DATED)
    ]
    pool = dict.fromkeys((*_candidates(asked), *dated[:_DATED]))
    texts = search.texts(snapshot.conn, snapshot.scope, pool, last=snapshot.last)
    subjects = _subjects(snapshot, texts)
    speakers = _speakers(asked, subjects.values())
    body = asked.without(set().union(*speakers.values()))
    placed = talk.placed(snapshot.conn, snapshot.scope, [text.number for text in texts])
    around = _around(snapshot, placed, body)
    judge = _Judge(query, known, weights(), body, speakers.keys())
    numbers = {text.record_id: text.number for text in texts}
    hits = [
        judge.hit(text, subject, around.get(numbers.get(_said_in(subject), 0)))
        for text in texts
        if (subject := subjects.get(text.record_id)) is not None
    ]
    hits = [hit for hit in hits if hit.mass > 0 or hit.named]
    hits.sort(key=lambda hit: (-hit.score, *_age(hit)))
    return Ranking(hits=tuple(hits[:POOL]), floor=floor(body.words))


def matching(snapshot: Snapshot, words: Sequence[Word], limit: int) -> tuple[tuple[IndexedText, Relevance], ...]:
    """The texts of a project that share words, by nothing but these words; equals by age, the newest first."""
    asked = _asked(snapshot, words)
    mass = _mass(asked)
    pool = sorted(mass, key=lambda number: (-mass[number], -number))[: max(limit, POOL)]
    found = [
        (text, relevance(asked.words, tuple(text.terms.split())))
        for text in search.texts(snapshot.conn, snapshot.scope, pool, last=snapshot.last)
    ]
    found.sort(key=lambda each: (-each[1].score, -each[0].number))
    return tuple(found[:limit])


def _asked(snapshot: Snapshot, words: Iterable[Word]) -> _Asked:
    numbers = {
        word: search.postings(snapshot.conn, snapshot.scope, word.forms, last=snapshot.last, limit=COMMON)
        for word in words
    }
    asked = [Weighed(word=word, weight=weight(len(held))) for word, held in numbers.items() if held]
    asked.sort(key=lambda each: -each.weight)
    return _Asked(tuple(asked), {word: frozenset(held) for word, held in numbers.items()})


def _mass(asked: _Asked) -> dict[int, float]:
    mass: dict[int, float] = defaultdict(float)
    for each in asked.words[:LEADING]:
        for number in asked.numbers[each.word]:
            mass[number] += each.weight
    return mass


def _candidates(asked: _Asked) -> list[int]:
    """Texts that hold most of the question, and those in whose neighbourhood most of it stands."""
    own = _mass(asked)
    best = sorted(own, key=lambda number: (-own[number], -number))[:_OWN]
    blocks: dict[int, float] = defaultdict(float)
    for each in asked.words[:LEADING]:
        here = {number // _BLOCK for number in asked.numbers[each.word]}
        for block in here | {block + step for block in here for step in (-1, 1)}:
            blocks[block] += each.weight * (1 + (block in here))
    around = sorted(blocks, key=lambda block: (-blocks[block], -block))[: _AROUND // _BLOCK]
    return [*best, *(block * _BLOCK + place for block in around for place in range(_BLOCK))]


def _subjects(snapshot: Snapshot, texts: Iterable[IndexedText]) -> Mapping[str, ClaimRow | UtteranceRow]:
    by_carrier: dict[Carrier, list[str]] = {carrier: [] for carrier in Carrier}
    for text in texts:
        by_carrier[text.carrier].append(text.record_id)
    at, project = snapshot.at_revision, snapshot.project_id
    made = claims.claims(snapshot.conn, project, by_carrier[Carrier.CLAIM], at_revision=at)
    said = utterances.utterances(snapshot.conn, project, by_carrier[Carrier.UTTERANCE], at_revision=at)
    return {**{row.claim.id: row for row in made}, **{row.id: row for row in said}}


def _speakers(asked: _Asked, subjects: Iterable[ClaimRow | UtteranceRow]) -> Mapping[str, Set[Word]]:
    """Whoever spoke and is named in the question, with the words that name them."""
    spoke = {row.speaker: set(terms.terms(row.speaker)) for row in subjects if isinstance(row, UtteranceRow)}
    named = {who: {each.word for each in asked.words if each.word.text in names} for who, names in spoke.items()}
    return {who: words for who, words in named.items() if words}


def _around(snapshot: Snapshot, placed: Iterable[Spoken], asked: _Asked) -> Mapping[int, Surroundings]:
    furthest: dict[str, int] = {}
    for spoken in placed:
        furthest[spoken.session] = max(spoken.number, furthest.get(spoken.session, 0))
    sessions = (
        talk.session(snapshot.conn, snapshot.scope, key, last=min(snapshot.last, number + _BEHIND), limit=_SESSION)
        for key, number in list(furthest.items())[:_SESSIONS]
    )
    words = [Held(each.weight, asked.numbers[each.word]) for each in asked.words[:LEADING]]
    return surroundings(sessions, words)


class _Judge:
    """Weighs one text after the other for one question."""

    def __init__(self, query: Query, known: Vocabulary, worth: Weights, asked: _Asked, speakers: Set[str]) -> None:
        self._query = query
        self._known = known
        self._worth = worth
        self._asked = asked
        self._speakers = speakers
        self._speaks_of_me = any(mentioned.is_pronoun for mentioned in query.entities)

    def hit(self, text: IndexedText, subject: ClaimRow | UtteranceRow, around: Surroundings | None) -> Hit:
        """One text with what every clue makes of it."""
        held = tuple(text.terms.split())
        own = relevance(self._asked.words, held)
        score = self._worth.own * (K1 + 1) * own.score
        mass = own.mass
        if around is not None:
            score += around.worth(self._worth)
        speaker = _speaker(subject)
        score += self._clued(_text(subject), speaker in self._speakers or self._is_mine(subject))
        named = False
        if isinstance(subject, UtteranceRow):
            fit = self._fit(subject)
            score += self._worth.date * fit
            named = fit > 0 or speaker in self._speakers
            if around is not None and subject.origin is not Origin.ASSISTANT:  # an answer repeats what stands around it
                mass = max(mass, around.mass)
            if named:
                mass = max(mass, floor(self._asked.words))
        return Hit(text, held, subject, score, mass, named)

    def _clued(self, text: str, is_named: bool) -> float:
        worth, known = self._worth, self._known
        score = worth.question if asks(text) else 0.0
        if is_named:
            score += worth.speaker + (worth.first_person if tells(text, known.own) else 0.0)
        if self._query.question is Question.WHEN and tells(text, known.time):
            score += worth.time
        if self._query.question is Question.HOW_MANY and tells(text, known.number):
            score += worth.number
        return score

    def _is_mine(self, subject: ClaimRow | UtteranceRow) -> bool:
        """Whether the user asks of themselves, and said this."""
        origin = subject.origin if isinstance(subject, UtteranceRow) else subject.claim.origin
        return self._speaks_of_me and origin.is_user

    def _fit(self, subject: UtteranceRow) -> float:
        """How well the day on which it was said fits the days that the question names."""
        said = str(subject.asserted_at)[:10]
        if not self._query.spans or not said[:1].isdigit():
            return 0.0
        return max(span.fit(date.fromisoformat(said)) for span in self._query.spans)


def _speaker(subject: ClaimRow | UtteranceRow) -> str:
    return subject.speaker if isinstance(subject, UtteranceRow) else subject.claim.attributed_to


def _text(subject: ClaimRow | UtteranceRow) -> str:
    return subject.text if isinstance(subject, UtteranceRow) else subject.claim.proposition


def _said_in(subject: ClaimRow | UtteranceRow) -> str:
    """The utterance whose surroundings count: a claim stands where it was first said."""
    return subject.id if isinstance(subject, UtteranceRow) else subject.claim.utterance_id


def _age(hit: Hit) -> tuple[int, str]:
    """The order of equals: what was said last, then by id, so that the order of recording counts for nothing."""
    if isinstance(hit.subject, UtteranceRow):
        said, kept = hit.subject.asserted_at, hit.subject.recorded_at
        return -(said if isinstance(said, Instant) else kept).milliseconds, hit.subject.id
    return 0, hit.subject.claim.id
