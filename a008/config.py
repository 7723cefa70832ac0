"""Settings: one file, environment variables with the prefix `A008_`, and what a caller says; the last one wins.

The file is `config.toml` in the home folder (`~/.a008`, or `A008_HOME`). Secrets never stand in it.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from a008.errors import Code, UsageError

#: Prefix of environment variables and name of the file in the home folder.
PREFIX = "A008_"
FILE = "config.toml"
#: What stands for a store that ends with its program and writes no file.
IN_MEMORY = ":memory:"
#: What stands for no tokenizer: a budget in bytes.
BYTES = "bytes"
#: What stands for no embedding model: texts are found by their words alone.
OFF = "off"
#: Environment variables that hold the key of a model route, the first one set wins.
KEY_VARIABLES = ("A008_API_KEY", "OPENAI_API_KEY")


class Settings(BaseModel):
    """Everything that can be set, with its default."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    home: Path = Field(description="Folder of settings, store and notebooks.")
    store: Path | None = Field(
        default=None,
        description="The store's file, `:memory:` for none; memory.sqlite in the home folder if unset.",
    )
    project: Annotated[str, Field(min_length=1)] = Field(default="default", description="Project to work in.")
    model: Annotated[str, Field(min_length=1)] = Field(
        default="embedded:librarian", description="Model to ask, written provider:model."
    )
    budget: Annotated[int, Field(ge=64, le=4_194_304)] = Field(
        default=32_768, description="Most bytes, or tokens, of the context envelope."
    )
    tokenizer: Annotated[str, Field(min_length=1)] = Field(
        default=BYTES,
        description="What the budget counts: `bytes`, or the tokens of `o200k_base` or `cl100k_base`.",
    )
    dense: Annotated[str, Field(min_length=1)] = Field(
        default=OFF,
        description="Embedding model by which texts are found: `off`, `static`, or a folder, written with a slash.",
    )
    languages: Path | None = Field(
        default=None, description="Folder of language tables of your own; languages in the home folder if unset."
    )
    recent_messages: Annotated[int, Field(ge=0, le=200)] = Field(
        default=2, description="Earlier messages of the conversation that a model is shown beside the envelope."
    )
    extractor: Literal["auto", "rules", "model", "off"] = Field(
        default="auto", description="What proposes knowledge after an answer; auto asks the model's profile."
    )
    base_url: str | None = Field(default=None, description="Address of an OpenAI-compatible server.")
    timeout: Annotated[float, Field(gt=0, le=3_600)] = Field(
        default=600.0, description="Most seconds that one model call may take."
    )

    @property
    def store_path(self) -> Path:
        """The store's file; what is in memory has none."""
        return (self.store or self.home / "memory.sqlite").expanduser()

    @property
    def languages_path(self) -> Path:
        """The folder of the user's own language tables; it need not exist."""
        return (self.languages or self.home / "languages").expanduser()

    @property
    def tokens_by(self) -> str | None:
        """The tokenizer whose tokens the budget counts; `None` for bytes."""
        return None if self.tokenizer == BYTES else self.tokenizer

    @property
    def embedder(self) -> str | None:
        """The embedding model by which texts are found; `None` for none."""
        return None if self.dense == OFF else self.dense

    @property
    def in_memory(self) -> bool:
        """Whether nothing is written to any file."""
        return self.store == Path(IN_MEMORY)


def load_settings(*, environment: Mapping[str, str] | None = None, **said: object) -> Settings:
    """Settings from defaults, file, environment and `said`; what is `None` in `said` was not said.

    Errors: `UsageError` (`configuration`) for an unknown name, a value that cannot be, or a file that is not TOML.
    """
    env = os.environ if environment is None else environment
    given = {name: value for name, value in said.items() if value is not None}
    home = Path(str(given.get("home") or env.get("A008_HOME") or Path.home() / ".a008")).expanduser().absolute()
    from_env = {name: env[PREFIX + name.upper()] for name in Settings.model_fields if env.get(PREFIX + name.upper())}
    merged = {**_from_file(home / FILE), **from_env, **given, "home": home}
    try:
        return Settings.model_validate(merged)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        name = ".".join(str(step) for step in first["loc"])
        raise UsageError(
            f"a setting cannot be: {first['msg']}", code=Code.CONFIGURATION, item=name, remedy=_remedy(name)
        ) from None


def api_key(environment: Mapping[str, str] | None = None) -> str | None:
    """The key of a model route from the environment, or `None`."""
    env = os.environ if environment is None else environment
    return next((env[name] for name in KEY_VARIABLES if env.get(name)), None)


def _remedy(name: str) -> str:
    if "key" in name:
        return f"a key stands in no file: set {' or '.join(KEY_VARIABLES)}"
    if name not in Settings.model_fields:
        return f"there are: {', '.join(Settings.model_fields)}"
    return f"say it to the command, set {PREFIX}{name.upper()}, or set `{name}` in {FILE}"


def _from_file(path: Path) -> dict[str, object]:
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(
            "the settings file cannot be read", code=Code.CONFIGURATION, item=str(path), remedy=str(error)
        ) from None
    try:
        return dict(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise UsageError(
            "the settings file is not TOML", code=Code.CONFIGURATION, item=str(path), remedy=str(error)
        ) from None
