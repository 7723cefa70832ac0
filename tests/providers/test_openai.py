"""Routes to OpenAI and to servers that speak the same. Our choice."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from a008.errors import ProviderError, ProviderFault
from a008.messages import SEMANTIC_SETTINGS, Cancel
from a008.providers.openai import ChatFamily
from a008.providers.vendor import VENDORS
from tests.providers.loopback import DONE, STOP, delta, options, request, serving, streamed

_FAMILY = ChatFamily(VENDORS[0])


def test_a_model_that_was_looked_up_has_its_facts() -> None:
    route = _FAMILY.open_model("gpt-4o-mini", options(None, key="sk-FAKE-key"))
    assert (route.profile.context_tokens, route.profile.extracts, route.model) == (128_000, True, "gpt-4o-mini")
    assert route.profile in _FAMILY.profiles()


def test_any_other_model_may_be_tried_and_nothing_is_taken_for_granted() -> None:
    profile = _FAMILY.open_model("brand-new", options(None, key="sk-FAKE-key")).profile
    assert (profile.name, profile.context_tokens, profile.extracts, profile.checked) == ("brand-new", None, False, None)


def test_a_known_name_at_another_address_is_another_model() -> None:
    profile = _FAMILY.open_model("gpt-4o-mini", options("http://127.0.0.1:1/v1")).profile
    assert (profile.context_tokens, profile.checked) == (None, None)


def test_the_vendor_needs_a_key_and_says_so_before_anything_is_sent() -> None:
    with pytest.raises(ProviderError) as caught:
        _FAMILY.open_model("gpt-4o-mini", options(None))
    assert (caught.value.fault, caught.value.item) == (ProviderFault.CONFIGURATION, "openai:gpt-4o-mini")
    assert caught.value.remedy


def test_an_address_that_cannot_be_is_refused() -> None:
    with pytest.raises(ProviderError) as caught:
        _FAMILY.open_model("m", options("nonsense"))
    assert caught.value.fault is ProviderFault.CONFIGURATION


def test_a_server_of_ones_own_is_spoken_to_in_the_oldest_dialect() -> None:
    asked = replace(request(), settings=SEMANTIC_SETTINGS)
    with serving(streamed(delta("x"), STOP, DONE)) as server:
        route = _FAMILY.open_model("m", options(server.url))
        list(route.provider.stream(asked, Cancel()))
    body = json.loads(server.requests[0].body)
    assert body["max_tokens"] == 16_384
    assert "max_completion_tokens" not in body
