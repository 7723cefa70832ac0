"""FILTER: one reason for everything that is left out. Pure; what evidence backs was looked up before.

In a question about what holds now, wording that holds no more never appears: not as a claim, and not as a sentence of
an utterance that a claim rests on or that says the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from a008.clock import Instant
from a008.memory import terms
from a008.memory.claim import Denial, Status
from a008.memory.envelope import Fate, Intent, ItemType
from a008.memory.origin import Origin
from a008.memory.terms import Word
from a008.retrieval.backing import Backing
from a008.retrieval.excerpt import MAX_CHARACTERS, Excerpt, Passage, excerpt, region
from a008.retrieval.fuse import Scored
from a008.retrieval.query import CITATION, Query, Question
from a008.store.claims import ClaimRow
from a008.store.heads import Head
from a008.store.utterances import UtteranceRow

#: Of two things in the same words the first is kept: it says more about where it stands. Others are never the same.
_KEPT_FIRST = (ItemType.STATE, ItemType.EVENT, ItemType.CLAIM, ItemType.UTTERANCE)
#: Characters up to which an utterance repeats another whatever its case and punctuation; longer ones to the letter.
_LONGEST_REPEAT = 1_000


class Refusal(NamedTuple):
    """Why something is left out."""

    fate: Fate
    detail: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A thing and its fate: `Fate.IN`, or the one reason against it. `excerpt` is what is shown of an utterance."""

    scored: Scored
    fate: Fate
    detail: str
    excerpt: Excerpt | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Grounds:
    """What a judgement rests on: the question, the state of things, the sentences of utterances by id, the instant.

    Shape: `stop` are words that carry no content; `asked` every form of every word that is asked for.
    """

    query: Query
    backed: Backing
    sentences: Mapping[str, tuple[Passage, ...]]
    stop: frozenset[str]
    asked: frozenset[str]
    as_of: Instant

    def asks_for(self, word: Word) -> bool:
        """Whether a word is asked for, in any form."""
        return not self.asked.isdisjoint(word.forms)


@dataclass(slots=True)
class _Kept:
    """What was let in so far: an id for each wording, and the claims."""

    wordings: dict[str, str] = field(default_factory=dict)
    claims: set[str] = field(default_factory=set)


def is_divided(row: UtteranceRow, backed: Backing) -> bool:
    """Whether the sentences of an utterance are told apart: it is long, or something may speak for one of them."""
    return len(row.text) > MAX_CHARACTERS or row.origin is Origin.ASSISTANT or row.id in backed.links or backed.is_stale


def judged(things: tuple[Scored, ...], grounds: Grounds) -> tuple[Judged, ...]:
    """The fate of each thing, in the order given, which is that of their scores.

    They are judged in the order in which one can make another superfluous: required ones, state, claims, utterances.
    """
    kept = _Kept()
    fates: dict[int, Judged] = {}
    for place in sorted(range(len(things)), key=lambda place: (*_standing(things[place]), place)):
        fates[place] = _judged(things[place], grounds, kept)
    return _together(fates[place] for place in range(len(things)))


def _together(fates: Iterable[Judged]) -> tuple[Judged, ...]:
    """Both sides of a conflict share the fate of the head."""
    every = tuple(fates)
    heads = {
        each.scored.gathered.subject.binding.id: each
        for each in every
        if each.scored.gathered.type is ItemType.STATE and isinstance(each.scored.gathered.subject, Head)
    }
    result: list[Judged] = []
    for each in every:
        head = heads.get(each.scored.gathered.beside or "")
        result.append(each if head is None else replace(each, fate=head.fate, detail=head.detail))
    return tuple(result)


def _standing(scored: Scored) -> tuple[bool, int]:
    kind = scored.gathered.type
    return (not scored.gathered.required, _KEPT_FIRST.index(kind) if kind in _KEPT_FIRST else 0)


def _judged(scored: Scored, grounds: Grounds, kept: _Kept) -> Judged:
    thing = scored.gathered
    shown: Excerpt | None = None
    refusal: Refusal | None = None
    if isinstance(thing.subject, UtteranceRow):
        shown, refusal = _shown(thing.subject, thing.type, grounds, kept)
    if thing.required:
        refusal = _claim(scored, grounds) if thing.only_stands else None
        shown = _whole(thing.subject) if isinstance(thing.subject, UtteranceRow) else None
    else:
        refusal = _unmatched(scored) or refusal or _claim(scored, grounds) or _dormant(scored)
    if refusal is None and thing.type in _KEPT_FIRST:
        same = kept.wordings.setdefault(_wording(scored), thing.id)
        # two addresses with equal values are two things
        if same != thing.id and not thing.required and thing.type is not ItemType.STATE:
            refusal = Refusal(Fate.DUPLICATE, same)
    if refusal is not None:
        return Judged(scored=scored, fate=refusal.fate, detail=refusal.detail, excerpt=shown)
    if isinstance(thing.subject, ClaimRow):
        kept.claims.add(thing.id)
    return Judged(scored=scored, fate=Fate.IN, detail="", excerpt=shown)


def _unmatched(scored: Scored) -> Refusal | None:
    missing = [find.missing for find in scored.gathered.finds]
    return Refusal(Fate.NO_MATCH, missing[0]) if all(missing) else None


def _dormant(scored: Scored) -> Refusal | None:
    volunteered = not scored.active and not scored.gathered.is_exact
    return Refusal(Fate.DORMANT, f"s={scored.strength:.2f}") if volunteered else None


def _claim(scored: Scored, grounds: Grounds) -> Refusal | None:
    """Why a claim is not shown as such: its address shows it, or shows another; it was taken back; it is over."""
    row = scored.gathered.subject
    if not isinstance(row, ClaimRow) or scored.gathered.type is ItemType.CONFLICT:
        return None
    if row.status in (Status.RETRACTED, Status.REJECTED):
        return Refusal(Fate.RETRACTED, row.status)
    owned = _owned(row.claim.id, grounds.backed)
    if owned is not None:
        start = row.claim.interval.start
        if owned.fate is Fate.SUPERSEDED and isinstance(start, Instant) and start > grounds.as_of:
            return Refusal(Fate.NOT_APPLICABLE, f"starts {start.date}")
        return owned
    denies = isinstance(row.claim.form, Denial)  # it repeats the words of what it denies
    happened = scored.gathered.type is ItemType.EVENT and grounds.query.wants(Intent.EVENT)  # that stays so
    stale = None if denies or happened else _said_already(row.claim.proposition, grounds.backed, row.claim.origin)
    if stale is not None:
        return stale
    end = row.claim.interval.end
    wants_past = grounds.query.wants(Intent.HISTORY) or grounds.query.question is Question.WHEN
    if scored.gathered.type is ItemType.CLAIM and isinstance(end, Instant) and end <= grounds.as_of and not wants_past:
        return Refusal(Fate.NOT_APPLICABLE, f"ended {end.date}")
    return None


def _owned(claim_id: str, backed: Backing) -> Refusal | None:
    """Whether an address speaks for a claim."""
    head = backed.holding(claim_id)
    if head is not None:
        return Refusal(Fate.OWNED_BY_HEAD, head.address)
    contest = backed.contested(claim_id)
    if contest is not None:
        return Refusal(Fate.OWNED_BY_HEAD, f"contests {contest.against_claim_id}")
    if claim_id in backed.slots:
        successor = backed.successor(claim_id)
        return Refusal(Fate.SUPERSEDED, "" if successor is None else f"by {successor.claim.id}")
    return None


def _said_already(text: str, backed: Backing, origin: Origin) -> Refusal | None:
    """Whether a sentence puts an address into words that hold no more; or an answer of ours, into any: an echo."""
    said = backed.wordings.said_by(text, stale=origin is not Origin.ASSISTANT)
    if said is None:
        return None
    return Refusal(Fate.OWNED_BY_HEAD if said.holds else Fate.SUPERSEDED, said.address)


def _shown(row: UtteranceRow, kind: ItemType, grounds: Grounds, kept: _Kept) -> tuple[Excerpt | None, Refusal | None]:
    """What may be shown of an utterance: all of it as an attribution, else sentences that nothing else speaks for."""
    asked = grounds.query.words
    if not is_divided(row, grounds.backed):
        return _unless_idle(_whole(row), kind, grounds)
    every = region(row.text, grounds.sentences[row.id], asked)
    is_evidence = row.origin is not Origin.ASSISTANT or row.id in grounds.backed.links
    if kind is ItemType.ATTRIBUTION and is_evidence:
        return excerpt(row.text, every, every, asked), None
    refusals = {passage: _sentence(row, passage, grounds, kept) for passage in every}
    allowed = [passage for passage in every if refusals[passage] is None]
    first = next((refusal for refusal in refusals.values() if refusal is not None), None)
    if not allowed:
        return None, first
    shown = excerpt(row.text, allowed, every, asked)
    if first is not None and not any(grounds.asks_for(word) for word in terms.said(shown.text)):
        return None, first
    return _unless_idle(shown, kind, grounds)


def _unless_idle(shown: Excerpt, kind: ItemType, grounds: Grounds) -> tuple[Excerpt | None, Refusal | None]:
    """What is shown, unless it says no more than the message."""
    idle = (word.text in grounds.stop or grounds.asks_for(word) for word in terms.said(shown.text))
    if kind is ItemType.UTTERANCE and all(idle):
        return None, Refusal(Fate.NOT_APPLICABLE, "says no more than the message")
    return shown, None


def _sentence(row: UtteranceRow, passage: Passage, grounds: Grounds, kept: _Kept) -> Refusal | None:
    for link in grounds.backed.links.get(row.id, ()):
        if link.start is None or link.end is None or passage.touches(link.start, link.end):
            owned = _owned(link.claim_id, grounds.backed)
            if owned is not None:
                return owned
            if link.claim_id in kept.claims:
                return Refusal(Fate.DUPLICATE, link.claim_id)
    if row.origin is Origin.ASSISTANT and (cited := _cited(row.text, passage)) is not None:
        return Refusal(Fate.DUPLICATE, cited)
    return _said_already(row.text[passage.start : passage.end], grounds.backed, row.origin)


def _cited(text: str, passage: Passage) -> str | None:
    """The id that an answer cites in the line of a sentence: it only repeats what it was given."""
    end = text.find("\n", passage.end)
    line = text[text.rfind("\n", 0, passage.start) + 1 : None if end < 0 else end]
    cited = CITATION.search(line)
    return None if cited is None else cited["id"]


def _whole(row: UtteranceRow) -> Excerpt:
    return Excerpt(row.text, 0, len(row.text), len(row.text))


def _wording(scored: Scored) -> str:
    subject = scored.gathered.subject
    if isinstance(subject, UtteranceRow):
        return terms.wording(subject.text) if len(subject.text) <= _LONGEST_REPEAT else subject.text
    assert isinstance(subject, Head | ClaimRow)
    return terms.wording(subject.claim.proposition)
