"""Families of models behind OpenAI's chat completions: OpenAI itself and every server that speaks the same."""

from __future__ import annotations

from a008.errors import ProviderError, ProviderFault
from a008.providers.address import base_url
from a008.providers.chat_completions import ChatCompletions
from a008.providers.profile import Profile
from a008.providers.remote import RemoteProvider
from a008.providers.route import Route, RouteOptions
from a008.providers.send import Sender
from a008.providers.vendor import TokenField, Vendor


class ChatFamily:
    """The models of one vendor; any model name may be tried, and at any address."""

    def __init__(self, vendor: Vendor) -> None:
        self._vendor = vendor

    def profiles(self) -> tuple[Profile, ...]:
        """The models that were looked up."""
        return self._vendor.models

    def open_model(self, model: str, options: RouteOptions) -> Route:
        """A route to a model; at an address that the user gave, nothing is taken for granted.

        Errors: `ProviderError` (`configuration`) for a missing key or an address that cannot be.
        """
        own = options.base_url is None
        if own and self._vendor.needs_key and options.api_key is None:
            raise ProviderError(
                "this route needs a key",
                fault=ProviderFault.CONFIGURATION,
                item=f"{self._vendor.name}:{model}",
                remedy="set its key, or set base_url to a server that needs none",
            )
        profile = self._profile(model, looked_up=own)
        codec = ChatCompletions(
            base_url=base_url(options.base_url or self._vendor.base_url, with_key=options.api_key is not None),
            api_key=options.api_key,
            token_field=self._vendor.token_field if own else TokenField.MAX_TOKENS,
        )
        provider = RemoteProvider(codec=codec, sender=Sender(options.deadlines), profile=profile, clock=options.clock)
        return Route(provider=provider, profile=profile, model=model)

    def _profile(self, model: str, *, looked_up: bool) -> Profile:
        known = [profile for profile in self._vendor.models if profile.name == model and looked_up]
        return (
            known[0]
            if known
            else Profile(
                provider=self._vendor.name,
                name=model,
                context_tokens=None,
                streams=True,
                extracts=False,
                enforces_schema=False,
                checked=None,
            )
        )
