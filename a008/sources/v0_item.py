"""One `KnowledgeItem`, the row of the first generation of stores, read strictly; no other room knows its field names.

Source: memory reference, v0 compatibility layer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeVar

from a008 import canon
from a008.errors import Code, Rejected

T = TypeVar("T", bound=StrEnum)

#: Characters of an id, which becomes part of an entity's name.
MAX_ID = 256
_KEYS = frozenset(
    {
        *("id", "proposition", "kind", "tags", "scope", "canonicalStatus", "supersededBy", "activationStatus"),
        *("relevanceScore", "activationThreshold", "keepAlive", "authority", "confidence", "sourceBacked"),
        *("provenance", "revision"),
    }
)


class CanonicalStatus(StrEnum):
    """Whether an item was what its chain said."""

    CURRENT = "current"
    SUPERSEDED = "superseded"


class Activation(StrEnum):
    """Whether an item was volunteered."""

    ACTIVE = "active"
    DORMANT = "dormant"


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedSource:
    """A source that an item named."""

    source_id: str
    source_type: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One item, with the defaults of its time for what the row leaves out.

    Shape: `unknown` are keys of the row that no item had. Units: score, threshold, authority, confidence in [0, 1].
    """

    id: str
    proposition: str
    kind: str
    tags: tuple[str, ...]
    scope: tuple[str, ...]
    status: CanonicalStatus
    superseded_by: str | None
    activation: Activation
    score: float
    threshold: float
    keep_alive: bool
    authority: float
    confidence: float
    source_backed: bool
    provenance: tuple[NamedSource, ...]
    revision: int
    unknown: tuple[str, ...]

    @property
    def content(self) -> bytes:
        """What the item says, in canonical bytes, the same whether defaults were written out or not."""
        return canon.encode(
            [
                *(self.id, self.proposition, self.kind, self.tags, self.scope, self.status, self.superseded_by),
                *(self.activation, self.score, self.threshold, self.keep_alive, self.authority, self.confidence),
                *(self.source_backed, [[each.source_id, each.source_type] for each in self.provenance], self.revision),
            ]
        )


def id_of(value: canon.Json) -> str | None:
    """The id that a row gives itself, for a message about a row that cannot be read."""
    found = value.get("id") if isinstance(value, Mapping) else None
    return canon.repair(found).text[:MAX_ID] if isinstance(found, str) else None


def item(value: canon.Json) -> Item:
    """Read a row.

    Errors: `Rejected` (`schema_violation`) with the path of what is missing or wrong.
    """
    if not isinstance(value, Mapping):
        raise _wrong("$", "not an object")
    row = _Row(value)
    score, threshold = row.share("relevanceScore", 0.0), row.share("activationThreshold", 0.5)
    keep_alive = row.flag("keepAlive")
    usual = Activation.ACTIVE if keep_alive or score >= threshold else Activation.DORMANT
    return Item(
        id=row.line("id", MAX_ID),
        proposition=row.line("proposition", None),
        kind=row.line("kind", None, "fact"),
        tags=row.lines("tags"),
        scope=row.lines("scope"),
        status=row.word("canonicalStatus", CanonicalStatus.CURRENT),
        superseded_by=None if row.get("supersededBy", None) is None else row.line("supersededBy", MAX_ID),
        activation=row.word("activationStatus", usual),
        score=score,
        threshold=threshold,
        keep_alive=keep_alive,
        authority=row.share("authority", 0.5),
        confidence=row.share("confidence", 0.5),
        source_backed=row.flag("sourceBacked"),
        provenance=row.origins(),
        revision=row.count("revision"),
        unknown=tuple(sorted(canon.repair(key).text for key in value if key not in _KEYS)),
    )


class _Row:
    """A row's values by key, each asked for by its sort."""

    def __init__(self, value: Mapping[str, canon.Json], path: str = "$") -> None:
        self._value = value
        self._path = path

    def get(self, key: str, usual: canon.Json) -> canon.Json:
        return self._value.get(key, usual)

    def line(self, key: str, most: int | None, usual: str | None = None) -> str:
        found = self._value.get(key, usual)
        if not isinstance(found, str):
            raise self._wrong(key, "missing" if key not in self._value else "not a text")
        _check_text(found, f"{self._path}.{key}")
        if not found.strip():
            raise self._wrong(key, "blank")
        if most is not None and len(found) > most:
            raise self._wrong(key, f"longer than {most} characters")
        return found

    def lines(self, key: str) -> tuple[str, ...]:
        found = self._value.get(key, ())
        if isinstance(found, str) or not isinstance(found, Sequence):
            raise self._wrong(key, "not a list of texts")
        return tuple(_entry(each, f"{self._path}.{key}[{at}]") for at, each in enumerate(found))

    def share(self, key: str, usual: float) -> float:
        found = self._value.get(key, usual)
        if isinstance(found, bool) or not isinstance(found, int | float) or not 0 <= found <= 1:
            raise self._wrong(key, "not a number from 0 to 1")
        return float(found)

    def count(self, key: str) -> int:
        found = self._value.get(key, 1)
        if isinstance(found, bool) or not isinstance(found, int) or found < 1:
            raise self._wrong(key, "not a whole number from 1 on")
        return found

    def flag(self, key: str) -> bool:
        found = self._value.get(key, False)
        if not isinstance(found, bool):
            raise self._wrong(key, "neither true nor false")
        return found

    def word(self, key: str, usual: T) -> T:
        found = self._value.get(key, usual)
        kind = type(usual)
        if not isinstance(found, str) or found not in list(kind):
            raise self._wrong(key, f"none of {', '.join(kind)}")
        return kind(found)

    def origins(self) -> tuple[NamedSource, ...]:
        found = self._value.get("provenance", ())
        if isinstance(found, str) or not isinstance(found, Sequence):
            raise self._wrong("provenance", "not a list")
        return tuple(_origin(each, f"{self._path}.provenance[{at}]") for at, each in enumerate(found))

    def _wrong(self, key: str, what: str) -> Rejected:
        return _wrong(f"{self._path}.{key}", what)


def _origin(value: canon.Json, path: str) -> NamedSource:
    if not isinstance(value, Mapping) or set(value) - {"sourceId", "sourceType"}:
        raise _wrong(path, "not an object of `sourceId` and `sourceType` alone")
    row = _Row(value, path)
    return NamedSource(source_id=row.line("sourceId", None), source_type=row.line("sourceType", None))


def _entry(value: canon.Json, path: str) -> str:
    if not isinstance(value, str):
        raise _wrong(path, "not a text")
    _check_text(value, path)
    return value


def _check_text(value: str, path: str) -> None:
    if canon.repair(value).repaired:
        raise _wrong(path, "holds half a character (a lone surrogate)")


def _wrong(path: str, what: str) -> Rejected:
    return Rejected(what, code=Code.SCHEMA_VIOLATION, path=path)
