"""Random lives of a few addresses, compared with a dictionary model on both time axes after every step."""

import os

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from a008.clock import Instant
from a008.store import revisions
from tests.shadow import DAYS, Shadow
from tests.turns import Memory, document, fact

FIRST = Instant.parse("2026-01-01")
SLOW = bool(os.environ.get("A008_SLOW"))
values = st.sampled_from(["white", "red", "green"])
addresses = st.sampled_from(["house", "door"])
days = st.integers(min_value=0, max_value=DAYS - 10)


def on(day: int) -> str:
    return str(FIRST.plus(days=day))


class History(RuleBasedStateMachine):
    """Statements, corrections, retractions, conflicts, late and early ones, and a clock that moves."""

    def __init__(self) -> None:
        super().__init__()
        self.memory = Memory(at=on(0))
        self.shadow = Shadow()
        self.now = 0
        self.turn = 0

    def _learn(self, owner: str, value: str, **more: str | None) -> None:
        self.turn += 1
        entry = fact(owner, "colour", value, proposition=f"The colour of the {owner} is {value} ({self.turn}).", **more)
        assert self.memory.learn(document(new_knowledge=[entry])).refusals == ()
        self.shadow.believed(self.memory.store.revision())

    @rule(owner=addresses, value=values, wording=st.sampled_from(["plain", "change", "correction", "conflict"]))
    def undated(self, owner: str, value: str, wording: str) -> None:
        self.shadow.slot(f"{owner}.colour").say(value, self.now, None, wording)
        self._learn(owner, value, wording=wording)

    @rule(owner=addresses, value=values, start=days)
    def dated(self, owner: str, value: str, start: int) -> None:
        self.shadow.slot(f"{owner}.colour").say(value, self.now, start, "plain")
        self._learn(owner, value, valid_from=on(start))

    @rule(owner=addresses, value=values, start=days, length=st.integers(min_value=1, max_value=8))
    def closed(self, owner: str, value: str, start: int, length: int) -> None:
        self.shadow.slot(f"{owner}.colour").tell(value, start, start + length)
        self._learn(owner, value, valid_from=on(start), valid_to=on(start + length))

    @rule(owner=addresses, value=values)
    def retracted(self, owner: str, value: str) -> None:
        self.shadow.slot(f"{owner}.colour").say(value, self.now, None, "retraction")
        self._learn(owner, value, wording="retraction")

    @rule(days=st.integers(min_value=1, max_value=6))
    def time_passes(self, days: int) -> None:
        self.now = min(self.now + days, DAYS - 10)
        self.memory.clock.now = FIRST.plus(days=self.now)

    @invariant()
    def the_present_is_the_same(self) -> None:
        assert self.memory.state() == self.shadow.state(self.now)

    @rule(day=st.integers(min_value=0, max_value=DAYS - 1))
    def any_day_is_the_same(self, day: int) -> None:
        assert self.memory.state(as_of=on(day)) == self.shadow.state(day)

    @rule(day=st.integers(min_value=0, max_value=DAYS - 1), back=st.integers(min_value=1, max_value=12))
    def what_was_believed_is_still_readable(self, day: int, back: int) -> None:
        for revision in list(self.shadow.past)[-back:][:1]:
            assert self.memory.state(on(day), revision) == self.shadow.state(day, revision)

    def teardown(self) -> None:
        for day in range(0, DAYS, 7):
            assert self.memory.state(as_of=on(day)) == self.shadow.state(day), day
        assert self.memory.store.read(revisions.broken) == ()
        self.memory.store.close()


TestHistory = History.TestCase
TestHistory.settings = settings(
    max_examples=2_000 if SLOW else 30, stateful_step_count=40 if SLOW else 25, deadline=None
)
