"""Debian's chromium for tests marked `browser`: one browser a session, one watched page a test.

A page may load only what the test serves from `ORIGIN` or from this machine; anything else is refused and noted.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Route, sync_playwright

CHROMIUM = Path("/usr/bin/chromium")
ORIGIN = "http://a008.test"
_ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
_LOCAL = {"127.0.0.1", "localhost", "::1"}


class Watch:
    """What a page did that it should not have done."""

    def __init__(self, page: Page) -> None:
        self.errors: list[str] = []
        self.outside: list[str] = []
        page.route(lambda url: urlsplit(url).hostname not in _LOCAL, self._refuse)
        page.on("console", self._note)
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    def _refuse(self, route: Route) -> None:
        if urlsplit(route.request.url).scheme in {"http", "https", "ws", "wss"}:
            self.outside.append(route.request.url)
            route.abort()
        else:
            route.continue_()

    def _note(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(message.text)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One headless chromium for all tests of a session."""
    if not CHROMIUM.exists():
        pytest.skip(f"{CHROMIUM} is not installed")
    with sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=str(CHROMIUM), args=_ARGUMENTS)
        yield started
        started.close()


@pytest.fixture
def browser_page(browser: Browser) -> Iterator[Page]:
    """A fresh page, 1,000 pixels wide; a console error or a request that leaves this machine fails the test."""
    context = browser.new_context(viewport={"width": 1000, "height": 900}, reduced_motion="reduce")
    page = context.new_page()
    watch = Watch(page)
    yield page
    context.close()
    assert watch.errors == []
    assert watch.outside == []
