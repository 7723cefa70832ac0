"""Language tables of the user's own, from files. Source: issue 4; where they lie is our choice."""

from pathlib import Path

import pytest

from a008 import open_workbench
from a008.clock import Instant, ManualClock
from a008.errors import Code, UsageError
from a008.memory.envelope import Intent
from a008.retrieval.languages import MAX_BYTES, files, tables
from a008.retrieval.rules import rules
from a008.retrieval.vocabulary import vocabulary

_FINNISH = """
stop = "mikä oli se"
[intents]
history = ["aiemmin"]
"""


def test_the_tables_of_a_folder_are_read_in_the_order_of_their_names(tmp_path: Path) -> None:
    for name in ("b.toml", "a.toml", "notes.txt", ".hidden.toml"):
        (tmp_path / name).write_text(f'stop = "{name[0]}"', encoding="utf-8")
    assert [path.name for path in files(tmp_path)] == ["a.toml", "b.toml"]
    assert tables(tmp_path) == ('stop = "a"', 'stop = "b"')


def test_no_folder_is_no_table(tmp_path: Path) -> None:
    assert tables(tmp_path / "nowhere") == ()


@pytest.mark.parametrize(
    "raw", [b"\xff\xfe", b"stop = [", b'stpo = "x"', b"#" * (MAX_BYTES + 1)], ids=["bytes", "toml", "name", "size"]
)
def test_a_table_that_cannot_be_read_is_named(tmp_path: Path, raw: bytes) -> None:
    (tmp_path / "bad.toml").write_bytes(raw)
    with pytest.raises(UsageError) as caught:
        tables(tmp_path)
    assert caught.value.code is Code.CONFIGURATION
    assert "bad.toml" in str(caught.value)


def test_a_folder_that_is_none_is_named(tmp_path: Path) -> None:
    (tmp_path / "languages").write_text("", encoding="utf-8")
    with pytest.raises(UsageError, match="languages"):
        tables(tmp_path / "languages")


def test_tables_of_the_home_folder_reach_what_a_session_sends(tmp_path: Path) -> None:
    clock = ManualClock(Instant.parse("2026-01-10T09:00:00Z"))
    question = "What did I eat aiemmin?"
    with open_workbench(tmp_path, clock=clock) as workbench:
        session = workbench.session()
        session.ask("I live in Lyon.")
        assert Intent.HISTORY not in session.envelope(question).intents
    (tmp_path / "languages").mkdir()
    (tmp_path / "languages" / "fi.toml").write_text(_FINNISH, encoding="utf-8")
    with open_workbench(tmp_path, clock=clock) as workbench:
        session = workbench.session()
        assert Intent.HISTORY in session.envelope(question).intents
        assert Intent.HISTORY in session.ask(question).envelope.intents
        assert Intent.HISTORY in workbench.envelopes().of(question).intents
        assert workbench.envelopes().verify().is_sound


def test_a_setting_names_another_folder(tmp_path: Path) -> None:
    (tmp_path / "fi.toml").write_text(_FINNISH, encoding="utf-8")
    with open_workbench(tmp_path / "home", languages=tmp_path) as workbench:
        assert Intent.HISTORY in workbench.session().envelope("aiemmin?").intents


def test_a_workbench_with_a_broken_table_does_not_open(tmp_path: Path) -> None:
    (tmp_path / "languages").mkdir()
    (tmp_path / "languages" / "fi.toml").write_text("stop = 3", encoding="utf-8")
    with pytest.raises(UsageError, match=r"line 1 of .*fi\.toml"):
        open_workbench(tmp_path)
    assert not (tmp_path / "memory.sqlite").exists()


def test_another_table_is_another_digest_of_the_rules() -> None:
    assert len({rules(), rules(_FINNISH), rules(_FINNISH, _FINNISH)}) == 3
    assert vocabulary(_FINNISH).stop > vocabulary().stop
