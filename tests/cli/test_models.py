"""`a008 models`."""

import pytest

from tests.cli.conftest import Call


def test_every_model_that_can_be_named_stands_there_with_what_is_known_of_it(a008: Call) -> None:
    ran = a008("models")
    assert ran.status == 0
    assert "embedded:librarian" in ran.out
    assert ran.out.endswith("Asked by default: embedded:librarian\n")


def test_the_default_is_the_one_of_the_settings(a008: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("A008_MODEL", "openai:anything")
    assert a008("models", "--json").document["default"] == "openai:anything"


def test_as_json_each_has_its_facts(a008: Call) -> None:
    models = {f"{each['provider']}:{each['name']}": each for each in a008("models", "--json").document["models"]}
    assert models["embedded:librarian"]["streams"] is True
    assert models["embedded:librarian"]["context_tokens"] is None
