"""One v0 row: its defaults, and what is refused about it by path. Source: memory reference, v0 compatibility layer."""

from __future__ import annotations

from typing import Any

import pytest

from a008.errors import Code, Rejected
from a008.sources.v0_item import Activation, CanonicalStatus, NamedSource, id_of, item

LEAST: dict[str, Any] = {"id": "a", "proposition": "The sky is blue."}


def test_what_a_row_leaves_out_is_what_it_was_then() -> None:
    found = item(LEAST)
    assert (found.kind, found.tags, found.scope, found.provenance, found.unknown) == ("fact", (), (), (), ())
    assert (found.status, found.superseded_by, found.revision) == (CanonicalStatus.CURRENT, None, 1)
    assert (found.score, found.threshold, found.authority, found.confidence) == (0.0, 0.5, 0.5, 0.5)
    assert (found.keep_alive, found.source_backed, found.activation) == (False, False, Activation.DORMANT)


@pytest.mark.parametrize(
    ("more", "activation"),
    [
        ({"relevanceScore": 0.5}, Activation.ACTIVE),
        ({"relevanceScore": 0.49}, Activation.DORMANT),
        ({"activationThreshold": 0}, Activation.ACTIVE),
        ({"keepAlive": True}, Activation.ACTIVE),
        ({"relevanceScore": 1, "activationStatus": "dormant"}, Activation.DORMANT),
    ],
)
def test_a_row_that_says_nothing_of_its_activation_was_active_by_the_rule_of_its_time(
    more: dict[str, Any], activation: Activation
) -> None:
    assert item({**LEAST, **more}).activation is activation


def test_every_field_is_read_and_an_unknown_one_is_named() -> None:
    found = item(
        {
            **LEAST,
            "kind": "preference",
            "tags": ["Sky", "blue"],
            "scope": ["weather"],
            "canonicalStatus": "superseded",
            "supersededBy": "b",
            "activationStatus": "active",
            "relevanceScore": 0.25,
            "activationThreshold": 1,
            "keepAlive": True,
            "authority": 0.8,
            "confidence": 0.9,
            "sourceBacked": True,
            "provenance": [{"sourceId": "s", "sourceType": "chat"}],
            "revision": 3,
            "createdAt": "2024-01-01",
        }
    )
    assert (found.kind, found.tags, found.scope) == ("preference", ("Sky", "blue"), ("weather",))
    assert (found.status, found.superseded_by, found.activation) == ("superseded", "b", "active")
    assert (found.score, found.threshold, found.authority, found.confidence) == (0.25, 1.0, 0.8, 0.9)
    assert (found.keep_alive, found.source_backed, found.revision) == (True, True, 3)
    assert found.provenance == (NamedSource(source_id="s", source_type="chat"),)
    assert found.unknown == ("createdAt",)


def test_the_content_is_the_same_whether_defaults_are_written_out_or_not() -> None:
    full = {**LEAST, "kind": "fact", "tags": [], "relevanceScore": 0, "supersededBy": None, "revision": 1}
    assert item(full).content == item(LEAST).content
    for more in ({"proposition": "It is grey."}, {"keepAlive": True}, {"revision": 2}, {"tags": ["x"]}):
        assert item({**LEAST, **more}).content != item(LEAST).content


@pytest.mark.parametrize(
    ("more", "path"),
    [
        ({"id": None}, "$.id"),
        ({"id": " "}, "$.id"),
        ({"id": "x" * 257}, "$.id"),
        ({"proposition": ""}, "$.proposition"),
        ({"proposition": 4}, "$.proposition"),
        ({"proposition": "\ud800"}, "$.proposition"),
        ({"kind": None}, "$.kind"),
        ({"tags": "sky"}, "$.tags"),
        ({"tags": ["sky", 1]}, "$.tags[1]"),
        ({"scope": {"a": 1}}, "$.scope"),
        ({"canonicalStatus": "gone"}, "$.canonicalStatus"),
        ({"activationStatus": None}, "$.activationStatus"),
        ({"supersededBy": 7}, "$.supersededBy"),
        ({"relevanceScore": 1.01}, "$.relevanceScore"),
        ({"relevanceScore": True}, "$.relevanceScore"),
        ({"activationThreshold": -0.1}, "$.activationThreshold"),
        ({"keepAlive": 1}, "$.keepAlive"),
        ({"authority": "high"}, "$.authority"),
        ({"confidence": None}, "$.confidence"),
        ({"sourceBacked": "yes"}, "$.sourceBacked"),
        ({"provenance": {}}, "$.provenance"),
        ({"provenance": [{"sourceId": "s"}]}, "$.provenance[0].sourceType"),
        ({"provenance": [{"sourceId": "s", "sourceType": "t", "at": 1}]}, "$.provenance[0]"),
        ({"revision": 0}, "$.revision"),
        ({"revision": 1.0}, "$.revision"),
    ],
)
def test_what_is_wrong_with_a_row_is_named_by_its_path(more: dict[str, Any], path: str) -> None:
    with pytest.raises(Rejected) as refused:
        item({**LEAST, **more})
    assert (refused.value.code, refused.value.path) == (Code.SCHEMA_VIOLATION, path)


@pytest.mark.parametrize("value", [None, 1, "a", [], [LEAST]])
def test_only_an_object_is_a_row(value: Any) -> None:
    with pytest.raises(Rejected):
        item(value)
    assert id_of(value) is None


def test_a_row_that_cannot_be_read_may_still_say_its_id() -> None:
    assert (id_of({"id": "a", "tags": 1}), id_of({"id": 1})) == ("a", None)
