"""How the store's cost grows: a turn's commit and the reads of an address, at rising sizes in one run.

Figures are ratios and exponents of one machine in one run; absolute times say little elsewhere.
"""

from __future__ import annotations

import math
import shutil
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median

from a008.clock import Instant
from a008.ids import CountedIds
from a008.intake.ground import Turn, wanted
from a008.intake.validate import validate
from a008.memory.claim import Attribute, Severity
from a008.memory.envelope import Envelope, EnvelopeReceipt
from a008.memory.proposal import Proposal, Proposed, Section
from a008.memory.reading import NOTHING_READ
from a008.memory.reconcile import Wording
from a008.memory.time import ALWAYS
from a008.runtime import evidence
from a008.store import heads, known, projects
from a008.store.connection import Connection
from a008.store.projects import Project
from a008.store.store import Store

#: Claims of one loading commit, and slots of one entity.
_BATCH, _SLOTS = 1_000, 10
#: Repetitions of each measurement; the median counts.
_REPEATS = 60
#: Commits of a turn: what was said, and what was learnt.
_COMMITS = 2
#: Rows of the newest turn, and the rows of its revisions themselves.
_ROWS = """
SELECT sum(json_array_length(changes)) + count(*) FROM revision WHERE number > :newest - :commits
"""
_START = Instant.parse("2020-01-01")


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreFigures:
    """Medians at one size. Units: seconds; `claims` in the store when they were measured, `rows` that a turn wrote."""

    claims: int
    rows: int
    commit: float
    head: float
    history: float
    as_of: float

    @property
    def commits_per_second(self) -> float:
        """Turns that one writer commits in a second, each with what was said and what was learnt."""
        return 1 / self.commit


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreGrowth:
    """The figures of all sizes, and the exponent by which each grows from the first size to the last.

    Shape: an exponent of 0 is no growth, 1 is growth in step with the store; 0.0 throughout for a single size.
    """

    sizes: tuple[StoreFigures, ...]
    commit: float
    head: float
    history: float
    as_of: float


def measure(folder: Path, sizes: tuple[int, ...], progress: Callable[[int], None]) -> StoreGrowth:
    """Fill a store in a folder through real plans, keep a copy at each size, and measure all of them in turn.

    Shape: `progress` is told of every so many claims loaded. Each round takes every size once, so that whatever else
    the machine does meets them all alike. The clock of the measurements is the performance counter.
    """
    kept = _kept(folder, tuple(sorted(set(sizes))), progress)
    with ExitStack() as opened:
        measured = [_Measured(opened.enter_context(Store.open(path)), size) for size, path in kept.items()]
        for turn in range(_REPEATS):
            for each in measured:
                each.measure(turn)
        figures = [each.figures() for each in measured]
    return StoreGrowth(
        sizes=tuple(figures),
        commit=_exponent(figures, lambda f: f.commit),
        head=_exponent(figures, lambda f: f.head),
        history=_exponent(figures, lambda f: f.history),
        as_of=_exponent(figures, lambda f: f.as_of),
    )


def _kept(folder: Path, sizes: tuple[int, ...], progress: Callable[[int], None]) -> dict[int, Path]:
    """A store at each size, by size."""
    kept: dict[int, Path] = {}
    path, loaded = folder / "bench.sqlite", 0
    for size in sizes:
        with Store.open(path) as store:
            project = _project(store)
            while loaded < size:
                count = min(_BATCH, size - loaded)
                _learn(store, project, range(loaded, loaded + count), "first", loaded)
                loaded += count
                progress(count)
        kept[size] = folder / f"{size}.sqlite" if size != sizes[-1] else path
        if kept[size] != path:
            shutil.copyfile(path, kept[size])
    return kept


class _Measured:
    """A store of one size, and the seconds that each of its measurements took."""

    def __init__(self, store: Store, size: int) -> None:
        self._store, self._size, self._project = store, size, _project(store)
        self._commits: list[float] = []
        self._heads: list[float] = []
        self._histories: list[float] = []
        self._past: list[float] = []

    def measure(self, turn: int) -> None:
        """One turn that gives one address another value, and three reads of that address."""
        number = turn * self._size // _REPEATS
        value, step = f"value at {self._size}", self._size + number
        self._commits.append(_timed(lambda: _learn(self._store, self._project, [number], value, step)))
        revision = self._store.revision()
        slots = [_slot_id(self._store, self._project, number, revision)]
        now, then = _START.plus(days=10_000), _START.plus(days=1)
        self._heads.append(self._read(partial(heads.heads_of, slot_ids=slots, as_of=now, at_revision=revision)))
        self._histories.append(self._read(partial(heads.history_of, slot_ids=slots, at_revision=revision)))
        self._past.append(self._read(partial(heads.heads_of, slot_ids=slots, as_of=then, at_revision=revision)))

    def figures(self) -> StoreFigures:
        """The medians."""
        values = {"newest": self._store.revision(), "commits": _COMMITS}
        return StoreFigures(
            claims=self._size,
            rows=self._store.read(lambda conn: conn.execute(_ROWS, values).fetchone()[0]),
            commit=median(self._commits),
            head=median(self._heads),
            history=median(self._histories),
            as_of=median(self._past),
        )

    def _read(self, read: Callable[[Connection], object]) -> float:
        return _timed(lambda: self._store.read(read))


def _project(store: Store) -> Project:
    return store.write(lambda conn: projects.ensure(conn, "bench", CountedIds("bench"), _START))


def _learn(store: Store, project: Project, numbers: range | list[int], value: str, step: int) -> None:
    """One turn with one plain fact for each number, through evidence, decision and commit."""
    now = _START.plus(seconds=step)
    occasion = evidence.Occasion(project.id, None, f"bench:{value}:{step}", now)
    propositions = [f"Thing {n // _SLOTS} has {value} in place {n % _SLOTS}." for n in numbers]
    said = [evidence.message(occasion, " ".join(propositions[:3])), evidence.answer(occasion, "Understood.")]
    store.commit(evidence.plan(occasion, said, store.revision()))
    turn = Turn(
        project_id=project.id,
        occurrence_id=occasion.occurrence_id,
        now=now,
        envelope=nothing_shown(project.id, now),
        message=said[0].utterance,
        answer=said[1].utterance,
    )
    claims = tuple(_proposed(n, text, value) for n, text in zip(numbers, propositions, strict=True))
    proposal = Proposal(claims=claims, reinforcements=(), refusals=())
    truth = store.read(lambda conn: known.known(conn, project.id, wanted(turn, proposal)))
    store.commit(validate(turn, proposal, (), truth, author="bench"))


def _proposed(number: int, proposition: str, value: str) -> Proposed:
    form = Attribute(entity=f"thing {number // _SLOTS}", attribute=f"place {number % _SLOTS}", value=value)
    return Proposed(
        path=f"$.new_knowledge[{number}]",
        section=Section.NEW_KNOWLEDGE,
        proposition=proposition,
        form=form,
        wording=Wording.PLAIN,
        severity=Severity.MINOR,
        confidence=0.9,
        interval=ALWAYS,
        tags=("bench",),
        domains=("benchmarks",),
        entities=(),
        support=None,
        cites=None,
        address=None,
        value=value,
    )


def _slot_id(store: Store, project: Project, number: int, revision: int) -> str:
    shown = f"thing_{number // _SLOTS}.place_{number % _SLOTS}"
    return store.read(lambda conn: heads.slots_at(conn, project.id, [shown], at_revision=revision))[0].id


def nothing_shown(project_id: str, now: Instant) -> Envelope:
    """The envelope of a turn that was shown nothing."""
    receipt = EnvelopeReceipt(
        revision=0,
        data_version_before=0,
        data_version_after=0,
        bytes=0,
        budget=0,
        sha256="",
        at=now,
        tokens=None,
        tokenizer=None,
        reading=NOTHING_READ,
        abstention=None,
    )
    return Envelope(
        project_id=project_id,
        message="",
        intents=(),
        items=(),
        candidates=(),
        payload="",
        scope=(),
        degraded=(),
        receipt=receipt,
    )


def _timed(run: Callable[[], object]) -> float:
    begun = time.perf_counter()
    run()
    return time.perf_counter() - begun


def _exponent(figures: list[StoreFigures], of: Callable[[StoreFigures], float]) -> float:
    first, last = figures[0], figures[-1]
    if first.claims == last.claims:
        return 0.0
    return math.log(of(last) / of(first)) / math.log(last.claims / first.claims)
