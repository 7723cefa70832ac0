"""How the cost of an envelope grows: the whole of it, all lanes, at rising sizes of a store in one run.

Figures are those of one machine in one run; ratios and exponents tell more than times.
"""

from __future__ import annotations

import math
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import NamedTuple

from a008 import canon
from a008.clock import Instant
from a008.config import Settings
from a008.lab.cold import request
from a008.lab.made_store import MadeStore
from a008.lab.made_talk import Kind, MadeTalk
from a008.retrieval.retrieve import retrieve
from a008.store.store import Store

#: Questions of each kind, and how often each of them is asked; the median counts.
_EACH, _REPEATS = 12, 3
#: Processes that are started.
_STARTS = 3
#: Size from which on growth is told: below, a store is too small to reach the bounds of a question.
_FROM = 10_000
_NOW = Instant.parse("2040-01-01")
_BUDGET = Settings.model_fields["budget"].default


@dataclass(frozen=True, slots=True, kw_only=True)
class ScaleFigures:
    """What envelopes cost at one size.

    Shape: `texts` are utterances and claims together; `p50` and `p95` are over questions, `by_kind` medians of each.
    `cold` is from the start of a process to its first envelope, `memory` the bytes by which one grows that asks all.
    Units: seconds.
    """

    texts: int
    p50: float
    p95: float
    by_kind: dict[str, float]
    cold: float
    memory: int


@dataclass(frozen=True, slots=True, kw_only=True)
class ScaleGrowth:
    """The figures of all sizes, and the exponents by which the median and the slowest grow.

    Shape: an exponent of 0 is no growth, 1 is growth in step with the store; from the first size of at least ten
    thousand texts to the last, 0.0 when that is the same. `in_projects`: a thousand texts to each project.
    """

    in_projects: bool
    sizes: tuple[ScaleFigures, ...]
    p50: float
    p95: float


class _Asked(NamedTuple):
    kind: Kind
    project_id: str
    text: str


def measure(folder: Path, sizes: Sequence[int], progress: Callable[[int], None], *, in_projects: bool) -> ScaleGrowth:
    """Fill a store in a folder step by step with made talk, and ask the same kinds of questions at each size.

    Shape: `progress` is told of the texts loaded.
    """
    path = folder / "scale.sqlite"
    talk = MadeTalk("scale")
    figures: list[ScaleFigures] = []
    with Store.open(path) as store:
        made = MadeStore(store, talk, _NOW, in_projects=in_projects)
        for size in sorted(sizes):
            for added in made.fill(size):
                progress(added)
            figures.append(_figures(path, made, _questions(made, talk)))
    return ScaleGrowth(
        in_projects=in_projects,
        sizes=tuple(figures),
        p50=_exponent(figures, lambda each: each.p50),
        p95=_exponent(figures, lambda each: each.p95),
    )


def _questions(made: MadeStore, talk: MadeTalk) -> list[_Asked]:
    """As many of each kind, on sessions that are spread over everything that was said."""
    sessions = [(2 * place + 1) * made.sessions // (2 * _EACH) for place in range(_EACH)]
    return [
        _Asked(kind, made.project(session).id, talk.question(kind, session).text)
        for session in sessions
        for kind in Kind
    ]


def _figures(path: Path, made: MadeStore, asked: list[_Asked]) -> ScaleFigures:
    with Store.open(path) as store:
        _ask(store, asked[0])
        taken = [(each.kind, median(_ask(store, each) for _ in range(_REPEATS))) for each in asked]
    times = sorted(seconds for _, seconds in taken)
    started = [_started(path, asked) for _ in range(_STARTS)]
    return ScaleFigures(
        texts=made.texts,
        p50=median(times),
        p95=times[math.ceil(0.95 * len(times)) - 1],
        by_kind={kind: median(seconds for of, seconds in taken if of is kind) for kind in Kind},
        cold=median(first for first, _ in started),
        memory=int(median(grown for _, grown in started)),
    )


def _ask(store: Store, asked: _Asked) -> float:
    begun = time.perf_counter()
    retrieve(store, request(asked.project_id, asked.text, _NOW, _BUDGET))
    return time.perf_counter() - begun


def _started(path: Path, asked: list[_Asked]) -> tuple[float, int]:
    """Seconds from the start of a process to its first envelope, and the bytes by which all of them make it grow.

    Errors: `subprocess.CalledProcessError` when it fails.
    """
    questions = [[each.project_id, each.text] for each in asked]
    told = canon.text({"store": str(path), "now": str(_NOW), "budget": _BUDGET, "questions": questions})
    command = [sys.executable, "-m", "a008.lab.cold"]
    begun = time.perf_counter()
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8") as child:
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write(f"{told}\n")
        child.stdin.flush()
        child.stdout.readline()
        first = time.perf_counter() - begun
        grown = child.stdout.readline()
    if child.returncode:
        raise subprocess.CalledProcessError(child.returncode, command)
    return first, int(grown)


def _exponent(figures: Sequence[ScaleFigures], of: Callable[[ScaleFigures], float]) -> float:
    last = figures[-1]
    first = next((each for each in figures if each.texts >= _FROM), last)
    if first.texts == last.texts:
        return 0.0
    return math.log(of(last) / of(first)) / math.log(last.texts / first.texts)
