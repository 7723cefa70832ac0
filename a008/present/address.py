"""A semantic address as people read it: what held when, what was believed when, and who said so."""

from __future__ import annotations

import json
from dataclasses import dataclass

from a008.clock import Instant
from a008.memory.time import Edge, Interval, WorldTime
from a008.present import text, words
from a008.store.address_page import AddressPage, Held, StatedClaim, Support

#: Characters of a value and of an utterance that a page shows; the store keeps all of it.
MAX_VALUE = 300
MAX_UTTERANCE = 2_000

HOLDS, SCHEDULED, HELD, DISBELIEVED = "holds now", "will hold", "held before", "no longer believed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Quote:
    """An utterance around the words that bear a claim out.

    Shape: `before`, `marked` and `after` join to the utterance; `marked` is '' when no span was proved.
    """

    utterance_id: str
    turn_id: str | None
    before: str
    marked: str
    after: str
    speaker: str
    origin: str
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One binding of the address.

    Shape: `when` is valid time in words; `state` is one of the four words above. `claim` and `quotes` say who said so.
    """

    value: str
    when: str
    state: str
    believed_from: int
    recorded: str
    believed_to: int | None
    closed: str
    claim: StatedClaim | None
    quotes: tuple[Quote, ...]


def value(member: str, object_label: str | None) -> str:
    """A value as people read it: the object's name, a text without quotes, anything else as JSON writes it."""
    if object_label is None:
        content = json.loads(member)
        object_label = content if isinstance(content, str) else member
    return text.visible(text.shorten(object_label, MAX_VALUE))


def moment(instant: Instant) -> str:
    """An instant to the minute, `2026-01-31 12:00`; pages say that it is UTC."""
    return f"{str(instant)[:10]} {str(instant)[11:16]}"


def point(instant: Instant) -> str:
    """A moment in the world: its date, and the time of day unless it is midnight, as a date alone is stored."""
    return instant.date if str(instant).endswith("T00:00:00.000Z") else moment(instant)


def interval(over: Interval) -> str:
    """An interval in words, as fine as it is known: `From 2023-02-01 to 2024-01-05 14:30`, `Since an unknown date`."""
    start, end = over.start, over.end
    if isinstance(start, Instant):
        if isinstance(end, Instant):
            return f"From {point(start)} to {point(end)}"
        return f"Since {point(start)}" if end is Edge.OPEN else f"From {point(start)} to an unknown date"
    if isinstance(end, Instant):
        return f"Until {point(end)}"
    return "Since an unknown date" if end is Edge.OPEN else "At an unknown time"


def day(when: WorldTime) -> str:
    """A world time as a date; unknown stays unknown."""
    return when.date if isinstance(when, Instant) else "unknown"


def state_of(held: Held, now: Instant) -> str:
    """Where a binding stands at an instant, in words."""
    if held.believed_to is not None:
        return DISBELIEVED
    if held.interval.holds_at(now):
        return HOLDS
    start = held.interval.start
    return SCHEDULED if start is not Edge.UNKNOWN and start > now else HELD


def lines(page: AddressPage, now: Instant) -> tuple[Line, ...]:
    """Every binding: what holds now, what will, what held, and what is no longer believed; each group newest first."""
    claims = {claim.id: claim for claim in page.claims}
    order = (HOLDS, SCHEDULED, HELD, DISBELIEVED)
    listed = [_line(held, now, claims.get(held.claim_id), page.support) for held in page.bindings]
    return tuple(sorted(listed, key=lambda line: order.index(line.state)))


def quotes(claim_id: str, support: tuple[Support, ...]) -> tuple[Quote, ...]:
    """The utterances behind a claim."""
    return tuple(_quote(piece) for piece in support if piece.claim_id == claim_id)


def _line(held: Held, now: Instant, claim: StatedClaim | None, support: tuple[Support, ...]) -> Line:
    return Line(
        value=value(held.member, held.object_label),
        when=interval(held.interval),
        state=state_of(held, now),
        believed_from=held.believed_from,
        recorded=moment(held.recorded_at),
        believed_to=held.believed_to,
        closed="" if held.closed_at is None else moment(held.closed_at),
        claim=claim,
        quotes=quotes(held.claim_id, support),
    )


def _quote(piece: Support) -> Quote:
    before, marked, after = _around(piece.text, piece.start, piece.end)
    asserted = piece.asserted_at
    return Quote(
        utterance_id=piece.utterance_id,
        turn_id=piece.turn_id,
        before=text.visible(before, lines=True),
        marked=text.visible(marked, lines=True),
        after=text.visible(after, lines=True),
        speaker=text.visible(piece.speaker),
        origin=words.ORIGINS[piece.origin],
        said=moment(asserted) if isinstance(asserted, Instant) else f"recorded {moment(piece.recorded_at)}",
    )


def _around(whole: str, start: int | None, end: int | None) -> tuple[str, str, str]:
    """What stands before, inside and behind a span of bytes, cut to a size that a page can show."""
    if start is None or end is None:
        return text.shorten(whole, MAX_UTTERANCE), "", ""
    raw = whole.encode()
    before, marked, after = (raw[:start].decode(), raw[start:end].decode(), raw[end:].decode())
    side = MAX_UTTERANCE // 4
    if len(before) > side:
        before = text.ELLIPSIS + before[-side:]
    return before, text.shorten(marked, MAX_UTTERANCE // 2), text.shorten(after, side)
