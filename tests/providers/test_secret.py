"""Keys stay out of sight. Source: bug report B122; the forms are our choice."""

from __future__ import annotations

import base64
import json
import pickle
from dataclasses import replace
from urllib.parse import quote, quote_plus

import pytest
from hypothesis import given
from hypothesis import strategies as st

from a008.errors import UsageError
from a008.providers.route import DEFAULT_OPTIONS
from a008.providers.secret import REDACTED, Secret, redact

_KEY = 'sk-"FAKE"/0123+ab cd\\ef'
_KEYS = st.text(st.characters(min_codepoint=33, max_codepoint=126), min_size=6, max_size=60)


def test_no_print_of_a_secret_shows_it() -> None:
    secret = Secret(_KEY)
    shown = [repr(secret), str(secret), f"{secret}", f"{secret:>40}", "%s" % secret, repr({"key": [secret]})]  # noqa: UP031
    assert [text for text in shown if "FAKE" in text] == []
    assert secret.reveal() == _KEY


def test_a_dataclass_that_holds_a_secret_prints_without_it() -> None:
    assert "FAKE" not in repr(replace(DEFAULT_OPTIONS, api_key=Secret(_KEY)))


def test_a_secret_cannot_be_pickled() -> None:
    with pytest.raises(TypeError):
        pickle.dumps(Secret(_KEY))


def test_secrets_are_equal_by_value_alone() -> None:
    assert Secret("abcdef") == Secret(" abcdef\n")
    assert len({Secret("abcdef"), Secret("abcdef"), Secret("abcdeg")}) == 2
    assert Secret("abcdef") != "abcdef"


@pytest.mark.parametrize("value", ["", "  \n", "sk-ключ", "sk-\x00", "sk-a\r\nX-Evil: 1"])
def test_a_key_that_no_header_can_carry_is_refused_without_being_shown(value: str) -> None:
    with pytest.raises(UsageError) as caught:
        Secret(value)
    assert "sk-" not in str(caught.value)


@pytest.mark.parametrize(
    "form",
    [
        _KEY,
        quote(_KEY),
        quote(_KEY, safe=""),
        quote_plus(_KEY),
        quote(_KEY, safe="").lower(),
        json.dumps(_KEY),
        json.dumps(_KEY).replace("/", "\\/"),
        _KEY.encode().hex(),
        base64.b64encode(_KEY.encode()).decode(),
        base64.b64encode(f"user:{_KEY}".encode()).decode(),
        base64.urlsafe_b64encode(f"token={_KEY}!".encode()).decode(),
    ],
)
def test_a_key_is_removed_in_every_form_a_server_may_echo(form: str) -> None:
    clean = redact(f"refused: {form}, sorry", [Secret(_KEY)])
    assert REDACTED in clean
    assert "FAKE" not in clean
    assert form not in clean


def test_text_without_the_key_stays_as_it_is() -> None:
    assert redact("nothing to see", [Secret(_KEY)]) == "nothing to see"
    assert redact("nothing to see", []) == "nothing to see"


@given(_KEYS, st.binary(max_size=5), st.binary(max_size=5))
def test_no_base64_text_keeps_a_key_whatever_stands_around_it(key: str, before: bytes, after: bytes) -> None:
    encoded = base64.b64encode(before + key.encode() + after).decode()
    clean = redact(encoded, [Secret(key)])
    assert REDACTED in clean
    assert len(clean.replace(REDACTED, "")) <= len(encoded) - len(key)
