"""The inspector's script in chromium, with a fake model. Source: the widgets' acceptance; S03 for hostile text."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from a008 import canon
from a008.memory.envelope import Envelope, Fate, ItemType
from a008.present import inspector
from tests.browser import ORIGIN
from tests.present.samples import HOSTILE, candidate, envelope, item, library
from tests.widgets.look import DARK, LIGHT, poor_contrast, unnamed

pytestmark = pytest.mark.browser

_STATIC = Path(inspector.__file__).parents[1] / "widgets" / "static"
_FILES = {
    "/inspector.js": _STATIC / "inspector.js",
    "/inspector.css": _STATIC / "inspector.css",
    "/fake_model.js": Path(__file__).with_name("fake_model.js"),
}
_TYPES = {".js": "text/javascript", ".css": "text/css"}
_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>test</title>
<link rel="stylesheet" href="/inspector.css"><main id="host"></main>
<script type="module">
import widget from "/inspector.js";
import { FakeModel } from "/fake_model.js";
window.draw = (state) => {
  window.model = new FakeModel(state);
  window.stop = widget.render({ model: window.model, el: document.getElementById("host") });
};
</script>"""
Draw = Callable[..., Page]


@pytest.fixture
def draw(browser_page: Page) -> Draw:
    """Draws an envelope as JupyterLab would, with its colours."""
    page = browser_page

    def serve(route: Route) -> None:
        path = route.request.url.removeprefix(ORIGIN)
        if path in _FILES:
            route.fulfill(body=_FILES[path].read_text(encoding="utf-8"), content_type=_TYPES[_FILES[path].suffix])
        else:
            route.fulfill(body=_PAGE, content_type="text/html")

    page.route(f"{ORIGIN}/**", serve)

    def drawn(source: Envelope, *, colours: dict[str, str] = LIGHT, **traits: str) -> Page:
        page.goto(f"{ORIGIN}/")
        rules = "".join(f"{name}: {value};" for name, value in colours.items())
        page.add_style_tag(content=f":root {{ {rules} }} body {{ background: var(--jp-layout-color1) }}")
        state: dict[str, Any] = {"selected": "", "query": "", "tab": "sent", **traits}
        page.evaluate("state => draw(state)", {**state, "view": _as_sent(source)})
        return page

    return drawn


def _as_sent(source: Envelope) -> canon.Json:
    view: canon.Json = json.loads(json.dumps(inspector.as_json(inspector.inspect(source))))
    return view


def _many(number: int) -> Envelope:
    fates = (Fate.DORMANT, Fate.NOT_APPLICABLE, Fate.OVER_BUDGET, Fate.OWNED_BY_HEAD)
    out = (candidate(item(n, f"Statement {n}.", ItemType.CLAIM), fates[n % 4], detail="x") for n in range(number))
    return envelope(candidate(item(9_999, "The only one sent.")), *out)


def test_items_stand_in_order_with_the_ways_they_were_found(draw: Draw) -> None:
    page = draw(library())
    expect(page.get_by_role("tab", name="Sent (4)")).to_have_attribute("aria-selected", "true")
    rows = page.locator("summary")
    expect(rows).to_have_count(4)
    expect(rows.nth(0)).to_contain_text("loadfile.c lists every file.")
    expect(rows.nth(0)).to_contain_text("required")
    expect(rows.nth(0)).to_contain_text("dormant 0.07")
    expect(rows.nth(0)).to_contain_text("names loadfile.c.lists")
    expect(rows.nth(0)).to_contain_text("2 ways")
    expect(rows.nth(2)).to_contain_text("loadfile.c feeds Markdown converter, one association away")
    expect(page.get_by_role("meter", name="Budget used")).to_have_attribute("aria-valuetext", "720 of 32,768 bytes")


def test_unfolding_shows_everything_about_an_entry_and_tells_python(draw: Draw) -> None:
    page = draw(library())
    page.locator("summary").nth(0).click()
    shown = page.locator("details[open] dl")
    expect(shown).to_contain_text("The model was shown it.")
    expect(shown).to_contain_text("Found by exact address")
    expect(shown).to_contain_text("loadfile.c.lists")
    assert page.evaluate("[model.state.selected, model.saved]") == ["claim_0000000000000001", 1]


def test_what_was_left_out_is_grouped_and_one_reason_can_be_picked_and_given_back(draw: Draw) -> None:
    page = draw(library())
    page.get_by_role("tab", name="Left out (4)").click()
    expect(page.locator("summary")).to_have_count(4)
    page.get_by_role("button", name="Dormant 2").click()
    expect(page.locator("summary")).to_have_count(2)
    expect(page.get_by_text("Too weak to be volunteered")).to_be_visible()
    page.get_by_role("button", name="All 4").click()
    expect(page.locator("summary")).to_have_count(4)
    page.get_by_role("tab", name="Sent (4)").click()
    expect(page.locator("summary")).to_have_count(4)
    expect(page.get_by_role("group", name="Reason for leaving out")).to_be_hidden()


@pytest.mark.parametrize(
    ("words", "matches"),
    [("markdown", 1), ("claim_0000000000000002", 1), ("EXACT loadfile", 2), ("nowhere", 0), ("", 4)],
)
def test_the_filter_looks_into_words_tags_lanes_and_ids(draw: Draw, words: str, matches: int) -> None:
    page = draw(library())
    page.get_by_role("searchbox", name="Filter entries").fill(words)
    expect(page.locator("summary")).to_have_count(matches)
    assert page.evaluate("model.state.query") == words
    if words:
        expect(page.get_by_role("status")).to_have_text(f"{matches} found")
    if not matches:
        expect(page.get_by_text("Nothing matches the filter.")).to_be_visible()


def test_python_can_move_every_trait(draw: Draw) -> None:
    page = draw(library(), query="markdown")
    expect(page.locator("summary")).to_have_count(1)
    page.evaluate("model.set('query', '')")
    page.evaluate("model.set('selected', 'claim_0000000000000008')")
    expect(page.get_by_role("tab", name="Left out (4)")).to_have_attribute("aria-selected", "true")
    expect(page.locator("details[open] dl")).to_contain_text("by 83 bytes")
    page.evaluate("view => model.set('view', view)", _as_sent(envelope()))
    expect(page.get_by_role("tab", name="Sent (0)")).to_be_visible()
    expect(page.get_by_text("Nothing was left out.")).to_be_visible()


def test_everything_can_be_done_from_the_keyboard(draw: Draw) -> None:
    page = draw(library())
    page.get_by_role("tab", name="Sent (4)").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("tab", name="Left out (4)")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("searchbox")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="All 4")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("summary")).to_have_count(2)
    expect(page.get_by_role("button", name="Dormant 2")).to_be_focused()
    page.locator("summary").nth(0).focus()
    page.keyboard.press("Enter")
    expect(page.locator("details[open]")).to_have_count(1)


def test_a_key_pressed_inside_is_no_command_of_jupyterlab(draw: Draw) -> None:
    page = draw(library())
    expect(page.get_by_role("group", name="Envelope inspector")).to_have_attribute("data-lm-suppress-shortcuts", "true")


def test_two_thousand_entries_are_drawn_as_far_as_they_are_looked_at(draw: Draw) -> None:
    page = draw(_many(2_000), tab="left_out")
    expect(page.get_by_role("tab", name="Left out (2,000)")).to_be_visible()
    expect(page.locator("summary")).to_have_count(100)
    for shown in (200, 300):
        page.locator(".a008i-box").evaluate("box => { box.scrollTop = box.scrollHeight }")
        expect(page.locator("summary")).to_have_count(shown)
    page.get_by_role("button", name="Show 100 more of 2,000").press("Enter")
    expect(page.locator("summary").nth(300)).to_be_focused()


def test_the_last_of_two_thousand_is_found_by_its_id(draw: Draw) -> None:
    page = draw(_many(2_000))
    page.evaluate("model.set('selected', 'claim_0000000000001999')")
    expect(page.locator("details[open] dl")).to_contain_text("claim_0000000000001999")
    expect(page.locator("details[open] summary")).to_be_in_viewport()


def test_drawing_two_thousand_entries_takes_no_longer_than_a_blink(draw: Draw) -> None:
    page = draw(_many(2_000), tab="left_out")
    spent = page.evaluate("() => { const t = performance.now(); model.set('query', 'statement 1'); "
                          "document.body.offsetHeight; return performance.now() - t }")  # fmt: skip
    assert spent < 250  # a blink is 100 to 400 ms; measured 15 to 30


def test_hostile_text_shows_as_text(draw: Draw) -> None:
    source = envelope(*(candidate(item(n, hostile)) for n, hostile in enumerate(HOSTILE)), message="\n".join(HOSTILE))
    page = draw(source)
    for at, entry in enumerate(inspector.inspect(source).sent):
        page.locator("summary").nth(at).click()
        assert page.locator(".a008i-text").nth(at).text_content() == entry.proposition
    assert page.locator("main :is(script, img, iframe, b, a)").count() == 0
    assert page.title() == "test"


def test_a_widget_that_is_closed_listens_no_more(draw: Draw) -> None:
    page = draw(library())
    page.evaluate("stop()")
    assert page.evaluate("Object.values(model.listeners).flat().length") == 0


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
@pytest.mark.parametrize("tab", ["sent", "left_out"])
def test_everything_has_a_name_and_stands_out_from_what_is_behind_it(
    draw: Draw, colours: dict[str, str], tab: str
) -> None:
    page = draw(library(), colours=colours, tab=tab)
    page.locator("summary").nth(0).click()
    assert unnamed(page) == []
    assert poor_contrast(page) == []


@pytest.mark.parametrize("pixels", [360, 700, 1400])
def test_nothing_sticks_out_at_any_width(draw: Draw, pixels: int) -> None:
    page = draw(envelope(candidate(item(1, "x" * 400)), message="y" * 400))
    page.set_viewport_size({"width": pixels, "height": 900})
    page.locator("summary").nth(0).click()
    assert page.evaluate("document.documentElement.scrollWidth") <= pixels
