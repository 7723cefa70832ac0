"""The exception tree: as drawn, complete, raised, and mapped to the published exit statuses."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from a008 import errors
from a008.errors import A008Error, Code, ProjectionError, ProviderError, ProviderFault, StoreError, UsageError

_PACKAGE = Path(errors.__file__).parent


def _tree(root: type[A008Error], depth: int = 0) -> Iterator[tuple[int, str]]:
    yield depth, root.__name__
    for child in root.__subclasses__():
        yield from _tree(child, depth + 1)


def _built() -> set[str]:
    """Names that some file of the package calls."""
    names = set[str]()
    for path in _PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                names.add(node.func.id)
    return names


def test_the_tree_in_the_docstring_is_the_real_tree() -> None:
    assert errors.__doc__
    drawn = [
        (len(match.group(1)) // 4, match.group(2))
        for match in re.finditer(r"^    ([│├└─ ]*)(\w+(?:Error|State)?)(?: {2,}.*)?$", errors.__doc__, re.MULTILINE)
    ]
    assert drawn == list(_tree(A008Error))


def test_every_leaf_is_raised_somewhere_in_the_package() -> None:
    """House rule 20: a leaf that nobody can raise has no place in the tree."""
    parents = {child.__mro__[1].__name__ for child in (getattr(errors, name) for _, name in _tree(A008Error))}
    leaves = {name for _, name in _tree(A008Error)} - parents
    assert leaves - _built() == set()


def test_every_code_has_the_exit_status_that_was_published() -> None:
    """The numbers are a contract with scripts. Source: fault table, common ground."""
    published = {
        "usage": 2,
        "configuration": 2,
        "not_found": 3,
        "refused": 4,
        "not_json": 4,
        "duplicate_key": 4,
        "not_finite": 4,
        "too_deep": 4,
        "too_large": 4,
        "schema_violation": 4,
        "stale_state": 5,
        "command_conflict": 5,
        "busy": 6,
        "storage_full": 7,
        "storage_io": 7,
        "store_corrupt": 8,
        "store_replaced": 8,
        "schema_too_new": 9,
        "migration_failed": 9,
        "provider_error": 10,
        "rate_limited": 11,
        "interrupted": 12,
        "budget_error": 13,
        "import_partial": 14,
        "cancelled": 130,
    }
    assert {code.value: errors.EXIT_CODES[code] for code in Code} == published
    assert errors.EXIT_INTERNAL == 70


def test_an_error_is_one_line_of_what_which_and_what_to_do() -> None:
    assert str(UsageError("not an instant")) == "not an instant"
    assert str(UsageError("not an instant", item="'x'")) == "not an instant: 'x'"
    assert str(UsageError("not an instant", item="'x'", remedy="write a date")) == "not an instant: 'x' (write a date)"
    assert str(UsageError("nothing to do", remedy="ask first")) == "nothing to do (ask first)"


@pytest.mark.parametrize("fault", ProviderFault)
def test_every_provider_fault_has_a_code_and_says_whether_trying_again_may_help(fault: ProviderFault) -> None:
    error = ProviderError("no", fault=fault)
    assert error.code in Code
    assert error.retryable == (fault in {"rate_limit", "server", "timeout", "network"})


def test_a_projection_error_names_the_item_and_both_sizes() -> None:
    error = ProjectionError(item="claim_abc", needed=900, budget=512)
    assert (error.code, error.item, error.needed, error.budget) == (Code.BUDGET, "claim_abc", 900, 512)
    assert "900" in str(error)
    assert "512" in str(error)


def test_one_except_catches_them_all() -> None:
    for _, name in _tree(A008Error):
        assert issubclass(getattr(errors, name), A008Error)
    with pytest.raises(A008Error):
        raise StoreError("gone", code=Code.STORAGE_IO, item="memory.db")
