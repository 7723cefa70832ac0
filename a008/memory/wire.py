"""Reading a payload back: the items that a model was shown, from the bytes that were sent."""

from __future__ import annotations

from a008 import canon
from a008.errors import Code, Rejected
from a008.memory.envelope import WIRE_VERSION, Item, ItemType
from a008.memory.origin import Origin

#: Bytes of a payload that are read: more than any budget leaves room for in practice.
_MAX_BYTES = 2**26
_LABELS = frozenset({"scope", "tags"})


def items_of(payload: str) -> tuple[Item, ...]:
    """The items of a payload, in its order; the inverse of `envelope.payload`.

    Errors: `Rejected` for a text that is no payload of this version.
    """
    match canon.read(payload, max_bytes=_MAX_BYTES):
        case {"a008_context": int(version), "items": [*items]} if version == WIRE_VERSION:
            return tuple(_item(item, place) for place, item in enumerate(items))
    raise Rejected(f"no envelope of version {WIRE_VERSION}", code=Code.SCHEMA_VIOLATION)


def _item(value: canon.Json, place: int) -> Item:
    match value:
        case {
            "authority": str(authority),
            "id": str(key),
            "proposition": str(proposition),
            "type": str(kind),
            **labels,
        } if authority in set(Origin) and kind in set(ItemType) and labels.keys() <= _LABELS:
            return Item(
                id=key,
                proposition=proposition,
                type=ItemType(kind),
                tags=_texts(labels.get("tags", []), place),
                scope=_texts(labels.get("scope", []), place),
                authority=Origin(authority),
            )
    raise _invalid(place)


def _texts(value: object, place: int) -> tuple[str, ...]:
    """The labels of an item; none where they are left out."""
    texts = value if isinstance(value, list) else [None]
    if not all(isinstance(text, str) for text in texts):
        raise _invalid(place)
    return tuple(str(text) for text in texts)


def _invalid(place: int) -> Rejected:
    return Rejected("no item of an envelope", code=Code.SCHEMA_VIOLATION, path=f"$.items[{place}]")
