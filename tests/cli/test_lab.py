"""`a008 lab` and its check, with a real JupyterLab. Source: the issue; the copy of the notebooks is our choice."""

from __future__ import annotations

import importlib.util
import json
import signal
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from a008.cli import lab
from a008.cli.main import main
from a008.cli.servers import PATIENCE
from a008.config import load_settings
from tests.cli.program import running


@pytest.fixture(autouse=True)
def _own_jupyter(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Folders of its own for JupyterLab, which would write into the user's."""
    for name in ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "JUPYTERLAB_SETTINGS_DIR"):
        monkeypatch.setenv(name, str(tmp_path / name))
    monkeypatch.setenv("JUPYTERLAB_WORKSPACES_DIR", str(tmp_path / "workspaces"))


def test_the_check_starts_both_waits_until_they_answer_and_stops_them(capfd: pytest.CaptureFixture[str]) -> None:
    """The token of JupyterLab stands in its address and in no log."""
    assert main(["lab", "--check", "--json"]) == 0
    out, err = capfd.readouterr()
    urls = json.loads(out)
    assert set(urls) == {"jupyterlab", "knowledge_manager"}
    assert urlsplit(urls["jupyterlab"]).path == f"/lab/tree/{lab.FIRST}"
    assert {urlsplit(url).hostname for url in urls.values()} == {"127.0.0.1"}
    lines = err.splitlines()
    assert [line.split(" answers")[0] for line in lines[1:3]] == ["JupyterLab", "Knowledge Manager"]
    assert lines[-1] == "Both were stopped."
    assert _left_over(urls) == []
    token = urls["jupyterlab"].partition("token=")[2]
    assert len(token) >= 32
    assert token not in (load_settings().home / "lab.log").read_text()


def _left_over(urls: dict[str, str]) -> list[str]:
    """Processes whose command line names a port of ours."""
    ports = [f"port={urlsplit(url).port}" for url in urls.values()]
    lines = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            lines.append(path.read_bytes().replace(b"\0", b" ").decode())
        except OSError:
            continue  # ended meanwhile
    return [line for line in lines if any(port in line for port in ports)]


def test_both_run_until_ctrl_c_which_ends_both_and_quietly() -> None:
    with running("lab", "--no-open", "--json") as process:
        assert process.stdout
        urls = json.loads(process.stdout.readline())
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=PATIENCE)
        assert process.returncode in {0, 130}
    assert _left_over(urls) == []


def test_without_jupyterlab_it_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    assert main(["lab", "--check"]) == 2
    assert "pip install 'a008[lab]'" in capfd.readouterr().err


def test_a_checkout_uses_its_own_notebooks(tmp_path: Path) -> None:
    assert lab.notebooks(tmp_path) == Path(__file__).parents[2] / "notebooks"


def test_an_installed_copy_brings_its_notebooks_once_and_never_overwrites_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package, home = tmp_path / "site-packages" / "a008", tmp_path / "home"
    (package / "_notebooks" / "data").mkdir(parents=True)
    (package / "_notebooks" / lab.FIRST).write_text("first")
    (package / "_notebooks" / "data" / "loadfile.c").write_text("int main;")
    monkeypatch.setattr(lab, "_PACKAGE", package)
    folder = lab.notebooks(home)
    assert folder == home / "notebooks"
    assert (folder / "data" / "loadfile.c").read_text() == "int main;"
    (folder / lab.FIRST).write_text("mine")
    (package / "_notebooks" / "02_new.ipynb").write_text("new")
    lab.notebooks(home)
    assert (folder / lab.FIRST).read_text() == "mine"
    assert (folder / "02_new.ipynb").read_text() == "new"
