"""What a stranger gets from `pip install`: the package, the configuration directory and the notebooks, nothing else."""

from __future__ import annotations

import os
import subprocess
import sys
from email import message_from_string
from pathlib import Path
from zipfile import ZipFile

import pytest

_ROOT = Path(__file__).parents[1]
pytestmark = pytest.mark.xdist_group("wheel")  # one worker, so that it is built once


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout, built without fetching anything."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(_ROOT)]
    done = subprocess.run(build, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = folder.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def names(wheel: Path) -> set[str]:
    with ZipFile(wheel) as archive:
        return set(archive.namelist())


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel unpacked, outside the checkout."""
    folder = tmp_path_factory.mktemp("site")
    with ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def _files(folder: str, *patterns: str) -> set[str]:
    found = (path for pattern in patterns for path in (_ROOT / folder).rglob(pattern))
    return {path.relative_to(_ROOT).as_posix() for path in found if "__pycache__" not in path.parts}


def test_it_holds_every_file_of_the_package_and_the_marker_of_its_types(names: set[str]) -> None:
    assert _files("a008", "*.py", "*.js", "*.css") - names == set()
    assert "a008/py.typed" in names


def test_it_holds_a_script_and_a_style_for_the_widgets(names: set[str]) -> None:
    for suffix in (".js", ".css"):
        assert any(name.startswith("a008/widgets/static/") and name.endswith(suffix) for name in names), suffix


def test_it_holds_the_configuration_directory_of_the_knowledge_manager(names: set[str]) -> None:
    shipped = {name.removeprefix("a008/_") for name in names if name.startswith("a008/_datasette/")}
    assert _files("datasette", "*.py", "*.html", "*.css", "*.js", "*.svg", "*.yaml", "*.json") - shipped == set()
    assert {"datasette/metadata.yaml", "datasette/settings.json"} <= shipped
    for part in ("plugins", "templates", "static"):
        assert any(name.startswith(f"datasette/{part}/") for name in shipped), part


def test_it_holds_the_notebooks(names: set[str]) -> None:
    shipped = {name.removeprefix("a008/_") for name in names if name.startswith("a008/_notebooks/")}
    assert "notebooks/01_the_library.ipynb" in shipped
    assert {file for file in _files("notebooks", "*.ipynb") if "checkpoint" not in file} - shipped == set()


def test_it_holds_nothing_else_and_never_shadows_another_package(names: set[str]) -> None:
    assert {name.split("/")[0] for name in names} == {"a008", f"a008-{_version(names)}.dist-info"}
    unwanted = ("__pycache__", ".ipynb_checkpoints", "/tests/", "conftest", ".db", ".map", "datasette/__init__.py")
    assert [name for name in names if any(part in name for part in unwanted)] == []


def _version(names: set[str]) -> str:
    (metadata,) = (name for name in names if name.endswith(".dist-info/METADATA"))
    return metadata.split("/")[0].removeprefix("a008-").removesuffix(".dist-info")


def test_its_metadata_name_the_command_the_licence_and_the_pythons_it_runs_on(installed: Path) -> None:
    (folder,) = installed.glob("a008-*.dist-info")
    metadata = message_from_string((folder / "METADATA").read_text(encoding="utf-8"))
    assert metadata["Requires-Python"] == ">=3.11"
    assert metadata["License-Expression"] == "Apache-2.0"
    assert metadata.get_all("License-File") == ["LICENSE"]
    assert (folder / "licenses" / "LICENSE").read_bytes() == (_ROOT / "LICENSE").read_bytes()
    assert "a008 = a008.cli.main:main" in (folder / "entry_points.txt").read_text(encoding="utf-8").splitlines()
    assert metadata["Description-Content-Type"] == "text/markdown"


@pytest.mark.parametrize("arguments", [("demo",), ("browse", "--help"), ("chat", "--help")])
def test_its_commands_run_from_the_wheel_and_not_from_the_checkout(
    installed: Path, tmp_path: Path, arguments: tuple[str, ...]
) -> None:
    program = f"import a008.cli.main as m, sys; assert m.__file__.startswith({str(installed)!r}); sys.exit(m.main())"
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program, *arguments],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(installed)},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout
