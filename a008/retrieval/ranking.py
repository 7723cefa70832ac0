"""Which texts answer a question best: the rarest words lead to candidates, every clue ranks them.

The cost is bounded by the question: no word is followed further than `FOLLOWED` texts, the newest; a fixed number of
candidates is read; and of each session in which one stands, a fixed number of utterances is looked at.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence, Set
from datetime import date
from heapq import nlargest
from typing import NamedTuple

from a008.clock import Instant
from a008.memory import terms
from a008.memory.lifecycle import Carrier
from a008.memory.origin import Origin
from a008.memory.terms import Word
from a008.retrieval.clues import asks, tells
from a008.retrieval.meaning import Meaning, Nearness, Wording, nearness
from a008.retrieval.query import Query, Question, Snapshot
from a008.retrieval.relevance import COMMON, K1, NOTHING, Relevance, Weighed, floor, relevance, weight
from a008.retrieval.surroundings import Held, Surroundings, surroundings
from a008.retrieval.vocabulary import Vocabulary
from a008.retrieval.weights import Weights, weights
from a008.store import claims, search, talk, utterances
from a008.store.claims import ClaimRow
from a008.store.search import IndexedText
from a008.store.utterances import UtteranceRow

#: Words that lead to texts, the rarest. Source: trials on dialogues, where six of them lost nothing.
LEADING = 12
#: Texts that a common word is followed to, if it is one of these. Source: in a project of a hundred thousand texts, a
#: thousand lost 2.2 points of recall at 4 KiB against following all words to the end, four thousand lost 0.6.
FOLLOWED = 4_000
#: Texts that come out at most. Source: the same trials, where a hundred kept everything.
POOL = 100
#: Texts that are read: those that hold most words, those around which most words stand, those of a day that is named.
_OWN, _AROUND, _DATED = 50, 160, 100
#: Texts told of that share too little.
_TOLD = 10
#: Neighbouring texts that are led to as one.
_BLOCK = 4
#: Sessions that are looked at, the first candidates' first; utterances of each, the last, and how many texts behind the
#: last candidate they reach, claims and other projects' counted.
_SESSIONS, _SESSION, _BEHIND = 64, 400, 64


class Hit(NamedTuple):
    """A text that shares words with a question, stands beside what does, or means about the same.

    Shape: `score` orders it, `mass` says how much of the question it and its window hold; `named` that the question
    names its day or whoever said it. `cosine` is 0 where the text does not mean about the same.
    """

    text: IndexedText
    subject: ClaimRow | UtteranceRow
    score: float
    mass: float
    named: bool
    cosine: float


class Ranking(NamedTuple):
    """Texts that share words or mean about the same, the best first; and the least mass that is no coincidence.

    Shape: `notes` tell what is missing to know what texts mean.
    """

    hits: tuple[Hit, ...]
    floor: float
    notes: tuple[str, ...]

    def shares(self, hit: Hit) -> bool:
        """Whether a text shares enough words."""
        return hit.mass >= self.floor and (hit.mass > 0 or hit.named)

    @property
    def placed(self) -> tuple[Hit, ...]:
        """The hits in the order of their places: those that match by either, then a few that share too little."""
        match = [hit for hit in self.hits if self.shares(hit) or hit.cosine]
        return (*match, *[hit for hit in self.hits if not (self.shares(hit) or hit.cosine)][:_TOLD])


class _Asked(NamedTuple):
    """The words of a question that any text holds, the heaviest first, and the texts that hold each."""

    words: tuple[Weighed, ...]
    numbers: Mapping[Word, frozenset[int]]

    def without(self, names: Set[Word]) -> _Asked:
        """The words that are no name of a speaker; all of them if nothing else would be left."""
        left = tuple(each for each in self.words if each.word not in names)
        return self if not left else _Asked(left, self.numbers)


def ranked(snapshot: Snapshot, query: Query, known: Vocabulary, meant: Meaning | str = "") -> Ranking:
    """The texts of a project that answer a question, the best first; equals by when they were said, then by id.

    Shape: `meant` is the question among the project's vectors, as of `meaning`; without it, only words count.
    """
    asked = _asked(snapshot, query.words)
    dated = [
        number
        for span in query.spans
        for number in talk.on_days(snapshot.conn, snapshot.scope, *span.heard, last=snapshot.last, limit=_DATED)
    ]
    near = () if isinstance(meant, str) else meant.nearest
    pool = dict.fromkeys((*_candidates(asked), *dated[:_DATED], *near))
    texts = search.texts(snapshot.conn, snapshot.scope, pool, last=snapshot.last)
    subjects = _subjects(snapshot, texts)
    speakers = _speakers(asked, subjects.values())
    body = asked.without(set().union(*speakers.values()))
    around = _around(snapshot, texts, body)
    likeness = nearness(meant, {} if isinstance(meant, str) else _wordings(texts, subjects))
    judge = _Judge(query, known, weights(), body, speakers.keys(), likeness)
    numbers = {text.record_id: text.number for text in texts}
    hits = [
        judge.hit(text, subject, around.get(numbers.get(_said_in(subject), 0)))
        for text in texts
        if (subject := subjects.get(text.record_id)) is not None
    ]
    hits = [hit for hit in hits if hit.mass > 0 or hit.named or hit.cosine]
    hits.sort(key=lambda hit: (-hit.score, *_age(hit)))
    return Ranking(hits=tuple(hits[:POOL]), floor=floor(body.words), notes=likeness.notes)


def matching(snapshot: Snapshot, words: Sequence[Word], limit: int) -> tuple[tuple[IndexedText, Relevance], ...]:
    """The texts of a project that share words, by nothing but these words; equals by age, the newest first."""
    asked = _asked(snapshot, words)
    mass = _mass(asked)
    pool = _heaviest(mass, max(limit, POOL))
    found = [
        (text, relevance(asked.words, tuple(text.terms.split())))
        for text in search.texts(snapshot.conn, snapshot.scope, pool, last=snapshot.last)
    ]
    found.sort(key=lambda each: (-each[1].score, -each[0].number))
    return tuple(found[:limit])


def _asked(snapshot: Snapshot, words: Iterable[Word]) -> _Asked:
    numbers = {word: _holding(snapshot, word, COMMON) for word in words}
    asked = [Weighed(word=word, weight=weight(len(held), snapshot.texts)) for word, held in numbers.items() if held]
    asked.sort(key=lambda each: -each.weight)
    common = [each.word for each in asked[:LEADING] if len(numbers[each.word]) == COMMON]
    return _Asked(tuple(asked), numbers | {word: _holding(snapshot, word, FOLLOWED) for word in common})


def _holding(snapshot: Snapshot, word: Word, limit: int) -> frozenset[int]:
    """The newest texts that hold a word in any form."""
    conn, scope, last = snapshot.conn, snapshot.scope, snapshot.last
    return frozenset(search.postings(conn, scope, word.forms, last=last, limit=limit, alone=snapshot.alone))


def _mass(asked: _Asked) -> dict[int, float]:
    mass: dict[int, float] = defaultdict(float)
    for each in asked.words[:LEADING]:
        for number in asked.numbers[each.word]:
            mass[number] += each.weight
    return mass


def _candidates(asked: _Asked) -> list[int]:
    """Texts that hold most of the question, and those in whose neighbourhood most of it stands."""
    best = _heaviest(_mass(asked), _OWN)
    blocks: dict[int, float] = defaultdict(float)
    for each in asked.words[:LEADING]:
        here = {number // _BLOCK for number in asked.numbers[each.word]}
        beside = {block + 1 for block in here}.union([block - 1 for block in here]) - here
        for block in here:
            blocks[block] += 2 * each.weight
        for block in beside:
            blocks[block] += each.weight
    around = _heaviest(blocks, _AROUND // _BLOCK)
    return [*best, *(block * _BLOCK + place for block in around for place in range(_BLOCK))]


def _heaviest(mass: Mapping[int, float], most: int) -> list[int]:
    """The numbers that weigh most, the heaviest first, equals by number, the highest first; the rest is not sorted."""
    return [number for _, number in nlargest(most, ((held, number) for number, held in mass.items()))]


def _subjects(snapshot: Snapshot, texts: Iterable[IndexedText]) -> Mapping[str, ClaimRow | UtteranceRow]:
    by_carrier: dict[Carrier, list[str]] = {carrier: [] for carrier in Carrier}
    for text in texts:
        by_carrier[text.carrier].append(text.record_id)
    at, project = snapshot.at_revision, snapshot.project_id
    made = claims.claims(snapshot.conn, project, by_carrier[Carrier.CLAIM], at_revision=at)
    said = utterances.utterances(snapshot.conn, project, by_carrier[Carrier.UTTERANCE], at_revision=at)
    return {**{row.claim.id: row for row in made}, **{row.id: row for row in said}}


def _wordings(texts: Iterable[IndexedText], subjects: Mapping[str, ClaimRow | UtteranceRow]) -> Mapping[int, Wording]:
    return {
        text.number: Wording(text.record_id, _text(subject))
        for text in texts
        if (subject := subjects.get(text.record_id)) is not None
    }


def _speakers(asked: _Asked, subjects: Iterable[ClaimRow | UtteranceRow]) -> Mapping[str, Set[Word]]:
    """Whoever spoke and is named in the question, with the words that name them."""
    people = dict.fromkeys(row.speaker for row in subjects if isinstance(row, UtteranceRow))
    spoke = {who: set(terms.terms(who)) for who in people}
    named = {
        who: {each.word for each in asked.words if not names.isdisjoint(each.word.forms)}
        for who, names in spoke.items()
    }
    return {who: words for who, words in named.items() if words}


def _around(snapshot: Snapshot, texts: Iterable[IndexedText], asked: _Asked) -> Mapping[int, Surroundings]:
    furthest: dict[str, int] = {}
    wanted: set[int] = set()
    for text in texts:
        if text.session is not None:
            furthest[text.session] = max(text.number, furthest.get(text.session, 0))
            wanted.add(text.number)
    upto = {key: min(snapshot.last, number + _BEHIND) for key, number in list(furthest.items())[:_SESSIONS]}
    sessions = talk.sessions(snapshot.conn, snapshot.scope, upto, limit=_SESSION)
    words = [Held(each.weight, asked.numbers[each.word]) for each in asked.words[:LEADING]]
    return surroundings(sessions, words, wanted)


class _Judge:
    """Weighs one text after the other for one question."""

    def __init__(
        self, query: Query, known: Vocabulary, worth: Weights, asked: _Asked, speakers: Set[str], likeness: Nearness
    ) -> None:
        self._query = query
        self._known = known
        self._worth = worth
        self._asked = asked
        self._speakers = speakers
        self._likeness = likeness
        self._speaks_of_me = any(mentioned.is_pronoun for mentioned in query.entities)
        self._floor = floor(asked.words)
        #: Each word with the texts that hold it; `None` for one that more hold than are known.
        self._words = [
            (each, numbers if len(numbers := asked.numbers[each.word]) not in (COMMON, FOLLOWED) else None)
            for each in asked.words
        ]

    def hit(self, text: IndexedText, subject: ClaimRow | UtteranceRow, around: Surroundings | None) -> Hit:
        """One text with what every clue makes of it."""
        near = tuple(each for each, numbers in self._words if numbers is None or text.number in numbers)
        own = relevance(near, tuple(text.terms.split())) if near else NOTHING
        score = self._worth.own * (K1 + 1) * own.score + self._worth.meaning * self._meant(text, around)
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
                mass = max(mass, self._floor)
        cosine = self._likeness.of(text.number) if self._likeness.means_the_same(text.number) else 0.0
        return Hit(text, subject, score, mass, named, cosine)

    def _meant(self, text: IndexedText, around: Surroundings | None) -> float:
        """How near the text is to the question, and its neighbours with it, as far as they were looked at."""
        beside = sum(map(self._likeness.of, around.beside)) if around is not None else 0.0
        return self._likeness.of(text.number) + self._worth.neighbour * beside

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
        if not self._query.spans or not isinstance(subject.asserted_at, Instant):
            return 0.0
        said = date.fromisoformat(subject.asserted_at.date)
        return max(span.fit(said) for span in self._query.spans)


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
