"""DEFINE: from a message to a query. What stands in it is data; what it names is looked up, and bounded."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from a008.memory import terms
from a008.memory.address import PROJECT, USER, is_address
from a008.memory.label import Axis
from a008.memory.reading import Reading
from a008.memory.terms import Word
from a008.retrieval import mentions
from a008.retrieval.dates import spans
from a008.retrieval.intents import intents, is_small_talk, question, spoken
from a008.retrieval.mentions import Mention, longest, readable
from a008.retrieval.query import CITATION, Mentioned, Query, RetrievalRequest, Snapshot
from a008.retrieval.vocabulary import Vocabulary
from a008.store import entities, heads, labels

#: Most words that are looked up, entities that are followed and labels of each axis. Source: memory reference, planner.
MAX_ASKED = 64
MAX_ENTITIES = 8
MAX_LABELS = 8
#: Texts of the dialogue that a message may refer back to: two exchanges.
LOOK_BACK = 4


class _Reading(NamedTuple):
    """What one text names and says."""

    said: tuple[str, ...]
    names: tuple[Mention, ...]
    entities: tuple[Mentioned, ...]
    addresses: tuple[str, ...]
    words: tuple[Word, ...]


def define(snapshot: Snapshot, request: RetrievalRequest, known: Vocabulary) -> Query:
    """Understand a message, with the dialogue before it where the message points back."""
    text = readable(request.message)
    here = _read(snapshot, text, known, known.user)
    earlier = _earlier(snapshot, request.recent, known) if _points_back(here, known) else None
    found = here.entities if earlier is None else _distinct((*here.entities, *earlier.entities))
    asked = here.words or (() if earlier is None else earlier.words)
    if not (asked or found or here.addresses):
        asked = terms.words(text)
    domains = _labels(snapshot, here.names, Axis.DOMAIN)
    tags = _labels(snapshot, here.names, Axis.TAG)
    named = bool(here.entities or here.addresses or domains or tags)
    return Query(
        message=request.message,
        intents=intents(here.said, known),
        question=question(text, here.said, known),
        words=asked[:MAX_ASKED],
        entities=found[:MAX_ENTITIES],
        addresses=here.addresses,
        spans=spans(text, request.now, known.dates),
        tags=tags,
        domains=domains,
        idle=not named and is_small_talk(here.said, known),
        reading=_reading(request.message, text, asked),
    )


def _read(snapshot: Snapshot, text: str, known: Vocabulary, speaker: frozenset[str]) -> _Reading:
    said = spoken(text)
    names = mentions.mentions(text, known.stop, known.endings)
    keys = dict.fromkeys(key for mention in names for key in mention.keys)
    near = (key for mention in names for key in mention.near)
    pronouns = [USER] if speaker & set(said) else []
    pronouns += [PROJECT] if known.project & set(said) else []
    found = {each.key: each for each in _named(snapshot, (*keys, *near, *pronouns))}
    in_order = [(key, key in mention.keys) for mention, key in longest(names, set(found))]
    in_order += [(key, True) for key in pronouns if key in found]
    return _Reading(
        said=said,
        names=names,
        entities=_distinct(
            Mentioned(entity=entity, name=key, ambiguous=len(found[key].entities) > 1 or not outright, borrowed=False)
            for key, outright in in_order
            for entity in found[key].entities
        ),
        addresses=_addresses(snapshot, keys),
        words=tuple(word for word in terms.words(text) if word.text not in known.stop),
    )


def _reading(message: str, read: str, asked: tuple[Word, ...]) -> Reading:
    count = len(message.split())
    return Reading(
        characters=len(message),
        characters_read=min(len(message), mentions.MAX_CHARACTERS),
        words=count,
        words_searched=min(count, len(read.split()), mentions.MAX_WORDS),
        terms=len(asked),
        terms_asked=min(len(asked), MAX_ASKED),
    )


def _points_back(here: _Reading, known: Vocabulary) -> bool:
    """Whether a message leaves open what it is about: it says `it`, or names nothing at all."""
    if here.addresses or any(not mentioned.is_pronoun for mentioned in here.entities):
        return False
    return bool(known.back & set(here.said)) or not (here.words or here.entities)


def _earlier(snapshot: Snapshot, recent: Sequence[str], known: Vocabulary) -> _Reading:
    """What the dialogue just before named and said, the newest first."""
    texts = [CITATION.sub(" ", readable(text)) for text in recent[-LOOK_BACK:]]
    readings = [_read(snapshot, text, known, known.user | known.listener) for text in reversed(texts)]
    borrowed = [
        Mentioned(entity=each.entity, name=each.name, ambiguous=each.ambiguous, borrowed=True)
        for reading in readings
        for each in reading.entities
    ]
    things = [each for each in borrowed if not each.is_pronoun]  # "tell me about the house" is about the house
    words = dict.fromkeys(word for reading in readings for word in reading.words)
    return _Reading(said=(), names=(), entities=tuple(things or borrowed), addresses=(), words=tuple(words))


def _named(snapshot: Snapshot, keys: Iterable[str]) -> tuple[entities.Named, ...]:
    return entities.named(snapshot.conn, snapshot.project_id, keys, at_revision=snapshot.at_revision)


def _addresses(snapshot: Snapshot, keys: Iterable[str]) -> tuple[str, ...]:
    """Addresses named outright, as `entity.attribute` or `subject --relation-->`."""
    written = [text for key in keys if (text := key.replace("_--", " --")) and is_address(text)]
    found = heads.slots_at(snapshot.conn, snapshot.project_id, written, at_revision=snapshot.at_revision)
    return tuple(dict.fromkeys(slot.address for slot in found))


def _labels(snapshot: Snapshot, names: Iterable[Mention], axis: Axis) -> tuple[str, ...]:
    values = [key.replace("_", " ") for mention in names for key in mention.keys]
    known = labels.known(snapshot.conn, snapshot.project_id, axis, values, at_revision=snapshot.at_revision)
    return known[:MAX_LABELS]


def _distinct(found: Iterable[Mentioned]) -> tuple[Mentioned, ...]:
    """One mention of each entity, the first; what is named here comes before what is borrowed."""
    by_entity: dict[str, Mentioned] = {}
    for each in found:
        by_entity.setdefault(each.entity.id, each)
    return tuple(by_entity.values())
