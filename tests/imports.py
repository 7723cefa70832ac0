"""Every import of the package, read from its source; `test_architecture.py` holds the rules over them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "a008"


class Import(NamedTuple):
    """One name that one file imports: all of `target`, or `name` from it.

    Shape: `place` is the importer's path in the package; `deferred` means inside a function.
    """

    importer: str
    target: str
    name: str | None
    place: str
    line: int
    typing_only: bool
    deferred: bool

    def __str__(self) -> str:
        return f"{self.place}:{self.line} imports {self.target}"

    @property
    def package(self) -> str:
        """The top-level package that is imported."""
        return self.target.split(".")[0]


@cache
def files() -> dict[str, Path]:
    """Path of every module of the package, by its dotted name; a room's `__init__.py` has the room's name."""
    named = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        named[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return named


@cache
def tree(module: str) -> ast.Module:
    """The parsed source of a module."""
    return ast.parse(files()[module].read_text(encoding="utf-8"), module)


@cache
def imports() -> tuple[Import, ...]:
    """Every import of every module, in order of file and line."""
    return tuple(found for module in files() for found in _walk(module, tree(module)))


def _walk(module: str, node: ast.AST, typing_only: bool = False, deferred: bool = False) -> Iterator[Import]:
    place = files()[module].relative_to(PACKAGE).as_posix()
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import | ast.ImportFrom):
            for target, name in _targets(child):
                yield Import(module, target, name, place, child.lineno, typing_only, deferred)
        else:
            for_types = isinstance(child, ast.If) and ast.unparse(child.test).endswith("TYPE_CHECKING")
            inside = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef)
            yield from _walk(module, child, typing_only or for_types, deferred or inside)


def _targets(node: ast.Import | ast.ImportFrom) -> Iterator[tuple[str, str | None]]:
    if isinstance(node, ast.Import):
        yield from ((alias.name, None) for alias in node.names)
        return
    assert node.module, f"relative import in line {node.lineno}"
    for alias in node.names:
        submodule = f"{node.module}.{alias.name}"
        yield (submodule, None) if submodule in files() else (node.module, alias.name)
