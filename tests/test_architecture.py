"""The room plan, held over every import of the package. Source: house rules 1 to 4, 6 and 13."""

from __future__ import annotations

import ast
import re
import statistics
import sys
from graphlib import TopologicalSorter
from pathlib import Path

from tests.imports import PACKAGE, ROOT, Import, files, imports, tree

#: Row of each room; a file imports from rows below its own. The ground files are one room, `workbench.py` is another.
_ROWS = {
    "ground": 1,
    "memory": 2,
    **dict.fromkeys(("store", "intake", "providers"), 3),
    **dict.fromkeys(("retrieval", "sources"), 4),
    "runtime": 5,
    "workbench": 5.5,
    **dict.fromkeys(("present", "lab"), 6),
    **dict.fromkeys(("cli", "widgets", "host", "acp", "mcp"), 7),
    "façade": 8,
}
_GROUND = {"errors", "clock", "canon", "ids", "messages", "config"}

#: The one home of each third-party package, and of the SQLite driver.
_HOMES = {
    **dict.fromkeys(("filelock", "sqlite3"), ("store/",)),
    "httpx": ("providers/send.py",),
    "pydantic": ("config.py", "intake/proposal.py", "host/schemas.py", "providers/catalog"),
    **dict.fromkeys(("IPython", "anywidget", "ipywidgets", "traitlets"), ("widgets/",)),
    **dict.fromkeys(("pandas", "polars"), ("lab/", "present/frames.py")),
    **dict.fromkeys(("click", "rich"), ("cli/",)),
    **dict.fromkeys(("datasette", "uvicorn"), ("host/",)),
    "bpe_openai": ("retrieval/tokens.py",),
    "numpy": ("retrieval/",),
    **dict.fromkeys(("onnxruntime", "safetensors", "tokenizers"), ("retrieval/embedders/",)),
    "mcp": ("mcp/",),
    "acp": ("acp/",),
}
#: Packages of an extra: the only third-party imports that may stand inside a function.
_OPTIONAL = {"IPython", "acp", "anywidget", "bpe_openai", "ipywidgets", "jupyterlab", "mcp", "numpy", "onnxruntime"}
_OPTIONAL |= {"pandas", "polars", "safetensors", "tokenizers", "traitlets"}
#: The only files that import others of ours inside a function: the two façades, on first use.
_LOADERS = {"__init__.py", "workbench.py"}

#: Rooms that do no I/O, read no clock and draw no random number; and what would do so.
_PURE = ("memory/", "intake/", "present/")
_IMPURE = {
    "io",
    "os",
    "pathlib",
    "random",
    "secrets",
    "shutil",
    "socket",
    "subprocess",
    "tempfile",
    "threading",
    "time",
}


def _room(module: str) -> str:
    first = module.removeprefix("a008").removeprefix(".").split(".")[0]
    return "façade" if first in {"", "__main__"} else "ground" if first in _GROUND else first


def _row(module: str) -> float:
    return _ROWS[_room(module)]


#: Imports of our own files that carry code, and those of them that run when the file is loaded.
_OURS = [found for found in imports() if found.package == "a008" and not found.typing_only]
_AT_LOAD = [found for found in _OURS if not (found.deferred and found.place in _LOADERS)]


def _breaches(*found: Import) -> list[str]:
    return [str(each) for each in found]


def test_imports_point_down_and_never_sideways() -> None:
    assert (
        _breaches(*(f for f in _AT_LOAD if _room(f.importer) != _room(f.target) and _row(f.importer) <= _row(f.target)))
        == []
    )


def test_no_file_imports_itself_by_way_of_others() -> None:
    edges: dict[str, set[str]] = {}
    for found in _AT_LOAD:
        edges.setdefault(found.importer, set()).add(found.target)
    TopologicalSorter(edges).prepare()  # raises CycleError, which names the cycle


def test_rows_two_to_four_receive_plain_values_and_never_read_the_configuration() -> None:
    assert _breaches(*(f for f in _OURS if f.target == "a008.config" and 2 <= _row(f.importer) <= 4)) == []


def test_files_are_imported_and_never_a_rooms_facade() -> None:
    rooms = {module for module, path in files().items() if path.name == "__init__.py"}
    assert _breaches(*(f for f in _OURS if f.target in rooms and f.importer not in rooms)) == []


def test_third_party_packages_stay_in_their_homes() -> None:
    known = set(_HOMES) | set(sys.stdlib_module_names) | {"a008"}
    code = [f for f in imports() if not f.typing_only]
    assert _breaches(*(f for f in code if f.package not in known)) == []
    assert _breaches(*(f for f in code if not f.place.startswith(_HOMES.get(f.package, ("",))))) == []


def test_the_pure_rooms_import_nothing_that_does_io_tells_time_or_draws_lots() -> None:
    impure = [f for f in imports() if f.place.startswith(_PURE) and f.package in _IMPURE and not f.typing_only]
    assert _breaches(*(f for f in impure if f.name != "PurePath")) == []


def test_no_import_hides_inside_a_function() -> None:
    hidden = [f for f in imports() if f.deferred and f.package not in _OPTIONAL]
    assert _breaches(*(f for f in hidden if f.place not in _LOADERS)) == []


def test_a_file_and_a_function_can_be_held_in_the_head() -> None:
    ours = _lengths(PACKAGE, "*.py")
    assert [path for path, lines in {**ours, **_lengths(ROOT / "tests", "*.py")}.items() if lines > 500] == []
    assert [path for path, lines in _lengths(PACKAGE, "*.js").items() if lines > 300] == []
    assert 60 <= statistics.median(lines for path, lines in ours.items() if path.name != "__init__.py") <= 180
    functions = [(m, n) for m in files() for n in ast.walk(tree(m)) if isinstance(n, ast.FunctionDef)]
    assert [f"{m}.{n.name}" for m, n in functions if n.end_lineno and n.end_lineno - n.lineno >= 100] == []


def _lengths(folder: Path, pattern: str) -> dict[Path, int]:
    return {path: len(path.read_text(encoding="utf-8").splitlines()) for path in folder.rglob(pattern)}


def test_no_room_or_file_is_named_after_nothing() -> None:
    vague = re.compile(r"(^|_)(util|helper|common|manager|service|handler)s?$|^base(_|$)")
    assert [module for module in files() if any(vague.search(part) for part in module.split("."))] == []


def test_the_configuration_directory_never_shadows_the_datasette_package() -> None:
    assert not (ROOT / "datasette" / "__init__.py").exists()
