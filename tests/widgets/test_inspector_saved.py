"""What a saved notebook shows of the inspector where no widget is drawn. Source: cases B094 and B096, fault S03."""

from __future__ import annotations

import io
import json
from typing import Any

import nbconvert.exporters
import pytest

from a008.widgets.inspector import EnvelopeInspector
from tests.present.samples import HOSTILE, candidate, envelope, item, library

_EXPORTERS: dict[str, Any] = {"html": nbconvert.exporters.HTMLExporter, "python": nbconvert.exporters.PythonExporter}
_STATE = "application/vnd.jupyter.widget-state+json"


def _exported(kind: str, data: dict[str, Any], widgets: dict[str, Any] | None = None) -> str:
    """What nbconvert makes of a notebook with one cell and this output; `widgets` is the metadata of that name."""
    notebook = {
        "cells": [
            {
                "cell_type": "code",
                "execution_count": 1,
                "id": "one",
                "metadata": {},
                "outputs": [{"output_type": "execute_result", "data": data, "execution_count": 1, "metadata": {}}],
                "source": "EnvelopeInspector(envelope)",
            }
        ],
        "metadata": {} if widgets is None else {"widgets": widgets},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    page, _ = _EXPORTERS[kind]().from_file(io.StringIO(json.dumps(notebook)))
    return str(page)


def _bundle(widget: EnvelopeInspector) -> dict[str, Any]:
    made = widget._repr_mimebundle_()
    assert made is not None
    return made[0]


@pytest.mark.parametrize("widgets", [None, {_STATE: {"state": {}, "version_major": 2, "version_minor": 0}}])
def test_an_export_without_the_widgets_state_shows_the_snapshot(widgets: dict[str, Any] | None) -> None:
    """B094."""
    page = _exported("html", _bundle(EnvelopeInspector(library())), widgets)
    for words in ("loadfile.c lists every file.", "720 of 32,768 bytes", "Over budget (1)"):
        assert words in page


@pytest.mark.parametrize("broken", [{}, {_STATE: {}}])
def test_nbconvert_fails_on_broken_metadata_whatever_the_output_is(broken: dict[str, Any]) -> None:
    """A pinned gap of B094: nbconvert reads `state` before it looks at any output; none of ours can help it."""
    with pytest.raises(KeyError):
        _exported("html", {"text/plain": "no widget at all"}, broken)


def test_an_export_of_hostile_text_holds_it_as_text() -> None:
    made = envelope(*(candidate(item(n, hostile)) for n, hostile in enumerate(HOSTILE)))
    page = _exported("html", _bundle(EnvelopeInspector(made)))
    assert "&lt;script&gt;document.title" in page
    assert "<script>document.title" not in page
    assert "<img src=x" not in page
    assert 'href="javascript:' not in page


@pytest.mark.parametrize("name", ["/etc/hostname", "file.html", "http://127.0.0.1:1/x"])
def test_a_text_that_is_a_path_or_an_address_is_exported_as_it_stands(name: str) -> None:
    """B096."""
    made = EnvelopeInspector(envelope(candidate(item(1, name))))
    page = _exported("html", _bundle(made))
    assert f"<bdi>{name}</bdi>" in page


def test_an_export_to_python_keeps_the_code_alone() -> None:
    source = _exported("python", _bundle(EnvelopeInspector(library())))
    assert "EnvelopeInspector(envelope)" in source
    assert "every file" not in source
