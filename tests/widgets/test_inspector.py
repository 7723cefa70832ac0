"""The inspector without a browser: traits in, traits out, and what a saved notebook keeps. Source: S03, B094, B096."""

from __future__ import annotations

import json

import pytest
import traitlets

from a008.memory.envelope import Fate
from a008.present import html, inspector, plain
from a008.widgets.inspector import EnvelopeInspector
from tests.present.samples import HOSTILE, candidate, envelope, item, library

_WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"


def test_the_traits_hold_the_view_and_nothing_is_selected() -> None:
    widget = EnvelopeInspector(library())
    assert widget.view == inspector.as_json(inspector.inspect(library()))
    assert (widget.selected, widget.query, widget.tab) == ("", "", "sent")
    synced = {name for name in widget.traits(sync=True) if not name.startswith("_")}
    assert {"view", "selected", "query", "tab"} <= synced


def test_what_is_unfolded_filtered_and_shown_can_be_set_from_python() -> None:
    widget = EnvelopeInspector(library())
    widget.selected, widget.query, widget.tab = "claim_0000000000000005", "pancakes", "left_out"
    assert widget.get_state(["selected", "query", "tab"]) == {
        "selected": "claim_0000000000000005",
        "query": "pancakes",
        "tab": "left_out",
    }
    with pytest.raises(traitlets.TraitError):
        widget.tab = "elsewhere"


def test_another_envelope_takes_the_place_of_the_first_and_the_filter_stays() -> None:
    widget = EnvelopeInspector(library())
    widget.query, widget.selected = "c", "claim_0000000000000001"
    widget.show(envelope(candidate(item(9, "The only one."))))
    assert [entry["proposition"] for entry in widget.view["sent"]] == ["The only one."]
    assert (widget.query, widget.selected) == ("c", "")
    assert "The only one." in _bundle(widget)["text/html"]


def test_the_mime_bundle_carries_the_widget_a_snapshot_and_plain_text() -> None:
    view = inspector.inspect(library())
    bundle = _bundle(EnvelopeInspector(library()))
    assert set(bundle) == {_WIDGET_VIEW, "text/html", "text/plain"}
    assert bundle["text/html"] == html.envelope(view)
    assert bundle["text/plain"] == plain.envelope(view)


@pytest.mark.parametrize("hostile", HOSTILE)
def test_hostile_text_travels_as_text(hostile: str) -> None:
    widget = EnvelopeInspector(envelope(candidate(item(1, hostile)), message=hostile))
    json.dumps(widget.get_state(), default=str).encode("utf-8")
    bundle = _bundle(widget)
    assert "<script>" not in bundle["text/html"]
    assert "<img" not in bundle["text/html"]
    assert "\x1b" not in bundle["text/plain"]


def test_two_thousand_candidates_fit_into_a_trait_and_a_small_snapshot() -> None:
    many = [candidate(item(n, f"Statement {n}."), Fate.DORMANT, detail="s=0.07") for n in range(2_000)]
    widget = EnvelopeInspector(envelope(*many))
    assert len(widget.view["left_out"][0]["entries"]) == 2_000
    assert len(json.dumps(widget.view)) < 2_000_000
    assert len(_bundle(widget)["text/html"]) < 10_000


def _bundle(widget: EnvelopeInspector) -> dict[str, str]:
    made = widget._repr_mimebundle_()
    assert made is not None
    return {name: str(content) for name, content in made[0].items()}
