"""Support: how the sources of a claim know what they say, and how many of them are independent. Pure.

Support says why something is believed. It never decides what holds, and it is never one number for how true it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from urllib.parse import urlsplit

from a008.memory import name
from a008.memory.origin import Origin
from a008.memory.utterance import SpeechAct


class SourceKind(StrEnum):
    """How a source knows what it says."""

    USER = "user"
    ASSISTANT = "assistant"
    OBSERVATION = "observation"
    TOOL = "tool"
    FILE = "file"
    WEB = "web"
    INFERENCE = "inference"
    QUOTATION = "quotation"
    PREDICTION = "prediction"
    REPORT = "report"


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """One utterance behind a claim, as far as support looks at it.

    Shape: `locator` and `digest` are those of the artifact that the utterance stands in. `act` is what the supporting
    sentence does, `None` when no span was proved. `verbatim` says that the claim's words stand in the utterance, `past`
    that the claim is about a time that was over when this was recorded.
    """

    utterance_id: str
    origin: Origin
    speaker: str
    locator: str
    digest: str
    act: SpeechAct | None
    verbatim: bool
    past: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class KindRow:
    """One row of the table: the first whose every given field agrees decides; `None` agrees with anything."""

    kind: SourceKind
    reason: str
    act: SpeechAct | None = None
    origin: Origin | None = None
    verbatim: bool | None = None
    past: bool | None = None

    def matches(self, evidence: Evidence) -> bool:
        """Whether every given field agrees."""
        wanted = ((field, getattr(self, field)) for field in KIND_FIELDS)
        return all(value is None or value == getattr(evidence, field) for field, value in wanted)


KIND_FIELDS = ("act", "origin", "verbatim", "past")

#: Source: memory reference, appendix C. Read from the top; the last row matches everything left.
KINDS: tuple[KindRow, ...] = (
    KindRow(kind=SourceKind.QUOTATION, reason="somebody else's words", act=SpeechAct.QUOTATION),
    KindRow(kind=SourceKind.QUOTATION, reason="words known by heart", act=SpeechAct.RECITATION),
    KindRow(kind=SourceKind.PREDICTION, reason="told of a time to come", act=SpeechAct.PREDICTION),
    KindRow(kind=SourceKind.ASSISTANT, reason="stated by a model", origin=Origin.ASSISTANT, verbatim=True),
    KindRow(kind=SourceKind.INFERENCE, reason="read out of what a model said", origin=Origin.ASSISTANT),
    KindRow(kind=SourceKind.TOOL, reason="a tool observed it", origin=Origin.TOOL),
    KindRow(kind=SourceKind.REPORT, reason="told by an earlier memory", origin=Origin.IMPORT),
    KindRow(kind=SourceKind.REPORT, reason="told of a time that is over", past=True),
    KindRow(kind=SourceKind.OBSERVATION, reason="the file's own words", origin=Origin.FILE, verbatim=True),
    KindRow(kind=SourceKind.FILE, reason="read out of a file", origin=Origin.FILE),
    KindRow(kind=SourceKind.WEB, reason="read on the web", origin=Origin.WEB),
    KindRow(kind=SourceKind.USER, reason="a person says so"),
)


def kind(evidence: Evidence) -> SourceKind:
    """How the source of one piece of evidence knows what it says."""
    return next(row.kind for row in KINDS if row.matches(evidence))


class RootKind(StrEnum):
    """What sort of thing evidence goes back to."""

    PERSON = "person"
    ASSISTANT = "assistant"
    TOOL = "tool"
    FILE = "file"
    WEB = "web"
    IMPORT = "import"


_ROOTS = {
    Origin.USER: RootKind.PERSON,
    Origin.USER_CONFIRMED: RootKind.PERSON,
    Origin.ASSISTANT: RootKind.ASSISTANT,
    Origin.TOOL: RootKind.TOOL,
    Origin.FILE: RootKind.FILE,
    Origin.WEB: RootKind.WEB,
    Origin.IMPORT: RootKind.IMPORT,
}
#: Roots that are texts: the same bytes under two names are one of them, and so are two versions under one name.
_TEXTS = {RootKind.FILE, RootKind.WEB, RootKind.IMPORT}


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceRoot:
    """One independent source, however often it spoke.

    Shape: `identity` is a person's or a tool's name, where a file or an import was first met, or the host of a site;
    `times` is the number of utterances that go back to it.
    """

    kind: RootKind
    identity: str
    times: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """How the source of one utterance knows what it says."""

    utterance_id: str
    kind: SourceKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Support:
    """What stands behind a claim.

    Shape: `sources` has one entry for each utterance and `roots` one for each independent source, both in the order in
    which they spoke first; `independent` is the number of roots, `repeats` that of the utterances that add none.
    """

    sources: tuple[Source, ...]
    roots: tuple[EvidenceRoot, ...]
    independent: int
    repeats: int


def sum_up(evidence: Iterable[Evidence]) -> Support:
    """What stands behind a claim, of its evidence in the order in which it was recorded."""
    heard = tuple({each.utterance_id: each for each in evidence}.values())
    found = roots(heard)
    return Support(
        sources=tuple(Source(utterance_id=each.utterance_id, kind=kind(each)) for each in heard),
        roots=found,
        independent=len(found),
        repeats=len(heard) - len(found),
    )


def roots(evidence: Iterable[Evidence]) -> tuple[EvidenceRoot, ...]:
    """The independent sources behind evidence, in the order in which they spoke first.

    An assistant speaks from its envelope and its conversation, so beside any other root it adds none.
    """
    groups: list[tuple[EvidenceRoot, set[str]]] = []
    for each in evidence:
        marks = _marks(each)
        root = EvidenceRoot(kind=_ROOTS[each.origin], identity=_identity(each), times=1)
        same = [group for group in groups if group[1] & marks]
        if not same:
            groups.append((root, marks))
            continue
        first = same[0][0]
        merged = replace(first, times=1 + sum(found.times for found, _ in same))
        groups[groups.index(same[0])] = (merged, marks.union(*(known for _, known in same)))
        groups = [group for group in groups if group not in same[1:]]
    found = tuple(root for root, _ in groups)
    return tuple(root for root in found if root.kind is not RootKind.ASSISTANT) or found


def person(speaker: str) -> str:
    """What two ways to write the name of one speaker share."""
    return name.key(speaker)


def speaks_for_itself(origin: Origin) -> bool:
    """Whether saying something again is support: an assistant only repeats what it was shown."""
    return origin is not Origin.ASSISTANT


def _identity(evidence: Evidence) -> str:
    root = _ROOTS[evidence.origin]
    if root is RootKind.WEB:
        return _site(evidence.locator)
    return evidence.locator if root in _TEXTS else evidence.speaker


def _site(locator: str) -> str:
    """The host of an address on the web; what is no such address stands for itself."""
    try:
        return urlsplit(locator).hostname or locator
    except ValueError:  # what looks like one and is none, such as "http://["
        return locator


def _marks(evidence: Evidence) -> set[str]:
    """What evidence of one root shares: any common mark makes two pieces one root."""
    root = _ROOTS[evidence.origin]
    if root is RootKind.ASSISTANT:
        return {"assistant"}
    if root not in _TEXTS:
        return {f"{root}:{person(evidence.speaker)}"}
    marks = {f"{root}:{_identity(evidence)}", f"bytes:{evidence.digest}"}
    if root is RootKind.FILE:  # the artifact keeps the name it was first met by, the utterance the one it has now
        marks.add(f"{root}:{evidence.speaker}")
    return marks
