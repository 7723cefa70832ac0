"""Run every notebook and save its outputs: `python -m tests.notebooks.record`.

What a reader sees on GitHub, and in JupyterLab before the first run, is the static snapshot of each widget; the live
widget's id differs from run to run and is not saved.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

import nbformat
from nbclient import NotebookClient

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
_FORMAT: Any = nbformat
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
#: Metadata that says how to run a notebook and nothing about where it ran.
_METADATA = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"}}


def executed(path: Path) -> Any:
    """A notebook with fresh outputs, from a home of its own; nothing of the machine stays in it."""
    notebook = _FORMAT.read(path, as_version=4)
    with tempfile.TemporaryDirectory() as home:
        environment = {**os.environ, "A008_HOME": home}
        client = NotebookClient(
            notebook, kernel_name="python3", store_widget_state=False, record_timing=False, coalesce_streams=True
        )
        client.execute(cwd=home, env=environment)
    notebook.metadata = _FORMAT.from_dict(_METADATA)
    for number, cell in enumerate(notebook.cells, 1):
        cell.id = f"cell-{number:02d}"
        cell.metadata = _FORMAT.from_dict({})
        for output in cell.get("outputs", []):
            output.get("data", {}).pop(WIDGET_VIEW, None)
    return notebook


def main() -> int:
    """Run and save; the status is 0 unless a cell fails, which is raised."""
    for path in sorted(NOTEBOOKS.glob("*.ipynb")):
        _FORMAT.write(executed(path), path)
        print(path.name, len(json.dumps(json.loads(path.read_text(encoding="utf-8")))), "bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
