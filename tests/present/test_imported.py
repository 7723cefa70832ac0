"""An import as a page: its sum, in words that fit the number."""

from __future__ import annotations

from dataclasses import replace

from a008.present import imported
from a008.sources.report import ImportReport, RefusedRow, Remark

REPORT = ImportReport(
    file="v0.json",
    project="old",
    dry_run=False,
    read=1_003,
    imported=1_000,
    there_already=2,
    refused=(RefusedRow(where="$[3]", item=None, reason="not an object"),),
    remarks=(),
    entities=400,
    kept_awake=1,
    revisions=(4, 5, 8),
)


def test_a_page_says_what_became_of_every_row() -> None:
    page = imported.report(REPORT)
    assert page.title == "1,000 rows imported into old"
    assert page.lines == (
        "1,003 read = 1,000 imported + 2 there already + 1 refused",
        "400 chains, each an entity of its own",
        "1 row kept alive: never dormant, but not pinned",
        "revisions 4 to 8",
    )
    assert [(table.title, table.rows) for table in page.tables] == [("Refused: 1", (("$[3]", None, "not an object"),))]


def test_a_dry_run_says_would_and_an_odd_row_has_a_table() -> None:
    odd = Remark(where="line 1", item="a", says="odd")
    page = imported.report(replace(REPORT, dry_run=True, refused=(), remarks=(odd,) * 21, revisions=()))
    assert page.title == "1,000 rows would be imported into old"
    (table,) = page.tables
    assert (table.title, len(table.rows)) == ("Odd, but understood: 21, of which 20 (--json has all)", 20)
