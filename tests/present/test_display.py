"""Results draw themselves and are otherwise what they were. Source: issue "Library", `_repr_html_` of results."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields, replace

import pytest

from a008.memory.envelope import Envelope
from a008.memory.receipt import Receipt
from a008.present import display, listing
from a008.runtime.outcome import MemoryStatus, TurnResult
from tests.present import rows
from tests.present.samples import library, receipt


class _Paper:
    def __init__(self) -> None:
        self.printed = ""

    def text(self, content: str) -> None:
        self.printed += content


@pytest.mark.parametrize(
    ("shown", "said"),
    [
        (display.envelope(library()), "720 of 32,768 bytes"),
        (display.receipt(receipt()), "Revision 8"),
        (display.turn(rows.turn()), "loadfile.c lists only .md files."),
        (display.explanation(rows.explanation()), "loadfile.c lists every file."),
        (display.Rows([rows.head()], listing.heads([rows.head()])), "loadfile.c.lists"),
    ],
)
def test_a_result_draws_itself_as_html_and_prints_as_text(shown: display.Drawn, said: str) -> None:
    paper = _Paper()
    shown._repr_pretty_(paper, False)
    assert said in shown._repr_html_()
    assert said in str(shown) == paper.printed


def test_a_shown_value_serves_wherever_the_plain_one_does() -> None:
    plain, shown = library(), display.envelope(library())
    assert isinstance(shown, Envelope)
    assert all(getattr(shown, field.name) == getattr(plain, field.name) for field in fields(plain))
    with pytest.raises(FrozenInstanceError):
        shown.message = "another"  # type: ignore[misc]


def test_a_shown_value_equals_the_plain_one_from_both_sides_and_no_other() -> None:
    plain, shown, again = library(), display.envelope(library()), display.envelope(library())
    assert plain == shown == plain
    assert shown == again
    assert len({plain, shown, again}) == 1
    assert shown != replace(plain, message="another")
    assert shown != display.receipt(receipt())
    assert shown != "an envelope"


def test_a_shown_turn_has_a_shown_envelope_and_a_shown_receipt() -> None:
    shown = display.turn(rows.turn())
    assert isinstance(shown, TurnResult)
    assert isinstance(shown.envelope, display.ShownEnvelope)
    assert isinstance(shown.memory.receipt, Receipt)
    assert isinstance(shown.memory.receipt, display.ShownReceipt)
    assert display.turn(rows.turn(memory=MemoryStatus.NOTHING)).memory.receipt is None


def test_rows_are_a_tuple() -> None:
    values = [rows.head(), rows.head("nothing")]
    shown = display.Rows(values, listing.heads(values))
    assert shown == tuple(values)
    assert [head.value for head in shown[:2]] == ["every file", "nothing"]
