"""`a008 memory embed`: a vector for each text, once, and out again."""

import pytest

from tests.cli.conftest import Call


def test_texts_are_embedded_once_and_taken_out_again(told: Call) -> None:
    pytest.importorskip("tokenizers")
    first = told("memory", "embed", "--dense", "static", "--json").document
    again = told("memory", "embed", "--dense", "static", "--json").document
    assert first["made"] > 0
    assert (again["made"], again["kept"]) == (0, first["made"])
    assert told("memory", "embed", "--dense", "static").out.startswith(
        f"0 texts embedded, {first['made']} were already"
    )
    assert told("memory", "embed", "--drop", "--json").document == {"dropped": first["made"]}
    assert told("memory", "embed", "--drop").out == "0 vectors taken out.\n"


def test_without_a_model_it_says_how_to_name_one(told: Call) -> None:
    ran = told("memory", "embed")
    assert ran.status != 0
    assert 'dense = "static"' in ran.err
