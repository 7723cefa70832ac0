"""The Knowledge Manager in a real browser: 0, 1 and 300 addresses, both schemes, narrow and wide. Our choice."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page

from tests.host.process import host_process
from tests.shelf import Fact, Shelf

pytestmark = pytest.mark.browser

_SIZES = {"narrow": (360, 800), "wide": (1_400, 900)}
_HOSTILE = "<img src=x onerror=alert(1)><script>alert(2)</script>"


@pytest.fixture(scope="module")
def addresses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[int, str]]:
    """Addresses of three servers, by how many semantic addresses their store holds."""
    folder = tmp_path_factory.mktemp("stores")
    for count in (1, 300):
        shelf = Shelf(folder / f"{count}.sqlite")
        facts = [Fact(f"file {n:03}", "size", n, f"File {n:03} has size {n}.") for n in range(count - 1)]
        for start in range(0, len(facts), 100):
            shelf.tell(*facts[start : start + 100])
        shelf.tell(Fact("a thing", "name", _HOSTILE, f"The name of the thing is {_HOSTILE}", domains=(_HOSTILE,)))
        shelf.tell(Fact("a thing", "name", "Oslo", "Its name is Oslo now.", wording="change"))
        shelf.close()
    with (
        host_process(folder / "0.sqlite") as (_, none),
        host_process(folder / "1.sqlite") as (_, one),
        host_process(folder / "300.sqlite") as (_, many),
    ):
        yield {0: none["url"], 1: one["url"], 300: many["url"]}


@pytest.mark.parametrize("size", _SIZES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("count", [0, 1, 300])
def test_the_overview_fits_every_screen_and_scheme(
    addresses: dict[int, str], browser_page: Page, count: int, scheme: str, size: str
) -> None:
    """The shared page fails the test on any console error or request that leaves this machine."""
    width, height = _SIZES[size]
    browser_page.set_viewport_size({"width": width, "height": height})
    browser_page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    browser_page.goto(addresses[count])
    assert "token" not in browser_page.url
    assert browser_page.locator("h1").count() == 1
    assert browser_page.locator("tbody tr").count() == min(count, 50)
    assert browser_page.evaluate("document.documentElement.scrollWidth") <= width
    ground = browser_page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (ground == "rgb(20, 24, 28)") is (scheme == "dark")


def test_a_person_finds_out_what_it_was_before_and_who_said_so(addresses: dict[int, str], browser_page: Page) -> None:
    browser_page.goto(addresses[1])
    browser_page.get_by_role("link", name="a_thing.name").click()
    assert browser_page.locator(".now .value").inner_text() == "Oslo"
    assert browser_page.locator("mark").first.inner_text() == "Its name is Oslo now."
    before = browser_page.locator("tr", has_text="held before")
    assert _HOSTILE in before.inner_text()
    before.get_by_text("1 utterance").click()
    before.locator("blockquote footer a").first.click()
    assert browser_page.locator("h1").inner_text().startswith("utterance_")
    assert f"The name of the thing is {_HOSTILE}" in browser_page.locator("main").inner_text()


def test_pages_are_turned_with_the_keyboard_alone(addresses: dict[int, str], browser_page: Page) -> None:
    browser_page.goto(addresses[300])
    browser_page.keyboard.press("Tab")
    assert browser_page.evaluate("document.activeElement.textContent") == "Skip to the content"
    browser_page.get_by_role("link", name="Next page").focus()
    browser_page.keyboard.press("Enter")
    browser_page.wait_for_url("**address=**")
    assert browser_page.locator("tbody th").first.inner_text() == "file_049.size"


def test_a_search_shows_what_matches_and_leads_back(addresses: dict[int, str], browser_page: Page) -> None:
    browser_page.goto(addresses[300])
    browser_page.get_by_role("searchbox").fill('file 017" OR * NEAR(')
    browser_page.get_by_role("button", name="Search").click()
    assert browser_page.get_by_role("link", name="File 017 has size 17.").first.is_visible()
    browser_page.get_by_role("link", name="Show what holds now").click()
    assert browser_page.locator("tbody tr").count() == 50


@pytest.mark.parametrize("path", ["/-/claims", "/-/conflicts", "/store", "/store/claim", "/store/revision/1"])
def test_every_other_page_fits_a_narrow_screen(addresses: dict[int, str], browser_page: Page, path: str) -> None:
    browser_page.set_viewport_size({"width": 360, "height": 800})
    browser_page.goto(addresses[1])
    browser_page.goto(addresses[1].partition("/?")[0] + path)
    assert browser_page.locator("h1").count() == 1
    assert browser_page.evaluate("document.documentElement.scrollWidth") <= 360
