"""What is known about one model, as data: the only place where models differ from each other."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """Facts about one model of one provider.

    Shape: `streams`: it can send its answer piece by piece; `extracts`: extraction by this model is the default on its
    route (otherwise the rules in this process do it); `enforces_schema`: it can be held to a JSON schema; `checked`:
    the ISO date on which somebody last looked these facts up, or `None` for a model that nobody looked up.
    Units: `context_tokens` in tokens of the model, `None` where unknown or without meaning.
    """

    provider: str
    name: str
    context_tokens: int | None
    streams: bool
    extracts: bool
    enforces_schema: bool
    checked: str | None

    @property
    def route(self) -> str:
        """How a user writes it: `provider:model`."""
        return f"{self.provider}:{self.name}"
