"""A store filled with made talk through real plans and real commits: each remark an utterance, its fact a claim."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import fields, replace
from typing import Any, NamedTuple

from a008 import canon, ids
from a008.clock import Instant
from a008.ids import CountedIds
from a008.intake.ground import Turn, wanted
from a008.intake.rules.speech import sentences
from a008.intake.validate import validate
from a008.lab.made_talk import APART, REMARKS, MadeTalk, Remark
from a008.lab.store_bench import nothing_shown
from a008.memory.claim import Attribute, Severity
from a008.memory.identity import Alias
from a008.memory.known import Wanted
from a008.memory.origin import Origin
from a008.memory.plan import CommitPlan
from a008.memory.proposal import Proposal, Proposed, Section
from a008.memory.reconcile import Wording
from a008.memory.time import ALWAYS
from a008.memory.utterance import Artifact, ArtifactKind, Utterance
from a008.runtime import evidence
from a008.runtime.evidence import Occasion, Said
from a008.store import known, projects
from a008.store.projects import Project
from a008.store.store import Store

#: Texts of one batch, which is committed in two steps: what was said, and what it tells. A text is one of both.
BATCH = 2 * APART * REMARKS
#: Texts of one project, if there are many.
PROJECT = 2 * BATCH


class _Heard(NamedTuple):
    remark: Remark
    said: Said


class MadeStore:
    """A store that is filled step by step, all of it in one project or so much in each."""

    def __init__(self, store: Store, talk: MadeTalk, now: Instant, *, in_projects: bool) -> None:
        self.texts = 0
        self._store = store
        self._talk = talk
        self._now = now
        self._in_projects = in_projects

    def fill(self, texts: int) -> Iterator[int]:
        """Fill it until it holds so many texts or a few more; each step tells how many it added."""
        while self.texts < texts:
            self._learn(self.project(self.sessions), range(self.sessions, self.sessions + APART))
            self.texts += BATCH
            yield BATCH

    @property
    def sessions(self) -> int:
        """How many sessions it holds."""
        return self.texts // (2 * REMARKS)

    def project(self, session: int) -> Project:
        """The project that a session belongs to."""
        name = f"part {session * 2 * REMARKS // PROJECT}" if self._in_projects else "whole"
        return self._store.write(lambda conn: projects.ensure(conn, name, CountedIds(name), self._now))

    def _learn(self, project: Project, sessions: range) -> None:
        occasion = Occasion(project.id, None, f"made:{sessions.start}", self._now)
        heard = [each for session in sessions for each in self._heard(project, session)]
        self._store.commit(evidence.plan(occasion, [each.said for each in heard], self._store.revision()))
        turns = [(_turn(occasion, each), _proposal(each.remark)) for each in heard]
        everything = _together(wanted(turn, proposal) for turn, proposal in turns)
        truth = self._store.read(lambda conn: known.known(conn, project.id, everything))
        self._store.commit(_one(validate(turn, proposal, (), truth, author="bench") for turn, proposal in turns))

    def _heard(self, project: Project, session: int) -> Iterator[_Heard]:
        remarks = self._talk.session(session)
        content = "\n".join(remark.text for remark in remarks).encode()
        artifact = Artifact(
            id=ids.knowledge(ids.Knowledge.ARTIFACT, project.id, session),
            kind=ArtifactKind.IMPORT,
            locator=f"session {session}",
            digest=canon.digest(content),
            size=len(content),
            content=None,
        )
        for place, remark in enumerate(remarks):
            utterance = Utterance(
                id=ids.knowledge(ids.Knowledge.UTTERANCE, project.id, session, place),
                artifact_id=artifact.id,
                turn_id=None,
                speaker=remark.speaker,
                origin=Origin.USER,
                text=remark.text,
                sentences=sentences(remark.text),
                asserted_at=remark.said_at,
                recorded_at=self._now,
            )
            yield _Heard(remark, Said(artifact, utterance))


def _turn(occasion: Occasion, heard: _Heard) -> Turn:
    said = heard.said.utterance
    return Turn(
        project_id=occasion.project_id,
        occurrence_id=f"{occasion.occurrence_id}/{said.id}",
        now=occasion.at,
        envelope=nothing_shown(occasion.project_id, occasion.at),
        message=said,
        answer=None,
    )


def _proposal(remark: Remark) -> Proposal:
    fact = remark.fact
    proposed = Proposed(
        path="$.new_knowledge[0]",
        section=Section.NEW_KNOWLEDGE,
        proposition=fact.proposition,
        form=Attribute(entity=fact.thing, attribute=fact.attribute, value=fact.value),
        wording=Wording.CHANGE if fact.changes else Wording.PLAIN,
        severity=Severity.MINOR,
        confidence=0.9,
        interval=ALWAYS,
        tags=(fact.attribute,),
        domains=(remark.content[0],),
        entities=(),
        support=None,
        cites=None,
        address=None,
        value=fact.value,
    )
    return Proposal(claims=(proposed,), reinforcements=(), refusals=())


def _together(every: Iterable[Wanted]) -> Wanted:
    """What several turns want to know, none of which touches an address of another."""
    first, *others = every
    return replace(
        first,
        forms=(*first.forms, *(form for each in others for form in each.forms)),
        labels=first.labels.union(*(each.labels for each in others)),
        evidence=first.evidence.union(*(each.evidence for each in others)),
        text_keys=first.text_keys.union(*(each.text_keys for each in others)),
    )


def _one(plans: Iterable[CommitPlan]) -> CommitPlan:
    """Several plans as one; what several of them write is written once."""
    every = tuple(plans)
    rows: Any = {
        field.name: tuple({_key(row): row for plan in every for row in getattr(plan, field.name)}.values())
        for field in fields(CommitPlan)
        if isinstance(getattr(every[0], field.name), tuple)
    }
    return replace(every[0], **rows)


def _key(row: Hashable) -> Hashable:
    return (row.entity_id, row.key) if isinstance(row, Alias) else row
