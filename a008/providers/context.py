"""The envelope as a model sees it: the canonical JSON of `ModelRequest.context`, read back into items.

A remote model reads this text by itself; engines in this process, and scripts that cite ids, read it here.
"""

from __future__ import annotations

from a008.errors import ProviderError, ProviderFault, Rejected
from a008.memory.envelope import Item
from a008.memory.wire import items_of


def read_context(context: str | None) -> tuple[Item, ...]:
    """The items of a context, in its order; none without a context.

    Errors: `ProviderError` (`configuration`) for a text that is not an A008 context.
    """
    if context is None:
        return ()
    try:
        return items_of(context)
    except Rejected as error:
        raise ProviderError(
            f"the engine was given something that is no envelope: {error.what}", fault=ProviderFault.CONFIGURATION
        ) from None
