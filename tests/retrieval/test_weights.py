"""The ranking table: every weight has its reason beside it, and another shape is refused."""

from dataclasses import asdict, fields
from importlib import resources

import pytest

from a008.errors import UsageError
from a008.retrieval.weights import Weights, parsed, weights

_TABLE = resources.files("a008.retrieval").joinpath("data", "ranking.toml").read_text("utf-8")


def test_every_weight_follows_a_comment_that_says_why() -> None:
    lines = _TABLE.splitlines()
    for field in fields(Weights):
        place = next(number for number, line in enumerate(lines) if line.startswith(f"{field.name} ="))
        above = next(line for line in reversed(lines[:place]) if "=" not in line or line.startswith("#"))
        assert above.startswith("#"), field.name


def test_the_table_is_read_as_it_stands() -> None:
    assert asdict(weights()) == asdict(parsed(_TABLE))
    assert weights().speaker == 4.0


@pytest.mark.parametrize("text", ["", "own = 1", _TABLE.replace("own = 1.0", 'own = "much"'), "own = = 1"])
def test_another_shape_is_refused(text: str) -> None:
    with pytest.raises(UsageError):
        parsed(text)
