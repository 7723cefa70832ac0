"""The generated parts of the reference: each function returns Markdown for one cog block.

`make docs` writes them again; `make test` fails when one is out of date.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

import click
from pydantic_core import PydanticUndefined

from a008 import errors
from a008.cli import main
from a008.cli.main import cli
from a008.config import Settings
from a008.memory import acceptance, support
from a008.memory.acceptance import PolicyRow
from a008.memory.lifecycle import DAY, POLICIES
from a008.memory.reconcile import FIELDS, TABLE, Row
from a008.memory.support import KindRow
from a008.store.store import Store


def table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """A Markdown table; `|` in a cell is escaped."""
    head = list(head)
    lines = [head, ["---"] * len(head), *rows]
    return "".join("| " + " | ".join(str(cell).replace("|", "\\|") for cell in line) + " |\n" for line in lines)


def fenced(text: str, language: str = "text") -> str:
    """A fenced block."""
    return f"```{language}\n{text.rstrip()}\n```\n"


def commands() -> str:
    """The help of every command, in the order of the command tree."""
    top = click.Context(cli, info_name="a008", terminal_width=80, **cli.context_settings)
    return "\n".join(f"### {path}\n\n{fenced(help_)}" for path, help_ in _helps(top))


def _helps(context: click.Context) -> Iterator[tuple[str, str]]:
    command = context.command
    yield context.command_path, command.get_help(context)
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            child = command.get_command(context, name)
            if child is not None and not child.hidden:
                yield from _helps(click.Context(child, parent=context, info_name=name, **child.context_settings))


def settings() -> str:
    """Every key of the configuration file."""
    return table(
        ["key", "environment", "default", "meaning"],
        (
            (
                f"`{key}`",
                f"`A008_{key.upper()}`",
                "" if field.default is PydanticUndefined or field.default is None else f"`{field.default}`",
                field.description,
            )
            for key, field in Settings.model_fields.items()
        ),
    )


def error_tree() -> str:
    """The exception tree, as its docstring draws it."""
    lines = (errors.__doc__ or "").splitlines()
    return fenced("\n".join(line[4:] for line in lines if re.match(r"    \S", line)))


def exit_statuses() -> str:
    """Every error code with its exit status."""
    return table(
        ["code", "exit status"],
        [
            *((f"`{code}`", status) for code, status in sorted(errors.EXIT_CODES.items(), key=lambda item: item[1])),
            ("a bug of ours", errors.EXIT_INTERNAL),
            ("Ctrl-C", main.EXIT_INTERRUPTED),
            ("standard output was closed by its reader", main.EXIT_CLOSED),
        ],
    )


def provider_faults() -> str:
    """The ten ways in which a model route fails."""
    faults = ((fault, errors.ProviderError("", fault=fault)) for fault in errors.ProviderFault)
    return table(
        ["fault", "code", "trying again may help"],
        ((f"`{fault}`", f"`{error.code}`", "yes" if error.retryable else "no") for fault, error in faults),
    )


def reconciliation() -> str:
    """The table that decides what a claim does to the state."""
    return _decisions(FIELDS, TABLE, "outcome")


def source_kinds() -> str:
    """The table that says how a source knows what it says."""
    return _decisions(support.KIND_FIELDS, support.KINDS, "kind")


def acceptance_policy() -> str:
    """The rows of the policy that accepts what a user asserted."""
    return _decisions(acceptance.POLICY_FIELDS, acceptance.POLICIES[acceptance.USER_ASSERTION], "decision")


def _decisions(asked: Iterable[str], rows: Iterable[Row | KindRow | PolicyRow], decides: str) -> str:
    """A table of rows of which the first that agrees decides: its number, what it asks, what it decides and why."""
    asked = list(asked)
    return table(
        ["", *(field.replace("_", " ") for field in asked), decides, "reason"],
        (
            (number, *(_cell(getattr(row, each)) for each in asked), f"**{getattr(row, decides)}**", row.reason)
            for number, row in enumerate(rows, start=1)
        ),
    )


def _cell(wanted: object) -> str:
    return "" if wanted is None else "yes" if wanted is True else "no" if wanted is False else str(wanted)


def lifecycle_policies() -> str:
    """The numbers of each category."""
    return table(
        ["category", "initial strength", "half-life", "threshold", "boost", "cap"],
        (
            (severity or "raw evidence", p.strength, f"{p.half_life / DAY:g} days", p.threshold, p.boost, p.cap)
            for severity, p in POLICIES.items()
        ),
    )


#: Tables, views, indices and triggers as they are made, without the tables that a full-text index keeps for itself.
_SCHEMA = """
SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND sql NOT LIKE 'CREATE TABLE ''%' ORDER BY rowid
"""


def schema() -> str:
    """The SQL of a new store, one block for each table with its indices and triggers behind it."""
    store = Store.open(None)
    try:
        rows = store.read(lambda conn: [tuple(row) for row in conn.execute(_SCHEMA)])
    finally:
        store.close()
    made = [f"### {name}\n\n```sql\n{sql};" if kind in ("table", "view") else f"{sql};" for kind, name, sql in rows]
    return "\n".join(made).replace("\n### ", "\n```\n\n### ") + "\n```\n"
