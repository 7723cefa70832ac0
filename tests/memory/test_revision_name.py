"""How revisions are written. Source: our choice."""

import pytest

from a008.errors import UsageError
from a008.memory.revision_name import Back, Hashed, Numbered, RevisionName, parse


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("12", Numbered(number=12)),
        ("0", Numbered(number=0)),
        (" 12 ", Numbered(number=12)),
        ("12345678", Numbered(number=12345678)),
        ("HEAD", Back(steps=0)),
        ("head", Back(steps=0)),
        ("HEAD~", Back(steps=1)),
        ("HEAD~0", Back(steps=0)),
        ("HEAD~30", Back(steps=30)),
        ("deadbeef", Hashed(prefix="deadbeef")),
        ("DEADBEEF", Hashed(prefix="deadbeef")),
        ("1" * 18, Numbered(number=int("1" * 18))),
        ("1" * 19, Hashed(prefix="1" * 19)),
        ("0a" * 32, Hashed(prefix="0a" * 32)),
    ],
)
def test_a_revision_is_a_number_a_step_from_the_newest_or_a_hash(text: str, name: RevisionName) -> None:
    assert parse(text) == name


@pytest.mark.parametrize("text", ["", "-1", "HEAD~-1", "HEAD^", "deadbee", "deadbeeg", "0a" * 33, "HEAD~3 HEAD", "١٢"])
def test_anything_else_is_refused_and_the_error_says_what_is_meant(text: str) -> None:
    with pytest.raises(UsageError, match="HEAD~3"):
        parse(text)
