"""An address over both time axes as a picture: inline SVG without script or remote load, and the same in words."""

from __future__ import annotations

from dataclasses import dataclass

from a008.clock import Instant
from a008.present import text
from a008.present.bitemporal import MAX_EDGES, Bar, Chart, Strip, Tick, chart
from a008.present.display import Drawn
from a008.present.markup import Markup, element
from a008.store.address_page import AddressPage

#: Colours of values, of middle lightness so that white letters stand out on them on any background.
_COLOURS = ("#2f6fc2", "#8a57c9", "#2e7d4f", "#a85a14", "#b03a7d", "#17788a")
_TOO_MUCH = f"More than {MAX_EDGES} edges: too many for one picture; the history lists them all."
#: Room on the left edge of a bar before its label, and heights of the lines of text.
_INDENT, _BASE, _FIRST, _SECOND = 8, 15, 11, 23


@dataclass(frozen=True, slots=True, kw_only=True)
class Timeline(Drawn):
    """An address drawn at an instant; `chart` is `None` where there is nothing to draw, or too much."""

    address: str
    at: Instant
    chart: Chart | None

    def __str__(self) -> str:
        """Each strip in words, newest belief first."""
        if self.chart is None:
            return _TOO_MUCH
        lines = [self.address]
        for strip in self.chart.strips:
            held = "; ".join(bar.title for bar in strip.bars) or "nothing"
            lines.append(f"as believed from revision {strip.revision:,} on ({strip.recorded}): {held}")
        if self.chart.left_out:
            lines.append(f"and {text.counted(self.chart.left_out, 'earlier revision')}")
        return "\n".join(map(text.visible, lines))

    def _repr_html_(self) -> str:
        if self.chart is None:
            return element("p", _TOO_MUCH)
        return element("div", drawn(self.chart, str(self)), style="overflow-x: auto")


def timeline(page: AddressPage, at: Instant) -> Timeline:
    """An address as a picture at an instant."""
    return Timeline(address=page.slot.address, at=at, chart=chart(page.bindings, at))


def drawn(value: Chart, label: str) -> Markup:
    """A drawing as inline SVG; `label` says the same in words to those who do not see it."""
    pieces = [piece for strip in value.strips for piece in _strip(strip)]
    base = value.height - _BASE
    pieces.extend(piece for tick in value.ticks for piece in _tick(tick, base))
    box = f"0 0 {value.width:g} {value.height:g}"
    look = "font: 12px system-ui, sans-serif; max-width: 100%"
    size = {"width": f"{value.width:g}", "height": f"{value.height:g}"}
    return element("svg", *pieces, viewBox=box, role="img", aria_label=label, style=look, **size)


def _strip(strip: Strip) -> list[Markup]:
    names = [
        _words(f"revision {strip.revision:,}", 0, strip.y + _FIRST),
        _words(strip.recorded, 0, strip.y + _SECOND, opacity="0.7", font_size="10"),
    ]
    return [*names, *(_bar(bar) for bar in strip.bars)]


def _bar(bar: Bar) -> Markup:
    place = {"x": f"{bar.x:g}", "y": f"{bar.y:g}", "width": f"{bar.width:g}", "height": f"{bar.height:g}"}
    dashes = "4 3" if bar.open_start else ""
    return element(
        "g",
        element("title", bar.title),
        element(
            "rect",
            rx="3",
            fill=_COLOURS[bar.hue % len(_COLOURS)],
            stroke="currentColor",
            stroke_opacity="0.4",
            stroke_dasharray=dashes,
            **place,
        ),
        element("text", bar.label, x=f"{bar.x + _INDENT:g}", y=f"{bar.y + _BASE:g}", fill="#fff"),
    )


def _tick(tick: Tick, base: float) -> list[Markup]:
    look = {"stroke": "currentColor", "stroke_opacity": "0.8" if tick.now else "0.25"}
    dashes = "" if tick.now else "2 3"
    place = {"x1": f"{tick.x:g}", "x2": f"{tick.x:g}", "y1": "0", "y2": f"{base - _FIRST:g}"}
    line = element("line", stroke_dasharray=dashes, **place, **look)
    return [line, _words(tick.label, tick.x, base + 3, text_anchor="middle", font_size="10")] if tick.label else [line]


def _words(shown: str, x: float, y: float, **look: str) -> Markup:
    return element("text", shown, x=f"{x:g}", y=f"{y:g}", fill="currentColor", **look)
