"""An address in words. The words are our choice; B096: text that looks like a path, an address or markup stays text."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from a008.clock import Instant
from a008.memory.claim import Relation
from a008.memory.origin import Origin
from a008.memory.time import Edge, Interval, IntervalEnd, WorldTime
from a008.present import address
from a008.present.text import visible
from a008.store.address_page import Held, Support

_NOW = Instant.parse("2024-06-01")
_BEFORE, _AFTER = Instant.parse("2024-01-01"), Instant.parse("2024-12-01")


def _held(interval: Interval, believed_to: int | None = None) -> Held:
    return Held(
        id="binding_x",
        member='"x"',
        object_label=None,
        claim_id="claim_x",
        interval=interval,
        believed_from=1,
        recorded_at=_BEFORE,
        believed_to=believed_to,
        closed_at=None,
    )


def _support(text: str, start: int | None, end: int | None) -> Support:
    return Support(
        claim_id="claim_x",
        relation=Relation.DERIVED_FROM,
        start=start,
        end=end,
        utterance_id="utterance_x",
        speaker="user",
        origin=Origin.USER,
        text=text,
        asserted_at=Edge.UNKNOWN,
        recorded_at=_BEFORE,
        turn_id=None,
    )


@pytest.mark.parametrize(
    ("member", "label", "shown"),
    [
        ('"Oslo"', None, "Oslo"),
        ('"malmö"', "Malmö", "Malmö"),
        ("12", None, "12"),
        ("true", None, "true"),
        ("null", None, "null"),
        ('"12"', None, "12"),
        ('"<script>alert(1)</script>"', None, "<script>alert(1)</script>"),
        ('"/etc/hostname"', None, "/etc/hostname"),
        ('"exe\\u202egpj"', None, "exe\\u202egpj"),
        ('""', None, ""),
    ],
)
def test_a_value_is_shown_as_it_was_said(member: str, label: str | None, shown: str) -> None:
    assert address.value(member, label) == shown


@pytest.mark.parametrize(
    ("held", "state"),
    [
        (_held(Interval(start=_BEFORE, end=Edge.OPEN)), "holds now"),
        (_held(Interval(start=Edge.UNKNOWN, end=Edge.OPEN)), "holds now"),
        (_held(Interval(start=_BEFORE, end=_AFTER)), "holds now"),
        (_held(Interval(start=_BEFORE, end=_NOW)), "held before"),
        (_held(Interval(start=Edge.UNKNOWN, end=Edge.UNKNOWN)), "held before"),
        (_held(Interval(start=_AFTER, end=Edge.OPEN)), "will hold"),
        (_held(Interval(start=_BEFORE, end=Edge.OPEN), believed_to=7), "no longer believed"),
    ],
)
def test_a_binding_stands_where_both_axes_put_it(held: Held, state: str) -> None:
    assert address.state_of(held, _NOW) == state


def test_the_words_that_bear_a_claim_out_are_marked_by_bytes() -> None:
    text = "Hej! Jag bor i Malmö nu. Köket är stort."
    start = text.encode().index(b"Jag")
    (quote,) = address.quotes("claim_x", (_support(text, start, start + len("Jag bor i Malmö nu.".encode())),))
    assert (quote.before, quote.marked, quote.after) == ("Hej! ", "Jag bor i Malmö nu.", " Köket är stort.")
    assert quote.said == "recorded 2024-01-01 00:00"


def test_an_utterance_without_a_proved_span_is_shown_unmarked() -> None:
    (quote,) = address.quotes("claim_x", (_support("Something.", None, None),))
    assert (quote.before, quote.marked, quote.after) == ("Something.", "", "")


@given(st.text(max_size=4_000), st.data())
def test_a_quote_is_never_longer_than_a_page_can_show(text: str, data: st.DataObject) -> None:
    text = text.encode("utf-8", "replace").decode()
    edges = [0, *(len(text[:n].encode()) for n in range(1, len(text) + 1))]
    start, end = sorted((data.draw(st.sampled_from(edges)), data.draw(st.sampled_from(edges))))
    spans = (start, end) if start < end else (None, None)
    (quote,) = address.quotes("claim_x", (_support(text, *spans),))
    shown = quote.before + quote.marked + quote.after
    assert len(shown) <= 10 * (address.MAX_UTTERANCE + 2)  # an escape takes up to ten characters
    if len(text) <= address.MAX_UTTERANCE // 4:
        assert shown == visible(text, lines=True)


def test_moments_and_days_are_short_and_unknown_stays_unknown() -> None:
    assert address.moment(Instant.parse("2024-03-01T09:41:59Z")) == "2024-03-01 09:41"
    assert (address.day(_NOW), address.day(Edge.UNKNOWN)) == ("2024-06-01", "unknown")


@pytest.mark.parametrize(
    ("start", "end", "words"),
    [
        (_BEFORE, _AFTER, "From 2024-01-01 to 2024-12-01"),
        (_BEFORE, _BEFORE.plus(seconds=90), "From 2024-01-01 to 2024-01-01 00:01"),
        (_BEFORE, Edge.OPEN, "Since 2024-01-01"),
        (_BEFORE, Edge.UNKNOWN, "From 2024-01-01 to an unknown date"),
        (Edge.UNKNOWN, _AFTER, "Until 2024-12-01"),
        (Edge.UNKNOWN, Edge.OPEN, "Since an unknown date"),
        (Edge.UNKNOWN, Edge.UNKNOWN, "At an unknown time"),
    ],
)
def test_an_interval_is_said_as_finely_as_it_is_known(start: WorldTime, end: IntervalEnd, words: str) -> None:
    assert address.interval(Interval(start=start, end=end)) == words
