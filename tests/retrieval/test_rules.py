"""The digest of the rules: the same everywhere, and another one when anything that decides is changed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from a008.retrieval import rules as module
from a008.retrieval.rules import rules


def test_every_process_has_the_same_digest() -> None:
    program = "from a008.retrieval.rules import rules; print(rules())"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == rules()
    assert len(rules()) == 64


def test_tables_of_the_users_own_are_rules_too() -> None:
    assert len({rules(), rules('stop = "a"'), rules('stop = "b"'), rules('stop = "a"', 'stop = "b"')}) == 4


@pytest.mark.parametrize("name", ["ranking.toml", "fuse.py", "lanes/text.py"])
def test_a_changed_constant_or_weight_changes_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """The package is copied, so that the files themselves stay as they are."""
    copied = f"rules_{name.replace('/', '_').partition('.')[0]}"
    package = tmp_path / copied
    (package / "lanes").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    for each in ("ranking.toml", "fuse.py", "lanes/text.py", "notes.txt"):
        (package / each).write_text("one = 1\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setattr(module, "_PACKAGES", (copied,))

    def digest() -> str:
        rules.cache_clear()
        return rules()

    try:
        before = digest()
        (package / name).write_bytes(b"one = 1\r\n")
        (package / "notes.txt").write_text("two")
        assert digest() == before
        (package / name).write_text("one = 2\n")
        assert digest() != before
    finally:
        rules.cache_clear()
