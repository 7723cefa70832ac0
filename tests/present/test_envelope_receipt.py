"""An envelope's receipt in words: room, what was cut, abstention."""

from dataclasses import replace

import pytest

from a008.memory.envelope import Abstention
from a008.memory.reading import NOTHING_READ
from a008.present import html, inspector, plain
from a008.present.envelope_receipt import ABSTENTIONS, abstains, cut, room
from tests.present.samples import envelope


def test_room_is_told_in_the_unit_of_the_budget() -> None:
    receipt = replace(envelope().receipt, bytes=812, budget=32_768)
    assert room(receipt) == "812 of 32,768 bytes"
    assert room(replace(receipt, tokens=203, budget=8_000, tokenizer="o200k_base")) == (
        "203 of 8,000 tokens (o200k_base; 812 bytes)"
    )


def test_only_what_was_cut_is_told() -> None:
    assert cut(NOTHING_READ) == ""
    whole = replace(NOTHING_READ, characters=9, characters_read=9, words=2, words_searched=2, terms=2, terms_asked=2)
    assert cut(whole) == ""
    assert cut(replace(whole, characters=10, terms=3)) == (
        "only part of the message was read: 9 of its 10 characters, at both ends; 2 of 3 different words were looked up"
    )
    assert "names and dates were looked for in 2 of its 5 words" in cut(replace(whole, words=5))


@pytest.mark.parametrize("why", Abstention)
def test_every_view_says_in_plain_words_that_nothing_answers(why: Abstention) -> None:
    plainly = envelope()
    silent = replace(plainly, receipt=replace(plainly.receipt, abstention=why))
    assert abstains(plainly.receipt) == ""
    for said in (plain.envelope(inspector.inspect(silent)), str(html.envelope(inspector.inspect(silent)))):
        assert ABSTENTIONS[why] in said
    assert ABSTENTIONS[why] not in plain.envelope(inspector.inspect(plainly))
    assert (silent.abstains, plainly.abstains) == (True, False)


def test_what_was_cut_stands_with_what_is_incomplete() -> None:
    sample = envelope()
    receipt = replace(sample.receipt, reading=replace(NOTHING_READ, terms=65, terms_asked=64))
    view = inspector.inspect(replace(sample, receipt=receipt, degraded=("text:error:X",)))
    assert view.header.degraded == (
        "text, error, X",
        "only part of the message was read: 64 of 65 different words were looked up",
    )
