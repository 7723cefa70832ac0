"""Vectors as signed bytes: what they hold, how near two of them are. Exact, and so the same on every machine.

A vector's largest number becomes 127 and the others follow; its length is of no account. Products of such bytes, summed
over up to a thousand of them, are whole numbers that a float of 32 bits holds exactly, so that no order of adding them
changes the sum, whatever library and processor do it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Row: TypeAlias = NDArray[np.float32]
    Rows: TypeAlias = NDArray[np.float32]
    Bytes: TypeAlias = NDArray[np.int8]
    Doubles: TypeAlias = NDArray[np.float64]
    Wholes: TypeAlias = NDArray[np.int64]

#: Largest number of a byte that is used; longest vector whose sums stay exact (127 * 127 * 1,040 < 2 ** 24).
_LARGEST, LONGEST = 127, 1_040
#: Vectors that are multiplied at a time: as floats they stay in a processor's cache, and BLAS starts no thread.
_BATCH = 512
#: Digits of a cosine.
_DIGITS = 4


class Packed(NamedTuple):
    """Vectors as bytes, one in each row, with their lengths as such."""

    rows: Bytes
    lengths: Doubles


def to_bytes(rows: Rows) -> list[bytes]:
    """Each row as signed bytes; zeros stay zeros."""
    import numpy as np

    largest = np.abs(rows).max(axis=1, keepdims=True, initial=0.0).astype(np.float64)
    scaled = np.rint(rows * (_LARGEST / np.maximum(largest, 1e-12)))
    return [row.tobytes() for row in scaled.astype(np.int8)]


def packed(vectors: Sequence[bytes], dimensions: int) -> Packed:
    """Vectors as they are kept, each of so many bytes."""
    import numpy as np

    rows = np.frombuffer(b"".join(vectors), np.int8).reshape(len(vectors), dimensions)
    lengths = np.empty(len(rows), np.float64)
    for start in range(0, len(rows), _BATCH):
        batch = rows[start : start + _BATCH].astype(np.float32)
        lengths[start : start + _BATCH] = np.sqrt(np.einsum("ij,ij->i", batch, batch).astype(np.float64))
    return Packed(rows, lengths)


def joined(one: Packed, other: Packed) -> Packed:
    """The vectors of both, in this order."""
    import numpy as np

    return Packed(np.concatenate((one.rows, other.rows)), np.concatenate((one.lengths, other.lengths)))


def cosines(vector: bytes, among: Packed) -> Doubles:
    """How near each of some vectors is to one, from -1 to 1; zeros are near to nothing."""
    import numpy as np

    asked = np.frombuffer(vector, np.int8).astype(np.float32)
    products = np.empty(len(among.rows), np.float64)
    for start in range(0, len(among.rows), _BATCH):
        batch = among.rows[start : start + _BATCH].astype(np.float32)
        products[start : start + _BATCH] = batch @ asked
    length = float(np.sqrt(np.float64(asked @ asked)))
    return np.asarray(np.round(products / np.maximum(among.lengths * length, 1e-12), _DIGITS), np.float64)
