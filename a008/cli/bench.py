"""`a008 bench`: measurements on a throw-away store, as figures of one run on this machine."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from a008.cli.output import Output, output_options
from a008.cli.tables import drawn
from a008.lab.store_bench import StoreGrowth, measure
from a008.present.table import Table, columns

_SIZES = (1_000, 10_000, 100_000)


@click.group()
def bench() -> None:
    """Measure how costs grow on this machine.

    \b
    Example:
      a008 bench store --size 1000 --size 10000
    """


@bench.command()
@click.option(
    "--size", "sizes", type=click.IntRange(100, 10_000_000), multiple=True, metavar="CLAIMS",
    help="Claims to measure at; may be given several times.  [default: 1000, 10000, 100000]",
)  # fmt: skip
@output_options
def store(out: Output, sizes: tuple[int, ...]) -> None:
    """Commit, head, history and as-of at rising sizes, and how each grows.

    A hundred thousand claims take some minutes. Your own store is not touched.

    \b
    Example:
      a008 bench store --size 1000 --size 10000
    """
    wanted = sizes or _SIZES
    with (
        TemporaryDirectory(prefix="a008-bench-") as folder,
        click.progressbar(length=max(wanted), label="claims", file=sys.stderr) as bar,
    ):
        growth = measure(Path(folder), wanted, bar.update)
    out.show(drawn(_table(growth), out.width), growth)


def _table(growth: StoreGrowth) -> Table:
    measured = [
        (f"{f.claims:,}", *(f"{1000 * seconds:.2f}" for seconds in (f.commit, f.head, f.history, f.as_of)))
        for f in growth.sizes
    ]
    exponents = [f"{value:.2f}" for value in (growth.commit, growth.head, growth.history, growth.as_of)]
    return Table(
        title="Medians in milliseconds, and the exponent by which each grows with the store",
        columns=columns(*(names := ("Claims", "Turn", "Head", "History", "As of")), numeric=names),
        rows=(*measured, ("exponent", *exponents)),
        empty="nothing was measured",
    )
