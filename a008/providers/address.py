"""Addresses of model servers: which ones are acceptable, and which ones are this machine."""

from __future__ import annotations

import ipaddress
from typing import Final
from urllib.parse import SplitResult, urlsplit

from a008.errors import ProviderError, ProviderFault

_SHAPE: Final = "write http://host:port/v1 or https://host/v1, with nothing before or behind it"


def base_url(text: str, *, with_key: bool) -> str:
    """Check the address of a server and return it without a slash at its end.

    A key is sent in clear only inside this machine or a private network given by number.

    Errors: `ProviderError` (`configuration`), without the address where it may hold a password or key.
    """
    parts = _split(text.strip())
    if parts.username is not None or parts.query or parts.fragment:
        raise _refused("an address with a password, a query or a fragment", None, "give the key by itself: api_key")
    if with_key and parts.scheme == "http" and not _is_private(parts.hostname or ""):
        raise _refused("a key would travel unencrypted", parts.hostname, "use https, or leave the key out")
    return parts.geturl().rstrip("/")


def is_loopback(url: str) -> bool:
    """Whether an address leads to this machine, by its name or number alone; nothing is looked up."""
    host = urlsplit(url).hostname or ""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    number = _number(host)
    return number is not None and number.is_loopback


def _split(text: str) -> SplitResult:
    try:
        parts = urlsplit(text)
        acceptable = (
            parts.scheme in {"http", "https"} and bool(parts.hostname) and (parts.port is None or parts.port > 0)
        )
    except ValueError:
        acceptable = False
    if not acceptable or any(character.isspace() or not character.isprintable() for character in text):
        raise _refused("not the address of a model server", None, _SHAPE)
    return parts


def _is_private(host: str) -> bool:
    number = _number(host)
    return is_loopback(f"//{host}") or (number is not None and number.is_private)


def _number(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def _refused(what: str, item: str | None, remedy: str) -> ProviderError:
    return ProviderError(what, fault=ProviderFault.CONFIGURATION, item=item, remedy=remedy)
