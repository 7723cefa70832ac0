"""One language table: what is refused, and where. Source: issue 4 (user tables); that errors name the line is ours."""

import pytest

from a008.errors import Code, UsageError
from a008.retrieval.table import numbers, parsed

_GOOD = """
stop = "le la les"
[intents]
history = ["avant"]
"""


def test_a_table_holds_words_and_lists() -> None:
    table = parsed(_GOOD, "french.toml")
    assert table.words == {"stop": "le la les"}
    assert table.lists == {"intents": {"history": ("avant",)}}


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("=", 1, "not TOML"),
        ('stop = "le"\nfiller = [', 2, "not TOML"),
        ('stop = "le"\nstpo = "la"', 2, "no such name: stpo"),
        ("\n\nstop = 3", 3, "words divided by blanks"),
        ("intents = 'x'", 1, "a section"),
        ('[intents]\nbefore = ["avant"]', 2, "no such key: intents.before"),
        ("stop = ''\n[intents]\npast = ['x']\nhistory = 'before'", 4, "a list of phrases"),
        ("[asks]\nage = [1]", 2, "a list of phrases"),
        ('[asks]\nage = [" "]', 2, "a list of phrases"),
        ('[questions]\nwho = ["qui"]', 2, "no such key: questions.who"),
        ('[clues]\ntiem = ["now"]', 2, "no such key: clues.tiem"),
        ('[clues]\ntime = ["*"]', 2, "more than `*`"),
        *((f'[months]\n{key} = ["mai"]', 2, "no such key") for key in ("13", "0", "may")),
        ('[weekdays]\n8 = ["lundi"]', 2, "no such key"),
        ('[numbers]\n100 = ["cent"]', 2, "no such key"),
        ('[seasons]\n"0..3" = ["hiver"]', 2, "numbers from 1 to 12"),
        ('[units]\n0 = ["jour"]', 2, "numbers from 1 to 366"),
        *(
            (f'# days\n[spans]\n\n"{days}" = ["now"]', 4, "numbers from -36500")
            for days in ("soon", "1..", "1..x", "5..1", "99999999999", "-40000")
        ),
    ],
)
def test_what_is_no_table_is_refused_with_its_file_and_line(text: str, line: int, says: str) -> None:
    with pytest.raises(UsageError) as caught:
        parsed(text, "french.toml")
    told = str(caught.value)
    assert caught.value.code is Code.CONFIGURATION
    assert "french.toml" in told
    assert f"line {line}" in told
    assert says in told.replace("a language table cannot be read: ", "") or says in told


def test_a_key_is_one_number_or_two() -> None:
    assert numbers("3") == (3, 3)
    assert numbers("-7..+1") == (-7, 1)
