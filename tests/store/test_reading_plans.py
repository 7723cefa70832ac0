"""What SQLite plans to do for every statement of the read side. Source: rule 18, fault Q14: no scan of a table."""

from importlib import import_module
from types import ModuleType

import pytest

from a008 import store
from a008.store import associations, claims, details, entities, heads, identity, labels, lifecycles, search, sent, talk
from tests.store.looking import plan, statements
from tests.turns import Memory

_NAMES = (
    "associations blame claims details entities heads history identity labels lifecycles salience_moves search sent "
    "talk utterances whereabouts"
)
_MODULES = tuple(import_module(f"{store.__name__}.{name}") for name in _NAMES.split())
#: A list of the caller's own or of a revision's changes, and the full text, which is bounded by its LIMIT.
_BOUNDED = ("SCAN wanted VIRTUAL TABLE", "SCAN c VIRTUAL TABLE", "SCAN search_index VIRTUAL TABLE")
#: Read one row from the end of a table, what a LIMIT left, or a partial index that holds nothing but what is wanted.
_ALLOWED = {
    (search, "_NEWEST"): "SCAN search_text",
    (search, "_COUNT"): "SCAN (subquery-1)",
    (details, "_LAST_MOVE"): "SCAN transition",
    (lifecycles, "_STANDING"): "SCAN l USING INDEX lifecycle_standing",
}
#: Read one row by a unique key.
_ONE_ROW = {
    (entities, "_SURVIVOR"),
    (entities, "_MET"),
    (entities, "_SLOTS"),
    (identity, "_BINDING"),
    (identity, "_MERGE"),
    (identity, "_STATUS"),
    (identity, "_DEFINITION"),
    (sent, "_COUNT"),
    (sent, "_COUNT_IN"),
}


@pytest.mark.parametrize(
    ("module", "name"),
    [(module, name) for module in _MODULES for name in statements(module)],
    ids=lambda value: value.__name__.rpartition(".")[2] if isinstance(value, ModuleType) else value,
)
def test_no_statement_scans_a_table(module: ModuleType, name: str) -> None:
    text = statements(module)[name]
    steps = Memory().store.read(lambda conn: plan(conn, text))
    scans = [step for step in steps if step.startswith("SCAN") and not step.startswith(_BOUNDED)]
    assert scans == ([_ALLOWED[module, name]] if (module, name) in _ALLOWED else [])


@pytest.mark.parametrize("module", _MODULES, ids=lambda module: module.__name__.rpartition(".")[2])
def test_every_list_has_an_order_and_names_its_parameters(module: ModuleType) -> None:
    for name, text in statements(module).items():
        assert "ORDER BY" in text or (module, name) in _ONE_ROW, name
        assert "?" not in text, name


@pytest.mark.parametrize(
    ("module", "name"), [(claims, "_OF_ENTITY"), (labels, "_CARRYING"), (associations, "_OUTGOING")]
)
def test_the_newest_few_come_from_an_index_without_sorting_the_rest(module: ModuleType, name: str) -> None:
    steps = Memory().store.read(lambda conn: plan(conn, statements(module)[name]))
    assert not [step for step in steps if step == "USE TEMP B-TREE FOR ORDER BY"]


def test_the_newest_bindings_of_each_address_are_taken_before_anything_else_is_read() -> None:
    steps = Memory().store.read(lambda conn: plan(conn, heads._NEWEST))
    newest = steps.index("SEARCH n USING INDEX binding_by_slot (slot_id=? AND rev_from<?)")
    assert steps[newest + 1] == "USE TEMP B-TREE FOR RIGHT PART OF ORDER BY"
    assert steps[newest - 2] == "SEARCH b USING INDEX sqlite_autoindex_binding_1 (id=?)"


def test_a_long_session_is_read_from_its_end() -> None:
    steps = Memory().store.read(lambda conn: plan(conn, talk._SESSIONS))
    assert "SEARCH t USING INDEX talk_by_session (session=? AND number>? AND number<?)" in steps
    assert "SEARCH n USING INDEX talk_by_session (session=? AND number<?)" in steps
