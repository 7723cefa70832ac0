"""A way to one model, as surfaces and the runtime hold it, and what opens one by name."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from a008.clock import Clock, system_clock
from a008.messages import Provider
from a008.providers.http import DEFAULT_DEADLINES, Deadlines
from a008.providers.profile import Profile
from a008.providers.secret import Secret


@dataclass(frozen=True, slots=True, kw_only=True)
class RouteOptions:
    """What a user may say about a route besides its name.

    Shape: `base_url` replaces the vendor's address; `api_key` travels in a header, never in an address.
    """

    base_url: str | None
    api_key: Secret | None
    deadlines: Deadlines
    clock: Clock


#: No address, no key, the usual deadlines.
DEFAULT_OPTIONS = RouteOptions(base_url=None, api_key=None, deadlines=DEFAULT_DEADLINES, clock=system_clock)


@dataclass(frozen=True, slots=True, kw_only=True)
class Route:
    """One model, ready to be asked: `model` is the name to put into a `ModelRequest`."""

    provider: Provider
    profile: Profile
    model: str


class Family(Protocol):
    """The models that one provider name stands for.

    A third party names an object of this shape as an entry point of the group `a008.providers`.
    """

    def profiles(self) -> tuple[Profile, ...]:
        """The models it can name by itself; none, if any name may be tried."""
        ...

    def open_model(self, model: str, options: RouteOptions) -> Route:
        """A route to one of its models.

        Errors: `ProviderError` with fault `unknown_model` or `configuration`; nothing is sent anywhere yet.
        """
        ...
