"""Language tables of the user's own: the TOML files of one folder, in the order of their names."""

from __future__ import annotations

from pathlib import Path

from a008.errors import Code, UsageError
from a008.retrieval.table import parsed

#: How a file of the folder ends that is a table, and the most bytes of one.
SUFFIX = ".toml"
MAX_BYTES = 1_048_576


def tables(folder: Path) -> tuple[str, ...]:
    """The text of each table, checked; none where there is no such folder.

    Errors: `UsageError` (`configuration`) for a file that cannot be read or is no table; it names file and line.
    """
    return tuple(_table(path) for path in files(folder))


def files(folder: Path) -> tuple[Path, ...]:
    """The files that hold tables, by name; hidden ones are none.

    Errors: `UsageError` (`configuration`) for a folder that cannot be read.
    """
    try:
        found = sorted(folder.iterdir(), key=lambda path: path.name)
    except FileNotFoundError:
        return ()
    except OSError as error:
        raise _unreadable(folder, error) from None
    return tuple(path for path in found if path.suffix == SUFFIX and not path.name.startswith("."))


def _table(path: Path) -> str:
    try:
        with path.open("rb") as file:
            raw = file.read(MAX_BYTES + 1)
        text = raw.decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise _unreadable(path, error) from None
    if len(raw) > MAX_BYTES:
        raise UsageError(f"a language table of more than {MAX_BYTES:,} bytes", code=Code.CONFIGURATION, item=str(path))
    parsed(text, str(path))
    return text


def _unreadable(path: Path, error: Exception) -> UsageError:
    return UsageError("language tables cannot be read", code=Code.CONFIGURATION, item=str(path), remedy=str(error))
