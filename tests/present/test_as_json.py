"""Results as JSON."""

from dataclasses import dataclass
from enum import Enum, StrEnum
from pathlib import Path
from typing import NamedTuple

import pytest

from a008 import canon
from a008.clock import Instant
from a008.errors import NotFound
from a008.memory.time import Edge, Interval
from a008.present.as_json import as_json
from tests.present.rows import turn
from tests.present.samples import HOSTILE


class Word(StrEnum):
    """A closed set."""

    ONE = "one"


class Pair(NamedTuple):
    """Two things."""

    left: int
    right: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Inner:
    """A value with one of everything."""

    word: Word
    at: Instant
    path: Path
    pairs: tuple[Pair, ...]
    table: dict[str, float]


NOON = Instant.parse("2026-12-01T12:00:00Z")


def test_every_sort_of_value_has_its_form() -> None:
    value = Inner(word=Word.ONE, at=NOON, path=Path("/a/b"), pairs=(Pair(1, None), Pair(2, "x")), table={"k": 0.5})
    assert as_json(value) == {
        "word": "one",
        "at": "2026-12-01T12:00:00.000Z",
        "path": "/a/b",
        "pairs": [[1, None], [2, "x"]],
        "table": {"k": 0.5},
    }


def test_an_unknown_edge_is_not_an_instant_and_not_nothing() -> None:
    assert as_json(Interval(start=Edge.UNKNOWN, end=Edge.OPEN)) == {"start": "unknown", "end": "open"}


def test_an_error_says_what_happened_to_which_item_and_what_to_do() -> None:
    error = NotFound("no such claim", item="claim_x", remedy="look again")
    assert as_json(error) == {
        "code": "not_found",
        "message": "no such claim",
        "item": "claim_x",
        "remedy": "look again",
    }


@pytest.mark.parametrize("value", [object(), b"bytes", {1, 2}, Enum])
def test_a_value_that_cannot_be_read_back_is_refused(value: object) -> None:
    with pytest.raises(TypeError, match="has no form in JSON"):
        as_json(value)


@pytest.mark.parametrize("hostile", HOSTILE)
def test_a_whole_turn_is_written_and_reads_back_whatever_it_says(hostile: str) -> None:
    document = canon.encode(as_json(turn(hostile))).decode()
    read = canon.read(document)
    assert isinstance(read, dict)
    assert canon.text(read) == document
    assert read["answer"]["text"] == canon.repair(hostile).text
