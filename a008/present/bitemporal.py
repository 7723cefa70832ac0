"""An address drawn over both time axes: one strip per revision, each showing what was believed about all of valid time.

Pure geometry: numbers for an SVG of fixed width, to be drawn by whoever shows it. Not to scale: every edge that a value
begins or ends at takes one step, so that years and minutes stay readable side by side.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from a008.clock import Instant
from a008.memory.time import Edge, Interval
from a008.present import address, text
from a008.present.address import moment, point, value
from a008.store.address_page import Held

#: Units of the drawing, in pixels of its own width.
WIDTH = 760
_MARGIN = 170
_LANE = 26
_GAP = 10
_AXIS = 28
#: Room for half of a date and time at the left end of the axis.
_TICK = 45
#: Average width of a letter in a bar and on the axis, to cut or leave out what has no room.
_LETTER = 7.2
_SMALL_LETTER = 5.6
#: What still can be read on one drawing; with more steps or strips there is none, or only the newest.
MAX_EDGES = 10
MAX_STRIPS = 8
HUES = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """One value over valid time; `hue` is the same for the same value, `title` says everything in words."""

    x: float
    y: float
    width: float
    height: float
    label: str
    title: str
    hue: int
    open_start: bool
    open_end: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Strip:
    """What was believed from one revision until the next."""

    y: float
    height: float
    revision: int
    recorded: str
    bars: tuple[Bar, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tick:
    """An edge on the axis of valid time; `now` marks the present, `label` is '' where there is no room for one."""

    x: float
    label: str
    now: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """A whole drawing, newest belief on top; `left_out` counts older revisions that are not drawn."""

    width: float
    height: float
    strips: tuple[Strip, ...]
    ticks: tuple[Tick, ...]
    left_out: int


def chart(bindings: tuple[Held, ...], now: Instant) -> Chart | None:
    """The drawing of an address; `None` when there is nothing to draw or too much for one picture."""
    edges = sorted({now, *(edge for held in bindings for edge in _edges(held.interval))})
    if not bindings or len(edges) > MAX_EDGES:
        return None
    moves = {held.believed_from: held.recorded_at for held in bindings}
    moves |= {held.believed_to: held.closed_at for held in bindings if held.believed_to and held.closed_at}
    revisions = sorted(moves, reverse=True)
    unknown_start = any(held.interval.start is Edge.UNKNOWN for held in bindings)
    first = _MARGIN if unknown_start else _MARGIN + _TICK
    step = (WIDTH - first) / (len(edges) + unknown_start)
    places = {edge: first + step * (index + unknown_start) for index, edge in enumerate(edges)}
    hues = {member: index % HUES for index, member in enumerate(dict.fromkeys(h.member for h in reversed(bindings)))}
    strips: list[Strip] = []
    y = 0.0
    for revision in revisions[:MAX_STRIPS]:
        believed = [held for held in bindings if _believed(held, revision)]
        bars, lanes = _bars(believed, places, hues, y)
        height = lanes * _LANE
        strips.append(Strip(y=y, height=height, revision=revision, recorded=moment(moves[revision]), bars=bars))
        y += height + _GAP
    return Chart(
        width=WIDTH,
        height=y + _AXIS,
        strips=tuple(strips),
        ticks=_ticks(places, now),
        left_out=len(revisions[MAX_STRIPS:]),
    )


def _ticks(places: dict[Instant, float], now: Instant) -> tuple[Tick, ...]:
    """The edges from left to right; a label that would touch another is left out, but never that of the present."""
    ticks = [Tick(x=places[now], label="now", now=True)]
    taken = [_reach(ticks[0])]
    for edge, x in places.items():
        if edge == now:
            continue
        tick = Tick(x=x, label=point(edge), now=False)
        left, right = _reach(tick)
        if any(left < end and start < right for start, end in taken):
            tick = replace(tick, label="")
        else:
            taken.append((left, right))
        ticks.append(tick)
    return tuple(sorted(ticks, key=lambda tick: tick.x))


def _reach(tick: Tick) -> tuple[float, float]:
    half = len(tick.label) * _SMALL_LETTER / 2 + _GAP / 2
    return tick.x - half, tick.x + half


def _believed(held: Held, revision: int) -> bool:
    return held.believed_from <= revision and (held.believed_to is None or revision < held.believed_to)


def _bars(
    believed: list[Held], places: dict[Instant, float], hues: dict[str, int], top: float
) -> tuple[tuple[Bar, ...], int]:
    """The bars of one strip and the number of lanes they need: bars that overlap stand below each other."""
    lanes: list[float] = []
    bars: list[Bar] = []
    spans = sorted(((*_span(held.interval, places), held) for held in believed), key=lambda each: each[:2])
    for left, right, held in spans:
        lane = next((index for index, end in enumerate(lanes) if end <= left), len(lanes))
        lanes[lane : lane + 1] = [right]
        shown = value(held.member, held.object_label)
        bars.append(
            Bar(
                x=left,
                y=top + lane * _LANE,
                width=right - left,
                height=_LANE - 4,
                label=text.shorten(shown, max(1, int((right - left - 12) / _LETTER))),
                title=f"{shown}: {address.interval(held.interval)}",
                hue=hues[held.member],
                open_start=held.interval.start is Edge.UNKNOWN,
                open_end=held.interval.is_open,
            )
        )
    return tuple(bars), max(1, len(lanes))


def _span(interval: Interval, places: dict[Instant, float]) -> tuple[float, float]:
    left = places[interval.start] if isinstance(interval.start, Instant) else float(_MARGIN)
    if isinstance(interval.end, Instant):
        return left, places[interval.end]
    return left, float(WIDTH) if interval.is_open else left + 12.0


def _edges(interval: Interval) -> list[Instant]:
    return [edge for edge in (interval.start, interval.end) if isinstance(edge, Instant)]
