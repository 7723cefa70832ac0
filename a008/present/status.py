"""Status and examination as people read them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from a008.present import text
from a008.present.table import Table, columns

if TYPE_CHECKING:
    from a008.runtime.doctor import Finding, Report
    from a008.runtime.status import Status

#: Columns that names of settings are set to.
_NAMES = 9
#: What stands before a line of an examination.
_MARKS = {"ok": " ", "note": "!", "fault": "X"}


def settings(status: Status) -> str:
    """Where a run works and with what, a line each."""
    store = "in memory: nothing is written" if status.store is None else str(status.store)
    if not status.exists:
        store += " (does not exist yet)"
    facts = (
        ("home", str(status.home)),
        ("store", store),
        ("revision", f"{status.revision:,}"),
        ("project", status.project),
        ("model", status.model),
        ("extractor", status.extractor),
    )
    return "\n".join(_facts(facts, _NAMES))


def projects(status: Status) -> Table:
    """The projects of a store and what each holds."""
    names = ("Conversations", "Turns", "Claims", "Addresses", "Revision")
    return Table(
        title="Projects",
        columns=columns("Project", *names, numeric=names),
        rows=tuple((p.name, p.conversations, p.turns, p.claims, p.addresses, p.revision) for p in status.projects),
        empty="There is no project yet.",
    )


def report(value: Report) -> str:
    """An examination: a block for each topic, a line for each thing looked at, faults and notes marked."""
    blocks: dict[str, list[Finding]] = {}
    for finding in value.findings:
        blocks.setdefault(finding.topic, []).append(finding)
    return "\n\n".join("\n".join([topic, *_looked_at(findings)]) for topic, findings in blocks.items())


def verdict(value: Report) -> str:
    """The examination in one line."""
    faults = sum(finding.level == "fault" for finding in value.findings)
    notes = sum(finding.level == "note" for finding in value.findings)
    remarks = text.counted(notes, "note")
    return f"{text.counted(faults, 'fault')}, {remarks}" if faults else f"Nothing is wrong; {remarks}."


def _looked_at(findings: list[Finding]) -> Iterable[str]:
    width = max(len(finding.subject) for finding in findings)
    return (f"{_MARKS[f.level]} {f.subject.ljust(width)}  {text.visible(f.says)}" for f in findings)


def _facts(facts: Iterable[tuple[str, str]], width: int) -> Iterable[str]:
    return (f"{name.ljust(width)}  {text.visible(value)}" for name, value in facts)
