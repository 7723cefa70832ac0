"""The standard streams; whole processes with odd ones are in `test_shells.py`."""

import errno
import io
import os

import pytest

from a008.cli import streams
from a008.errors import Code, StoreError


class Failing(io.StringIO):
    """A stream whose disk fails."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self._number = number

    def flush(self) -> None:
        raise OSError(self._number, os.strerror(self._number))


@pytest.mark.parametrize(("number", "code"), [(errno.ENOSPC, Code.STORAGE_FULL), (errno.EIO, Code.STORAGE_IO)])
def test_a_disk_that_fails_is_an_error_of_ours(number: int, code: Code, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "let_go", lambda stream: None)
    with pytest.raises(StoreError) as caught:
        streams.write(Failing(number), "words")
    assert caught.value.code is code


def test_a_reader_that_went_away_is_not() -> None:
    with pytest.raises(BrokenPipeError):
        streams.write(Failing(errno.EPIPE), "words")


@pytest.mark.parametrize("word", ["plain", "Malmö", "🦊"])
def test_a_word_that_the_locale_could_not_read_is_read_as_utf_8(word: str) -> None:
    assert streams.as_utf_8(word) == word
    assert streams.as_utf_8(word.encode().decode("ascii", "surrogateescape")) == word


def test_bytes_that_are_no_text_in_any_way_are_replaced() -> None:
    assert streams.as_utf_8(b"\xff".decode("ascii", "surrogateescape")) == "\ufffd"
