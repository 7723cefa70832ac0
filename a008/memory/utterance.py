"""What was said or read, verbatim, and the sources it stands in."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from a008.clock import Instant
from a008.memory.origin import Origin
from a008.memory.time import WorldTime


class SpeechAct(StrEnum):
    """What a sentence does; only assertions (and predictions, as claims about the future) yield knowledge."""

    ASSERTION = "assertion"
    QUESTION = "question"
    PREDICTION = "prediction"
    INSTRUCTION = "instruction"
    RECITATION = "recitation"
    PERFORMATIVE = "performative"
    HYPOTHETICAL = "hypothetical"
    QUOTATION = "quotation"


class ArtifactKind(StrEnum):
    """What sort of source an artifact is."""

    MESSAGE = "message"
    ANSWER = "answer"
    FILE = "file"
    TOOL = "tool"
    WEB = "web"
    IMPORT = "import"


@dataclass(frozen=True, slots=True, kw_only=True)
class Artifact:
    """A source, named by its content: the same bytes in one project are the same artifact.

    Shape: `content` holds the bytes until the store has put them into the blob folder; `None` for the text of a turn,
    which its utterance holds. Units: `size` in bytes.
    """

    id: str
    kind: ArtifactKind
    locator: str
    digest: str
    size: int
    content: bytes | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """One sentence of an utterance and what it does.

    Units: byte offsets into the UTF-8 of the utterance, end exclusive.
    """

    start: int
    end: int
    act: SpeechAct


@dataclass(frozen=True, slots=True, kw_only=True)
class Utterance:
    """One verbatim piece of what was said or read; its text is never edited."""

    id: str
    artifact_id: str
    turn_id: str | None
    speaker: str
    origin: Origin
    text: str
    sentences: tuple[Sentence, ...]
    asserted_at: WorldTime
    recorded_at: Instant
