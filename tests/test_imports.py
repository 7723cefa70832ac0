"""Importing the package is free: it opens no file, calls nobody, and loads no heavy library."""

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.imports import imports

_ROOT = Path(__file__).parents[1]
_HEAVY = [
    *("IPython", "anywidget", "click", "datasette", "filelock", "httpx", "ipywidgets", "jupyterlab", "numpy"),
    *("pandas", "polars", "pydantic", "rich", "sqlite3", "sqlite_utils", "traitlets", "uvicorn"),
]
#: Runs in a process of its own: notes what the import asks of the machine, then says what it loaded.
_PROBE = """
import json, sys
events = []
def note(event, arguments):
    if event == "open":
        events.append(f"open {arguments[0]}")
    elif event.split(".")[0] in ("socket", "sqlite3", "subprocess", "os") and event not in ("os.listdir", "os.scandir"):
        events.append(event)
sys.addaudithook(note)
import a008
noted = list(events)
print(json.dumps({"events": noted, "modules": sorted(sys.modules)}))
"""


class Report(NamedTuple):
    """What one import did."""

    events: list[str]
    modules: set[str]


@pytest.fixture(scope="module")
def report() -> Report:
    done = subprocess.run([sys.executable, "-B", "-c", _PROBE], cwd=_ROOT, capture_output=True, text=True, check=True)
    said = json.loads(done.stdout)
    return Report(said["events"], set(said["modules"]))


def test_importing_the_package_opens_only_modules(report: Report) -> None:
    assert [event for event in report.events if not event.endswith((".py", ".pyc", ".so"))] == []
    assert any("a008" in event for event in report.events), "the probe sees what is opened"


@pytest.mark.parametrize("name", _HEAVY)
def test_importing_the_package_does_not_load(report: Report, name: str) -> None:
    assert name not in report.modules


def test_a_name_that_is_not_public_is_an_attribute_error() -> None:
    import a008

    assert a008.__all__ == dir(a008)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = a008.nothing


def test_the_runtime_dependencies_are_exactly_these() -> None:
    """House rule 25: a dependency comes in by a decision, never by the way."""
    project = tomllib.loads((_ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["dependencies"] == [
        "click>=8.1",
        "datasette>=0.65,<1",
        "filelock>=3.13",
        "httpx>=0.27",
        "pydantic>=2.7",
        "rich>=13.7",
        "sqlite-utils>=3.36",
        "uvicorn>=0.22",
    ]
    assert project["optional-dependencies"] == {
        "lab": [
            *("altair>=5.4,<6", "anywidget>=0.9", "ipywidgets>=8.1", "jupyterlab>=4.2", "pandas>=2.2"),
            "polars>=1.0",
        ],
        "tokens": ["bpe-openai>=0.1.4"],
        "dense": ["numpy>=2", "safetensors>=0.4", "tokenizers>=0.20", "wordllama>=0.4.0.post1,<0.5"],
        "minilm": ["numpy>=2", "onnxruntime>=1.20", "tokenizers>=0.20"],
        "all": ["a008[dense,lab,minilm,tokens]"],
    }


def test_what_is_imported_is_declared_and_not_borrowed_from_another_package() -> None:
    project = tomllib.loads((_ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"].values()
    declared = [want for wants in (project["dependencies"], *extras) for want in wants]
    names = {re.split(r"[<>=]", want)[0].replace("-", "_") for want in declared} | {"IPython", "traitlets"}
    ours = {"a008", *sys.stdlib_module_names}
    assert {found.package for found in imports()} - ours - names == set(), "IPython and traitlets come with ipywidgets"


def test_every_dependency_is_pinned_by_name_and_version_alone() -> None:
    lines = (_ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pins = dict(line.split("==") for line in lines)
    assert lines == sorted(lines)
    assert not {"a008", "pip", "setuptools", "uv"} & set(pins)
    project = tomllib.loads((_ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wanted = [
        *project["project"]["dependencies"],
        *(want for extra in project["project"]["optional-dependencies"].values() for want in extra),
        *project["dependency-groups"]["dev"],
    ]
    assert {name for want in wanted if (name := want.split(">=")[0]) and "[" not in name} - set(pins) == set()
