"""Tables at every width."""

import pytest

from a008.cli.tables import drawn
from a008.present import plain, text
from a008.present.table import Table, columns
from tests.present.samples import HOSTILE

TABLE = Table(
    title="What holds",
    columns=columns("Address", "Value", "Revision", numeric=("Revision",)),
    rows=(
        ("user.residence", "Lyon", 7),
        ("project.storage", "a database that answers from one file and never loses a commit", 1_234),
    ),
    empty="Nothing is known yet.",
)


def test_for_a_program_a_row_is_a_line() -> None:
    assert drawn(TABLE, None) == plain.table(TABLE)
    assert len(drawn(TABLE, None).splitlines()) == 4


@pytest.mark.parametrize("width", [50, 60, 80, 200])
def test_on_a_terminal_long_cells_are_broken_and_nothing_is_lost(width: int) -> None:
    lines = drawn(TABLE, width).splitlines()
    assert max(map(text.width, lines)) <= width
    assert "1,234" in drawn(TABLE, width)
    for word in str(TABLE.rows[1][1]).split():
        assert word in drawn(TABLE, width)
    assert lines[0].startswith("Address")


@pytest.mark.parametrize("width", [25, 30])
def test_where_columns_do_not_fit_a_row_is_a_block_of_lines(width: int) -> None:
    block = drawn(TABLE, width)
    assert block.splitlines()[:3] == ["Address: user.residence", "Value: Lyon", "Revision: 7"]
    assert max(map(text.width, block.splitlines())) <= width


@pytest.mark.parametrize("width", [1, 5])
def test_a_terminal_too_narrow_for_anything_still_gets_everything(width: int) -> None:
    assert "Address: user.residence" in drawn(TABLE, width)


def test_an_empty_table_is_its_sentence() -> None:
    empty = Table(title="", columns=TABLE.columns, rows=(), empty="Nothing is known yet.")
    assert drawn(empty, 80) == drawn(empty, None) == "Nothing is known yet."


@pytest.mark.parametrize("hostile", HOSTILE)
@pytest.mark.parametrize("width", [None, 30, 80])
def test_no_cell_is_markup_or_a_command_to_the_terminal(hostile: str, width: int | None) -> None:
    table = Table(title="", columns=columns("Text"), rows=((hostile,), ("[bold red]not bold[/]",)), empty="")
    page = drawn(table, width)
    assert all(line.isprintable() for line in page.splitlines())
    assert "[bold red]not bold[/]" in page.replace("\n", "")
