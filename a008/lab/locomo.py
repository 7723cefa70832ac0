"""Reading LoCoMo (Maharana et al., 2024): long dialogues with questions and the turns that answer them.

The data is not part of A008 and is never written anywhere; its licence allows evaluation.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from pathlib import Path

from a008 import canon
from a008.clock import Instant
from a008.errors import NotFound, Rejected, UsageError

_DATE = re.compile(r"(\d{1,2}):(\d{2})\s*([ap]m)\s+on\s+(\d{1,2})\s+([a-z]+),?\s+(\d{4})", re.IGNORECASE)
_EVIDENCE = re.compile(r"D:?(\d+):0*(\d+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Remark:
    """One turn of a dialogue; `key` is the dataset's own name for it."""

    key: str
    speaker: str
    text: str
    session: int
    said_at: Instant


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question and the keys of the turns that answer it; `category` is the dataset's, from 1 to 5."""

    key: str
    text: str
    category: int
    evidence: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialogue:
    """One conversation over many sessions, with its questions that have an answer in it."""

    name: str
    remarks: tuple[Remark, ...]
    questions: tuple[Asked, ...]


def dialogues(path: Path) -> tuple[Dialogue, ...]:
    """Every conversation of a folder of files, or of one file.

    Errors: `NotFound` when there is none; `UsageError` for a file that is no LoCoMo conversation.
    """
    files = sorted(path.rglob("*.json")) if path.is_dir() else [path] if path.is_file() else []
    if not files:
        raise NotFound("no LoCoMo file here", item=str(path), remedy="name the folder that holds the conversations")
    found: list[Dialogue] = []
    for file in files:
        try:
            document = canon.read(file.read_text("utf-8"))
        except (UnicodeDecodeError, Rejected) as error:
            raise UsageError("not a JSON file", item=str(file), remedy=str(error)) from None
        for place, sample in enumerate(document if isinstance(document, list) else [document]):
            name = f"{file.stem}/{place}" if isinstance(document, list) else file.stem
            try:
                found.append(_dialogue(name, sample))
            except (KeyError, TypeError, ValueError, AttributeError) as error:
                raise UsageError("not a LoCoMo conversation", item=str(file), remedy=f"at {error}") from None
    return tuple(found)


def _dialogue(name: str, sample: object) -> Dialogue:
    if not isinstance(sample, Mapping):
        raise TypeError("the conversation")
    remarks = tuple(_remarks(sample.get("conversation", sample)))
    keys = {remark.key for remark in remarks}
    questions = tuple(_questions(name, sample["qa"], keys))
    if not remarks:
        raise ValueError("session_1")
    return Dialogue(name=name, remarks=remarks, questions=questions)


def _remarks(sessions: Mapping[str, object]) -> Iterator[Remark]:
    for session in count(1):
        turns, told = sessions.get(f"session_{session}"), sessions.get(f"session_{session}_date_time")
        if turns is None and told is None:
            return
        if not isinstance(turns, list):
            continue
        said_at = _instant(str(told))
        for turn in turns:
            shown = f" [image: {turn['blip_caption']}]" if turn.get("blip_caption") else ""
            yield Remark(
                key=turn["dia_id"],
                speaker=turn["speaker"],
                text=f"{turn['text']}{shown}",
                session=session,
                said_at=said_at,
            )


def _questions(name: str, rows: object, keys: set[str]) -> Iterator[Asked]:
    if not isinstance(rows, list):
        raise TypeError("qa")
    for place, row in enumerate(rows):
        named = (f"D{m[1]}:{m[2]}" for text in row.get("evidence") or [] for m in _EVIDENCE.finditer(str(text)))
        evidence = frozenset(named) & keys
        if evidence:
            yield Asked(
                key=f"{name}/{place}", text=row["question"], category=int(row["category"]), evidence=frozenset(evidence)
            )


def _instant(told: str) -> Instant:
    found = _DATE.search(told)
    if found is None:
        raise ValueError(f"date {told!r}")
    hour, minute, half, day, month, year = found.groups()
    moment = datetime.strptime(f"{day} {month} {year} {hour}:{minute} {half.upper()}", "%d %B %Y %I:%M %p")
    return Instant.parse(f"{moment:%Y-%m-%dT%H:%M}:00Z")
