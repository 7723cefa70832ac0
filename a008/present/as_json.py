"""Results as JSON, field by field: what `--json` writes and other programs read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import PurePath

from a008 import canon
from a008.clock import Instant
from a008.errors import A008Error


def as_json(value: object) -> canon.Json:
    """A result as JSON: a dataclass as an object of its fields, an instant as text, a closed set as its word.

    Errors: `TypeError` for a value of any other sort, so that nothing is written that nobody can read back.
    """
    match value:
        case None | bool() | int() | float():
            return value
        case Enum():
            return as_json(value.value)
        case str():
            return canon.repair(str(value)).text
        case Instant() | PurePath():
            return str(value)
        case A008Error():
            return error(value)
        case Mapping():
            return {str(key): as_json(entry) for key, entry in value.items()}
        case Sequence() if not isinstance(value, bytes | bytearray):
            return [as_json(entry) for entry in value]
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: as_json(getattr(value, field.name)) for field in fields(value)}
    raise TypeError(f"{type(value).__name__} has no form in JSON")


def error(value: A008Error) -> canon.Json:
    """An error as JSON: its code, what happened, to which item, and what to do."""
    return {
        "code": str(value.code),
        "message": value.what,
        "item": value.item,
        "remedy": value.remedy,
    }
