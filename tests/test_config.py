"""Settings: defaults, file, environment and arguments, each over the one before."""

from pathlib import Path

import pytest

from a008.config import Settings, api_key, load_settings
from a008.errors import Code, UsageError


def test_defaults_need_no_file_and_no_environment(tmp_path: Path) -> None:
    settings = load_settings(environment={}, home=tmp_path)
    assert settings.model == "embedded:librarian"
    assert settings.store_path == tmp_path / "memory.sqlite"
    assert settings.budget == 32_768


def test_an_argument_wins_over_the_environment_and_that_over_the_file(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('model = "openai:file"\nproject = "file"\nbudget = 1000\n')
    environment = {"A008_HOME": str(tmp_path), "A008_MODEL": "openai:env", "A008_PROJECT": "env"}
    settings = load_settings(environment=environment, model="openai:said", project=None)
    assert (settings.model, settings.project, settings.budget) == ("openai:said", "env", 1000)


def test_home_comes_from_the_environment(tmp_path: Path) -> None:
    assert load_settings(environment={"A008_HOME": str(tmp_path)}).home == tmp_path


@pytest.mark.parametrize(
    ("text", "item"),
    [
        ("budget = 3", "budget"),
        ('extractor = "magic"', "extractor"),
        ("colour = 1", "colour"),
        ("not toml at all", "config.toml"),
    ],
)
def test_a_wrong_file_is_named_with_what_can_be_set(tmp_path: Path, text: str, item: str) -> None:
    (tmp_path / "config.toml").write_text(text)
    with pytest.raises(UsageError) as wrong:
        load_settings(environment={}, home=tmp_path)
    assert wrong.value.code is Code.CONFIGURATION
    assert item in str(wrong.value)


def test_an_empty_variable_counts_as_not_set(tmp_path: Path) -> None:
    assert load_settings(environment={"A008_MODEL": ""}, home=tmp_path).model == "embedded:librarian"


def test_the_key_is_no_setting_and_the_first_variable_wins() -> None:
    assert api_key({"A008_API_KEY": "one", "OPENAI_API_KEY": "two"}) == "one"
    assert api_key({"OPENAI_API_KEY": "two"}) == "two"
    assert api_key({}) is None
    assert not any("key" in name for name in Settings.model_fields)


@pytest.mark.parametrize("name", [":memory:", "memory.sqlite"])
def test_a_store_in_memory_can_be_named_in_the_environment_too(tmp_path: Path, name: str) -> None:
    settings = load_settings(environment={"A008_HOME": str(tmp_path), "A008_STORE": name})
    assert settings.in_memory is (name == ":memory:")


def test_a_store_may_stand_in_the_user_s_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert load_settings(environment={}, store="~/notes.sqlite").store_path == tmp_path / "notes.sqlite"
