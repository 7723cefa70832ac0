"""Addresses of model servers. Source: fault matrix P11 and P19; bug report B122."""

from __future__ import annotations

import pytest

from a008.errors import ProviderError, ProviderFault
from a008.providers.address import base_url, is_loopback


@pytest.mark.parametrize(
    ("written", "used"),
    [
        ("https://api.example.com/v1/", "https://api.example.com/v1"),
        (" http://127.0.0.1:8080 ", "http://127.0.0.1:8080"),
        ("http://[::1]:8080/v1", "http://[::1]:8080/v1"),
        ("http://192.168.1.5:1234/v1", "http://192.168.1.5:1234/v1"),
        ("http://localhost:11434/v1", "http://localhost:11434/v1"),
    ],
)
def test_addresses_of_servers_are_taken_with_and_without_a_key(written: str, used: str) -> None:
    assert base_url(written, with_key=False) == used
    assert base_url(written, with_key=True) == used


@pytest.mark.parametrize(
    "written",
    [
        "",
        "api.example.com",
        "ftp://example.com",
        "file:///etc/passwd",
        "http://",
        "https://host:99999",
        "https://ho st/",
        "https://[::1",
        "https://host/v1\x00",
    ],
)
def test_what_is_no_address_is_refused(written: str) -> None:
    with pytest.raises(ProviderError) as caught:
        base_url(written, with_key=False)
    assert caught.value.fault is ProviderFault.CONFIGURATION


@pytest.mark.parametrize("written", ["https://me:FAKE@host/v1", "https://host/v1?key=FAKE", "https://host/v1#FAKE"])
def test_an_address_that_may_hold_a_key_is_refused_without_being_shown(written: str) -> None:
    with pytest.raises(ProviderError) as caught:
        base_url(written, with_key=False)
    assert "FAKE" not in str(caught.value)


def test_a_key_is_not_sent_in_clear_to_the_world() -> None:
    assert base_url("http://models.example.com/v1", with_key=False)
    with pytest.raises(ProviderError, match="unencrypted"):
        base_url("http://models.example.com/v1", with_key=True)


@pytest.mark.parametrize(
    ("url", "inside"),
    [
        ("http://localhost/", True),
        ("http://LOCALHOST:1/", True),
        ("http://a008.localhost/", True),
        ("http://127.9.9.9/", True),
        ("http://[::1]/", True),
        ("http://192.168.1.5/", False),
        ("https://localhost.example.com/", False),
    ],
)
def test_this_machine_is_known_by_name_or_number(url: str, inside: bool) -> None:
    assert is_loopback(url) is inside
