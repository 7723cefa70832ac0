"""Who proposes what was learnt: the rules in this process, or the model on the route."""

from __future__ import annotations

from contextlib import closing
from enum import StrEnum

from a008.errors import ProviderError, ProviderFault
from a008.intake.request import extract_request
from a008.intake.rules.extract import extract
from a008.memory.envelope import Envelope
from a008.messages import Cancel, ModelReply, ModelRequest
from a008.providers.route import Route


class Extractor(StrEnum):
    """What proposes knowledge after an answer."""

    RULES = "rules"
    MODEL = "model"
    OFF = "off"


def chosen(setting: str, route: Route) -> Extractor:
    """The extractor that a setting means on a route; `auto` asks the route's profile."""
    if setting == "auto":
        return Extractor.MODEL if route.profile.extracts else Extractor.RULES
    return Extractor(setting)


def document(extractor: Extractor, route: Route, envelope: Envelope, message: str, answer: str, cancel: Cancel) -> str:
    """The extractor's document as text, not yet trusted in any way.

    Errors: `ProviderError` of the one model call, where there is one.
    """
    if extractor is Extractor.RULES:
        return extract(message, answer, envelope.items)
    return reply(route, extract_request(route.model, envelope.payload, message, answer), cancel).text


def reply(route: Route, request: ModelRequest, cancel: Cancel) -> ModelReply:
    """The complete reply to a request whose pieces nobody watches.

    Errors: `ProviderError`; one of kind `invalid_response` when the stream ended without a reply.
    """
    with closing(route.provider.stream(request, cancel)) as events:  # type: ignore[type-var]
        for event in events:
            if isinstance(event, ModelReply):
                return event
    raise ProviderError("the model gave no reply", fault=ProviderFault.INVALID_RESPONSE, item=route.profile.route)
