"""Keys, and how they stay out of sight: a wrapper that never prints, and removal by value from any text.

Removal works by value and not by pattern, because a server may echo a key in any place and in any encoding.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterable
from typing import Final, NoReturn
from urllib.parse import quote, quote_plus

from a008.errors import Code, UsageError

#: What stands in a text where a key stood.
REDACTED: Final = "[redacted]"
#: Encoded forms shorter than this are not looked for: they would hit innocent text.
_SHORTEST_FORM: Final = 6


class Secret:
    """A key that no `repr`, `str`, format, pickle or dataclass print can show."""

    __slots__ = ("_value",)

    def __init__(self, value: str) -> None:
        """Wrap a key; blanks around it (a line end of the file it came from) are dropped.

        Errors: `UsageError`, without the value, for an empty key and for one that no HTTP header can carry.
        """
        stripped = value.strip()
        if not stripped:
            raise UsageError("an empty key", code=Code.CONFIGURATION, remedy="give a key or leave it out")
        if not (stripped.isascii() and stripped.isprintable()):
            raise UsageError(
                "a key with characters that no HTTP header can carry",
                code=Code.CONFIGURATION,
                remedy="copy the key again",
            )
        self._value: Final = stripped

    def reveal(self) -> str:
        """The value; for the sender and for `redact`, nobody else."""
        return self._value

    def __repr__(self) -> str:
        return "Secret()"

    __str__ = __repr__

    def __format__(self, spec: str) -> str:
        return repr(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and self._value == other._value

    def __hash__(self) -> int:
        return hash((Secret, self._value))

    def __reduce__(self) -> NoReturn:
        raise TypeError("a Secret cannot be pickled or copied into a file")


def redact(text: str, secrets: Iterable[Secret]) -> str:
    """The text without the values of the secrets: plain, URL-encoded, JSON-escaped, hexadecimal and inside base64."""
    forms = {form for secret in secrets for form in _forms(secret.reveal())}
    for form in sorted(forms, key=lambda form: (-len(form), form)):
        text = text.replace(form, REDACTED)
    return text


def _forms(value: str) -> set[str]:
    raw = value.encode("ascii")
    encoded = {
        quote(value, safe=""),
        quote(value),
        quote_plus(value),
        json.dumps(value)[1:-1],
        json.dumps(value)[1:-1].replace("/", "\\/"),
        raw.hex(),
        raw.hex().upper(),
    }
    encoded |= {form.lower() for form in encoded if "%" in form}
    for shift in range(3):
        encoded |= _inside_base64(raw, shift)
    return {value} | {form for form in encoded if len(form) >= _SHORTEST_FORM}


def _inside_base64(raw: bytes, shift: int) -> set[str]:
    """The characters of a longer base64 text that depend on the value alone.

    Units: the value stands `shift` bytes past a multiple of three; three bytes make four characters, and a character
    that also carries bits of a neighbour is left out.
    """
    padded = bytes(shift) + raw
    first = -(-shift * 8 // 6)
    last = len(padded) * 8 // 6
    return {
        base64.b64encode(padded).decode("ascii")[first:last],
        base64.urlsafe_b64encode(padded).decode("ascii")[first:last],
    }
