"""What may be said of a few addresses: strategies of values, wordings and intervals, and the documents that say it."""

from __future__ import annotations

from hypothesis import strategies as st

from a008.clock import Instant
from tests.shadow import DAYS, Span
from tests.turns import document, fact, relation

FIRST = Instant.parse("2026-01-01")
#: The last day on which anything begins.
LAST = DAYS - 10
#: Addresses, each with the one that a split puts a value at.
ADDRESSES = {"house.colour": "house.other_colour", "door.colour": "door.other_colour"}
ADDRESSES["maria --likes-->"] = "maria --once_liked-->"

addresses = st.sampled_from(list(ADDRESSES))
values = st.sampled_from(["white", "red", "green"])
wordings = st.sampled_from(["plain", "change", "correction", "conflict", "retraction"])
days = st.integers(min_value=0, max_value=LAST)
lengths = st.integers(min_value=1, max_value=8)
open_spans = st.builds(Span, start=st.none() | days)
closed_spans = st.builds(lambda start, length: Span(start=start, end=start + length), days, lengths)
old_spans = st.builds(lambda end: Span(end=end), days.filter(bool))
lapsed_spans = st.builds(lambda start: Span(start=start, lapsed=True), st.none() | days)
spans = open_spans | closed_spans | old_spans | lapsed_spans


def on(day: int) -> str:
    return str(FIRST.plus(days=day))


def entry(address: str, value: str, span: Span, wording: str, number: int) -> str:
    """A document that says one thing about an address, in words of its own."""
    more: dict[str, str | None] = {"wording": wording}
    more["valid_from"] = None if span.start is None else on(span.start)
    more["valid_to"] = "unknown" if span.lapsed else None if span.end is None else on(span.end)
    if "--" in address:
        owner, verb = address.split(" --")[0], address.split("--")[1]
        said = f"{owner} {verb} {value} ({number})."
        return document(relation_updates=[relation(owner, verb, value, **{**more, "proposition": said})])
    owner, name = address.split(".")
    said = f"The {name} of {owner} is {value} ({number})."
    return document(new_knowledge=[fact(owner, name, value, **{**more, "proposition": said})])
