"""An envelope as people read it, with the fate of everything that was considered for it.

The widget, the HTML snapshot and the terminal draw this one view; all text in it is safe to look at.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import asdict, dataclass

from a008 import canon
from a008.memory.envelope import Candidate, Envelope, Fate
from a008.present import envelope_receipt, text, words

#: Most characters of a proposition that a view carries; the store keeps all of it.
MAX_CHARACTERS = 2_000
#: Characters of a hash that are enough to tell two apart by eye.
_SHORT_HASH = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A part of the bytes that were sent: all items of a type, or the frame around the items.

    Units: bytes; `required` are those of required items.
    """

    kind: str
    count: int
    bytes: int
    required: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Header:
    """What the envelope as a whole says about itself.

    Shape: `room` tells of the budget in words, `abstains` that nothing known answers, '' when something does;
    `degraded` also holds what of the message was cut. Units: `bytes` of the payload's UTF-8; `budget`, `used` and
    `left` in the unit of the budget. `undisturbed` is proof that nobody wrote between the first read and the last.
    """

    message: str
    project: str
    revision: int
    at: str
    bytes: int
    budget: int
    used: int
    left: int
    room: str
    abstains: str
    sha256: str
    sha256_short: str
    undisturbed: bool
    intents: tuple[str, ...]
    scope: tuple[str, ...]
    degraded: tuple[str, ...]
    sent: int
    left_out: int
    parts: tuple[Part, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One candidate, in or out.

    Shape: `number` counts the sent items from 1 in the order of the payload, `None` for what was left out. `why` is one
    sentence, `detail` its figure alone; `found` explains each of `lanes`; `reasons` are the lanes' own words; `cut`
    says that the proposition is longer than what is shown. Units: `strength` in [0, 1], two decimals.
    """

    id: str
    number: int | None
    type: str
    proposition: str
    cut: bool
    tags: tuple[str, ...]
    scope: tuple[str, ...]
    authority: str
    bytes: int
    required: bool
    active: bool
    strength: str
    address: str
    lanes: tuple[str, ...]
    found: tuple[str, ...]
    reasons: tuple[str, ...]
    fate: str
    detail: str
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Everything that was left out for one reason, the best find first."""

    fate: str
    title: str
    meaning: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Inspector:
    """An envelope and the fate of everything that was considered for it."""

    header: Header
    sent: tuple[Entry, ...]
    left_out: tuple[Group, ...]


def inspect(envelope: Envelope) -> Inspector:
    """The view of an envelope: its items in the order of the payload, and what was left out, grouped by fate."""
    behind = {candidate.item: candidate for candidate in envelope.candidates if candidate.fate is Fate.IN}
    admitted = [behind[item] for item in envelope.items]
    out = [candidate for candidate in envelope.candidates if candidate.fate is not Fate.IN]
    return Inspector(
        header=_header(envelope, admitted, len(out)),
        sent=tuple(_entry(candidate, number) for number, candidate in enumerate(admitted, 1)),
        left_out=tuple(_groups(out)),
    )


def as_json(view: Inspector) -> dict[str, canon.Json]:
    """The view as the JSON that a widget's trait holds."""
    return asdict(view)


def _header(envelope: Envelope, admitted: list[Candidate], left_out: int) -> Header:
    receipt = envelope.receipt
    return Header(
        message=_safe(envelope.message, lines=True),
        project=_safe(envelope.project_id),
        revision=receipt.revision,
        at=str(receipt.at),
        bytes=receipt.bytes,
        budget=receipt.budget,
        used=receipt.used,
        left=receipt.budget - receipt.used,
        room=envelope_receipt.room(receipt),
        abstains=envelope_receipt.abstains(receipt),
        sha256=receipt.sha256,
        sha256_short=receipt.sha256[:_SHORT_HASH],
        undisturbed=receipt.data_version_before == receipt.data_version_after,
        intents=tuple(words.INTENTS[intent] for intent in envelope.intents),
        scope=_all_safe(envelope.scope),
        degraded=tuple(_degraded(envelope)),
        sent=len(admitted),
        left_out=left_out,
        parts=_parts(admitted, receipt.bytes),
    )


def _degraded(envelope: Envelope) -> Iterable[str]:
    yield from (_safe(words.spoken(note)) for note in envelope.degraded)
    if envelope.receipt.reading.is_cut:
        yield envelope_receipt.cut(envelope.receipt.reading)


def _parts(admitted: list[Candidate], total: int) -> tuple[Part, ...]:
    parts = [
        Part(
            kind=name,
            count=len(of_type),
            bytes=sum(candidate.bytes for candidate in of_type),
            required=sum(candidate.bytes for candidate in of_type if candidate.required),
        )
        for kind, name in words.TYPES.items()
        if (of_type := [candidate for candidate in admitted if candidate.item.type is kind])
    ]
    frame = total - sum(part.bytes for part in parts)
    return (*parts, Part(kind="frame", count=0, bytes=frame, required=frame))


def _groups(out: list[Candidate]) -> Iterable[Group]:
    for fate, phrase in words.FATES.items():
        of_fate = [candidate for candidate in out if candidate.fate is fate]
        if of_fate:
            of_fate.sort(key=lambda candidate: (-candidate.score, candidate.item.id))
            entries = tuple(_entry(candidate, None) for candidate in of_fate)
            yield Group(fate=str(fate), title=phrase.title, meaning=phrase.meaning, entries=entries)


def _entry(candidate: Candidate, number: int | None) -> Entry:
    item = candidate.item
    return Entry(
        id=_safe(item.id),
        number=number,
        type=words.TYPES[item.type],
        proposition=_safe(item.proposition, lines=True),
        cut=text.shorten(item.proposition, MAX_CHARACTERS) != item.proposition,
        tags=_all_safe(item.tags),
        scope=_all_safe(item.scope),
        authority=words.ORIGINS[item.authority],
        bytes=candidate.bytes,
        required=candidate.required,
        active=candidate.active,
        strength=f"{candidate.strength:.2f}",
        address=_safe(candidate.address or ""),
        lanes=tuple(words.LANES[lane].title for lane in candidate.lanes),
        found=tuple(words.LANES[lane].meaning for lane in candidate.lanes),
        reasons=_all_safe(candidate.reasons),
        fate=words.FATES[candidate.fate].title,
        detail=_safe(candidate.detail),
        why=_safe(words.fate(candidate)),
    )


def _all_safe(values: Iterable[str]) -> tuple[str, ...]:
    return tuple(_safe(value) for value in values)


def _safe(value: str, *, lines: bool = False) -> str:
    return text.visible(text.shorten(value, MAX_CHARACTERS), lines=lines)
