"""Canonical JSON: one value, one byte string; and the strict reader of JSON that others wrote.

Canonical form: UTF-8, keys sorted by code point, no blanks, no escapes but those JSON demands, finite numbers only. It
is part of the contract of receipts, hashes and budgets: the bytes measured are the bytes sent.
"""

from __future__ import annotations

import hashlib
import json
import re
import reprlib
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from a008.errors import Code, Rejected

#: A JSON value as Python holds it. Only codecs and this file look inside one.
Json = None | bool | int | float | str | Sequence["Json"] | Mapping[str, "Json"]

#: Bytes, nesting levels and digits of one number that `read` accepts. Sources: intake staging budget; CPython's own
#: limit of 4,300 digits is above any number that a memory holds.
MAX_BYTES = 1_048_576
MAX_DEPTH = 64
_MAX_DIGITS = 400

_SURROGATE = re.compile("[\ud800-\udfff]")
# A string without its closing quote is one token too: giving it up would scan the rest again from every later quote.
_TOKENS = re.compile(r'"(?:[^"\\]++|\\.?)*+"?|[\[{]|[\]}]', re.DOTALL)


_ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)


def text(value: Json) -> str:
    """Canonical JSON text of a value.

    Errors: `ValueError` for NaN and infinities, `TypeError` for what JSON cannot say.
    """
    return _ENCODER.encode(value)


def encode(value: Json) -> bytes:
    """Canonical JSON bytes of a value: UTF-8 of `text`.

    Errors: as `text`; `UnicodeEncodeError` for a lone surrogate (`repair` it first).
    """
    return text(value).encode("utf-8")


def digest(data: bytes) -> str:
    """SHA-256 of bytes as 64 hexadecimal characters."""
    return hashlib.sha256(data).hexdigest()


class Repaired(NamedTuple):
    """Text that can be stored, and whether it had to be changed for that."""

    text: str
    repaired: bool


def repair(value: str) -> Repaired:
    """Replace lone surrogates, which UTF-8 cannot hold, by U+FFFD."""
    fixed = _SURROGATE.sub("\ufffd", value)
    return Repaired(fixed, fixed != value)


def read(source: str, *, max_bytes: int = MAX_BYTES, max_depth: int = MAX_DEPTH) -> Json:
    """Read JSON strictly: exactly one value, no duplicate keys, no NaN, bounded size, depth and digits.

    Strings come back as they are written; use `repair` before storing them.

    Errors: `Rejected` with code `not_json`, `duplicate_key`, `not_finite`, `too_deep` or `too_large`.
    """
    size = len(source.encode("utf-8", "surrogatepass"))
    if size > max_bytes:
        raise Rejected(f"JSON of {size} bytes, at most {max_bytes} are read", code=Code.TOO_LARGE)
    _check_depth(source, max_depth)
    try:
        value: Json = json.loads(
            source,
            object_pairs_hook=_object,
            parse_constant=_refuse_constant,
            parse_float=_float,
            parse_int=_int,
        )
    except json.JSONDecodeError as error:
        where = f"line {error.lineno} column {error.colno}"
        raise Rejected(f"not JSON: {error.msg} at {where}", code=Code.NOT_JSON) from None
    return value


def _check_depth(source: str, limit: int) -> None:
    depth = 0
    for match in _TOKENS.finditer(source):
        token = match.group()
        if token in "[{":
            depth += 1
            if depth > limit:
                raise Rejected(f"JSON nested deeper than {limit} levels", code=Code.TOO_DEEP)
        elif token in "]}":
            depth -= 1


def _object(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    result: dict[str, Json] = {}
    for key, value in pairs:
        if key in result:
            raise Rejected("the same key stands twice in one object", code=Code.DUPLICATE_KEY, item=reprlib.repr(key))
        result[key] = value
    return result


def _refuse_constant(name: str) -> Json:
    raise Rejected("not a finite number", code=Code.NOT_FINITE, item=name)


def _float(literal: str) -> float:
    if len(literal) > _MAX_DIGITS:
        raise Rejected(f"a number of {len(literal)} digits", code=Code.TOO_LARGE)
    number = float(literal)
    if number in (float("inf"), float("-inf")):
        raise Rejected("not a finite number", code=Code.NOT_FINITE, item=literal)
    return number


def _int(literal: str) -> int:
    if len(literal) > _MAX_DIGITS:
        raise Rejected(f"a number of {len(literal)} digits", code=Code.TOO_LARGE)
    return int(literal)
