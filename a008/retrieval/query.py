"""What is asked of retrieval, and what it understood of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from a008.clock import Instant
from a008.memory import terms
from a008.memory.address import PROJECT, USER, Entity
from a008.memory.envelope import Intent
from a008.memory.reading import Reading
from a008.memory.terms import Word
from a008.retrieval.relevance import COMMON
from a008.retrieval.span import Span
from a008.store import projects, revisions, search
from a008.store.connection import Connection

#: How an answer cites what it rests on: the id of a claim or an utterance in brackets. No word of it is content.
CITATION = re.compile(r"\[(?P<id>[a-z]+_[a-z2-7]{16})\]")


@dataclass(frozen=True, slots=True, kw_only=True)
class RetrievalRequest:
    """A message and what surrounds it.

    Shape: `scope` holds the conversation's domains so far, `recent` the last texts of its dialogue, oldest first.
    `as_of` is the instant in the world that is asked about, `at_revision` what was believed then; `None` is now.
    `dense` names an embedding model, as of `embedder`; `None` leaves meaning alone.
    Units: `budget` in bytes of the payload, or in its tokens by `tokenizer` where one is named.
    """

    project_id: str
    message: str
    now: Instant
    budget: int
    scope: tuple[str, ...]
    recent: tuple[str, ...]
    required_ids: tuple[str, ...]
    as_of: Instant | None
    at_revision: int | None
    tokenizer: str | None
    dense: str | None = None


class Question(StrEnum):
    """What a message wants to know, as far as that makes a difference to what answers it."""

    WHEN = "when"
    HOW_MANY = "how_many"
    OTHER = "other"


@dataclass(frozen=True, slots=True, kw_only=True)
class Mentioned:
    """An entity that the message names.

    Shape: `name` is the normal form by which it was found. `ambiguous`: the name means several, or only comes near (an
    inflected form, the last of a path), so nothing of it is exact. `borrowed`: not named here but in the dialogue just
    before, which the message refers to.
    """

    entity: Entity
    name: str
    ambiguous: bool
    borrowed: bool

    @property
    def is_pronoun(self) -> bool:
        """Whether it is the speaker or the project, whom nearly every message names."""
        return self.entity.key in (USER, PROJECT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Query:
    """What a message asks for.

    Shape: `words` are those that carry content, the rest of the message left out. `addresses` are slots named outright;
    `spans` are the days that it names, `tags` and `domains` the known labels; `question` is `None` for what asks
    nothing. `idle`: a greeting, or nothing but thanks. `reading` is how much of the message was read.
    """

    message: str
    intents: tuple[Intent, ...]
    question: Question | None
    words: tuple[Word, ...]
    entities: tuple[Mentioned, ...]
    addresses: tuple[str, ...]
    spans: tuple[Span, ...]
    tags: tuple[str, ...]
    domains: tuple[str, ...]
    idle: bool
    reading: Reading

    @property
    def cut(self) -> bool:
        """Whether the message was too long to be read in full."""
        return self.reading.is_cut

    def wants(self, intent: Intent) -> bool:
        """Whether an intent applies."""
        return intent in self.intents

    def asked_of(self, mentioned: Mentioned) -> tuple[Word, ...]:
        """The words that are not part of an entity's own name: what is asked of it."""
        own = {word.text for text in (mentioned.name, mentioned.entity.label) for word in terms.words(text)}
        return tuple(word for word in self.words if word.text not in own)


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """The store as one retrieval sees it: a connection in one transaction, a project, and a place on both time axes.

    Shape: `scope` is the project's term in the full text, `last` the highest number of a text of it at that revision,
    `texts` how many it had then, counted up to `relevance.COMMON`; `alone` that the store has no other project.
    """

    conn: Connection
    project_id: str
    scope: str
    last: int
    texts: int
    alone: bool
    now: Instant
    as_of: Instant
    at_revision: int

    @classmethod
    def of(
        cls,
        conn: Connection,
        project_id: str,
        now: Instant,
        *,
        as_of: Instant | None = None,
        at_revision: int | None = None,
    ) -> Snapshot:
        """The store as it is seen now, or as of another instant and a revision; one that is to come is the newest."""
        newest = revisions.newest(conn)[0]
        at = newest if at_revision is None else min(at_revision, newest)
        scope = search.scope_term(projects.number(conn, project_id))
        last = search.last_of(conn, scope, last=search.last_number(conn, at_revision=at))
        return cls(
            conn=conn,
            project_id=project_id,
            scope=scope,
            last=last,
            texts=search.count(conn, scope, last=last, limit=COMMON),
            alone=projects.is_only_one(conn),
            now=now,
            as_of=as_of or now,
            at_revision=at,
        )
