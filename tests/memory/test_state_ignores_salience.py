"""Salience never changes the state: the same life under any strengths, pins, pulls and labels. Source: rule 11.

Two stores hear the same. In the one, severities, tags, domains and reinforcements are random, and after each statement
every row of salience is written again with random values; in the other, nothing is. Whatever tells the state is equal,
row by row.
"""

from __future__ import annotations

import json
import os
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from a008.errors import UsageError
from a008.memory.association import AssociationState
from a008.memory.claim import Severity
from a008.memory.label import Axis, Label
from a008.memory.lifecycle import Cause, Lifecycle, Policy
from a008.memory.plan import Cause as Why
from a008.memory.plan import CommitPlan, blank
from a008.memory.resolution import Resolution
from a008.runtime import conflicts
from a008.store import associations, heads, inbox, lifecycles, revisions
from a008.store.connection import Connection
from tests.sayings import ADDRESSES, FIRST, addresses, entry, on, spans, values, wordings
from tests.shadow import DAYS, Span
from tests.turns import Memory

SLOW = bool(os.environ.get("A008_SLOW"))
_LIFECYCLES = f"SELECT {lifecycles.COLUMNS} FROM lifecycle AS l WHERE l.rev_to IS NULL ORDER BY l.evidence_id"
_PULLS = f"SELECT {associations.COLUMNS} FROM association_state AS x WHERE x.rev_to IS NULL ORDER BY x.association_id"
_CLAIMS = "SELECT id FROM claim ORDER BY id"


class Said(NamedTuple):
    """One statement, the days that pass before it, and how the oldest open conflict is ended after it, if at all."""

    address: str
    value: str
    span: Span
    wording: str
    days: int
    way: Resolution | None


sayings = st.builds(
    Said,
    addresses,
    values,
    spans,
    wordings,
    st.integers(min_value=-3, max_value=9),
    st.none() | st.sampled_from(Resolution),
)


class Life:
    """A store that hears statements; with `salt`, everything that is no more than salience is random."""

    def __init__(self, salt: Random | None) -> None:
        self.memory = Memory(at=on(10))
        self.salt = salt
        self.number = 0

    def hear(self, said: Said) -> None:
        """One statement and what comes of it, and then salience written anew."""
        memory = self.memory
        memory.clock.now = max(FIRST, memory.clock.now.plus(days=said.days))
        self.number += 1
        wording = "plain" if said.wording == "conflict" and "--" in said.address else said.wording
        parts = json.loads(entry(said.address, said.value, said.span, wording, self.number))
        memory.learn(json.dumps(self._salted(parts)), occurrence=f"said:{self.number}")
        if said.way is not None:
            self._resolve(said.way)
        memory.store.commit(self._salience())

    def _resolve(self, way: Resolution) -> None:
        memory = self.memory
        waiting = memory.store.read(lambda conn: inbox.pending(conn, memory.project.id, at_revision=None))
        if not waiting:
            return
        there = ADDRESSES.get(waiting[0].address, "").replace("--", ".").split(".")
        with suppress(UsageError):  # what one life cannot do, the other cannot either
            conflicts.resolve(
                memory.store,
                memory.project,
                waiting[0].claim.id,
                way,
                by="Ann",
                reason="",
                clock=memory.clock,
                new_attribute=there[1] if way is Resolution.SPLIT else None,
            )

    def _salted(self, parts: dict[str, list[dict[str, Any]]]) -> dict[str, list[dict[str, Any]]]:
        if self.salt is None:
            return parts
        for item in (*parts["new_knowledge"], *parts["relation_updates"]):
            item["severity"] = self.salt.choice(list(Severity))
            item["tags"] = [f"tag{self.salt.randrange(4)}"]
            item["domains"] = [f"domain{self.salt.randrange(4)}"]
        shown = [candidate.item.id for candidate in self.memory.baseline().candidates]
        parts["reinforcements"] = [{"id": key} for key in shown if self.salt.random() < 0.5]
        return parts

    def _salience(self) -> CommitPlan:
        """A commit that writes every row of salience again: with random values, or as it was."""
        memory = self.memory
        occurrence = f"salience:{self.number}"
        states, pulls, claims = memory.store.read(_all)
        plan = blank(
            project_id=memory.project.id,
            occurrence_id=occurrence,
            author="test",
            cause=Why.TURN_LEARNT,
            at=memory.clock.now,
            base_revision=memory.store.revision(),
        )
        if self.salt is None:
            return replace(plan, lifecycles=tuple(replace(state, occurrence_id=occurrence) for state in states))
        label = f"word{self.number}"
        return replace(
            plan,
            lifecycles=tuple(replace(_random(self.salt, state), occurrence_id=occurrence) for state in states),
            association_states=tuple(
                replace(
                    pull,
                    strength=self.salt.random(),
                    attraction=self.salt.uniform(-1, 1),
                    occurrence_id=occurrence,
                )
                for pull in pulls
            ),
            labels=tuple(
                Label(claim_id=claim, axis=axis, value=label)
                for claim in claims
                for axis in Axis
                if self.salt.random() < 0.5
            ),
        )

    def told(self) -> list[object]:
        """Everything that tells the state: heads at several days, the record of every address, the inbox."""
        memory = self.memory

        def read(conn: Connection) -> list[object]:
            newest = revisions.newest(conn)[0]
            slots = heads.slots_in(conn, memory.project.id, after="", at_revision=newest, limit=1_000)
            record = heads.record_of(conn, [slot.id for slot in slots], at_revision=newest)
            contests = inbox.pending(conn, memory.project.id, at_revision=None)
            found: list[object] = [(each.binding, each.rev_to, each.address, each.value) for each in record]
            found.extend((each.address, each.claim.id, each.against_claim_id, each.rev_from) for each in contests)
            return found

        shown = [
            (head.binding, head.address, head.value)
            for day in range(0, DAYS, 6)
            for head in memory.heads(FIRST.plus(days=day))
        ]
        return [memory.state(), shown, memory.store.read(read)]


def _all(conn: Connection) -> tuple[list[Lifecycle], list[AssociationState], list[str]]:
    states = [lifecycles.lifecycle_of(row) for row in conn.execute(_LIFECYCLES)]
    pulls = [associations.state_of(row) for row in conn.execute(_PULLS)]
    return states, pulls, [row[0] for row in conn.execute(_CLAIMS)]


def _random(salt: Random, state: Lifecycle) -> Lifecycle:
    pinned = salt.random() < 0.5
    return replace(
        state,
        policy=Policy(
            strength=salt.random(),
            half_life=salt.uniform(1, 1e8),
            threshold=salt.random(),
            boost=salt.random(),
            cap=salt.random(),
        ),
        strength=salt.random(),
        updated_at=state.updated_at.plus(days=salt.randrange(-50, 50)),
        pinned=pinned,
        standing=pinned and salt.random() < 0.5,
        cause=salt.choice([cause for cause in Cause if cause is not Cause.CREATED]),
    )


@pytest.mark.timeout(3_600 if SLOW else 120)
@settings(max_examples=1_000 if SLOW else 15, deadline=None)
@given(life=st.lists(sayings, min_size=1, max_size=24 if SLOW else 12), seed=st.integers(min_value=0, max_value=2**32))
def test_any_salience_gives_the_same_state(life: list[Said], seed: int) -> None:
    plain, salted = Life(None), Life(Random(seed))
    for said in life:
        plain.hear(said)
        salted.hear(said)
    assert salted.told() == plain.told()
    assert salted.memory.store.read(_all)[0] != plain.memory.store.read(_all)[0]
    plain.memory.store.close()
    salted.memory.store.close()
