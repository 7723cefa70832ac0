"""How much of what answers a question is in the envelope: recall at several budgets, without any model.

Each dialogue becomes a project of a store in memory, each of its turns an utterance; nothing is extracted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from statistics import fmean

from a008 import canon, ids
from a008.clock import Instant
from a008.ids import CountedIds
from a008.intake.rules.speech import sentences
from a008.lab.locomo import Asked, Dialogue, Remark
from a008.memory.envelope import Envelope, Fate
from a008.memory.origin import Origin
from a008.memory.utterance import Artifact, ArtifactKind, Utterance
from a008.retrieval.embedder import embedder
from a008.retrieval.query import RetrievalRequest
from a008.retrieval.retrieve import retrieve
from a008.runtime import evidence
from a008.runtime.embedding import embed
from a008.runtime.evidence import Occasion, Said
from a008.store import projects
from a008.store.projects import Project
from a008.store.store import Store

#: Bytes of the envelopes that are measured, and the rank up to which recall is counted.
BUDGETS = (2_048, 4_096, 8_192)
RANK = 10
#: Categories of questions that have an answer: several hops, time, open domain, one hop.
ANSWERABLE = (1, 2, 3, 4)
_NO_LIMIT = 1_000_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Recall:
    """Share of the evidence that was found, as a mean over questions.

    Shape: `at_budget` by bytes of the envelope, exactly as it would be sent; `at_rank` among the first ten.
    """

    questions: int
    at_budget: Mapping[str, float]
    at_rank: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Quality:
    """Recall over everything, by category and by dialogue."""

    overall: Recall
    by_category: Mapping[str, Recall]
    by_dialogue: Mapping[str, Recall]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Scored:
    dialogue: str
    category: int
    at_budget: tuple[float, ...]
    at_rank: float


def measure(dialogues: Iterable[Dialogue], progress: Callable[[int], None], *, dense: str | None = None) -> Quality:
    """Ask every answerable question of every dialogue; `progress` is told of each one.

    Shape: `dense` names an embedding model, as of `embedder`, with which the turns are embedded first.
    Errors: `UsageError` where there is no such model.
    """
    scored: list[_Scored] = []
    for dialogue in dialogues:
        with Store.open(None) as store:
            last = max(remark.said_at for remark in dialogue.remarks)
            heard = _Heard(store, dialogue, last.plus(days=1), dense)
            for question in dialogue.questions:
                if question.category in ANSWERABLE:
                    scored.append(heard.scored(question))
                    progress(1)
    return Quality(
        overall=_recall(scored),
        by_category={str(c): _recall([s for s in scored if s.category == c]) for c in ANSWERABLE},
        by_dialogue={
            name: _recall([s for s in scored if s.dialogue == name])
            for name in dict.fromkeys(s.dialogue for s in scored)
        },
    )


class _Heard:
    """A dialogue in a store, and its questions' answers."""

    def __init__(self, store: Store, dialogue: Dialogue, now: Instant, dense: str | None) -> None:
        self._store, self._dialogue, self._now, self._dense = store, dialogue, now, dense
        self._project = store.write(lambda conn: projects.ensure(conn, dialogue.name, CountedIds(dialogue.name), now))
        self._keys: dict[str, str] = {}
        for session, remarks in groupby(dialogue.remarks, key=lambda remark: remark.session):
            self._hear(self._project, session, list(remarks))
        if dense is not None:
            embed(store, self._project.id, embedder(dense))

    def scored(self, question: Asked) -> _Scored:
        """How much of the evidence of one question is found."""
        everything = self._envelope(question.text, _NO_LIMIT)
        kept = [each for each in everything.candidates if each.fate is Fate.IN]
        kept.sort(key=lambda each: (-each.score, each.item.id))
        ranked = list(dict.fromkeys(self._keys[each.item.id] for each in kept))
        sent = [{self._keys[item.id] for item in self._envelope(question.text, budget).items} for budget in BUDGETS]
        return _Scored(
            dialogue=self._dialogue.name,
            category=question.category,
            at_budget=tuple(len(question.evidence & found) / len(question.evidence) for found in sent),
            at_rank=len(question.evidence & set(ranked[:RANK])) / len(question.evidence),
        )

    def _envelope(self, message: str, budget: int) -> Envelope:
        request = RetrievalRequest(
            project_id=self._project.id,
            message=message,
            now=self._now,
            budget=budget,
            scope=(),
            recent=(),
            required_ids=(),
            as_of=None,
            at_revision=None,
            tokenizer=None,
            dense=self._dense,
        )
        return retrieve(self._store, request)

    def _hear(self, project: Project, session: int, remarks: list[Remark]) -> None:
        occasion = Occasion(project.id, None, f"import:{self._dialogue.name}:{session}", self._now)
        content = "\n".join(remark.text for remark in remarks).encode()
        artifact = Artifact(
            id=ids.knowledge(ids.Knowledge.ARTIFACT, project.id, session),
            kind=ArtifactKind.IMPORT,
            locator=f"{self._dialogue.name}, session {session}",
            digest=canon.digest(content),
            size=len(content),
            content=None,
        )
        said = [Said(artifact, _utterance(project, artifact, remark, self._now)) for remark in remarks]
        self._keys |= {each.utterance.id: remark.key for each, remark in zip(said, remarks, strict=True)}
        self._store.commit(evidence.plan(occasion, said, self._store.revision()))


def _utterance(project: Project, artifact: Artifact, remark: Remark, now: Instant) -> Utterance:
    return Utterance(
        id=ids.knowledge(ids.Knowledge.UTTERANCE, project.id, remark.key),
        artifact_id=artifact.id,
        turn_id=None,
        speaker=remark.speaker,
        origin=Origin.IMPORT,
        text=remark.text,
        sentences=sentences(remark.text),
        asserted_at=remark.said_at,
        recorded_at=now,
    )


def _recall(scored: list[_Scored]) -> Recall:
    if not scored:
        return Recall(questions=0, at_budget={}, at_rank=0.0)
    return Recall(
        questions=len(scored),
        at_budget={
            str(budget): round(fmean(each.at_budget[place] for each in scored), 4)
            for place, budget in enumerate(BUDGETS)
        },
        at_rank=round(fmean(each.at_rank for each in scored), 4),
    )
