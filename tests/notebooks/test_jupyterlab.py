"""Each notebook in a real JupyterLab: run all, look, click; JupyterLab runs callbacks of widgets on other threads.

Source: the architecture's trap about subshells; issue "Library", screenshots light and dark.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from a008.cli.servers import jupyterlab, wait_until_it_answers
from tests.notebooks.record import NOTEBOOKS

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]
_PATIENCE = 90_000  # milliseconds


@pytest.fixture(params=["Light", "Dark"])
def library(
    request: pytest.FixtureRequest, browser_page: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Page]:
    """The first notebook, run from top to bottom in a JupyterLab of its own."""
    _settle(tmp_path, request.param, monkeypatch)
    folder = tmp_path / "notebooks"
    shutil.copytree(NOTEBOOKS, folder)
    with jupyterlab(folder, "01_the_library.ipynb", _free_port(), {}, tmp_path / "log") as server:
        wait_until_it_answers(server)
        page = browser_page
        page.set_viewport_size({"width": 1400, "height": 1000})
        page.goto(server.url)
        page.get_by_text("| Idle").wait_for(timeout=_PATIENCE)
        page.get_by_role("menuitem", name="Run", exact=True).click()
        page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
        _last_prompt(page).wait_for(timeout=_PATIENCE)
        yield page
        page.close()  # before its server goes


def test_the_library_runs_and_its_inspector_answers_every_click(library: Page) -> None:
    page = library
    expect(page.locator(".jp-RenderedText[data-mime-type='application/vnd.jupyter.stderr']")).to_have_count(0)
    widget = page.get_by_role("group", name="Envelope inspector").first
    widget.scroll_into_view_if_needed()
    for name in ("Left out", "Sent", "Left out"):  # the second and third click come from another event loop
        tab = widget.get_by_role("tab", name=name)
        tab.click()
        expect(tab).to_have_attribute("aria-selected", "true")
    widget.locator("summary").first.click()
    expect(widget.locator("details[open] dl")).to_contain_text("Id")
    widget.get_by_role("searchbox").fill("loadfile.c")
    expect(widget.get_by_role("status")).to_have_text(re.compile(r"^[1-9]\d* found$"))


def _last_prompt(page: Page) -> Locator:
    """The input prompt of the last code cell, once it has run."""
    return page.locator(".jp-CodeCell").last.locator(".jp-InputPrompt").filter(has_text="[")


def _settle(home: Path, theme: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let Jupyter keep everything in a folder of its own, and choose a theme."""
    settings = home / "settings" / "@jupyterlab" / "apputils-extension" / "themes.jupyterlab-settings"
    settings.parent.mkdir(parents=True)
    settings.write_text(json.dumps({"theme": f"JupyterLab {theme}"}), encoding="utf-8")
    for name, folder in {
        "HOME": "home",
        "IPYTHONDIR": "ipython",
        "JUPYTERLAB_SETTINGS_DIR": "settings",
        "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_DATA_DIR": "data",
        "JUPYTER_RUNTIME_DIR": "runtime",
    }.items():
        (home / folder).mkdir(exist_ok=True)
        monkeypatch.setenv(name, str(home / folder))
    assert os.environ["A008_HOME"]  # the guard has set one of the test's own


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
