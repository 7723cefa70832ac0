"""Text that cannot be stored is mended. Source: bug report B017; split pairs are our choice."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from a008.providers.mending import TextMender


def _mend(*pieces: str) -> tuple[str, bool]:
    mender = TextMender()
    text = "".join([*(mender.feed(piece) for piece in pieces), mender.finish()])
    return text, mender.repaired


def test_a_pair_that_was_cut_in_two_is_joined() -> None:
    assert _mend("to the \ud83c", "\udf0d!") == ("to the 🌍!", False)
    assert _mend("\ud83c", "", "\udf0d") == ("🌍", False)


def test_a_lone_half_becomes_a_mark_and_is_reported() -> None:
    assert _mend("price \udc81 ok") == ("price \ufffd ok", True)
    assert _mend("end \ud83c") == ("end \ufffd", True)
    assert _mend("\ud83c", "x") == ("\ufffdx", True)


@given(st.text(st.sampled_from("a🌍\ud83c\udf0d\udc81é")), st.data())
def test_no_split_changes_the_text_and_it_can_always_be_stored(text: str, data: st.DataObject) -> None:
    cut = data.draw(st.integers(0, len(text)))
    whole = _mend(text)
    assert _mend(text[:cut], text[cut:]) == whole
    assert _mend(*text) == whole
    whole[0].encode("utf-8")
