"""What is committed of each notebook: short, executed, nothing of the machine. Source: issue "Library"."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.notebooks.record import NOTEBOOKS, WIDGET_VIEW

_ALL = sorted(NOTEBOOKS.glob("*.ipynb"))


@pytest.fixture(params=_ALL, ids=[path.stem for path in _ALL])
def notebook(request: pytest.FixtureRequest) -> dict[str, Any]:
    """The JSON of a notebook."""
    path: Path = request.param
    content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return content


def test_there_is_a_first_notebook() -> None:
    assert _ALL[0].name == "01_the_library.ipynb"


def test_a_notebook_is_short_opens_with_what_there_is_to_see_and_ends_with_what_to_try(
    notebook: dict[str, Any],
) -> None:
    first, *_, last = notebook["cells"]
    assert len(notebook["cells"]) <= 20
    assert "you will see" in "".join(first["source"])
    assert "try" in "".join(last["source"]).splitlines()[0]


def test_every_cell_was_run_in_order_and_none_failed(notebook: dict[str, Any]) -> None:
    cells = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert [cell["execution_count"] for cell in cells] == list(range(1, len(cells) + 1))
    kinds = {output["output_type"] for cell in cells for output in cell["outputs"]}
    assert kinds <= {"stream", "execute_result", "display_data"}
    assert all(output.get("name") != "stderr" for cell in cells for output in cell["outputs"])


def test_outputs_read_without_a_kernel_and_say_nothing_of_the_machine(notebook: dict[str, Any]) -> None:
    text = json.dumps(notebook)
    assert WIDGET_VIEW not in text
    assert "widgets" not in notebook["metadata"]
    assert re.findall(r"/(?:home|root|tmp|Users|var|work)/\w+|0x[0-9a-f]{6,}", text) == []
    rich = [output["data"] for cell in notebook["cells"] for output in cell.get("outputs", []) if "data" in output]
    assert rich
    assert all("text/plain" in data for data in rich)
