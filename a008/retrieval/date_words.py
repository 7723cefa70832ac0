"""The words that tell of days, as the language tables give them: data alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class DateWords:
    """What a message calls its days, in small letters.

    Shape: `months` and `weekdays` by number, from January and from Monday; `seasons` from a month to a month; `spans`
    are phrases with the days from now that they mean, `units` words for a time of so many days, `numbers` phrases for a
    number. `dating` words may stand before a date, `article` between them and it, and a word in `unsure` is a date only
    behind one. `ago` stands behind a time that has passed; `last` makes of a day the last such one; what follows a word
    in `coming` is yet to come.
    """

    months: Mapping[str, int]
    weekdays: Mapping[str, int]
    seasons: Mapping[str, tuple[int, int]]
    spans: Mapping[str, tuple[int, int]]
    units: Mapping[str, int]
    numbers: Mapping[str, int]
    dating: frozenset[str]
    unsure: frozenset[str]
    article: frozenset[str]
    ago: frozenset[str]
    last: frozenset[str]
    coming: frozenset[str]
