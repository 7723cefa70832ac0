"""Talk that nobody had, any amount of it, the same each time: remarks, plain facts in them, and questions on them.

Words follow Zipf's law with a long tail, as those of people do; names, dates and addresses are spread over all of it.
Nothing of it is told to retrieval, and no question is made for what retrieval does well.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate
from random import Random

from a008.clock import Instant

#: Remarks of one session, each with one fact; sessions in which no address gets two values; sessions of one day.
REMARKS = 25
APART = 10
_A_DAY = 4
#: Words that carry content; how flat the head of their distribution is; how many stand in one remark.
_WORDS, _FLAT, _CONTENT = 50_000, 20, (5, 14)
_SMALL = (
    *("the", "a", "to", "of", "and", "in", "is", "was", "it", "that", "for", "on", "with", "we", "they", "have", "my"),
    *("your", "about", "so", "but", "at", "not", "as", "be", "this", "from"),
)
#: Speakers; facts of one thing, of which so many are the first ones.
_SPEAKERS, _FACTS, _FIRST = 40, 10, 8
_ATTRIBUTES = (
    *("office", "owner", "colour", "budget", "version", "deadline", "port", "supplier", "status", "location", "leader"),
    *("size", "contract", "password", "backup", "licence", "weight", "price", "language", "phone"),
)
_START = Instant.parse("2020-01-01T09:00:00Z")
_MONTHS = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


class Kind(StrEnum):
    """What a question asks for."""

    STATE = "state"
    TALK = "talk"
    COMMON = "common"
    RARE = "rare"
    DATE = "date"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact:
    """A plain fact, as it stands in a remark; `changes` says that the thing had another value before."""

    thing: str
    attribute: str
    value: str
    proposition: str
    changes: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """One thing that somebody said, and the fact that it tells; `content` are its words that carry content."""

    speaker: str
    text: str
    said_at: Instant
    content: tuple[str, ...]
    fact: Fact


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question and what it asks for."""

    kind: Kind
    text: str


class MadeTalk:
    """All the talk there is of a seed; each session is made when it is asked for."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._words = _words(Random(seed))
        self._chances = tuple(accumulate(1 / (rank + _FLAT) for rank in range(_WORDS)))
        self._speakers = tuple(word.capitalize() for word in self._words[1_000 : 1_000 + _SPEAKERS])

    def session(self, number: int) -> tuple[Remark, ...]:
        """The remarks of a session: two people, on one day."""
        lots = Random(f"{self._seed}/{number}")
        two = lots.sample(self._speakers, 2)
        day = _START.plus(days=number // _A_DAY)
        return tuple(
            self._remark(lots, two[place % 2], day.plus(seconds=60 * place), number * REMARKS + place)
            for place in range(REMARKS)
        )

    def question(self, kind: Kind, session: int) -> Asked:
        """A question on something that was said in a session."""
        lots = Random(f"{self._seed}/{kind}/{session}")
        remark = lots.choice(self.session(session))
        first, second, third = lots.sample(remark.content, 3)
        match kind:
            case Kind.STATE:
                text = f"What is the {remark.fact.attribute} of {remark.fact.thing}?"
            case Kind.TALK:
                text = f"What did {remark.speaker} say about the {first} and the {second} that {third}?"
            case Kind.COMMON:
                first, second, third = self._words[lots.randrange(10)], self._words[lots.randrange(100)], first
                text = f"Is there a {first} with {second} for the {third}?"
            case Kind.RARE:
                first, second = sorted(remark.content, key=self._words.index)[-2:]
                text = f"Where was the {first} of the {second}?"
            case Kind.DATE:
                year, month, day = remark.said_at.date.split("-")
                text = f"Who spoke of the {first} on {int(day)} {_MONTHS[int(month) - 1]} {year}?"
        return Asked(kind=kind, text=text)

    def _remark(self, lots: Random, speaker: str, said_at: Instant, number: int) -> Remark:
        content = self._drawn(lots, lots.randint(*_CONTENT))
        words = [word for each in content for word in (*lots.choices(_SMALL, k=lots.randrange(3)), each)]
        fact = self._fact(lots, number)
        end = "?" if lots.random() < 0.2 else "."
        return Remark(
            speaker=speaker,
            text=f"{' '.join(words).capitalize()}{end} {fact.proposition}",
            said_at=said_at,
            content=content,
            fact=fact,
        )

    def _fact(self, lots: Random, number: int) -> Fact:
        """The number-th fact of all; in every other ten sessions, two of ten change a thing of the ten before."""
        before = APART * REMARKS // _FACTS
        thing, place = divmod(number, _FACTS)
        changes = place >= _FIRST and thing // before % 2 == 1
        thing, place = (thing - before, place - _FIRST) if changes else (thing, place)
        owner = Random(f"{self._seed}/thing/{thing}")
        name = " ".join(word.capitalize() for word in self._drawn(owner, 2))
        attribute, value = owner.sample(_ATTRIBUTES, _FACTS)[place], self._drawn(lots, 1)[0]
        told = f"The {attribute} of {name} is {'now ' if changes else ''}{value}."
        return Fact(thing=name, attribute=attribute, value=value, proposition=told, changes=changes)

    def _drawn(self, lots: Random, count: int) -> tuple[str, ...]:
        return tuple(lots.choices(self._words, cum_weights=self._chances, k=count))


def _words(lots: Random) -> Sequence[str]:
    """Distinct words of two to four syllables, the common ones short."""
    syllables = [f"{one}{two}" for one in "bdfgklmnprstv" for two in ("a", "e", "i", "o", "u", "an", "or", "il")]
    found: dict[str, None] = {}
    while len(found) < _WORDS:
        found["".join(lots.choices(syllables, k=2 + (len(found) > 500) + (len(found) > 10_000)))] = None
    return tuple(found)
