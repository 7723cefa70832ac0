"""The version stands in one place, `pyproject.toml`; the changelog and the package say the same. House rule 25."""

import re
import tomllib
from pathlib import Path

import a008

_ROOT = Path(__file__).parents[1]
_CHANGELOG = (_ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
_VERSION = tomllib.loads((_ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
_HEADINGS = re.findall(r"^## (.+)$", _CHANGELOG, re.MULTILINE)


def test_the_newest_version_of_the_changelog_is_the_version_of_the_project() -> None:
    assert next(heading for heading in _HEADINGS if heading != "[Unreleased]").split()[0] == f"[{_VERSION}]"


def test_the_package_says_the_same_version() -> None:
    assert a008.__version__ == _VERSION


def test_headings_are_unreleased_and_then_versions_with_a_date_newest_first() -> None:
    shape = re.compile(r"\[(\d+)\.(\d+)\.(\d+)\] - \d{4}-\d\d-\d\d")
    assert _HEADINGS[0] == "[Unreleased]"
    matches = [shape.fullmatch(heading) for heading in _HEADINGS[1:]]
    versions = [tuple(map(int, match.groups())) for match in matches if match]
    assert len(versions) == len(matches)
    assert versions == sorted(versions, reverse=True)


def test_every_entry_is_one_sentence_under_a_known_kind_of_change() -> None:
    kinds = re.findall(r"^### (.+)$", _CHANGELOG, re.MULTILINE)
    assert kinds
    assert set(kinds) <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
    entries = re.findall(r"^- ((?:.+\n(?:  .+\n)*))", _CHANGELOG, re.MULTILINE)
    assert entries
    assert [entry for entry in entries if not entry.rstrip().endswith(".")] == []
