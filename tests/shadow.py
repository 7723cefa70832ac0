"""A dictionary model of addresses over days: the same rules, written again in the simplest way that can be.

Time is whole days from `FIRST`, and `PAST` is the day before anything is known to begin. A claim is a set of days, in
two layers: what has a known start covers what has none. For comparison with the store.
"""

from __future__ import annotations

import pickle
from dataclasses import dataclass, field

#: Days that the model looks at; nothing begins later, and what holds on the last of them is open.
DAYS = 60
PAST = -1
EVERY = range(PAST, DAYS)


@dataclass(frozen=True)
class Span:
    """When something is said to hold: since a day or nobody knows when, to a day, open, or nobody knows how long."""

    start: int | None = None
    end: int | None = None
    lapsed: bool = False

    @property
    def is_open(self) -> bool:
        """Whether no end was told."""
        return self.end is None and not self.lapsed

    @property
    def days(self) -> set[int]:
        """Every day on which it may hold."""
        return set(range(PAST if self.start is None else self.start, DAYS if self.end is None else self.end))


@dataclass
class Claim:
    """What was said, the days that it holds over or under the others, and since when it held until nobody knows."""

    name: str
    value: str
    span: Span
    over: set[int] = field(default_factory=set)
    under: set[int] = field(default_factory=set)
    lapsed: int | None = None
    vouched: bool = False

    @property
    def days(self) -> set[int]:
        """Every day on which it may hold."""
        return self.over | self.under

    @property
    def is_live(self) -> bool:
        """Whether anything of it is believed."""
        return bool(self.days) or self.lapsed is not None

    def begun(self) -> int:
        """The first day of it."""
        known = PAST if self.lapsed is None else self.lapsed
        return PAST if self.under else min(self.over, default=known)

    def may_share(self, days: set[int]) -> bool:
        """Whether it may hold on one of some days."""
        return bool(self.days & days) or (self.lapsed is not None and any(day >= self.lapsed for day in days))

    def stretch(self, day: int) -> set[int]:
        """The days around one on which it holds without a break."""
        layer = self.over if day in self.over else self.under
        first, last = day, day
        while first - 1 in layer:
            first -= 1
        while last + 1 in layer:
            last += 1
        return set(range(first, last + 1))

    def spread(self, days: set[int]) -> None:
        """Let it hold on some days alone; of those that go back to nobody knows when, the start is not known."""
        self.under = set()
        while PAST + len(self.under) in days:
            self.under.add(PAST + len(self.under))
        self.over = days - self.under

    def cut(self, days: set[int]) -> None:
        """Let it hold no longer on some days."""
        self.over -= days
        self.under -= days

    def carve(self, days: set[int], mine: set[int]) -> None:
        """Let it not hold on some days; behind them it is dated, and holds where it was the one that did: `mine`."""
        if self.under & days:
            self.over |= {day for day in self.under & mine if day > max(days)}
            self.under = {day for day in self.under if day < min(days)}
        self.over -= days


@dataclass
class Contest:
    """A claim that competes, and the one it was said against; `denies` has no value of its own."""

    claim: Claim
    against: Claim
    denies: bool


@dataclass
class Slot:
    """One address: everything said of it in order, and what is in dispute."""

    is_set: bool = False
    claims: list[Claim] = field(default_factory=list)
    contests: list[Contest] = field(default_factory=list)

    def live(self, value: str | None = None) -> list[Claim]:
        """What is believed: all of it, or as one member of a set."""
        return [c for c in self.claims if c.is_live and value in (None, c.value)]

    def at(self, day: int, value: str | None = None) -> Claim | None:
        """What holds on a day; of a set, which claim makes a value hold."""
        over = [c for c in self.live(value) if day in c.over]
        under = [c for c in self.live(value) if day in c.under]
        return next(reversed(over or under), None)

    def state(self, day: int) -> str | list[str] | None:
        """The value, or the sorted members of a set, if there is any."""
        if self.is_set:
            return sorted({c.value for c in self.live() if day in c.days}) or None
        head = self.at(day)
        return None if head is None else head.value

    def say(self, claim: Claim, now: int, wording: str) -> None:
        """The user says something."""
        self.claims.append(claim)
        span = claim.span
        moment = now if span.start is None else max(span.start, now) if span.is_open else span.start
        about = self.at(moment, claim.value if self.is_set else None)
        same = about is not None and about.value == claim.value and self._says_it_all(about, span, moment)
        if wording == "retraction":
            if same and about is not None and about.vouched:
                self.contests.append(Contest(claim, about, denies=True))
            elif same and about is not None and None not in (span.start, span.end):
                heads = {day: self.at(day, about.value if self.is_set else None) for day in EVERY}
                for rival in self.live(about.value):
                    mine = EVERY if self.is_set else (day for day in EVERY if heads[day] is rival)
                    rival.carve(span.days, set(mine))
            elif same and about is not None:
                last = span.end if span.end is not None else now if span.start is None else span.start
                self.end(about, last)
        elif same:
            return
        elif self.is_set and wording == "conflict":
            self._contest(claim, about)
        elif self.is_set:
            self.hold(claim, now, self.live(claim.value))
        elif not span.is_open and wording == "correction" and about is not None and about.value != claim.value:
            self.past_was_wrong(claim, span)
        elif not span.is_open:
            others = [c for c in self.live() if c.value != claim.value]
            dated = [Claim("", c.value, c.span, over=c.over, lapsed=c.lapsed) for c in others if c.lapsed != PAST]
            if any(c.may_share(span.days) for c in dated):
                self._contest(claim, about)
            else:
                self.hold(claim, now, self.live())
        elif wording != "correction" and (past := self.told_past(claim, now)) is not None:
            self._contest(claim, about or past)
        elif about is None or about.value == claim.value:
            self.hold(claim, now, self.live())
        elif wording == "conflict":
            self._contest(claim, about)
        elif wording == "correction" and not self.later(span, about, moment):
            self.instead(about, claim)
        else:
            self.hold(claim, now, self.live())

    def end(self, about: Claim, day: int) -> None:
        """A value holds no longer, whoever said it of that day."""
        for claim in self.live(about.value):
            if claim is about or day in claim.days:
                claim.cut(set(range(day, DAYS)))
        about.vouched = False

    def told_past(self, claim: Claim, now: int) -> Claim | None:
        """Another value that holds where an open claim begins, is over by now, and was said to end."""
        start = claim.span.start
        there = None if start is None else self.at(start)
        if start is None or there is None or there.value == claim.value or there.span.is_open:
            return None
        return there if max(there.stretch(start)) < now else None

    def past_was_wrong(self, claim: Claim, span: Span) -> None:
        """A claim takes its days, all of them, from whatever was said to hold then."""
        if span.lapsed:
            claim.lapsed = PAST if span.start is None else span.start
            return
        heads = {day: self.at(day) for day in EVERY}
        for rival in self.live():
            if span.start is None:
                rival.carve(span.days, {day for day in EVERY if heads[day] is rival})
            else:
                rival.over -= span.days
        claim.under, claim.over = (span.days, set()) if span.start is None else (set(), span.days)

    def _says_it_all(self, about: Claim, span: Span, moment: int) -> bool:
        if span.is_open:
            return True
        last = DAYS if span.end is None else span.end
        return set(range(moment, last)) <= about.stretch(moment)

    def later(self, span: Span, about: Claim, moment: int) -> bool:
        """Whether something begins after what holds at a moment does."""
        return span.start is not None and (moment not in about.over or min(about.stretch(moment)) < span.start)

    def _contest(self, claim: Claim, about: Claim | None) -> None:
        others = sorted((c for c in self.live() if c.value != claim.value), key=Claim.begun)
        near = [c for c in others if c.may_share(claim.span.days)] or others
        against = about if about is not None and about.value != claim.value else next(iter(near), None)
        if against is not None:
            self.contests.append(Contest(claim, against, denies=False))

    def hold(self, claim: Claim, now: int, rivals: list[Claim]) -> None:
        """A claim takes its days: an open one ends what began before it, and goes around what begins later."""
        span = claim.span
        if span.lapsed:
            claim.lapsed = PAST if span.start is None else span.start
        elif self.is_set and not span.is_open:
            claim.spread(span.days.difference(*(rival.days for rival in rivals)))
        elif span.start is None and (not rivals or not span.is_open):
            claim.under = span.days
        else:
            start = now if span.start is None else span.start
            for rival in rivals if span.is_open else ():
                if rival.begun() <= start:
                    rival.cut(set(range(start, DAYS)))
            claim.over = set(range(start, DAYS)) & span.days
            for rival in rivals:
                claim.over -= rival.over

    def instead(self, wrong: Claim, right: Claim) -> None:
        """Another value takes the place of a claim wherever that held."""
        right.over, right.under, right.lapsed = set(wrong.over), set(wrong.under), wrong.lapsed
        wrong.over, wrong.under, wrong.lapsed = set(), set(), None


@dataclass
class Shadow:
    """Every address, and how it was believed at each revision."""

    slots: dict[str, Slot] = field(default_factory=dict)
    past: dict[int, bytes] = field(default_factory=dict)

    def slot(self, address: str) -> Slot:
        """An address, new or known; one of a relation holds a set."""
        return self.slots.setdefault(address, Slot(is_set="--" in address))

    def believed(self, revision: int) -> None:
        """Remember everything as of a revision."""
        self.past[revision] = pickle.dumps(self.slots)

    def state(self, day: int, revision: int | None = None) -> dict[str, str | list[str]]:
        """What holds on a day, as believed at a revision."""
        slots = self._slots(revision)
        return {address: value for address, slot in slots.items() if (value := slot.state(day)) is not None}

    def inbox(self, revision: int | None = None) -> list[tuple[str, str, str]]:
        """What is in dispute, as believed at a revision: address, claim, and the claim that it was said against."""
        slots = self._slots(revision)
        return sorted((at, each.claim.name, each.against.name) for at, slot in slots.items() for each in slot.contests)

    def _slots(self, revision: int | None) -> dict[str, Slot]:
        if revision is None:
            return self.slots
        found: dict[str, Slot] = pickle.loads(self.past[revision])
        return found
