"""`a008 models`: the models that can be named, and what is known of each."""

from __future__ import annotations

import click

from a008.cli.output import Output, output_options
from a008.cli.settings import with_settings
from a008.cli.tables import drawn
from a008.config import Settings
from a008.present import listing
from a008.providers.registry import catalogue


@click.command()
@output_options
@with_settings
def models(settings: Settings, out: Output) -> None:
    """List the models that can be named.

    An OpenAI-compatible route takes any other name besides: give its address with A008_BASE_URL.

    \b
    Example:
      a008 --model openai:gpt-4.1-mini ask "Hello"
    """
    known = catalogue()
    words = f"{drawn(listing.models(known), out.width)}\n\nAsked by default: {settings.model}"
    out.show(words, {"default": settings.model, "models": known})
