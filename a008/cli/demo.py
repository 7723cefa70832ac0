"""`a008 demo`: the library scenario, played on a store that is gone afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from a008.cli.output import Output, output_options
from a008.cli.story import told
from a008.config import BYTES
from a008.lab.scenario import Played, Scenario, clock_for, ids_for, library, play
from a008.workbench import open_workbench


@click.command()
@output_options
def demo(out: Output) -> None:
    """Play the library scenario on a throw-away store.

    Years of notes, one question, what the model is shown for it and why, and what is learnt from the answer. Everything
    runs in this process; your own store is not touched.

    \b
    Example:
      a008 demo
      a008 demo --json > demo.json
    """
    scenario = library()
    with _played(scenario) as steps:
        if out.json:
            out.document({"title": scenario.title, "steps": list(steps)})
        else:
            for block in told(steps, scenario.title, out):
                out.block(block)


@contextmanager
def _played(scenario: Scenario) -> Iterator[Iterator[Played]]:
    """The steps of a scenario, played as they are taken; no setting of the user's has a say in it."""
    clock = clock_for(scenario)
    with (
        TemporaryDirectory(prefix="a008-demo-") as folder,
        open_workbench(
            folder,
            store=Path(folder) / "memory.sqlite",
            model="embedded:librarian",
            budget=32_768,
            tokenizer=BYTES,
            languages=Path(folder) / "languages",
            recent_messages=2,
            extractor="auto",
            clock=clock,
            mint=ids_for(scenario),
        ) as workbench,
    ):
        yield play(scenario, workbench, clock)
