"""The librarian engine as a provider: `embedded:librarian`, the model that needs no key and no network."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from a008 import canon
from a008.errors import ProviderError, ProviderFault
from a008.messages import Cancel, Delta, Finish, Message, ModelEvent, ModelReply, ModelRequest, Purpose, Role
from a008.providers.context import read_context
from a008.providers.embedded.answer import answer
from a008.providers.profile import Profile
from a008.providers.route import Route, RouteOptions

#: The only model of this family.
LIBRARIAN: Final = Profile(
    provider="embedded",
    name="librarian",
    context_tokens=None,
    streams=True,
    extracts=False,
    enforces_schema=False,
    checked="2026-11-30",
)
_WORDS: Final = re.compile(r"\s*\S+\s*|\s+")


class LibrarianEngine:
    """Answers from the envelope alone; the same request gives the same answer in every process."""

    def stream(self, request: ModelRequest, cancel: Cancel) -> Iterator[ModelEvent]:
        """Answer word by word.

        Errors: `ProviderError`: `configuration` for another purpose than an answer and for a context that is none,
        `cancelled`.
        """
        if request.purpose is not Purpose.ANSWER:
            raise ProviderError(
                f"the librarian engine only answers; it was called to {request.purpose}",
                fault=ProviderFault.CONFIGURATION,
                item=LIBRARIAN.route,
                remedy="let the rules in this process extract, or choose a model that can",
            )
        items = read_context(request.context)
        dialogue = _dialogue(request)
        message = dialogue[-1].content if dialogue and dialogue[-1].role is Role.USER else ""
        reply = canon.repair(answer(message, dialogue[:-1], items))
        given = ""
        for word in _WORDS.findall(reply.text):
            if cancel.requested:
                raise ProviderError("the call was cancelled", fault=ProviderFault.CANCELLED, partial=given)
            given += word
            yield Delta(text=word)
        yield ModelReply(
            text=reply.text,
            finish=Finish.STOP,
            model=request.model,
            usage=None,
            notes=("text_repaired",) if reply.repaired else (),
        )


class _EmbeddedFamily:
    """Engines in this process; addresses and keys have no meaning for them."""

    def profiles(self) -> tuple[Profile, ...]:
        """The librarian."""
        return (LIBRARIAN,)

    def open_model(self, model: str, options: RouteOptions) -> Route:
        """The route to the librarian.

        Errors: `ProviderError` (`unknown_model`) for any other name.
        """
        if model != LIBRARIAN.name:
            raise ProviderError(
                "no such engine in this process",
                fault=ProviderFault.UNKNOWN_MODEL,
                item=f"{LIBRARIAN.provider}:{model}",
                remedy=f"there is: {LIBRARIAN.route}",
            )
        return Route(provider=LibrarianEngine(), profile=LIBRARIAN, model=model)


#: The family that the registry opens.
EMBEDDED: Final = _EmbeddedFamily()


def _dialogue(request: ModelRequest) -> tuple[Message, ...]:
    """The messages that people and models said, without rule and envelope."""
    return tuple(
        message
        for message in request.messages
        if message.role is not Role.SYSTEM and (request.context is None or message.content != request.context)
    )
