"""Random lives of a few addresses, compared with a dictionary model on both time axes after every step.

Source: rules 1 to 9, `faults.md` H1. Two processes' worth of connections write, the clock goes both ways, and a person
decides what is in dispute.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from a008.errors import Rejected, StaleState, UsageError
from a008.memory.plan import CommitPlan
from a008.memory.receipt import Receipt
from a008.memory.resolution import Resolution
from a008.runtime import conflicts
from a008.store import checks, inbox
from tests.sayings import ADDRESSES, FIRST, LAST, addresses, entry, on, open_spans, spans, values, wordings
from tests.shadow import DAYS, PAST, Claim, Shadow, Span
from tests.shadow_resolution import resolve
from tests.turns import Memory

SLOW = bool(os.environ.get("A008_SLOW"))
#: A folder in memory, where there is one: no step waits for a disk.
RAM = Path("/dev/shm")
pytestmark = pytest.mark.timeout(3_600 if SLOW else 120)


class History(RuleBasedStateMachine):
    """Statements of every wording and every interval, resolutions, faults, and a clock that moves."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="a008-history-", dir=RAM if RAM.is_dir() else None))
        self.memories = [Memory(self.folder / "memory.sqlite", at=on(10)) for _ in range(2)]
        self.shadow = Shadow()
        self.now = 10
        self.number = 0

    @property
    def memory(self) -> Memory:
        """The connection whose turn it is."""
        return self.memories[self.number % 2]

    def _next(self) -> str:
        self.number += 1
        return f"step:{self.number}"

    def _say(self, address: str, value: str, span: Span, wording: str, receipt: Receipt) -> None:
        claim = Claim(receipt.written[-1].claim_id or "", value, span)
        self.shadow.slot(address).say(claim, self.now, wording)
        self.shadow.believed(self.memory.store.revision())

    def _plan(self, address: str, value: str, span: Span, wording: str) -> CommitPlan:
        occurrence = self._next()
        text = entry(address, value, span, wording, self.number)
        return self.memory.decide(self.memory.turn(text, occurrence=occurrence), text)

    @rule(address=addresses, value=values, span=spans, wording=wordings)
    def said(self, address: str, value: str, span: Span, wording: str) -> None:
        if wording == "conflict" and "--" in address:  # an extractor has no such word for a relation
            wording = "plain"
        receipt = self.memory.store.commit(self._plan(address, value, span, wording))
        assert receipt.refusals == ()
        self._say(address, value, span, wording, receipt)

    @rule(address=addresses, value=values, way=st.sampled_from(["plain", "conflict"]))
    def said_without_a_date(self, address: str, value: str, way: str) -> None:
        self.said(address, value, Span(), way)

    @rule(
        address=addresses,
        value=values,
        span=open_spans,
        between=addresses,
        other=values,
        wording=st.sampled_from(["plain", "change", "conflict"]),
    )
    def another_connection_writes_in_between(
        self, address: str, value: str, span: Span, between: str, other: str, wording: str
    ) -> None:
        occurrence = self._next()
        mine, text = self.memory, entry(address, value, span, "plain", self.number)
        turn = mine.turn(text, occurrence=occurrence)
        plan = mine.decide(turn, text)
        self.said(between, other, Span(), wording)
        assert self.memory is not mine
        try:
            receipt = mine.store.commit(plan)
        except StaleState:
            receipt = mine.store.commit(mine.decide(turn, text))
        self._say(address, value, span, "plain", receipt)

    @rule(address=addresses, value=values, span=open_spans)
    def the_same_plan_twice(self, address: str, value: str, span: Span) -> None:
        plan = self._plan(address, value, span, "plain")
        receipt = self.memory.store.commit(plan)
        self._say(address, value, span, "plain", receipt)
        for memory in self.memories:
            with pytest.raises(StaleState):
                memory.store.commit(plan)

    @rule(address=addresses, value=values)
    def a_bad_item_beside_a_good_one(self, address: str, value: str) -> None:
        occurrence = self._next()
        parts = json.loads(entry(address, value, Span(), "plain", self.number))
        bad = {"id": "claim_none", "address": "house.colour", "value": "blue", "proposition": "The house is blue."}
        parts["state_updates"] = [{**bad, "severity": "minor", "wording": "change"}]
        receipt = self.memory.learn(json.dumps(parts), occurrence=occurrence)
        assert [refusal.path for refusal in receipt.refusals] == ["$.state_updates[0]"]
        self._say(address, value, Span(), "plain", receipt)

    @rule(text=st.sampled_from(["", "{", "[]", '{"new_knowledge": 1}', '{"a": 1, "a": 2}', "NaN"]))
    def a_document_that_cannot_be_read(self, text: str) -> None:
        occurrence = self._next()
        with pytest.raises(Rejected):
            self.memory.learn(text, "The colour of house is blue.", occurrence=occurrence)

    @rule(way=st.sampled_from(Resolution), which=st.integers(min_value=0))
    def somebody_decides(self, way: Resolution, which: int) -> None:
        open_ones = self.shadow.inbox()
        if not open_ones:
            return
        address, claim_id, _ = open_ones[which % len(open_ones)]
        slot = self.shadow.slot(address)
        contest = next(each for each in slot.contests if each.claim.name == claim_id)
        there = ADDRESSES[address]
        self._next()
        possible = resolve(slot, contest, way, self.now, self.shadow.slot(there))
        try:
            self._decide(claim_id, way, there)
        except UsageError:
            assert not possible, (way, claim_id)
        else:
            assert possible, (way, claim_id)
        self.shadow.believed(self.memory.store.revision())

    def _decide(self, claim_id: str, way: Resolution, there: str) -> None:
        memory = self.memory
        name = there.split("--")[1] if "--" in there else there.split(".")[1]
        conflicts.resolve(
            memory.store,
            memory.project,
            claim_id,
            way,
            by="Ann",
            reason="",
            clock=memory.clock,
            new_attribute=name if way is Resolution.SPLIT else None,
        )

    @rule(days=st.integers(min_value=-6, max_value=12))
    def the_clock_moves(self, days: int) -> None:
        self.now = max(0, min(self.now + days, LAST))
        for memory in self.memories:
            memory.clock.now = FIRST.plus(days=self.now)

    @rule()
    def the_store_is_opened_again(self) -> None:
        self.memories[0].store.close()
        self.memories[0] = Memory(self.folder / "memory.sqlite", at=on(self.now))

    @invariant()
    def the_present_and_the_inbox_are_the_same(self) -> None:
        assert self.memory.state() == self.shadow.state(self.now)
        assert self._inbox() == self.shadow.inbox()

    @rule(day=st.integers(min_value=PAST, max_value=DAYS - 1))
    def any_day_is_the_same(self, day: int) -> None:
        assert self.memory.state(as_of=on(day)) == self.shadow.state(day)

    @rule(day=st.integers(min_value=PAST, max_value=DAYS - 1), which=st.integers(min_value=0))
    def what_was_believed_is_still_readable(self, day: int, which: int) -> None:
        if self.shadow.past:
            revision = list(self.shadow.past)[which % len(self.shadow.past)]
            assert self.memory.state(on(day), revision) == self.shadow.state(day, revision)
            assert self._inbox(revision) == self.shadow.inbox(revision)

    def _inbox(self, revision: int | None = None) -> list[tuple[str, str, str]]:
        found = self.memory.store.read(lambda conn: inbox.pending(conn, self.memory.project.id, at_revision=revision))
        return sorted((row.address, row.claim.id, row.against_claim_id) for row in found)

    def _compare_everything(self) -> None:
        for day in range(PAST, DAYS, 5):
            assert self.memory.state(as_of=on(day)) == self.shadow.state(day), day
        with closing(self.memory.store.read(checks.copied)) as copy:
            found = checks.checked_copy(copy, self.memory.store.blobs)
        assert [finding for each in found for finding in each.findings] == []

    def teardown(self) -> None:
        try:
            if sys.exc_info()[0] is None:  # a step that failed says more than what follows from it
                self._compare_everything()
        finally:
            for memory in self.memories:
                memory.store.close()
            shutil.rmtree(self.folder)


TestHistory = History.TestCase
TestHistory.settings = settings(
    max_examples=2_000 if SLOW else 30, stateful_step_count=40 if SLOW else 25, deadline=None
)


def _after(*said: tuple[str, Span, str]) -> Memory:
    """A house whose colour was told of in these words, on day 10."""
    memory = Memory(at=on(10))
    for number, (value, span, wording) in enumerate(said):
        memory.learn(entry("house.colour", value, span, wording, number))
    return memory


def test_a_retraction_since_a_day_ends_the_value_on_that_day() -> None:
    """Found by the machine: it ended on the day on which it was said."""
    memory = _after(("red", Span(start=1), "plain"), ("red", Span(start=4), "retraction"))
    assert [memory.state(as_of=on(day)).get("house.colour") for day in (3, 4, 9)] == ["red", None, None]


def test_a_value_that_is_retracted_does_not_hold_by_an_earlier_statement() -> None:
    """Of two claims that say the same of one moment, neither goes on."""
    memory = _after(("red", Span(end=20), "plain"), ("red", Span(end=45), "plain"), ("red", Span(), "retraction"))
    assert memory.state() == {}


def test_what_ended_nobody_knows_when_is_not_made_to_last() -> None:
    """Found by the machine: it was taken to hold until the same value is known to hold again."""
    memory = _after(("red", Span(start=45), "plain"), ("red", Span(start=30, lapsed=True), "plain"))
    assert memory.state(as_of=on(31)) == {}


def test_a_member_of_a_set_is_listed_once() -> None:
    """Found by the machine: two overlapping statements of one member were two members."""
    memory = Memory(at=on(10))
    for number, end in enumerate((20, 45)):
        memory.learn(entry("maria --likes-->", "tea", Span(end=end), "plain", number))
    assert memory.state() == {"maria --likes-->": ["tea"]}


def test_what_is_left_around_a_corrected_past_never_overlaps() -> None:
    """Found by the machine: two values without a known start both went on behind what was corrected."""
    memory = _after(("white", Span(), "plain"), ("red", Span(end=2), "plain"), ("red", Span(end=1), "correction"))
    assert [memory.state(as_of=on(day))["house.colour"] for day in (0, 1, 2, 9)] == ["red", "red", "white", "white"]


def test_a_value_that_never_held_is_taken_out_of_the_past_alone() -> None:
    """Case 2: history has it no more, what was believed then still does."""
    memory = _after(("white", Span(start=1), "plain"), ("white", Span(start=3, end=5), "retraction"))
    assert [memory.state(as_of=on(day)).get("house.colour") for day in (2, 4, 6)] == ["white", None, "white"]
