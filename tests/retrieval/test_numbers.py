"""Vectors as bytes: exact, so that no library, processor or order of adding changes a digit."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from a008.retrieval.numbers import LONGEST, cosines, joined, packed, to_bytes

_ROWS = st.lists(st.lists(st.floats(-1, 1, width=32), min_size=8, max_size=8), min_size=1, max_size=12)


@given(_ROWS)
def test_a_cosine_is_that_of_the_numbers_but_for_rounding(rows: list[list[float]]) -> None:
    given_rows = np.array(rows, np.float32)
    kept = to_bytes(given_rows)
    found = cosines(kept[0], packed(kept, 8))
    lengths = np.linalg.norm(given_rows.astype(np.float64), axis=1)
    for row, length, cosine in zip(given_rows, lengths, found, strict=True):
        if length > 1e-6 and lengths[0] > 1e-6:
            assert abs(float(row @ given_rows[0]) / (length * lengths[0]) - cosine) < 0.03


def test_the_longest_vectors_are_added_exactly() -> None:
    full = np.full(LONGEST, 127, np.int8).tobytes()
    assert 127 * 127 * LONGEST < 2**24
    assert cosines(full, packed([full], LONGEST)).tolist() == [1.0]


def test_zeros_are_near_to_nothing() -> None:
    zeros, ones = to_bytes(np.array([[0, 0, 0], [1, 1, 1]], np.float32))
    assert cosines(zeros, packed([zeros, ones], 3)).tolist() == [0.0, 0.0]
    assert cosines(ones, packed([zeros, ones], 3)).tolist() == [0.0, 1.0]


def test_pieces_give_what_the_whole_gives() -> None:
    drawn = np.random.default_rng(8).standard_normal((50, 16)).astype(np.float32)
    kept = to_bytes(drawn)
    whole = cosines(kept[0], packed(kept, 16))
    parts = joined(packed(kept[:20], 16), packed(kept[20:], 16))
    assert (cosines(kept[0], parts) == whole).all()
