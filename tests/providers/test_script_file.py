"""Scripts in files. Our choice."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from a008.errors import ProviderError, ProviderFault
from a008.memory.envelope import Item, ItemType, payload
from a008.memory.origin import Origin
from a008.messages import Cancel, Purpose
from a008.providers.registry import open_route
from a008.providers.route import Route
from tests.providers.loopback import options, reply_of, request

_ITEM = Item(
    id="claim_abc",
    proposition='loadfile.c lists "all".',
    type=ItemType.STATE,
    tags=(),
    scope=(),
    authority=Origin.USER,
)


def _route(folder: Path, script: object) -> Route:
    path = folder / "script.json"
    path.write_text(script if isinstance(script, str) else json.dumps(script), encoding="utf-8")
    return open_route(f"scripted:{path}", options(None))


def _play(route: Route, purpose: Purpose = Purpose.ANSWER, context: str | None = None) -> str:
    return reply_of(route.provider.stream(replace(request(), purpose=purpose, context=context), Cancel())).text


def test_a_file_is_played_from_its_beginning(tmp_path: Path) -> None:
    script = {"answer": ["Hej.", {"chunks": ["Hel", "lo."]}], "extract": [{"document": {"b": [1], "a": "é"}}]}
    route = _route(tmp_path, script)
    assert [_play(route), _play(route), _play(route, Purpose.EXTRACT)] == ["Hej.", "Hello.", '{"a":"é","b":[1]}']
    assert _play(_route(tmp_path, script)) == "Hej."


def test_a_script_extracts_when_it_says_what(tmp_path: Path) -> None:
    assert _route(tmp_path, {"answer": ["a"], "extract": ["e"]}).profile.extracts is True
    assert _route(tmp_path, {"answer": ["a"]}).profile.extracts is False


def test_a_failure_has_a_kind(tmp_path: Path) -> None:
    route = _route(tmp_path, {"answer": [{"fail": "rate_limit", "chunks": ["Hel"]}]})
    with pytest.raises(ProviderError) as caught:
        _play(route)
    assert (caught.value.fault, caught.value.partial) == (ProviderFault.RATE_LIMIT, "Hel")


def test_an_item_of_the_envelope_is_cited_by_its_proposition(tmp_path: Path) -> None:
    cite = '{{id: loadfile.c lists "all".}}'
    route = _route(
        tmp_path, {"answer": [f"See {cite}."], "extract": [{"document": {"reinforcements": [{"id": cite}]}}]}
    )
    context = payload((_ITEM,))
    assert _play(route, context=context) == "See claim_abc."
    assert _play(route, Purpose.EXTRACT, context) == '{"reinforcements":[{"id":"claim_abc"}]}'


def test_an_item_that_is_not_there_cannot_be_cited(tmp_path: Path) -> None:
    route = _route(tmp_path, {"answer": ["See {{id: nothing}}."]})
    with pytest.raises(ProviderError) as caught:
        _play(route, context=payload((_ITEM,)))
    assert caught.value.item == f"{tmp_path / 'script.json'}, answer, step 1: nothing"


@pytest.mark.parametrize(
    "script",
    [
        "no JSON",
        "[]",
        {"reply": []},
        {"answer": "text"},
        {"answer": [1]},
        {"answer": [{}]},
        {"answer": [{"text": "x"}]},
        {"answer": [{"chunks": "text"}]},
        {"answer": [{"chunks": [1]}]},
        {"answer": [{"document": {}, "chunks": []}]},
        {"answer": [{"fail": "explosion"}]},
        {"answer": [{"fail": None}]},
        {"answer": [{"fail": []}]},
    ],
)
def test_a_file_that_is_no_script_is_refused_with_the_place(tmp_path: Path, script: object) -> None:
    with pytest.raises(ProviderError) as caught:
        _route(tmp_path, script)
    assert caught.value.fault is ProviderFault.CONFIGURATION
    assert "script.json" in str(caught.value)


def test_a_file_that_cannot_be_read_is_an_unknown_model(tmp_path: Path) -> None:
    (tmp_path / "binary").write_bytes(b"\xff\xfe")
    for path in (tmp_path / "missing.json", tmp_path, tmp_path / "binary"):
        with pytest.raises(ProviderError) as caught:
            open_route(f"scripted:{path}", options(None))
        assert caught.value.fault is ProviderFault.UNKNOWN_MODEL


def test_the_double_is_an_empty_script() -> None:
    with pytest.raises(ProviderError, match="run out"):
        _play(open_route("scripted:double", options(None)))
