"""Vendors that speak OpenAI's chat completions: one row each, and no code."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from a008.providers.profile import Profile


class TokenField(StrEnum):
    """What a vendor calls the limit of an answer's tokens."""

    MAX_TOKENS = "max_tokens"
    MAX_COMPLETION_TOKENS = "max_completion_tokens"


@dataclass(frozen=True, slots=True, kw_only=True)
class Vendor:
    """One server that many people use.

    Shape: `models` are those somebody looked up; any other name may be tried as well.
    """

    name: str
    base_url: str
    token_field: TokenField
    needs_key: bool
    models: tuple[Profile, ...]


def _looked_up(provider: str, name: str, context_tokens: int) -> Profile:
    return Profile(
        provider=provider,
        name=name,
        context_tokens=context_tokens,
        streams=True,
        extracts=True,
        enforces_schema=True,
        checked="2026-11-30",
    )


VENDORS: Final = (
    Vendor(
        name="openai",
        base_url="https://api.openai.com/v1",
        token_field=TokenField.MAX_COMPLETION_TOKENS,
        needs_key=True,
        models=(
            _looked_up("openai", "gpt-4.1-mini", 1_047_576),
            _looked_up("openai", "gpt-4o-mini", 128_000),
        ),
    ),
)
