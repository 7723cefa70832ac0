"""The weights by which the text lane orders what it found: data, with the reason for each beside it."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields
from functools import cache
from importlib import resources

from a008.errors import Code, UsageError


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """What each clue is worth. Units: those of BM25; `data/ranking.toml` says what each is and why."""

    own: float
    neighbour: float
    window: float
    session: float
    speaker: float
    first_person: float
    date: float
    time: float
    number: float
    answer: float
    question: float
    meaning: float


@cache
def weights() -> Weights:
    """The weights that come with A008."""
    return parsed(resources.files(__package__).joinpath("data", "ranking.toml").read_text("utf-8"))


def parsed(text: str) -> Weights:
    """Weights from a TOML text, each a number.

    Errors: `UsageError` (`configuration`) for a text of another shape.
    """
    try:
        table = tomllib.loads(text)
        return Weights(**{field.name: float(table[field.name]) for field in fields(Weights)})
    except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as error:
        raise UsageError("the ranking table is not as it should be", code=Code.CONFIGURATION, item=str(error)) from None
