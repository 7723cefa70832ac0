"""The examination, put together."""

import importlib.util
from pathlib import Path

import pytest

from a008.config import load_settings
from a008.errors import Code, ProviderError, ProviderFault
from a008.providers import registry
from a008.runtime import doctor
from a008.runtime.doctor import Finding, Level, Report, Topic, examine
from a008.store import build as sqlite
from a008.store.build import Build
from a008.store.checks import Check
from tests.shelf import Fact, Shelf


def _of(report: Report, subject: str, topic: Topic | None = None) -> Finding:
    found = [f for f in report.findings if f.subject == subject and topic in (None, f.topic)]
    (finding,) = found
    return finding


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home folder whose store was told one thing."""
    shelf = Shelf(tmp_path / "memory.sqlite")
    shelf.tell(Fact("user", "residence", "Lyon", "I live in Lyon."))
    shelf.close()
    return tmp_path


def test_a_sound_store_has_no_failure(home: Path) -> None:
    report = examine(load_settings(home=home))
    assert report.failure is None
    assert _of(report, "revision").says == "2, in 1 project"
    assert {finding.level for finding in report.findings} <= {Level.OK, Level.NOTE}


def test_every_check_says_something_when_all_is_well(home: Path) -> None:
    report = examine(load_settings(home=home))
    for check in Check:
        assert _of(report, check, Topic.STORE).level is Level.OK


@pytest.mark.parametrize(("race", "level"), [(True, Level.NOTE), (False, Level.OK)])
def test_the_race_of_sqlite_is_named_with_what_keeps_it_away(
    home: Path, monkeypatch: pytest.MonkeyPatch, race: bool, level: Level
) -> None:
    build = Build(version="3.99.9", has_full_text=True, has_wal_race=race, threads="serialized", options=())
    monkeypatch.setattr(sqlite, "build", lambda: build)
    finding = _of(examine(load_settings(home=home)), "SQLite")
    assert finding.level is level
    assert ("every write of A008 holds one lock" in finding.says) is race


def test_a_missing_full_text_index_is_a_fault(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build = Build(version="3.99.9", has_full_text=False, has_wal_race=False, threads="serialized", options=())
    monkeypatch.setattr(sqlite, "build", lambda: build)
    report = examine(load_settings(home=home))
    assert _of(report, "full text", Topic.PROGRAM).level is Level.FAULT
    assert report.failure is not None


def test_a_provider_that_does_not_load_is_a_note_and_no_fault(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = ProviderError("it does not load", fault=ProviderFault.CONFIGURATION, item="other = other:FAMILY")
    monkeypatch.setattr(registry, "broken", lambda: (broken,))
    report = examine(load_settings(home=home))
    assert _of(report, "provider").level is Level.NOTE
    assert "other = other:FAMILY" in _of(report, "provider").says
    assert report.failure is None


def test_a_second_sqlite_in_the_environment_is_a_note(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: find("json" if name == "pysqlite3" else name))
    assert "uninstall it" in _of(examine(load_settings(home=home)), "second SQLite").says


def test_a_long_wal_is_a_note(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "_LONG_WAL", 0)
    shelf = Shelf(home / "memory.sqlite")
    shelf.tell(Fact("user", "name", "Ada", "My name is Ada."))
    assert _of(examine(load_settings(home=home)), "WAL").level is Level.NOTE
    shelf.close()


def test_no_key_is_ever_shown(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("A008_API_KEY", "sk-very-secret")
    report = examine(load_settings(home=home))
    assert "is set" in _of(report, "key").says
    assert not [finding for finding in report.findings if "very-secret" in finding.says]


def test_a_store_that_does_not_exist_is_not_made(tmp_path: Path) -> None:
    report = examine(load_settings(home=tmp_path / "home"))
    assert report.failure is None
    assert not (tmp_path / "home").exists()


def test_a_file_that_cannot_be_read_is_the_failure(tmp_path: Path) -> None:
    (tmp_path / "memory.sqlite").mkdir()
    report = examine(load_settings(home=tmp_path))
    assert report.failure is not None
    assert report.failure.code is Code.STORAGE_IO


def test_a_store_in_memory_has_no_file_to_look_at(tmp_path: Path) -> None:
    report = examine(load_settings(home=tmp_path, store=":memory:"))
    assert _of(report, "file").says.startswith("in memory")


def test_a_language_table_that_cannot_be_read_is_named_and_the_rest_is_examined(home: Path) -> None:
    assert "none of your own" in _of(examine(load_settings(home=home)), "languages").says
    (home / "languages").mkdir()
    (home / "languages" / "fi.toml").write_text('stop = "mikä"', encoding="utf-8")
    assert "fi.toml" in _of(examine(load_settings(home=home)), "languages").says
    (home / "languages" / "sw.toml").write_text('stop = "na"\nstpo = "ya"', encoding="utf-8")
    report = examine(load_settings(home=home))
    finding = _of(report, "languages")
    assert finding.level is Level.FAULT
    assert "line 2 of" in finding.says
    assert "sw.toml" in finding.says
    assert report.failure is not None
    assert report.failure.code is Code.CONFIGURATION
    assert _of(report, "revision").level is Level.OK


def test_the_budget_is_told_with_what_it_counts(home: Path) -> None:
    assert _of(examine(load_settings(home=home)), "budget").says == "32,768, counted in bytes"
    counted = _of(examine(load_settings(home=home, tokenizer="o200k_base", budget=8_000)), "budget")
    assert counted.says == "8,000, counted in tokens of o200k_base"
    unknown = examine(load_settings(home=home, tokenizer="words"))
    assert unknown.failure is not None
    assert unknown.failure.code is Code.CONFIGURATION
