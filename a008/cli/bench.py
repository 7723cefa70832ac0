"""`a008 bench`: measurements on a throw-away store, as figures of one run on this machine."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import click

from a008.cli.output import Output, output_options
from a008.cli.tables import drawn
from a008.errors import UsageError
from a008.lab import locomo, retrieval_quality, retrieval_scale
from a008.lab.retrieval_quality import Quality
from a008.lab.retrieval_scale import ScaleGrowth
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


@bench.command()
@click.option("--dataset", type=click.Choice(["locomo"]), default="locomo", show_default=True, help="What is asked.")
@click.option(
    "--data",
    type=click.Path(exists=True, path_type=Path),
    help="Folder or file that holds the data set.",
)
@click.option(
    "--dense", metavar="MODEL", help="Embed the texts first, by `static` or a folder; by words alone if unset."
)
@click.option("--scale", is_flag=True, help="Measure the cost instead, on made talk at rising sizes.")
@click.option(
    "--size", "sizes", type=click.IntRange(500, 10_000_000), multiple=True, metavar="TEXTS",
    help="With --scale: texts to measure at; may be given several times.  [default: 1000, 10000, 100000]",
)  # fmt: skip
@click.option("--projects", is_flag=True, help="With --scale: in projects of a thousand texts, not in one.")
@output_options
def retrieval(
    out: Output, dataset: str, data: Path | None, dense: str | None, scale: bool, sizes: tuple[int, ...], projects: bool
) -> None:
    """How much of what answers a question is in the envelope, at 2, 4 and 8 KiB; or what an envelope costs.

    No model is called, but for one that embeds if you name it. The data set is not part of A008: LoCoMo's conversations
    are JSON files, one each. For the cost a throw-away store is filled: a hundred thousand texts, half of them claims,
    take some minutes.

    \b
    Example:
      a008 bench retrieval --dataset locomo --data ./locomo
      a008 bench retrieval --scale --size 1000 --size 10000
    """
    if scale:
        _show_scale(out, sizes or _SIZES, in_projects=projects)
        return
    if data is None:
        raise UsageError(
            "no data to ask about", item="--data", remedy="name its folder, or measure the cost by --scale"
        )
    found = locomo.dialogues(data)
    asked = sum(q.category in retrieval_quality.ANSWERABLE for each in found for q in each.questions)
    with click.progressbar(length=asked, label=f"questions of {dataset}", file=sys.stderr) as bar:
        quality = retrieval_quality.measure(found, bar.update, dense=dense)
    out.show(drawn(_recalls(quality), out.width), quality)


def _show_scale(out: Output, sizes: tuple[int, ...], *, in_projects: bool) -> None:
    with (
        TemporaryDirectory(prefix="a008-bench-") as folder,
        click.progressbar(length=max(sizes), label="texts", file=sys.stderr) as bar,
    ):
        growth = retrieval_scale.measure(Path(folder), sizes, bar.update, in_projects=in_projects)
    out.show(drawn(_scales(growth), out.width), growth)


def _scales(growth: ScaleGrowth) -> Table:
    rows = [
        (
            f"{each.texts:,}",
            *(f"{1000 * seconds:.1f}" for seconds in (each.p50, each.p95, *each.by_kind.values())),
            f"{1000 * each.cold:.0f}",
            f"{each.memory / 2**20:.0f} MiB",
        )
        for each in growth.sizes
    ]
    kinds = tuple(kind.capitalize() for kind in growth.sizes[0].by_kind)
    names = ("Texts", "Median", "95 of 100", *kinds, "Cold start", "Memory")
    exponents = ("exponent", f"{growth.p50:.2f}", f"{growth.p95:.2f}", *[""] * (len(names) - 3))
    where = "in projects of a thousand" if growth.in_projects else "in one project"
    return Table(
        title=f"An envelope among so many texts, {where}: milliseconds, and how they grow",
        columns=columns(*names, numeric=names),
        rows=(*rows, exponents),
        empty="nothing was measured",
    )


def _recalls(quality: Quality) -> Table:
    rows = [
        ("all", quality.overall),
        *((f"category {name}", recall) for name, recall in quality.by_category.items()),
        *quality.by_dialogue.items(),
    ]
    budgets = [f"{budget // 1024} KiB" for budget in retrieval_quality.BUDGETS]
    return Table(
        title="Share of the evidence that is found",
        columns=columns("Of", *(numeric := ("Questions", *budgets, "First 10")), numeric=numeric),
        rows=tuple(
            (name, recall.questions, *(f"{share:.3f}" for share in recall.at_budget.values()), f"{recall.at_rank:.3f}")
            for name, recall in rows
            if recall.questions
        ),
        empty="no question has an answer",
    )


def _table(growth: StoreGrowth) -> Table:
    measured = [
        (
            f"{f.claims:,}",
            *(f"{1000 * seconds:.2f}" for seconds in (f.commit, f.head, f.history, f.as_of)),
            f"{f.commits_per_second:,.0f}",
        )
        for f in growth.sizes
    ]
    exponents = [f"{value:.2f}" for value in (growth.commit, growth.head, growth.history, growth.as_of)]
    return Table(
        title=f"A turn of {growth.sizes[-1].rows} rows and three reads: medians in milliseconds, and how each grows",
        columns=columns(*(names := ("Claims", "Turn", "Head", "History", "As of", "Turns/s")), numeric=names),
        rows=(*measured, ("exponent", *exponents, "")),
        empty="nothing was measured",
    )
