"""Embedding models behind one small protocol: what a text means, as numbers. Nothing of this is loaded unless named."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol, cast

from a008.errors import A008Error, Code, UsageError
from a008.retrieval.embedders.sentences import Sentences
from a008.retrieval.embedders.static import StaticVectors

if TYPE_CHECKING:
    from a008.retrieval.numbers import Rows

#: The setting that means no model, and the name of the one that comes with the extra.
OFF: Final = "off"
STATIC: Final = "static"
#: Entry point group in which third parties register a function that returns an `Embedder`.
GROUP: Final = "a008.embedders"


class Embedder(Protocol):
    """Puts texts into numbers; a pure function of its files, so that the same text gives the same numbers.

    Shape: `model` names the model and how texts are given to it, and changes when either does. `near` is the cosine
    from which on two texts mean about the same, which unrelated ones hardly ever reach.
    """

    @property
    def model(self) -> str:
        """Its identity, which is kept with each vector."""

    @property
    def dimensions(self) -> int:
        """Numbers of one vector."""

    @property
    def near(self) -> float:
        """What counts as about the same."""

    def embed(self, texts: Sequence[str]) -> Rows:
        """One row of numbers for each text; a text alone gives the row that it gives among others."""


#: Those that come with A008; anything with a separator is a folder.
MAKERS: Final[dict[str, Callable[[], Embedder]]] = {STATIC: StaticVectors}


@cache
def embedder(name: str) -> Embedder:
    """The embedding model of a name, or of a folder.

    Errors: `UsageError` (`configuration`) for a name that is none, and where files or packages are missing.
    """
    try:
        return _made(name)
    except ImportError as error:
        raise UsageError(
            "a package of the dense lane is not installed",
            code=Code.CONFIGURATION,
            item=error.name or name,
            remedy="pip install 'a008[dense]', or 'a008[minilm]' for a folder; or set dense = \"off\"",
        ) from None


def _made(name: str) -> Embedder:
    if name in MAKERS:
        return MAKERS[name]()
    if "/" in name or "\\" in name or name.startswith("~"):
        return Sentences(Path(name).expanduser())
    point = next((point for point in entry_points(group=GROUP) if point.name == name), None)
    if point is None:
        raise UsageError(
            "no such embedding model",
            code=Code.CONFIGURATION,
            item=name,
            remedy=f"there are: {', '.join((OFF, *MAKERS))}, or a folder, written with a slash",
        )
    try:
        return cast(Embedder, point.load()())
    except (A008Error, ImportError):
        raise
    except Exception as error:  # a third party's model may fail in any way
        raise UsageError(
            "the embedding model does not load", code=Code.CONFIGURATION, item=name, remedy=f"{error!r}"
        ) from error
