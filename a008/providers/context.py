"""The envelope as a model sees it: the canonical JSON of `ModelRequest.context`, read back into items.

A remote model reads this text by itself; engines in this process, and scripts that cite ids, read it here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from a008 import canon
from a008.errors import ProviderError, ProviderFault, Rejected
from a008.memory.envelope import WIRE_VERSION, Item, ItemType
from a008.memory.origin import Origin

#: Bytes of a context that are read: no budget of an envelope comes near.
_MAX_BYTES: Final = 16_777_216


def read_context(context: str | None) -> tuple[Item, ...]:
    """The items of a context, in its order; none without a context.

    Errors: `ProviderError` (`configuration`) for a text that is not an A008 context.
    """
    if context is None:
        return ()
    try:
        document = canon.read(context, max_bytes=_MAX_BYTES)
    except Rejected as error:
        raise _invalid(error.what) from None
    if not isinstance(document, Mapping) or document.get("a008_context") != WIRE_VERSION:
        raise _invalid(f"not a context of version {WIRE_VERSION}")
    items = document.get("items")
    if not isinstance(items, Sequence) or isinstance(items, str):
        raise _invalid("no list of items")
    return tuple(_item(item) for item in items)


def _item(item: canon.Json) -> Item:
    if not isinstance(item, Mapping):
        raise _invalid("an item is no object")
    kind, authority = _text(item.get("type")), _text(item.get("authority"))
    if kind not in set(ItemType):
        raise _invalid("an item has no known type")
    if authority not in set(Origin):
        raise _invalid("an item has no known authority")
    return Item(
        id=_text(item.get("id")),
        proposition=_text(item.get("proposition")),
        type=ItemType(kind),
        tags=_texts(item.get("tags")),
        scope=_texts(item.get("scope")),
        authority=Origin(authority),
    )


def _text(value: canon.Json) -> str:
    if not isinstance(value, str):
        raise _invalid("a part of an item is no text")
    return value


def _texts(value: canon.Json) -> tuple[str, ...]:
    if not isinstance(value, Sequence) or isinstance(value, str):
        raise _invalid("a part of an item is no list of texts")
    return tuple(_text(entry) for entry in value)


def _invalid(what: str) -> ProviderError:
    return ProviderError(
        f"the engine was given something that is no envelope: {what}", fault=ProviderFault.CONFIGURATION
    )
