"""Golden envelopes: written on demand, compared to the byte, and a difference that can be read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from a008.clock import Instant, ManualClock
from a008.ids import CountedIds
from a008.lab.golden import VARIABLE, WRITE, golden
from a008.workbench import open_workbench
from tests.present.samples import candidate, envelope, item, library

_GOLDEN = Path(__file__).parents[1] / "golden"
#: Read before the guards of the tests take the environment away.
_WRITE = os.environ.get(VARIABLE) == WRITE


def test_what_a_model_is_shown_of_a_small_conversation_stays_the_same() -> None:
    """Ids, order, wording and bytes: a change of any of them is one that users see."""
    clock = ManualClock(Instant.parse("2026-01-10T09:00:00Z"))
    with open_workbench(store=":memory:", project="test", clock=clock, mint=CountedIds("golden")) as workbench:
        session = workbench.session()
        for message in ("I live in Lyon.", "We use PostgreSQL for storage.", "We use SQLite for storage now."):
            session.ask(message)
            clock.advance(days=1)
        golden(session.envelope("What do we use for storage?"), _GOLDEN / "envelope_storage.json", write=_WRITE)
        golden(session.envelope("What did we use for storage before?"), _GOLDEN / "envelope_history.json", write=_WRITE)


def test_the_file_holds_the_payload_and_a_line_feed(tmp_path: Path) -> None:
    file = tmp_path / "folder" / "library.json"
    golden(library(), file, write=True)
    assert file.read_bytes() == library().payload.encode() + b"\n"
    golden(library(), file, write=False)


def test_a_file_that_is_not_there_says_how_to_make_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("A008_GOLDEN", raising=False)
    with pytest.raises(AssertionError, match=r"there is no golden envelope yet.*A008_GOLDEN=write"):
        golden(library(), tmp_path / "library.json")
    monkeypatch.setenv("A008_GOLDEN", "write")
    golden(library(), tmp_path / "library.json")
    monkeypatch.delenv("A008_GOLDEN")
    golden(library(), tmp_path / "library.json")


def test_a_difference_shows_the_item_that_changed_and_leaves_the_file(tmp_path: Path) -> None:
    file = tmp_path / "one.json"
    golden(envelope(candidate(item(1, "The house is white.")), message="Which colour?"), file, write=True)
    before = file.read_bytes()
    with pytest.raises(AssertionError) as failed:
        golden(envelope(candidate(item(1, "The house is red.")), message="Which colour?"), file, write=False)
    lines = str(failed.value).splitlines()
    assert lines[0].startswith("the envelope of 'Which colour?' is not the one in ")
    assert [line for line in lines if line.startswith(("-  ", "+  "))] == [
        '-   "proposition": "The house is white.",',
        '+   "proposition": "The house is red.",',
    ]
    assert file.read_bytes() == before


@pytest.mark.parametrize("spoilt", [b"", b"no JSON\n", b"\xff"])
def test_a_spoilt_file_fails_and_is_shown(tmp_path: Path, spoilt: bytes) -> None:
    (tmp_path / "one.json").write_bytes(spoilt)
    with pytest.raises(AssertionError, match="is not the one in"):
        golden(library(), tmp_path / "one.json", write=False)


def test_bytes_around_the_items_count_too(tmp_path: Path) -> None:
    (tmp_path / "one.json").write_bytes(library().payload.encode())
    with pytest.raises(AssertionError, match="the bytes around them differ"):
        golden(library(), tmp_path / "one.json", write=False)
