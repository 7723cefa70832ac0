"""By which rules an envelope is put together, as a digest: two versions of A008 with the same one give the same bytes.

The rules are code and tables alike, so it is taken over the text of both: a number kept by hand would be forgotten when
a constant changes. It tells one version from another and is no measure of how far they differ.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

from a008 import canon
from a008.memory.envelope import WIRE_VERSION

#: Packages whose code and tables decide what is found, in which order, and how it is put.
_PACKAGES = ("a008.retrieval", "a008.store", "a008.memory", "a008.intake.rules")
_SUFFIXES = (".py", ".toml")


@cache
def rules(*tables: str) -> str:
    """The digest of the rules, with language tables of the user's own: 64 hexadecimal characters.

    Shape: `tables` as of `retrieve`. The names and texts of all files are in it, and Unicode's version, by which texts
    are normalised; line endings are not.
    """
    texts = [[name, canon.digest(text.encode())] for package in _PACKAGES for name, text in _files(package)]
    return canon.digest(canon.encode([WIRE_VERSION, unicodedata.unidata_version, texts, tables]))


def _files(package: str) -> Iterator[tuple[str, str]]:
    folders: list[tuple[str, Traversable]] = [(package, resources.files(package))]
    while folders:
        path, folder = folders.pop()
        for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
            if entry.is_dir():
                folders.append((f"{path}/{entry.name}", entry))
            elif entry.name.endswith(_SUFFIXES):
                yield f"{path}/{entry.name}", entry.read_text("utf-8")
