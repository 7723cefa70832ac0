"""Files that a user shows along with a message: kept whole in the blob folder, shown to the model as data."""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from pathlib import Path

from a008.errors import NotFound, UsageError

#: Most bytes of one file.
MAX_BYTES = 1_048_576


@dataclass(frozen=True, slots=True, kw_only=True)
class Attachment:
    """A text file as it was when the message was sent; `name` is a label, never a path to open again."""

    name: str
    content: bytes
    text: str


def read(path: Path) -> Attachment:
    """Read a regular file of UTF-8 text.

    Errors: `NotFound`; `UsageError` for a folder, pipe or device, for more than `MAX_BYTES`, and for what is not text.
    """
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    except OSError as error:
        raise NotFound(f"the file cannot be opened ({error.strerror})", item=str(path)) from None
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        raise UsageError("only regular files can be attached", item=str(path))
    with os.fdopen(handle, "rb") as file:
        content = file.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise UsageError(f"the file has more than {MAX_BYTES} bytes", item=str(path), remedy="attach a part of it")
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        raise UsageError("the file is not UTF-8 text", item=str(path), remedy="convert it first") from None
    return Attachment(name=path.name, content=content, text=text)
